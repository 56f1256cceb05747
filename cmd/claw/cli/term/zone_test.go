package term_test

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/clawable/claw/cmd/claw/cli/term"
)

// TestALocalTimeZoneHasAName holds that a machine's setting names its zone, and that a setting without
// a name gives the offset: no document says Local.
func TestALocalTimeZoneHasAName(t *testing.T) {
	at := time.Date(2026, 7, 1, 12, 0, 0, 0, time.UTC)
	offset := at.Local().Format("-07:00")
	for _, row := range []struct{ says, to, want string }{
		{"a link into the database", "/usr/share/zoneinfo/Europe/Berlin", "Europe/Berlin"},
		{"a relative link", "../usr/share/zoneinfo/America/Argentina/Salta", "America/Argentina/Salta"},
		{"a link to elsewhere", "/data/zone", offset},
		{"a copy of a zone", "", offset},
	} {
		t.Run(row.says, func(t *testing.T) {
			setting := filepath.Join(t.TempDir(), "localtime")
			if row.to == "" {
				if err := os.WriteFile(setting, nil, 0o600); err != nil {
					t.Fatal(err)
				}
			} else if err := os.Symlink(row.to, setting); err != nil {
				t.Skip(err)
			}
			if got := term.ZoneName("Local", setting, at); got != row.want {
				t.Errorf("zone %q, want %q", got, row.want)
			}
		})
	}
}
