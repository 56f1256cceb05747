package shipcmd_test

import (
	"strings"
	"testing"

	"github.com/clawable/claw/cmd/claw/cli/clitest"
)

// TestAPreparedShipThatSomebodyElsePushedIsUnlogged prepares a ship, has git push it past
// claw, and scans: an intent does not prove who pushed.
func TestAPreparedShipThatSomebodyElsePushedIsUnlogged(t *testing.T) {
	s := newShop(clitest.New(t))
	s.Git("remote", "add", "origin", s.Path("shop.git"))
	s.Git("push", "--quiet", "origin", "main")
	s.commit()
	head := s.Git("rev-parse", "HEAD")
	s.Must("ship", "prepare", "work")
	if open := s.Run("audit", "gaps", "--json"); !strings.Contains(open.Out, `"open_ship"`) {
		t.Errorf("nobody pushed yet: %s", open.Out)
	}
	s.Git("push", "--quiet", "origin", "main")
	for range 2 {
		if a := s.Must("ship", "scan", "work", "--json"); !strings.Contains(a.Out, `"overtaken": 0`) {
			t.Errorf("scan: %s", a.Out)
		}
	}
	gaps := s.Run("audit", "gaps", "--json").Out
	if strings.Contains(gaps, `"open_ship"`) || strings.Count(gaps, `"gap": "unlogged_push"`) != 1 || !strings.Contains(gaps, head) {
		t.Errorf("somebody pushed past claw: %s", gaps)
	}
	if a := s.Must("ship", "push", "work", "--json"); !strings.Contains(a.Out, `"up_to_date"`) {
		t.Errorf("push of what is there: %s", a.Out)
	}
}
