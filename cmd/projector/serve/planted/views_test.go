package planted_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/clawable/claw/cmd/claw/cli/clitest"
	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/reports/view"
)

// TestWhatIsPlantedLeavesInNoViewOfTheCommandLine plants a text in every field of every kind of event, with each class,
// and renders a report of it for every audience: whole, in parts, in files, and so that it fails. What claw prints, also
// in warnings and errors, has none of it for an audience below the class.
func TestWhatIsPlantedLeavesInNoViewOfTheCommandLine(t *testing.T) {
	t.Parallel()
	for _, class := range []domain.Sensitivity{domain.SensitivityOperatorOnly, domain.SensitivitySecret} {
		w := clitest.New(t)
		plant(t, w, class)
		report := plantedReport(t, w)
		files := []string{report, "planted.json", labelledReport(t, w, class)}
		w.Must("report", "ack", report, "--channel", "ops")
		saw := 0
		for _, audience := range view.Audiences() {
			below := class == domain.SensitivitySecret || audience != view.OpsAudit
			ask := func(args ...string) {
				t.Helper()
				args = append([]string{"report", "view", "--audience", audience}, args...)
				got := w.Run(args...)
				text := got.Out + got.Err
				if slices.Contains(args, "--html") && got.Code == 0 {
					text += clitest.Read(t, w.Path("view.html"))
				}
				shown := planted.FindAllString(text, -1)
				if len(shown) == 0 {
					return
				}
				if saw++; below {
					slices.Sort(shown)
					t.Errorf("claw %s tells what is %s: %s", strings.Join(args, " "), class, slices.Compact(shown))
				}
			}
			for _, of := range files {
				for _, flags := range [][]string{{"--json"}, {"--format", "markdown"}, {"--format", "html"}, {"--verbosity", "full"}, {"--part-bytes", "300", "--json"}, {"--channel", "ops"}, {"--html", "view.html"}, {"--max-bytes", "10"},
					{"--max-bytes", "10", "--json"}, {"--families", "weather"}, {"--schema-versions", "9.0", "--json"}, {"--for", "nobody"}} {
					ask(append([]string{of}, flags...)...)
				}
			}
		}
		if sees := class == domain.SensitivityOperatorOnly; sees != (saw > 5) {
			t.Errorf("%s is seen in %d answers", class, saw)
		}
	}
}
