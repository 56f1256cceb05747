package cli_test

import (
	"strings"
	"testing"
	"time"

	"github.com/clawable/claw/cmd/claw/cli/app"
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
		w.tune = func(p *app.Program) { p.Home = w.path(row.home) }
		w.keyFile(row.home+"/.ssh/id_ed25519", row.seed, row.passphrase)
		got := w.must("doctor").Out
		if warns := strings.Contains(got, "could grant approvals with: "+w.path(row.home+"/.ssh/id_ed25519")+" of alice@example.org"); warns != row.warns {
			t.Errorf("%s: doctor says\n%s", row.says, got)
		}
	}
}

// TestDoctorSaysWhenNobodyMayGrant leaves the log with signers who cannot grant.
func TestDoctorSaysWhenNobodyMayGrant(t *testing.T) {
	key := strings.TrimPrefix(signerLine("alice@example.org", aliceSeed), "alice@example.org ")
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
		"two, one of whom is over": {"alice@example.org " + key + signerLine("carol@example.org valid-before=20260602Z", carolSeed), 48 * time.Hour, "ok",
			"2 signers, of which 1 may grant now"},
	} {
		w := emptyWorld(t)
		w.must("init", "--user")
		w.keyFile("alice.key", aliceSeed, "")
		if row.line != "" {
			w.file("signers", row.line)
			w.must("signers", "add", "signers", "--key", "alice.key")
		}
		w.now = func() time.Time { return now.Add(row.later) }
		for _, one := range documents(t, w.run("doctor", "--json").Out)[0]["checks"].([]any) {
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
