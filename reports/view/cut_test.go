package view_test

import (
	"maps"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/reports"
	"github.com/clawable/claw/reports/view"
)

// TestItemsThatAreCutTwiceAreCounted gives prose, which describes twenty items of a section, and in HTML 200, less room
// than for those.
func TestItemsThatAreCutTwiceAreCounted(t *testing.T) {
	for format, lanes := range map[view.Format]int{view.Terminal: 57, view.Markdown: 57, view.HTML: 257} {
		src := large(t, lanes)
		c := view.Capabilities{Audience: view.HumanReadable, Format: format}
		whole := len(render(t, src, c).Bytes)
		for _, most := range []int{0, whole - 1, whole * 3 / 4} {
			c.MaxBytes = most
			text := string(render(t, src, c).Bytes)
			left := regexp.MustCompile(`Cut for size: (\d+) of /lanes/items`).FindStringSubmatch(text)
			if left == nil {
				t.Fatalf("%s of %d bytes at most does not say how many lanes it leaves out", format, most)
			}
			n, _ := strconv.Atoi(left[1])
			if shown := strings.Count(text, "Mend door"); n+shown != lanes || !strings.Contains(text, left[1]+" more, cut for size") {
				t.Errorf("%s of %d bytes at most shows %d lanes and leaves out %d", format, most, shown, n)
			}
		}
	}
}

// TestALaneThatIsCutKeepsItsName gives a person something to do about a lane that prose does not list: it is called by
// its title there, and by as much of its id as no other lane of the report begins with.
func TestALaneThatIsCutKeepsItsName(t *testing.T) {
	src := large(t, 57)
	text := string(render(t, src, view.Capabilities{Audience: view.HumanReadable, Format: view.Terminal}).Bytes)
	for i := range 57 {
		if title := "Mend door " + strconv.Itoa(i) + " of"; strings.Contains(text, title) {
			continue
		}
		d := *src.Document
		d.NextActions = maps.Clone(d.NextActions)
		d.NextActions["lane:"+laneName(i)] = reports.Action{Do: "check", Why: "it is not listed", Lane: domain.LaneID(laneName(i)), Urgency: 1}
		s, err := reports.Seal(&d)
		if err != nil {
			t.Fatal(err)
		}
		with := &view.Source{Report: src.Report, Sealed: s, Document: &d}
		for _, c := range []view.Capabilities{{Format: view.Terminal}, {Format: view.Terminal, MaxBytes: len(text)}, {Format: view.HTML, MaxBytes: 20_000}} {
			c.Audience = view.HumanReadable
			says := strings.Join(strings.Fields(string(render(t, with, c).Bytes)), " ")
			if want := "lane Mend door " + strconv.Itoa(i) + " of the shop"; !strings.Contains(says, want) {
				t.Errorf("%+v does not say %s\n%s", c, want, says)
			}
		}
		return
	}
	t.Fatal("every lane is listed")
}
