package cli_test

import (
	"slices"
	"testing"
)

// heardShop is a shop with a remote that nobody has looked at yet.
func heardShop(t *testing.T) *shop {
	s := newShop(newWorld(t))
	s.git("remote", "add", "origin", s.path("shop.git"))
	s.git("push", "--quiet", "origin", "main")
	return s
}

// pushUnseen pushes a commit past claw and returns it.
func (s *shop) pushUnseen() string {
	s.commit()
	s.git("push", "--quiet", "origin", "main")
	return s.git("rev-parse", "HEAD")
}

// wantUnlogged holds the audit of a clone, before a scan of it and after, to one unlogged push: of these commits.
func (s *shop) wantUnlogged(clone string, commits ...string) {
	s.t.Helper()
	for _, when := range []string{"before a scan", "after it", "after another"} {
		if got := s.gaps(clone)["unlogged_push"]; !slices.Equal(got, commits) {
			s.t.Errorf("%s: unlogged %q, want %q", when, got, commits)
		}
		s.must("ship", "scan", clone)
	}
}

// TestAPushAfterTheFirstShipIsUnlogged lets claw push once, of a branch that the log has never been shown, and git past it.
func TestAPushAfterTheFirstShipIsUnlogged(t *testing.T) {
	s := heardShop(t)
	s.commit()
	s.must("ship", "push", "work")
	s.wantUnlogged("work", s.pushUnseen())
}

// TestANewCloneTellsWhatCameSinceTheOldOne clones anew after a push that nobody saw: the old clone is gone.
func TestANewCloneTellsWhatCameSinceTheOldOne(t *testing.T) {
	s := heardShop(t)
	s.must("ship", "scan", "work")
	unseen := s.pushUnseen()
	s.git("clone", "--quiet", s.path("shop.git"), s.path("anew"))
	s.wantUnlogged("anew", unseen)
}
