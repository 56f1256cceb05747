package shipcmd_test

import (
	"strings"
	"testing"

	"github.com/clawable/claw/cmd/claw/cli/app"
)

// TestHEADIsTheCommitThatIsCheckedOutHere asks for HEAD wherever a commit may be named.
func TestHEADIsTheCommitThatIsCheckedOutHere(t *testing.T) {
	s := heardShop(t)
	s.Must("ship", "scan", "work")
	head := s.Git("rev-parse", "HEAD")
	for _, ask := range [][]string{{"ship", "show"}, {"audit", "ship"}, {"audit", "what"}} {
		s.Tune = func(p *app.Program) { p.Dir = s.Path("work") }
		if a := s.Run(append(ask, "HEAD", "--json")...); a.Code != 0 && ask[0] == "ship" || !strings.Contains(a.Out, `"new": "`+head) {
			t.Errorf("%v HEAD: exit %d\n%s%s", ask, a.Code, a.Out, a.Err)
		}
		s.Tune = nil
		if a := s.Run(append(ask, "HEAD")...); a.Code == 0 || !strings.Contains(a.Err, "is no git repository") {
			t.Errorf("%v HEAD where no repository is: exit %d\n%s%s", ask, a.Code, a.Out, a.Err)
		}
	}
	if a := s.Must("audit", "what", "readmi"); !strings.Contains(a.Out, "no commit that the log knows") {
		t.Errorf("a file that nobody changed: %s", a.Out)
	}
	s.commit()
	s.Tune = func(p *app.Program) { p.Dir = s.Path("work") }
	if a := s.Run("ship", "show", "HEAD"); a.Code == 0 || !strings.Contains(a.Err, "claw ship scan") {
		t.Errorf("HEAD that nobody pushed: exit %d\n%s%s", a.Code, a.Out, a.Err)
	}
}
