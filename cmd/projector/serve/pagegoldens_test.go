package serve_test

import (
	"net/http"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/clawable/claw/cmd/claw/cli/clitest"
	"github.com/clawable/claw/consumers/httpapi"
)

// drawn is what differs in each world: ids after their time, digests over what holds such ids, and the keys of
// redactions.
var drawn = regexp.MustCompile(`(01KT1[0-9A-Z]{5})[0-9A-Z]{16}|\b([0-9a-f]{64}|[0-9a-f]{32}|[0-9a-f]{16})\b`)

// TestPagesAreAsTheyWereReviewed holds each page of the log of a world to the HTML that was read in review, a line
// an element. The name of the server is another one at each start.
func TestPagesAreAsTheyWereReviewed(t *testing.T) {
	w := clitest.New(t)
	session := clitest.Documents(t, w.Must("sessions", "--json", "--lane", clitest.ContestedLane).Out)[0]["sessions"].([]any)[0].(map[string]any)["session"].(string)
	s := serving(t, w, httpapi.DefaultLimits())
	visit := s.letIn()
	for name, path := range map[string]string{"board": "/", "lane": "/lanes/" + clitest.ContestedLane, "session": "/sessions?session=" + session, "usage": "/usage?by=repository",
		"approvals": "/approvals", "ships": "/ships", "reports": "/reports", "report": "/reports/" + clitest.Filed, "search": "/search?q=moon"} {
		got := s.do(s.asBrowser(path, visit))
		if got.status != http.StatusOK {
			t.Errorf("%s: %d\n%s", path, got.status, got.body)
			continue
		}
		html := drawn.ReplaceAllString(strings.ReplaceAll(got.body, s.access.Host(), "claw.localhost"), "$1…")
		clitest.Golden(t, filepath.Join("testdata", "pages", name+".html"), strings.ReplaceAll(html, "><", ">\n<"))
	}
}
