package setupcmd_test

import (
	"strings"
	"testing"
	"time"

	"github.com/clawable/claw/cmd/claw/cli/app"
	"github.com/clawable/claw/cmd/claw/cli/clitest"
)

// TestDoctorNamesKeysThatLieOpen puts the key of a signer where an agent could use it.
func TestDoctorNamesKeysThatLieOpen(t *testing.T) {
	for _, row := range []struct {
		says, home, passphrase string
		seed                   byte
		warns                  bool
	}{
		{"the key of a signer", "home", "", clitest.AliceSeed, true},
		{"the key of a signer, with a passphrase", "home", "locked", clitest.AliceSeed, false},
		{"somebody else's key", "home", "", clitest.StrangerSeed, false},
		{"the key of a signer, in a home whose name reads as a pattern", "home [alice]", "", clitest.AliceSeed, true},
	} {
		w := clitest.New(t)
		w.Tune = func(p *app.Program) { p.Home = w.Path(row.home) }
		w.KeyFile(row.home+"/.ssh/id_ed25519", row.seed, row.passphrase)
		got := w.Must("doctor").Out
		if warns := strings.Contains(got, "could grant approvals with: "+w.Path(row.home+"/.ssh/id_ed25519")+" of alice@example.org"); warns != row.warns {
			t.Errorf("%s: doctor says\n%s", row.says, got)
		}
	}
}

// TestDoctorSaysWhenNobodyMayGrant leaves the log with signers who cannot grant.
func TestDoctorSaysWhenNobodyMayGrant(t *testing.T) {
	key := strings.TrimPrefix(clitest.SignerLine("alice@example.org", clitest.AliceSeed), "alice@example.org ")
	for says, row := range map[string]struct {
		line         string
		later        time.Duration
		status, want string
	}{
		"nobody":                     {"", 0, "warn", "nobody may grant approvals"},
		"one":                        {"alice@example.org " + key, 0, "ok", "1 signer, 0 of them"},
		"one, before it ends":        {"alice@example.org valid-before=20260602Z " + key, time.Hour, "ok", "1 signer, 0 of them"},
		"one whose time is over":     {"alice@example.org valid-before=20260602Z " + key, 48 * time.Hour, "warn", "no line of 1 signer holds now, and no key may add another"},
		"one who only names signers": {`alice@example.org namespaces="signers@claw" ` + key, 0, "warn", "no line of 1 signer holds now for grants"},
		"two, one of whom is over": {"alice@example.org " + key + clitest.SignerLine("carol@example.org valid-before=20260602Z", clitest.CarolSeed), 48 * time.Hour, "ok",
			"2 signers, of which 1 may grant now"},
	} {
		w := clitest.Empty(t)
		w.Must("init", "--user")
		w.KeyFile("alice.key", clitest.AliceSeed, "")
		if row.line != "" {
			w.File("signers", row.line)
			w.Must("signers", "add", "signers", "--key", "alice.key")
		}
		w.Now = func() time.Time { return clitest.Now.Add(row.later) }
		for _, one := range clitest.Documents(t, w.Run("doctor", "--json").Out)[0]["checks"].([]any) {
			c := one.(map[string]any)
			if c["name"] == "signers" && (c["status"] != row.status || !strings.Contains(c["says"].(string), row.want)) {
				t.Errorf("%s: %v", says, c)
			}
			if c["status"] == "ok" && strings.Contains(c["says"].(string), "nobody may grant") {
				t.Errorf("%s: %v", says, c)
			}
		}
	}
}
