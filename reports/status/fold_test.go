package status_test

import (
	"encoding/json"
	"math/rand/v2"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/oklog/ulid/v2"
	"pgregory.net/rapid"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/reports/status"
)

func event(n int) (id domain.EventID) {
	id[15] = byte(n)
	return id
}

func minute(n int) domain.Instant { return domain.AtUnixNano(int64(n+1) * 60e9) }

var stream = domain.StreamID{Family: domain.FamilyReport, ULID: ulid.ULID{1}}

func fact(n, at int, p domain.ReportPayload, causes ...int) status.Fact {
	f := status.Fact{Event: event(n), Stream: stream, At: minute(at), By: "ada", Trust: domain.TrustMedium, Payload: p}
	for _, c := range causes {
		f.Causes = append(f.Causes, event(c))
	}
	return f
}

// posts is a status of ten minutes that is changed by with.
func posts(with func(*domain.ReportStatusPosted)) *domain.ReportStatusPosted {
	p := &domain.ReportStatusPosted{Topic: "build", Progress: domain.ProgressWorking, Owner: "agent:codex/1", TTLSeconds: 600, TTLPolicy: status.StatedPolicy}
	if with != nil {
		with(p)
	}
	return p
}

// TestWhatMeansTheSameIsOneStatus shows what a second post changes.
func TestWhatMeansTheSameIsOneStatus(t *testing.T) {
	for name, c := range map[string]struct {
		second  func(*domain.ReportStatusPosted)
		repeats int
	}{
		"the same":             {nil, 1},
		"other words":          {func(p *domain.ReportStatusPosted) { p.Note = domain.TextOf("still at it, please wait") }, 1},
		"another TTL":          {func(p *domain.ReportStatusPosted) { p.TTLSeconds = 9000 }, 1},
		"another progress":     {func(p *domain.ReportStatusPosted) { p.Progress = domain.ProgressVerifying }, 0},
		"another step":         {func(p *domain.ReportStatusPosted) { p.Step, p.Steps = 2, 3 }, 0},
		"another owner":        {func(p *domain.ReportStatusPosted) { p.Owner = "human:ada" }, 0},
		"another blocker":      {func(p *domain.ReportStatusPosted) { p.Blocker = "infra" }, 0},
		"another ETA":          {func(p *domain.ReportStatusPosted) { p.ETA = minute(30) }, 0},
		"an ETA by the second": {func(p *domain.ReportStatusPosted) { p.ETA = domain.UnknownInstant(domain.UnknownNotRecorded) }, 1},
	} {
		t.Run(name, func(t *testing.T) {
			all := status.Fold([]status.Fact{fact(1, 1, posts(nil)), fact(2, 5, posts(c.second))})
			if len(all) != 1 || all[0].Repeats != c.repeats || all[0].Changes != 1-c.repeats {
				t.Errorf("%+v", all)
			}
		})
	}
}

// TestARepeatDoesNotMakeAStatusFresh holds that the TTL counts from the first word.
func TestARepeatDoesNotMakeAStatusFresh(t *testing.T) {
	s := status.Fold([]status.Fact{fact(1, 0, posts(nil)), fact(2, 9, posts(nil))})[0]
	for at, want := range map[int]status.Standing{9: status.StandingFresh, 10: status.StandingStale} {
		if got := s.StandingAt(minute(at)); got != want {
			t.Errorf("at minute %d it is %s, want %s", at, got, want)
		}
	}
	if s.SuppressedAt(minute(9)) != status.SuppressedFresh || s.SuppressedAt(minute(11)) != status.SuppressedSuspicious {
		t.Error("a repeat behind the TTL is not suspicious, or one before it is")
	}
	ended := status.Fold([]status.Fact{fact(1, 0, posts(func(p *domain.ReportStatusPosted) { p.Progress = domain.ProgressFinished }))})[0]
	if ended.StandingAt(minute(99)) != status.StandingEnded {
		t.Error("what is finished goes stale")
	}
}

// TestASignalIsOfOneMeaning holds that a promotion counts once, for what it promoted.
func TestASignalIsOfOneMeaning(t *testing.T) {
	first := posts(nil)
	signal := &domain.ReportStatusExpired{Posted: event(2), Fingerprint: status.Fingerprint(first), TTLPolicy: status.StatedPolicy, TTLSeconds: 600, ExpiredAt: minute(11)}
	s := status.Fold([]status.Fact{fact(1, 1, first), fact(2, 2, first), fact(3, 12, signal), fact(4, 13, signal)})[0]
	if s.Signal == nil || s.Signal.Event != event(3) || s.Signal.TTLPolicy != status.StatedPolicy {
		t.Errorf("the signal is %+v", s.Signal)
	}
	next := posts(func(p *domain.ReportStatusPosted) { p.Blocker = "infra" })
	if s := status.Fold([]status.Fact{fact(1, 1, first), fact(3, 12, signal), fact(5, 14, next)})[0]; s.Signal != nil {
		t.Errorf("a status that changed keeps the signal %+v", s.Signal)
	}
}

// TestOrdersAndRepeatsOfStatusesComeToOneState folds random words in two orders.
func TestOrdersAndRepeatsOfStatusesComeToOneState(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var facts []status.Fact
		for n := range rapid.IntRange(1, 20).Draw(t, "facts") {
			var p domain.ReportPayload = posts(func(p *domain.ReportStatusPosted) {
				p.Blocker = rapid.SampledFrom([]string{"", "infra"}).Draw(t, "blocker")
			})
			if n > 0 && rapid.Bool().Draw(t, "expires") {
				p = &domain.ReportStatusExpired{Posted: event(rapid.IntRange(1, n).Draw(t, "posted")), Fingerprint: status.Fingerprint(posts(nil)), TTLPolicy: "p"}
			}
			f := fact(n+1, rapid.IntRange(0, 5).Draw(t, "minute"), p)
			if n > 0 && rapid.Bool().Draw(t, "follows") {
				f.Causes = []domain.EventID{event(rapid.IntRange(1, n).Draw(t, "cause"))}
			}
			facts = append(facts, f)
		}
		seed := rapid.Uint64().Draw(t, "seed")
		other := append(append([]status.Fact{}, facts...), facts[:len(facts)/2]...)
		rand.New(rand.NewPCG(seed, seed)).Shuffle(len(other), func(i, j int) { other[i], other[j] = other[j], other[i] })
		if diff := cmp.Diff(text(t, status.Fold(facts)), text(t, status.Fold(other))); diff != "" {
			t.Errorf("another order (-want +got):\n%s", diff)
		}
	})
}

func text(t interface{ Fatal(...any) }, v any) string {
	b, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}
