package main_test

import (
	"flag"
	"os"
	"path/filepath"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/clawable/claw/internal/hometest"
)

var update = flag.Bool("update", false, "rewrite golden files")

// TestMain makes the programs that tests start, and has them found by name.
func TestMain(m *testing.M) { os.Exit(hometest.In(withPrograms{m}).Run()) }

// TestStories runs testdata/script: what people and programs do with claw, and
// what they get.
func TestStories(t *testing.T) {
	fixtures, err := filepath.Abs("../../fixtures")
	if err != nil {
		t.Fatal(err)
	}
	testscript.Run(t, testscript.Params{
		Dir:                 "testdata/script",
		RequireExplicitExec: true,
		RequireUniqueNames:  true,
		Setup: func(env *testscript.Env) error {
			home := filepath.Join(env.WorkDir, "home")
			for name, value := range map[string]string{"CLAW_TEST_PATIENT": "yes", "TZ": "UTC", "HOME": home, "USERPROFILE": home, "FIXTURES": fixtures, "NO_COLOR": "1",
				"XDG_DATA_HOME": filepath.Join(home, ".local", "share"), "XDG_CONFIG_HOME": filepath.Join(home, ".config"),
				"CLAW_LOG": "", "CLAUDE_CONFIG_DIR": "", "CODEX_HOME": "", "USER": "dev", "AppData": "", "LocalAppData": "",
				"GOCACHE": os.Getenv("GOCACHE"), "GOWORK": "off"} {
				env.Setenv(name, value)
			}
			// Programs that run as the user nobody must be able to read here.
			for _, dir := range []string{filepath.Dir(env.WorkDir), env.WorkDir} {
				if err := os.Chmod(dir, 0o755); err != nil {
					return err
				}
			}
			return os.MkdirAll(home, 0o755)
		},
		Cmds: map[string]func(ts *testscript.TestScript, neg bool, args []string){
			"exits": exits, "capture": capture, "document": document, "refusal": refusal, "recorded": recorded,
			"newer": newer, "head": head, "flip": flip, "foreign": foreign, "spoil": spoil, "follow": follow,
			"keyof": keyOf, "ahead": ahead,
			"pack": pack, "tear": tear, "join": join, "holds": holds,
		},
	})
}
