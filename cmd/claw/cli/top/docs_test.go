package topcmd_test

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/clawable/claw/cmd/claw/cli/app"
	"github.com/clawable/claw/cmd/claw/cli/clitest"
	"github.com/clawable/claw/consumers/top/keys"
)

func TestMain(m *testing.M) { clitest.Main(m) }

// TestTheDocsNameTheKeys holds the table of docs/top.md, and the help, to the table of the program. -update
// rewrites the first.
func TestTheDocsNameTheKeys(t *testing.T) {
	const head = "| key | what it does |\n|---|---|\n"
	file := clitest.InRepository("docs/top.md")
	before, rest, begins := strings.Cut(clitest.Read(t, file), head)
	written, after, ends := strings.Cut(rest, "\n\n")
	if !begins || !ends {
		t.Fatal("docs/top.md has no table of keys")
	}
	help := clitest.Empty(t).Must("help", "top").Out
	var rows strings.Builder
	for _, k := range keys.Table {
		names := "`" + strings.ReplaceAll(k.Shown, ", ", "` `") + "`"
		fmt.Fprintf(&rows, "| %s | %s |\n", names, k.Says)
		if line := fmt.Sprintf("  %-*s  %s\n", keys.Width(), k.Shown, k.Says); !strings.Contains(help, line) {
			t.Errorf("the help is without %q:\n%s", line, help)
		}
	}
	want := strings.TrimSuffix(rows.String(), "\n")
	if *clitest.Update {
		if err := os.WriteFile(file, []byte(before+head+want+"\n\n"+after), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	if diff := cmp.Diff(want, written); diff != "" {
		t.Errorf("docs/top.md (-want +got)\n%s", diff)
	}
}

// TestEachKeyMeansOneThing holds that no name of a key does two things on one screen.
func TestEachKeyMeansOneThing(t *testing.T) {
	for _, screen := range []keys.Screen{keys.Board, keys.Page} {
		for _, k := range keys.Table {
			for _, name := range k.Names {
				if got := keys.Of(screen, name); k.On&screen != 0 && got != k.Action {
					t.Errorf("%s is %s, and does something else too", name, k.Says)
				}
			}
		}
	}
}

// TestOnlyATerminalIsDrawnOn runs the verb where nothing can be drawn.
func TestOnlyATerminalIsDrawnOn(t *testing.T) {
	w := clitest.New(t)
	for _, c := range []struct {
		says, holds string
		args        []string
	}{
		{"a pipe", "standard output: is no terminal", []string{"top"}},
		{"a document", "a screen is for people", []string{"top", "--json"}},
		{"a state that is no word", "--state great", []string{"top", "--state", "great"}},
	} {
		a := w.Run(c.args...)
		if all := a.Out + a.Err; a.Code != 2 || !strings.Contains(all, c.holds) || c.says != "a state that is no word" && !strings.Contains(all, "claw board") {
			t.Errorf("%s: exit %d\n%s", c.says, a.Code, all)
		}
	}
	w.Tune = func(p *app.Program) { p.OutTerminal, p.Width = true, 80 }
	if a := w.Run("top"); a.Code != 2 || !strings.Contains(a.Err, "standard input") {
		t.Errorf("keys of a pipe: %+v", a)
	}
	w.Tune = func(p *app.Program) { p.InTerminal, p.OutTerminal, p.Width = true, true, 80 }
	w.Env["PATH"] = w.Path("nowhere")
	if a := w.Run("top"); a.Code != 6 || !strings.Contains(a.Err, "projector") || !strings.Contains(a.Err, "claw board --watch") {
		t.Errorf("without the program that draws: %+v", a)
	}
}
