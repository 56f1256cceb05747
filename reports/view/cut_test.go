package view_test

import (
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/clawable/claw/reports/view"
)

// TestItemsThatAreCutTwiceAreCounted gives prose, which describes twenty items of a section, less room than for those.
func TestItemsThatAreCutTwiceAreCounted(t *testing.T) {
	const lanes = 57
	src := large(t, lanes)
	for _, format := range []view.Format{view.Terminal, view.Markdown} {
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
