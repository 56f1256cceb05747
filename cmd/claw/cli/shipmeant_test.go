package cli_test

import (
	"strings"
	"testing"
)

// TestAPreparedShipThatSomebodyElsePushedIsUnlogged prepares a ship, has git push it past
// claw, and scans: what was meant does not speak for who pushed.
func TestAPreparedShipThatSomebodyElsePushedIsUnlogged(t *testing.T) {
	s := newShop(newWorld(t))
	s.git("remote", "add", "origin", s.path("shop.git"))
	s.git("push", "--quiet", "origin", "main")
	s.commit()
	head := s.git("rev-parse", "HEAD")
	s.must("ship", "prepare", "work")
	if open := s.run("audit", "gaps", "--json"); !strings.Contains(open.Out, `"open_ship"`) {
		t.Errorf("nobody pushed yet: %s", open.Out)
	}
	s.git("push", "--quiet", "origin", "main")
	for range 2 {
		if a := s.must("ship", "scan", "work", "--json"); !strings.Contains(a.Out, `"overtaken": 0`) {
			t.Errorf("scan: %s", a.Out)
		}
	}
	gaps := s.run("audit", "gaps", "--json").Out
	if strings.Contains(gaps, `"open_ship"`) || strings.Count(gaps, `"gap": "unlogged_push"`) != 1 || !strings.Contains(gaps, head) {
		t.Errorf("somebody pushed past claw: %s", gaps)
	}
	if a := s.must("ship", "push", "work", "--json"); !strings.Contains(a.Out, `"up_to_date"`) {
		t.Errorf("push of what is there: %s", a.Out)
	}
}
