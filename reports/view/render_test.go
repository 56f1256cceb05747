package view_test

import (
	"bytes"
	"testing"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/reports/view"
)

// TestAViewIsThatOfNoOther renders views of several reports, as of several times, one after the other with one renderer:
// each is the view of a renderer of its own, and stays so while others are rendered.
func TestAViewIsThatOfNoOther(t *testing.T) {
	small, big, few := fixture(t), large(t, 60), large(t, 3)
	all := func(by func() *view.Renderer) (texts [][]byte) {
		for _, src := range []*view.Source{big, small, few} {
			for _, at := range []int64{0, -90 * 86400e9} {
				for _, audience := range view.Audiences() {
					for _, format := range view.Format("").Enum() {
						v, err := by().Render(src, view.Capabilities{Audience: audience, Format: view.Format(format)}, domain.AtUnixNano(asOf.UnixNano()+at))
						if err != nil {
							t.Fatal(err)
						}
						texts = append(texts, v.Bytes)
					}
				}
			}
		}
		return texts
	}
	one := view.NewRenderer(policy(t), key(t))
	got := all(func() *view.Renderer { return one })
	for i, want := range all(func() *view.Renderer { return view.NewRenderer(policy(t), key(t)) }) {
		if !bytes.Equal(want, got[i]) {
			t.Errorf("view %d is another after others", i)
		}
	}
}
