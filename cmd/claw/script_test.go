package main_test

import (
	"flag"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/clawable/claw/cmd/claw/cli"
	"github.com/clawable/claw/cmd/claw/cli/app"
	projectorcmd "github.com/clawable/claw/cmd/claw/cli/projector"
	"github.com/clawable/claw/fixtures/consumer-kit/reading"
	"github.com/clawable/claw/internal/hometest"
)

var update = flag.Bool("update", false, "rewrite golden files")

// TestMain lets stories call claw and the helpers of tests as programs.
func TestMain(m *testing.M) {
	programs := map[string]func(){
		"claw": func() { leaveTerminal(); os.Exit(cli.Claw().MainAs(unobserved())) },
		"reportreader": func() {
			if err := reading.Answered(os.Stdin, os.Stdout, reading.Name{Name: "reader", Version: "1"}); err != nil {
				os.Exit(1)
			}
		},
		"projector": func() { leaveTerminal(); os.Exit(projectorcmd.Program().Main()) },
	}
	for name, run := range platformPrograms {
		programs[name] = run
	}
	testscript.Main(hometest.In(m), programs)
}

// patient is set where hooks wait for the log as long as a machine under load needs.
const patient = "CLAW_TEST_PATIENT"

// unobserved is the program of this process, which does not look at what runs the tests.
func unobserved() *app.Program {
	p := app.FromOS()
	if p.Ancestors = nil; os.Getenv(patient) != "" {
		p.Patience = time.Minute
	}
	return p
}

// TestStories tells testdata/script: what people and programs do with claw, and
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
			for name, value := range map[string]string{patient: "yes", "HOME": home, "USERPROFILE": home, "FIXTURES": fixtures, "NO_COLOR": "1",
				"XDG_DATA_HOME": filepath.Join(home, ".local", "share"), "XDG_CONFIG_HOME": filepath.Join(home, ".config"),
				"CLAW_LOG": "", "CLAUDE_CONFIG_DIR": "", "CODEX_HOME": "", "USER": "dev", "AppData": "", "LocalAppData": "",
				"GOCACHE": os.Getenv("GOCACHE"), "GOWORK": "off"} {
				env.Setenv(name, value)
			}
			// Programs that run as nobody must be able to come here.
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
