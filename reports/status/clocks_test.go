package status_test

import (
	"math"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/reports/status"
)

const yearsAhead = 70 * 365 * 24 * 60 // minutes

// lasts is a status with a TTL in seconds.
func lasts(seconds int) *domain.ReportStatusPosted {
	return posts(func(p *domain.ReportStatusPosted) { p.TTLSeconds = seconds })
}

// changed is a status of another meaning.
func changed() *domain.ReportStatusPosted {
	return posts(func(p *domain.ReportStatusPosted) { p.Blocker = "infra" })
}

// TestNoClockHidesAStall shows what wrong clocks and strange TTLs make of a status, as read at minute 100.
func TestNoClockHidesAStall(t *testing.T) {
	unknown := fact(1, 0, posts(nil))
	unknown.At = domain.UnknownInstant(domain.UnknownNotRecorded)
	for name, c := range map[string]struct {
		facts   []status.Fact
		want    status.Standing
		blocker string
	}{
		"said now":                            {[]status.Fact{fact(1, 99, posts(nil))}, status.StandingFresh, ""},
		"by a clock a little ahead":           {[]status.Fact{fact(1, 109, posts(nil))}, status.StandingFresh, ""},
		"by a clock of a later year":          {[]status.Fact{fact(1, yearsAhead, posts(nil))}, status.StandingUnknown, ""},
		"and said again by a right one":       {[]status.Fact{fact(1, yearsAhead, posts(nil)), fact(2, 99, posts(nil), 1)}, status.StandingFresh, ""},
		"and that was long ago":               {[]status.Fact{fact(1, yearsAhead, posts(nil)), fact(2, 50, posts(nil), 1)}, status.StandingStale, ""},
		"a later year does not hide a word":   {[]status.Fact{fact(1, yearsAhead, posts(nil)), fact(2, 99, changed(), 1)}, status.StandingFresh, "infra"},
		"nor over a third":                    {[]status.Fact{fact(1, yearsAhead, posts(nil)), fact(2, 2*yearsAhead, posts(nil), 1), fact(3, 99, changed(), 2)}, status.StandingFresh, "infra"},
		"by a clock of 1970":                  {[]status.Fact{fact(1, 0, posts(nil))}, status.StandingStale, ""},
		"said again by a clock of 1970":       {[]status.Fact{fact(1, 99, posts(nil)), fact(2, 0, posts(nil), 1)}, status.StandingStale, ""},
		"nobody knows when":                   {[]status.Fact{unknown}, status.StandingUnknown, ""},
		"a TTL of none is that of the policy": {[]status.Fact{fact(1, 90, lasts(0))}, status.StandingFresh, ""},
		"a negative TTL is, too":              {[]status.Fact{fact(1, 80, lasts(-5))}, status.StandingStale, ""},
		"a TTL of 300 years":                  {[]status.Fact{fact(1, 99, lasts(300*365*24*3600))}, status.StandingFresh, ""},
		"a TTL of the largest number":         {[]status.Fact{fact(1, 99, lasts(math.MaxInt))}, status.StandingFresh, ""},
	} {
		t.Run(name, func(t *testing.T) {
			s := status.Fold(c.facts)[0]
			if got := s.StandingAt(minute(100)); got != c.want || s.Blocker != c.blocker {
				t.Errorf("it is %s, held by %q: %+v", got, s.Blocker, s)
			}
			if suspicious := c.want != status.StandingFresh; suspicious != (s.SuppressedAt(minute(100)) == status.SuppressedSuspicious) {
				t.Errorf("said again it is %s", s.SuppressedAt(minute(100)))
			}
		})
	}
	if s := status.Fold([]status.Fact{fact(1, 1, lasts(-5))})[0]; s.TTLPolicy != status.TTLPolicy || s.TTLSeconds != int(status.TTL/time.Second) {
		t.Errorf("a negative TTL is %d seconds by %s", s.TTLSeconds, s.TTLPolicy)
	}
}

// TestAPromotionByAClockThatJumpedIsMadeAgain holds that the stall after it is not hidden.
func TestAPromotionByAClockThatJumpedIsMadeAgain(t *testing.T) {
	signal := &domain.ReportStatusExpired{Posted: event(1), Fingerprint: status.Fingerprint(posts(nil)), TTLPolicy: status.StatedPolicy, TTLSeconds: 600, ExpiredAt: minute(11)}
	jumped := []status.Fact{fact(1, 1, posts(nil)), fact(2, yearsAhead, signal)}
	s := status.Fold(jumped)[0]
	if s.PromotedAt(minute(12)) || !s.PromotedAt(minute(yearsAhead)) {
		t.Errorf("promoted in its future: %v, at its own time: %v", s.PromotedAt(minute(12)), s.PromotedAt(minute(yearsAhead)))
	}
	s = status.Fold(append(jumped, fact(3, 12, signal)))[0]
	if s.Signal.Event != event(3) || !s.PromotedAt(minute(12)) || !s.PromotedAt(minute(5)) {
		t.Errorf("the signal is %+v", s.Signal)
	}
}

// TestSuppressedRepeatsAreCounted counts repeats before and after the TTL of ten minutes.
func TestSuppressedRepeatsAreCounted(t *testing.T) {
	facts := []status.Fact{fact(1, 0, posts(nil)), fact(2, 3, posts(nil)), fact(3, 9, posts(nil)), fact(4, 10, posts(nil))}
	if diff := cmp.Diff(status.Suppressions{StillFresh: 2, Suspicious: 1}, status.Fold(facts)[0].Suppressed); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if s := status.Fold(append(facts, fact(5, 11, changed())))[0]; s.Suppressed != (status.Suppressions{}) {
		t.Errorf("a status that was never repeated has %+v", s.Suppressed)
	}
}
