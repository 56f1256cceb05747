package hometest_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/clawable/claw/internal/hometest"
)

// tests is a run of tests that does something and passes.
type tests func()

func (run tests) Run() int { run(); return 0 }

func TestWhatIsLeftFailsTheTests(t *testing.T) {
	for _, name := range []string{"GOENV", "GOCACHE", "GOPATH", "HOME", "USERPROFILE", "AppData", "LocalAppData", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME", "XDG_CACHE_HOME"} {
		t.Setenv(name, os.Getenv(name)) // given back in the end
	}
	for _, row := range []struct {
		says, under, name string
		code              int
	}{
		{"nothing", "", "", 0},
		{"a lock in the state folder", "XDG_STATE_HOME", "claw/spool/1/.lock", 1},
		{"settings of an agent in the home", "HOME", ".claude/settings.json", 1},
		{"what the go command counts", "XDG_CONFIG_HOME", "go/telemetry/local/weekends", 0},
	} {
		t.Run(row.says, func(t *testing.T) {
			code := hometest.In(tests(func() {
				if row.under == "" {
					return
				}
				file := filepath.Join(os.Getenv(row.under), row.name)
				if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
					t.Fatal(err)
				}
				if err := os.WriteFile(file, []byte("x"), 0o644); err != nil {
					t.Fatal(err)
				}
			})).Run()
			if code != row.code {
				t.Errorf("exit code %d, want %d", code, row.code)
			}
		})
	}
}
