package tracking_test

import (
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/clawable/claw/commands/commandtest"
	tracking "github.com/clawable/claw/commands/pinpoint"
	"github.com/clawable/claw/commands/record"
	reporting "github.com/clawable/claw/commands/report"
	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/lane"
	"github.com/clawable/claw/eventlog"
	"github.com/clawable/claw/reports/pinpoint"
)

// clock is a time that a test moves. It is not safe for concurrent use.
type clock struct{ now time.Time }

func (c *clock) at() time.Time { return c.now }

// trackerOf is the tracker of a new log, by a clock.
func trackerOf(t *testing.T) (*tracking.Tracker, *clock) {
	t.Helper()
	log, c := commandtest.NewLog(t), &clock{time.Date(2026, 6, 1, 12, 0, 0, 0, time.UTC)}
	op := record.Reporting(commandtest.OperatorOf(log, c.at))
	return &tracking.Tracker{Log: log, Op: op, Lanes: op}, c
}

// gap is a filing of one gap, whatever the title.
func gap(title string) *domain.PinpointFiled {
	return &domain.PinpointFiled{Title: domain.TextOf(title), FailureClass: domain.FailTest, Place: "cmd/shop", ErrorSignature: "panic: door"}
}

func file(t *testing.T, in *tracking.Tracker, p *domain.PinpointFiled) tracking.Filed {
	t.Helper()
	f, err := in.File(t.Context(), p)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// TestClawsThatFileOneGapAtOnceHaveOneItem files one gap from several sides at once.
func TestClawsThatFileOneGapAtOnceHaveOneItem(t *testing.T) {
	in, _ := trackerOf(t)
	const sides = 8
	errs := make([]error, sides)
	var all sync.WaitGroup
	for i := range sides {
		all.Go(func() { _, errs[i] = in.File(t.Context(), gap("seen by somebody")) })
	}
	all.Wait()
	s, err := in.Load(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for _, err := range errs {
		if err != nil {
			t.Error(err)
		}
	}
	if len(s.All) != 1 || len(s.All[0].Filings) != sides {
		t.Errorf("%d items, the first with %d filings", len(s.All), len(s.All[0].Filings))
	}
}

// TestALineageCycleIsRefused supersedes in a ring of three, by links and by a state.
func TestALineageCycleIsRefused(t *testing.T) {
	in, _ := trackerOf(t)
	var ids []domain.StreamID
	for range 3 {
		ids = append(ids, file(t, in, &domain.PinpointFiled{Title: domain.TextOf("one of three")}).Pinpoint)
	}
	for i := range 2 {
		if _, err := in.Link(t.Context(), ids[i], ids[i+1], domain.LinkSupersedes, ""); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := in.Link(t.Context(), ids[2], ids[0], domain.LinkSupersedes, ""); domain.KindOf(err) != domain.ErrConflict {
		t.Errorf("a link that closes the ring: %v", err)
	}
	if _, err := in.Link(t.Context(), ids[1], ids[0], domain.LinkSupersedes, ""); domain.KindOf(err) != domain.ErrConflict {
		t.Errorf("a link back: %v", err)
	}
	if _, err := in.Move(t.Context(), ids[0], domain.PinpointStateChanged{State: domain.PinpointStateSuperseded, SupersededBy: ids[2]}); domain.KindOf(err) != domain.ErrConflict {
		t.Errorf("a state that closes the ring: %v", err)
	}
}

// TestASecondNudgeOnWhatIsClosedMakesNoChange answers two nudges about a pinpoint that is done: the
// second answer is no_change, and no event is of a lane.
func TestASecondNudgeOnWhatIsClosedMakesNoChange(t *testing.T) {
	in, clock := trackerOf(t)
	f := file(t, in, gap("done"))
	if _, err := in.Move(t.Context(), f.Pinpoint, domain.PinpointStateChanged{State: domain.PinpointStateDone}); err != nil {
		t.Fatal(err)
	}
	answers := []domain.NudgeAnswer{domain.NudgeAnswerSeen, domain.NudgeAnswerNoChange}
	for i, want := range answers {
		clock.now = clock.now.Add(time.Minute)
		cycle := string(rune('a' + i))
		sent, err := in.Send(t.Context(), &domain.NudgeDelivered{Nudge: "daily", Cycle: cycle, Class: domain.NudgeStaleDuplicate, Pinpoint: f.Pinpoint, DeliveredAt: domain.At(clock.now)})
		if err != nil || sent.Delivery.Class != domain.NudgeNew {
			t.Fatalf("cycle %s is %s: %v", cycle, sent.Delivery.Class, err)
		}
		clock.now = clock.now.Add(time.Second)
		a, err := in.Acknowledge(t.Context(), "daily", cycle, "", domain.EventID{})
		if err != nil || a.Answer.Answer != want || (want == domain.NudgeAnswerNoChange) == a.Unchanged.Event.IsZero() {
			t.Errorf("cycle %s is answered with %s: %v", cycle, a.Answer.Answer, err)
		}
		again, err := in.Acknowledge(t.Context(), "daily", cycle, "", domain.EventID{})
		if err != nil || !again.Already || again.Event != a.Event {
			t.Errorf("the second answer of cycle %s is another: %v", cycle, err)
		}
	}
	for _, e := range commandtest.Events(t, in.Log, eventlog.Query{}) {
		if e.Stream.Family == domain.FamilyLane {
			t.Errorf("event %s is of a lane", e.Kind)
		}
	}
	clock.now = clock.now.Add(time.Second)
	file(t, in, gap("again")) // what came again is no unchanged state
	sent, err := in.Send(t.Context(), &domain.NudgeDelivered{Nudge: "daily", Cycle: "z", Pinpoint: f.Pinpoint, DeliveredAt: domain.At(clock.now)})
	if err != nil || sent.Wants != tracking.WantsAnswer {
		t.Errorf("a nudge about what came again wants %s: %v", sent.Wants, err)
	}
}

// TestANudgeOnWhatWasSupersededMakesNoChange answers a nudge about a pinpoint in two cycles after it was
// superseded, and once after it has another successor.
func TestANudgeOnWhatWasSupersededMakesNoChange(t *testing.T) {
	in, clock := trackerOf(t)
	unlike := func(signature string) tracking.Filed {
		p := gap("gap")
		p.ErrorSignature = signature
		return file(t, in, p)
	}
	old, newer, newest := unlike("exit 1"), unlike("exit 2"), unlike("exit 3")
	for i, c := range []struct {
		by   domain.StreamID
		want domain.NudgeAnswer
	}{{newer.Pinpoint, domain.NudgeAnswerSeen}, {domain.StreamID{}, domain.NudgeAnswerNoChange}, {newest.Pinpoint, domain.NudgeAnswerSeen}} {
		clock.now = clock.now.Add(time.Minute)
		if !c.by.IsZero() {
			if _, err := in.Move(t.Context(), old.Pinpoint, domain.PinpointStateChanged{State: domain.PinpointStateAcknowledged}); err != nil {
				t.Fatal(err)
			}
			clock.now = clock.now.Add(time.Second)
			if _, err := in.Move(t.Context(), old.Pinpoint, domain.PinpointStateChanged{State: domain.PinpointStateSuperseded, SupersededBy: c.by}); err != nil {
				t.Fatal(err)
			}
		}
		cycle := string(rune('a' + i))
		if _, err := in.Send(t.Context(), &domain.NudgeDelivered{Nudge: "daily", Cycle: cycle, Pinpoint: old.Pinpoint, DeliveredAt: domain.At(clock.now)}); err != nil {
			t.Fatal(err)
		}
		clock.now = clock.now.Add(time.Second)
		if a, err := in.Acknowledge(t.Context(), "daily", cycle, "", domain.EventID{}); err != nil || a.Answer.Answer != c.want {
			t.Errorf("cycle %s is answered with %s, want %s: %v", cycle, a.Answer.Answer, c.want, err)
		}
	}
}

// TestAPreviewThatIsCutHoldsNoHalfOfASecret attaches a preview that is cut within a secret.
func TestAPreviewThatIsCutHoldsNoHalfOfASecret(t *testing.T) {
	in, _ := trackerOf(t)
	f := file(t, in, gap("shown"))
	for before := pinpoint.MostPreview - 40; before < pinpoint.MostPreview; before++ {
		preview := strings.Repeat("x", before) + " export DEPLOY_TOKEN=Pw3Kq2Zx9Lm4Rb8Wn3Yq7Hd5"
		ref := domain.EvidenceRef{URL: fmt.Sprint(before), Preview: domain.TextOf(preview)}
		done, err := in.Attach(t.Context(), &f.Item, domain.EvidenceSymptom, ref)
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range done.Item.Evidence {
			if said := e.Ref.Preview.Preview(); strings.Contains(said, "Pw3") || len(said) > pinpoint.MostPreview {
				t.Fatalf("%d bytes before it: %q", before, said[max(0, len(said)-60):])
			}
		}
	}
}

const worker = domain.LaneID("01KJSESXM0FXE8CX6BVXYZ3Z6R")

// TestTheOutcomeOfALaneMovesItsPinpoint follows outcomes one after the other, with decisions of a person
// between them.
func TestTheOutcomeOfALaneMovesItsPinpoint(t *testing.T) {
	in, clock := trackerOf(t)
	f := file(t, in, gap("to mend"))
	old := file(t, in, &domain.PinpointFiled{Title: domain.TextOf("said before the hand-off")}).Event
	if _, err := in.HandOff(t.Context(), f.Pinpoint, tracking.Packet{Lane: worker}); err != nil {
		t.Fatal(err)
	}
	recent := file(t, in, &domain.PinpointFiled{Title: domain.TextOf("said after it")}).Event
	restsOn := recent
	follow := func(o lane.Outcome) (domain.PinpointState, int) {
		t.Helper()
		o.Lane, o.Because = worker, map[string]lane.Because{"outcome": {Events: []domain.EventID{restsOn}}}
		clock.now = clock.now.Add(time.Minute)
		moved, err := in.Follow(t.Context(), domain.StreamID{}, func(domain.LaneID) (*lane.Outcome, error) { return &o, nil })
		if err != nil {
			t.Fatal(err)
		}
		s, err := in.Load(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		return s.Of(f.Pinpoint).State, len(moved)
	}
	restsOn = old
	if state, moved := follow(lane.Outcome{State: lane.StateEnded, Outcome: lane.ResultFinished, Fingerprint: domain.Digest{9}}); state != domain.PinpointStateFiled || moved != 0 {
		t.Errorf("what the lane came to before it got the pinpoint moved it: %s", state)
	}
	restsOn = recent
	for _, step := range []struct {
		says  string
		of    lane.Outcome
		want  domain.PinpointState
		moved int
	}{
		{"nothing yet", lane.Outcome{State: lane.StateSpawning, Outcome: lane.ResultNone}, domain.PinpointStateFiled, 0},
		{"at work", lane.Outcome{State: lane.StateWorking, Outcome: lane.ResultNone}, domain.PinpointStateInProgress, 1},
		{"at work still", lane.Outcome{State: lane.StateGreen, Outcome: lane.ResultNone}, domain.PinpointStateInProgress, 0},
		{"failed", lane.Outcome{State: lane.StateEnded, Outcome: lane.ResultFailed, Fingerprint: domain.Digest{1}}, domain.PinpointStateBlocked, 1},
		{"at work again", lane.Outcome{State: lane.StateWorking, Outcome: lane.ResultNone}, domain.PinpointStateInProgress, 1},
		{"claimed as finished", lane.Outcome{State: lane.StateEnded, Outcome: lane.ResultUnverified, Fingerprint: domain.Digest{2}}, domain.PinpointStateInProgress, 0},
		{"finished", lane.Outcome{State: lane.StateEnded, Outcome: lane.ResultFinished, Fingerprint: domain.Digest{3}}, domain.PinpointStateDone, 1},
		{"finished, looked at again", lane.Outcome{State: lane.StateEnded, Outcome: lane.ResultFinished, Fingerprint: domain.Digest{3}}, domain.PinpointStateDone, 0},
	} {
		if state, moved := follow(step.of); state != step.want || moved != step.moved {
			t.Errorf("%s: it is %s after %d moves, want %s after %d", step.says, state, moved, step.want, step.moved)
		}
	}
	if _, err := in.Move(t.Context(), f.Pinpoint, domain.PinpointStateChanged{State: domain.PinpointStateInProgress}); err != nil {
		t.Fatal(err)
	}
	if state, moved := follow(lane.Outcome{State: lane.StateEnded, Outcome: lane.ResultFinished, Fingerprint: domain.Digest{3}}); state != domain.PinpointStateInProgress || moved != 0 {
		t.Errorf("an outcome that was followed moved it again, after a person opened it: %s", state)
	}
}

// TestAStaleStatusIsPromotedOnce lets a TTL run out, and promotes from several sides at once.
func TestAStaleStatusIsPromotedOnce(t *testing.T) {
	in, clock := trackerOf(t)
	r := &reporting.Reports{Log: in.Log, Op: in.Op}
	for range 3 {
		if _, err := r.PostStatus(t.Context(), &domain.ReportStatusPosted{Topic: "build", Progress: domain.ProgressWorking}); err != nil {
			t.Fatal(err)
		}
		clock.now = clock.now.Add(time.Minute)
	}
	if early, err := r.ExpireStatuses(t.Context()); err != nil || len(early) > 0 {
		t.Errorf("promoted before its TTL ran out: %v", err)
	}
	clock.now = clock.now.Add(time.Hour)
	var all sync.WaitGroup
	for range 4 {
		all.Go(func() {
			if _, err := r.ExpireStatuses(t.Context()); err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
	signals := 0
	for _, e := range commandtest.Events(t, in.Log, eventlog.Query{}) {
		if e.Kind == domain.KindReportStatusExpired {
			signals++
		}
	}
	found, err := r.Statuses(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if signals != 1 || found[0].Signal == nil || found[0].Signal.TTLPolicy != "provisional/1" || found[0].Repeats != 2 {
		t.Errorf("%d signals; %+v", signals, found)
	}
}
