package view_test

import (
	"fmt"
	"testing"

	"github.com/clawable/claw/reports"
	"github.com/clawable/claw/reports/view"
)

// large is the report of the golden views with n lanes.
func large(t testing.TB, n int) *view.Source {
	d := *fixture(t).Document
	lanes := map[string]reports.Lane{}
	for _, l := range d.Lanes.Items {
		for i := range n {
			lanes[fmt.Sprintf("00000000000000000000%06d", i)] = l
		}
	}
	d.Lanes.Items = lanes
	s, err := reports.Seal(&d)
	if err != nil {
		t.Fatal(err)
	}
	return &view.Source{Sealed: s, Document: &d}
}

func BenchmarkRender(b *testing.B) {
	for _, lanes := range []int{2, 1000, 10000} {
		src := large(b, lanes)
		r := view.NewRenderer(policy(b), key(b))
		for _, audience := range view.Audiences() {
			for _, format := range []view.Format{view.JSON, view.Markdown, view.Terminal, view.HTML} {
				b.Run(fmt.Sprintf("lanes=%d/%s/%s", lanes, audience, format), func(b *testing.B) {
					for b.Loop() {
						if _, err := r.Render(src, view.Capabilities{Audience: audience, Format: format}, asOf); err != nil {
							b.Fatal(err)
						}
					}
				})
			}
		}
	}
}
