package shipcmd_test

import (
	"slices"
	"testing"

	"github.com/clawable/claw/cmd/claw/cli/clitest"
)

// heardShop is a shop with a remote that was not scanned yet.
func heardShop(t *testing.T) *shop {
	s := newShop(clitest.New(t))
	s.Git("remote", "add", "origin", s.Path("shop.git"))
	s.Git("push", "--quiet", "origin", "main")
	return s
}

// pushUnseen pushes a commit past claw and returns it.
func (s *shop) pushUnseen() string {
	s.commit()
	s.Git("push", "--quiet", "origin", "main")
	return s.Git("rev-parse", "HEAD")
}

// wantUnlogged holds the audit of a clone, before a scan of it and after, to one unlogged push: of these commits.
func (s *shop) wantUnlogged(clone string, commits ...string) {
	s.T.Helper()
	for _, when := range []string{"before a scan", "after it", "after another"} {
		if got := s.gaps(clone)["unlogged_push"]; !slices.Equal(got, commits) {
			s.T.Errorf("%s: unlogged %q, want %q", when, got, commits)
		}
		s.Must("ship", "scan", clone)
	}
}

// TestAPushAfterTheFirstShipIsUnlogged lets claw push once, of a branch that the log has never been shown, and git past it.
func TestAPushAfterTheFirstShipIsUnlogged(t *testing.T) {
	s := heardShop(t)
	s.commit()
	s.Must("ship", "push", "work")
	s.wantUnlogged("work", s.pushUnseen())
}

// TestANewCloneTellsWhatCameSinceTheOldOne clones anew after an unobserved push: the old clone is gone.
func TestANewCloneTellsWhatCameSinceTheOldOne(t *testing.T) {
	s := heardShop(t)
	s.Must("ship", "scan", "work")
	unseen := s.pushUnseen()
	s.Git("clone", "--quiet", s.Path("shop.git"), s.Path("anew"))
	s.wantUnlogged("anew", unseen)
}
