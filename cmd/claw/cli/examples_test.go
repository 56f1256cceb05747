package cli_test

import (
	"slices"
	"strings"
	"testing"

	"mvdan.cc/sh/v3/expand"
	"mvdan.cc/sh/v3/syntax"

	"github.com/clawable/claw/cmd/claw/cli"
	"github.com/clawable/claw/cmd/claw/cli/app"
	"github.com/clawable/claw/cmd/claw/cli/clitest"
	"github.com/clawable/claw/domain/lane"
	"github.com/clawable/claw/projections"
)

// TestEachVerbHasExamples reads them from its help, and holds that help shows them to people.
func TestEachVerbHasExamples(t *testing.T) {
	w := clitest.Empty(t)
	for _, verb := range append(leaves(t, w, "claw"), "claw", "claw help") {
		line := append([]string{"help"}, strings.Fields(verb)[1:]...)
		lines := clitest.Documents(t, w.Must(append(line, "--json")...).Out)[0]["examples"].([]any)
		text := w.Must(line...).Out
		if len(lines) < 2 || len(lines) > 3 {
			t.Errorf("%s has %d examples", verb, len(lines))
		}
		fits(t, w, line, text)
		for _, one := range lines {
			if !strings.Contains(text, "\n  "+one.(string)+"\n") {
				t.Errorf("the help of %s lacks %q", verb, one)
			}
			if !strings.Contains(one.(string), "claw") {
				t.Errorf("%q is no example of %s", one, verb)
			}
			parses(t, one.(string))
		}
	}
	for verb := range cli.Examples() {
		if a := w.Run(append([]string{"help"}, strings.Fields(verb)[1:]...)...); a.Code != 0 {
			t.Errorf("there are examples of %s, which is no verb", verb)
		}
	}
}

// fits checks that the help of a verb has the same words on a narrow terminal, and no wider line than that but those of
// tables and examples.
func fits(t *testing.T, w *clitest.World, verb []string, wide string) {
	t.Helper()
	w.Tune = func(p *app.Program) { p.Width = 72 }
	narrow := w.Must(verb...).Out
	w.Tune = nil
	if !slices.Equal(strings.Fields(narrow), strings.Fields(wide)) {
		t.Errorf("%q says on a narrow terminal\n%s", verb, narrow)
	}
	_, flags, _ := strings.Cut(narrow, "\nFlags:\n")
	for line := range strings.Lines(flags) {
		if strings.HasPrefix(line, "   ") && len(line) > 73 {
			t.Errorf("%q has a line of %d columns: %s", verb, len(line)-1, line)
		}
	}
}

// parses holds that claw takes a line: its verb, flags, values and number of arguments.
func parses(t *testing.T, line string) {
	t.Helper()
	file, err := syntax.NewParser(syntax.Variant(syntax.LangBash)).Parse(strings.NewReader(line), "")
	if err != nil {
		t.Errorf("%q: %v", line, err)
		return
	}
	read := 0
	syntax.Walk(file, func(node syntax.Node) bool {
		call, is := node.(*syntax.CallExpr)
		if !is || len(call.Args) == 0 || call.Args[0].Lit() != "claw" {
			return true
		}
		read++
		args, err := expand.Fields(&expand.Config{}, call.Args[1:]...)
		if err != nil {
			t.Errorf("%q: %v", line, err)
			return true
		}
		a := &app.App{Program: &app.Program{Env: func(string) string { return "" }}, Ctx: t.Context()}
		root := cli.Claw().Program(a, nil)
		root.InitDefaultHelpCmd()
		root.InitDefaultCompletionCmd(args...)
		cmd, rest, err := root.Find(args)
		if err == nil {
			err = cmd.ParseFlags(rest)
		}
		if err == nil {
			err = app.FirstError(cmd.ValidateArgs(cmd.Flags().Args()), cmd.ValidateRequiredFlags(), app.CheckValues(cmd, args, cmd.Flags().Args()))
		}
		if err != nil {
			t.Errorf("%q: %v", line, err)
		}
		return true
	})
	if read != 1 {
		t.Errorf("%q runs claw %d times", line, read)
	}
}

// TestEachWordIsExplained holds claw help words to the closed lists of the code.
func TestEachWordIsExplained(t *testing.T) {
	known := map[string][]string{"STATE": lane.State("").Enum(), "OUTCOME": lane.Result("").Enum(), "NEXT": projections.Next("").Enum()}
	said := map[string]string{}
	for _, w := range cli.Words().(*cli.WordsDocument).Words {
		said[w.Column+" "+w.Word] = w.Says
	}
	for column, words := range known {
		for _, word := range words {
			if said[column+" "+word] == "" {
				t.Errorf("%s %s is not explained", column, word)
			}
			delete(said, column+" "+word)
		}
	}
	if len(said) > 0 {
		t.Errorf("explained, and no words of the columns: %v", said)
	}
	w := clitest.Empty(t)
	for _, line := range []string{"  failed_verify ", "  degraded_mcp ", "claw lane settle LANE --event EVENT"} {
		if text := w.Must("help", "words").Out; !strings.Contains(text, line) {
			t.Errorf("%q is not in\n%s", line, text)
		}
	}
	checkHead(t, clitest.Documents(t, w.Must("help", "words", "--json").Out))
}
