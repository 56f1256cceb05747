package pinpoint_test

import (
	"strconv"
	"testing"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/reports/pinpoint"
)

// BenchmarkFold folds 10,000 pinpoints of several claws: a tenth are filed twice, each has a piece of
// evidence, a third moved, and of the others some are related, held apart, the same, or a long line of
// successors.
func BenchmarkFold(b *testing.B) {
	var facts []pinpoint.Fact
	n := 0
	add := func(about int, p domain.PinpointPayload) { n++; facts = append(facts, said(n, about, n, "ada", p)) }
	for i := range 10_000 {
		add(i, gap("gap", "panic in step"+strconv.Itoa(i%9_000)+"a"))
	}
	for i := range 10_000 {
		add(i, &domain.PinpointEvidenceAttached{Role: domain.EvidenceRepro, Ref: domain.EvidenceRef{URL: "log"}})
		switch i % 6 {
		case 0, 1:
			add(i, move(domain.PinpointStateInProgress, 0))
		case 2:
			add(i, link(max(i-1, 0), domain.LinkRelated))
		case 3:
			add(i, link(max(i-6, 0), domain.LinkSupersedes))
		case 4:
			add(i, link(max(i-6, 0), domain.LinkDistinct))
		case 5:
			add(i, link(max(i-5, 0), domain.LinkSameRootCause))
		}
	}
	b.ResetTimer()
	for b.Loop() {
		pinpoint.Fold(facts)
	}
}
