package cli_test

import (
	"strings"
	"testing"

	"github.com/clawable/claw/cmd/claw/cli"
)

// TestDoctorNamesKeysThatLieOpen puts the key of a signer where an agent could use it.
func TestDoctorNamesKeysThatLieOpen(t *testing.T) {
	for _, row := range []struct {
		says, home, passphrase string
		seed                   byte
		warns                  bool
	}{
		{"the key of a signer", "home", "", aliceSeed, true},
		{"the key of a signer, with a passphrase", "home", "locked", aliceSeed, false},
		{"somebody else's key", "home", "", strangerSeed, false},
		{"the key of a signer, in a home whose name reads as a pattern", "home [alice]", "", aliceSeed, true},
	} {
		w := newWorld(t)
		w.tune = func(p *cli.Program) { p.Home = w.path(row.home) }
		w.keyFile(row.home+"/.ssh/id_ed25519", row.seed, row.passphrase)
		got := w.must("doctor").Out
		if warns := strings.Contains(got, "could grant approvals with: "+w.path(row.home+"/.ssh/id_ed25519")+" of alice@example.org"); warns != row.warns {
			t.Errorf("%s: doctor says\n%s", row.says, got)
		}
	}
}
