package cli_test

import (
	"strings"
	"testing"
)

// TestDoctorNamesKeysThatLieOpen puts the key of a signer where an agent could use it.
func TestDoctorNamesKeysThatLieOpen(t *testing.T) {
	for _, row := range []struct {
		says, passphrase string
		seed             byte
		warns            bool
	}{
		{"the key of a signer", "", aliceSeed, true},
		{"the key of a signer, with a passphrase", "locked", aliceSeed, false},
		{"somebody else's key", "", strangerSeed, false},
	} {
		w := newWorld(t)
		w.keyFile("home/.ssh/id_ed25519", row.seed, row.passphrase)
		got := w.must("doctor").Out
		if warns := strings.Contains(got, "could grant approvals with: "+w.path("home/.ssh/id_ed25519")+" of alice@example.org"); warns != row.warns {
			t.Errorf("%s: doctor says\n%s", row.says, got)
		}
	}
}
