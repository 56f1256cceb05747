package cli_test

import (
	"strings"
	"testing"

	"github.com/clawable/claw/cmd/claw/cli/app"
)

// TestHEADIsTheCommitThatIsCheckedOutHere asks for HEAD wherever a commit may be named.
func TestHEADIsTheCommitThatIsCheckedOutHere(t *testing.T) {
	s := heardShop(t)
	s.must("ship", "scan", "work")
	head := s.git("rev-parse", "HEAD")
	for _, ask := range [][]string{{"ship", "show"}, {"audit", "ship"}, {"audit", "what"}} {
		s.tune = func(p *app.Program) { p.Dir = s.path("work") }
		if a := s.run(append(ask, "HEAD", "--json")...); a.Code != 0 && ask[0] == "ship" || !strings.Contains(a.Out, `"new": "`+head) {
			t.Errorf("%v HEAD: exit %d\n%s%s", ask, a.Code, a.Out, a.Err)
		}
		s.tune = nil
		if a := s.run(append(ask, "HEAD")...); a.Code == 0 || !strings.Contains(a.Err, "is no git repository") {
			t.Errorf("%v HEAD where no repository is: exit %d\n%s%s", ask, a.Code, a.Out, a.Err)
		}
	}
	if a := s.must("audit", "what", "readmi"); !strings.Contains(a.Out, "no commit that the log knows") {
		t.Errorf("a file that nobody changed: %s", a.Out)
	}
	s.commit()
	s.tune = func(p *app.Program) { p.Dir = s.path("work") }
	if a := s.run("ship", "show", "HEAD"); a.Code == 0 || !strings.Contains(a.Err, "claw ship scan") {
		t.Errorf("HEAD that nobody pushed: exit %d\n%s%s", a.Code, a.Out, a.Err)
	}
}
