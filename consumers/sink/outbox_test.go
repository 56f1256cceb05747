package sink_test

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"iter"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/clawable/claw/consumers/sink"
	"github.com/clawable/claw/consumers/sink/status"
	"github.com/clawable/claw/consumers/watch"
	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/lane"
	"github.com/clawable/claw/domain/lane/profile"
)

// world is a read model in a slice, a receiver and a clock. It implements [sink.Source] and [sink.Sender].
type world struct {
	t        *testing.T
	dir      string
	outcomes []watch.Outcome // one a lane, sorted by position
	position uint64
	rules    int
	profile  profile.Profile
	sent     []string
	pauses   []time.Duration
	answer   func(d *sink.Delivery) error // nil: it takes all
	onPause  func()
	// cannotRender is a lane that is rendered from the third pause on.
	cannotRender domain.LaneID
}

func newWorld(t *testing.T) *world { return &world{t: t, dir: t.TempDir(), rules: 1} }

// says writes how a lane came out, "" for a lane that is open.
func (w *world) says(id domain.LaneID, result lane.Result) {
	w.position++
	w.outcomes = slices.DeleteFunc(w.outcomes, func(o watch.Outcome) bool { return o.Lane == id })
	o := watch.Outcome{AsOf: w.position}
	o.Lane, o.Attempt, o.Outcome.Outcome = id, 1, result
	if result != "" {
		o.Fingerprint = sha256.Sum256([]byte(string(id) + string(result)))
	}
	o.Because = map[string]lane.Because{"outcome": {Rule: lane.RuleState}}
	w.outcomes = append(w.outcomes, o)
}

func (w *world) Changed(after uint64, _ bool) iter.Seq2[watch.Outcome, error] {
	return func(yield func(watch.Outcome, error) bool) {
		for _, o := range w.outcomes {
			if o.AsOf > after && !yield(o, nil) {
				return
			}
		}
	}
}

func (w *world) Profile() (profile.Profile, error)                                { return w.profile, nil }
func (w *world) RestsOnNews(context.Context, *lane.Outcome, uint64) (bool, error) { return false, nil }
func (w *world) Position() uint64                                                 { return w.position }
func (w *world) CatchUp(context.Context) error                                    { return nil }
func (w *world) Await(context.Context) error                                      { return nil }

func (w *world) Current(id domain.LaneID) (print domain.Digest, _ error) {
	for _, o := range w.outcomes {
		if o.Lane == id {
			print = o.Fingerprint
		}
	}
	return print, nil
}

func (w *world) Describe(l *watch.Line, _ string) (sink.Description, error) {
	if w.cannotRender == l.Lane && len(w.pauses) < 3 {
		return sink.Description{}, errDown
	}
	return sink.Description{View: []byte(`{}`), Clawhip: []byte(`{}`), Summary: "lane " + string(l.Lane)}, nil
}

func (w *world) Send(_ context.Context, d *sink.Delivery) error {
	if w.answer != nil {
		if err := w.answer(d); err != nil {
			return err
		}
	}
	w.sent = append(w.sent, told(d))
	return nil
}

// told is a delivery in short.
func told(d *sink.Delivery) string {
	if d.Rule != nil {
		return strings.TrimSpace(fmt.Sprintf("rules %d to %d %s", d.Rule.From, d.Rule.To, d.Rule.Profile))
	}
	return string(d.Outcome.Lane) + " " + string(d.Outcome.Outcome)
}

// outbox is the outbox of the world's sink; once ends it at the first failure.
func (w *world) outbox(once bool) *sink.Outbox {
	return sink.New(sink.Options{Config: &sink.Config{Name: "s", Kind: sink.KindJSONL, Path: "x", FromStart: true}, Cursor: filepath.Join(w.dir, "s.db"), Status: filepath.Join(w.dir, "s.json"),
		Log: "log", Rules: w.rules, Source: w, Sender: func() (sink.Sender, error) { return w, nil }, Now: func() time.Time { return time.Unix(1e9, 0) },
		Pause: func(_ context.Context, d time.Duration) {
			w.pauses = append(w.pauses, d)
			w.onPause()
		},
		Random: func() float64 { return 0.5 }, Tell: func(*status.Status) {}, Once: once})
}

// run runs the outbox once, and returns why a delivery failed.
func (w *world) run() error { return w.outbox(true).Run(w.t.Context()) }

func (w *world) wants(says string, want ...string) {
	w.t.Helper()
	if diff := cmp.Diff(want, w.sent); diff != "" {
		w.t.Errorf("%s (-want +got)\n%s", says, diff)
	}
}

func (w *world) status() status.Status {
	w.t.Helper()
	s, err := status.Read(filepath.Join(w.dir, "s.json"))
	if err != nil {
		w.t.Fatal(err)
	}
	return s
}

var errDown = errors.New("down")

func TestAnOutcomeIsSentOnce(t *testing.T) {
	w := newWorld(t)
	w.says("A", lane.ResultFailed)
	w.says("B", lane.ResultFinished)
	for range 3 {
		if err := w.run(); err != nil {
			t.Fatal(err)
		}
	}
	w.says("A", lane.ResultFinished)
	if err := w.run(); err != nil {
		t.Fatal(err)
	}
	w.wants("three runs and a change", "A failed", "B finished", "A finished")
	if s := w.status(); s.State != status.StateStopped || s.Position != 3 || s.Pending != 0 {
		t.Errorf("%+v", s)
	}
}

// TestWhatWasOvertakenIsNotSent changes lanes while the receiver is down.
func TestWhatWasOvertakenIsNotSent(t *testing.T) {
	w := newWorld(t)
	w.answer = func(*sink.Delivery) error { return errDown }
	w.says("A", lane.ResultFailed)
	w.says("B", lane.ResultFailed)
	w.says("C", lane.ResultFailed)
	if err := w.run(); !errors.Is(err, errDown) {
		t.Fatal(err)
	}
	w.says("A", lane.ResultFinished) // another outcome
	w.says("B", "")                  // taken up again
	w.answer = nil
	if err := w.run(); err != nil {
		t.Fatal(err)
	}
	w.wants("after the outage", "C failed", "A finished")
	w.says("B", lane.ResultFailed) // as it was before, and nothing was delivered
	if err := w.run(); err != nil {
		t.Fatal(err)
	}
	w.wants("an outcome that comes back", "C failed", "A finished", "B failed")
}

// TestAnOutcomeThatCannotBeRenderedHoldsBackNoLane fails to render one lane for a while.
func TestAnOutcomeThatCannotBeRenderedHoldsBackNoLane(t *testing.T) {
	w := newWorld(t)
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	w.cannotRender, w.onPause = "A", func() {}
	for _, id := range []domain.LaneID{"A", "B", "C"} {
		w.says(id, lane.ResultFailed)
	}
	box := w.outbox(false)
	w.answer = stopsAt(w, 3, stop, func(*sink.Delivery) error { return nil })
	if err := box.Run(ctx); err != nil {
		t.Fatal(err)
	}
	w.wants("the others first", "B failed", "C failed", "A failed")
	if len(w.pauses) != 3 {
		t.Errorf("%d pauses", len(w.pauses))
	}
}

// TestADeliveryThatFailsAloneHoldsBackNoLane refuses one lane for a while, and another for good.
func TestADeliveryThatFailsAloneHoldsBackNoLane(t *testing.T) {
	w := newWorld(t)
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	w.answer = func(d *sink.Delivery) error {
		switch {
		case d.Outcome.Lane == "A" && len(w.pauses) < 12:
			return errDown
		case d.Outcome.Lane == "B":
			return &domain.Error{Kind: domain.ErrDelivery, Operation: "send", Message: "no"}
		}
		return nil
	}
	w.onPause = func() {
		if len(w.pauses) == 1 {
			w.wants("at the first failure")
		}
		if len(w.pauses) > 12 {
			stop()
		}
	}
	for _, id := range []domain.LaneID{"A", "B", "C"} {
		w.says(id, lane.ResultFailed)
	}
	box := w.outbox(false)
	w.answer = stopsAt(w, 2, stop, w.answer)
	if err := box.Run(ctx); err != nil {
		t.Fatal(err)
	}
	w.wants("all but what is refused", "C failed", "A failed")
	if s := w.status(); s.Parked != 1 || s.Pending != 0 {
		t.Errorf("%+v", s)
	}
	if len(w.pauses) != 12 {
		t.Errorf("%d pauses", len(w.pauses))
	}
	for i, d := range w.pauses { // 3/4 of a time that doubles; a success of C begins anew
		if most := 5 * time.Minute; d > most || i > 1 && d < w.pauses[i-1] {
			t.Errorf("pause %d is %s after %v", i, d, w.pauses)
		}
	}
	if w.pauses[11] != 3*5*time.Minute/4 {
		t.Errorf("the last pause is %s", w.pauses[11])
	}
}

// stopsAt ends a run when the receiver took a number of deliveries.
func stopsAt(w *world, number int, stop func(), answer func(*sink.Delivery) error) func(*sink.Delivery) error {
	return func(d *sink.Delivery) error {
		err := answer(d)
		if err == nil && len(w.sent)+1 == number {
			stop()
		}
		return err
	}
}

// TestOtherRulesAreToldOnce changes the rules of outcomes between runs.
func TestOtherRulesAreToldOnce(t *testing.T) {
	w := newWorld(t)
	w.says("A", lane.ResultFailed)
	if err := w.run(); err != nil {
		t.Fatal(err)
	}
	w.says("A", lane.ResultUnknown)
	w.rules = 2
	for range 2 {
		if err := w.run(); err != nil {
			t.Fatal(err)
		}
	}
	w.wants("a change of rules", "A failed", "rules 1 to 2")
}

// TestAnotherProfileIsToldOnceWhileTheSinkRuns adopts a profile by which a lane comes out otherwise.
func TestAnotherProfileIsToldOnceWhileTheSinkRuns(t *testing.T) {
	w := newWorld(t)
	w.says("A", lane.ResultFinished)
	if err := w.run(); err != nil {
		t.Fatal(err)
	}
	p, err := profile.Of(&domain.ExpectsProfile{Name: "team", Revision: 3})
	if err != nil {
		t.Fatal(err)
	}
	w.profile = p
	w.says("A", lane.ResultPendingWrites)
	for range 2 {
		if err := w.run(); err != nil {
			t.Fatal(err)
		}
	}
	w.wants("a profile", "A finished", "rules 1 to 1 team/3")
	w.profile = profile.BuiltIn()
	w.says("A", lane.ResultFinished)
	if err := w.run(); err != nil {
		t.Fatal(err)
	}
	w.wants("the built-in one again", "A finished", "rules 1 to 1 team/3")
}

// TestASecondProcessIsRefused opens a sink that runs.
func TestASecondProcessIsRefused(t *testing.T) {
	w := newWorld(t)
	w.says("A", lane.ResultFailed)
	w.answer = func(*sink.Delivery) error {
		if err := w.run(); domain.KindOf(err) != domain.ErrUnavailable || !strings.Contains(err.Error(), "another process runs this sink") {
			t.Errorf("%v", err)
		}
		return io.EOF
	}
	if err := w.run(); !errors.Is(err, io.EOF) {
		t.Error(err)
	}
}
