package pinpoint_test

import (
	"strconv"
	"testing"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/reports/pinpoint"
)

// shapes are logs with many words about one thing.
var shapes = map[string]func(n int) []pinpoint.Fact{
	"evidence": func(n int) []pinpoint.Fact {
		return about(n, func(i int) domain.PinpointPayload {
			return &domain.PinpointEvidenceAttached{Role: domain.EvidenceSymptom, Ref: domain.EvidenceRef{URL: "log/" + strconv.Itoa(i)}}
		})
	},
	"one piece of evidence, attached again": func(n int) []pinpoint.Fact {
		return about(n, func(int) domain.PinpointPayload {
			return &domain.PinpointEvidenceAttached{Role: domain.EvidenceSymptom, Ref: domain.EvidenceRef{URL: "log"}}
		})
	},
	"moves": func(n int) []pinpoint.Fact {
		return about(n, func(i int) domain.PinpointPayload {
			return move([]domain.PinpointState{domain.PinpointStateBlocked, domain.PinpointStateInProgress}[i%2], 0)
		})
	},
	"moves to a successor that is not filed": func(n int) []pinpoint.Fact {
		return about(n, func(int) domain.PinpointPayload { return move(domain.PinpointStateSuperseded, 999_999) })
	},
	"moves to itself": func(n int) []pinpoint.Fact {
		return about(n, func(int) domain.PinpointPayload { return move(domain.PinpointStateSuperseded, 1) })
	},
	"ranks": func(n int) []pinpoint.Fact {
		return about(n, func(i int) domain.PinpointPayload {
			return &domain.PinpointPrioritized{Ranking: domain.Ranking{Priority: domain.PriorityP2, Reasons: []domain.PriorityReason{domain.PriorityReason(strconv.Itoa(i))}}}
		})
	},
	"hand-offs": func(n int) []pinpoint.Fact {
		return about(n, func(i int) domain.PinpointPayload {
			return &domain.PinpointHandedOff{Readiness: domain.NeedsRepro, Lane: domain.LaneID(strconv.Itoa(i))}
		})
	},
	"filings by many claws": func(n int) (facts []pinpoint.Fact) {
		for i := range n {
			p := gap("gap", "exit 1")
			p.Names, p.Nudge, p.Report = []domain.PinpointName{domain.PinpointName("#" + strconv.Itoa(i))}, strconv.Itoa(i), strconv.Itoa(i)
			facts = append(facts, said(i+1, i+1, i, "claw/"+strconv.Itoa(i), p))
		}
		return facts
	},
	"links of one item": func(n int) []pinpoint.Fact { return links(n, domain.LinkRelated, func(int) int { return 1 }) },
	"successors of one": func(n int) []pinpoint.Fact { return links(n, domain.LinkSupersedes, func(int) int { return 1 }) },
	"a lineage":         func(n int) []pinpoint.Fact { return links(n, domain.LinkSupersedes, func(i int) int { return i - 1 }) },
	"two that take each other's place": func(n int) (facts []pinpoint.Fact) {
		facts = links(n, domain.LinkRelated, func(int) int { return 1 })[:n] // filings alone
		for i := range n {
			of := i%2 + 1
			facts = append(facts, said(n+i+1, of, n+i, "ada", move(domain.PinpointStateSuperseded, 3-of), max(n+1, n+i-1)))
		}
		return facts
	},
	"a lineage of heirs": func(n int) []pinpoint.Fact {
		return links(n, domain.LinkSupersedes, func(i int) int { return max(2, i%n+1) })
	},
	"one by links": func(n int) []pinpoint.Fact {
		return links(n, domain.LinkSameRootCause, func(i int) int { return i - 1 })
	},
	"held apart of one": func(n int) []pinpoint.Fact { return links(n, domain.LinkDistinct, func(int) int { return 1 }) },
}

// about are n words about one pinpoint, each of which read the one before.
func about(n int, word func(i int) domain.PinpointPayload) []pinpoint.Fact {
	facts := []pinpoint.Fact{said(1, 1, 0, "ada", gap("gap", "x"))}
	for i := range n {
		facts = append(facts, said(i+2, 1, i+1, "ada", word(i), i+1))
	}
	return facts
}

// links are n filings, each but the first with a link to another.
func links(n int, how domain.PinpointRelation, to func(i int) int) (facts []pinpoint.Fact) {
	for i := range n {
		facts = append(facts, said(i+1, i+1, i, "ada", gap("gap", "")))
	}
	for i := 2; i <= n; i++ {
		facts = append(facts, said(n+i, i, n+i, "ada", link(to(i), how)))
	}
	return facts
}

// BenchmarkManyAboutOne folds many words about one thing. What an event costs hardly grows with
// their number.
func BenchmarkManyAboutOne(b *testing.B) {
	for name, make := range shapes {
		for _, n := range []int{1_000, 10_000} {
			facts := make(n)
			b.Run(name+"/"+strconv.Itoa(n), func(b *testing.B) {
				for b.Loop() {
					pinpoint.Fold(facts)
				}
				b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(len(facts)), "ns/event")
			})
		}
	}
}

// TestManyWordsAboutOneThingAreAllThere folds more words than are searched from the beginning of a
// list, each twice.
func TestManyWordsAboutOneThingAreAllThere(t *testing.T) {
	const n = 1_000
	fold := func(shape string) *pinpoint.Items {
		facts := shapes[shape](n)
		return pinpoint.Fold(append(facts, facts...))
	}
	void := func(s *pinpoint.Items) int { return len(s.Void) }
	for shape, c := range map[string]struct {
		count func(s *pinpoint.Items) int
		want  int
	}{
		"evidence":                              {func(s *pinpoint.Items) int { return len(s.All[0].Evidence) }, n},
		"one piece of evidence, attached again": {func(s *pinpoint.Items) int { return len(s.All[0].Evidence[0].Events) + len(s.All[0].Evidence) }, n + 1},
		"hand-offs":                             {func(s *pinpoint.Items) int { return len(s.All[0].Lanes) }, n},
		"filings by many claws": {func(s *pinpoint.Items) int {
			i := &s.All[0]
			return len(i.Filings) + len(i.Names) + len(i.Nudges) + len(i.Reports)
		}, 4 * n},
		"links of one item":                      {func(s *pinpoint.Items) int { return len(s.All[0].Related) }, n - 1},
		"held apart of one":                      {func(s *pinpoint.Items) int { return len(s.All[0].Distinct) }, n - 1},
		"one by links":                           {func(s *pinpoint.Items) int { return len(s.All) }, 1},
		"moves to a successor that is not filed": {void, n},
		"moves to itself":                        {void, n},
		"a lineage":                              {void, 0},
		"two that take each other's place":       {void, n - 1},
		"a lineage of heirs":                     {void, 1},
		"successors of one":                      {func(s *pinpoint.Items) int { return len(s.All[n-1].Supersedes) }, 1},
	} {
		if got := c.count(fold(shape)); got != c.want {
			t.Errorf("%s: %d, want %d", shape, got, c.want)
		}
	}
}

// TestWhatStandsWhenWordsDoNotCount takes words about a state away that name no successor, the newest
// first.
func TestWhatStandsWhenWordsDoNotCount(t *testing.T) {
	file := said(1, 1, 0, "ada", gap("gap", "x"))
	gone := func(n, at int, causes ...int) pinpoint.Fact {
		return said(n, 1, at, "ada", move(domain.PinpointStateSuperseded, 99), causes...)
	}
	for name, c := range map[string]struct {
		words []pinpoint.Fact
		want  domain.PinpointState
	}{
		"what it followed stands again": {[]pinpoint.Fact{said(2, 1, 9, "bo", move("blocked", 0)), gone(3, 1, 2), gone(4, 2, 3)}, "blocked"},
		"what read it stays":            {[]pinpoint.Fact{gone(2, 1), said(3, 1, 9, "bo", move("blocked", 0), 2), said(4, 1, 3, "ada", move("done", 0), 3)}, "done"},
		"words that name each other":    {[]pinpoint.Fact{gone(2, 5, 3), said(3, 1, 1, "bo", move("blocked", 0), 2)}, "blocked"},
		"nothing is left":               {[]pinpoint.Fact{gone(2, 1), gone(3, 2, 2), gone(4, 3)}, "filed"},
	} {
		t.Run(name, func(t *testing.T) {
			s := pinpoint.Fold(append([]pinpoint.Fact{file}, c.words...))
			if got := s.All[0].State; got != c.want {
				t.Errorf("it is %s, want %s", got, c.want)
			}
		})
	}
}
