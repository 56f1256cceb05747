package policy_test

import (
	"os"
	"path"
	"strconv"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/clawable/claw/policy"
)

// watched holds back what hiding does, and a file outside of the working folder.
const watched = hiding + `
[[rule]]
id = "shadow"
decision = "deny"
path = ["/etc/shadow", "/etc/ssl/private/**"]
`

// unescapedLines are the texts of a file in testdata: one a line, \n and \t for those bytes.
func unescapedLines(t testing.TB, name string) (texts []string) {
	t.Helper()
	all, err := os.ReadFile("testdata/" + name)
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(all)) {
		if line = strings.TrimSuffix(line, "\n"); line != "" && !strings.HasPrefix(line, "# ") {
			texts = append(texts, strings.NewReplacer(`\\\n`, "\\\n", `\n`, "\n", `\t`, "\t").Replace(line))
		}
	}
	if len(texts) == 0 {
		t.Fatal("no texts in " + name)
	}
	return texts
}

// TestWhatIsReadOfACommand: each text of a file is decided as the file says.
func TestWhatIsReadOfACommand(t *testing.T) {
	layers := []policy.Layer{layer(t, "adopted", watched)}
	for name, want := range map[string]policy.Decision{"reading-held.txt": policy.Deny, "reading-passes.txt": policy.None} {
		t.Run(name, func(t *testing.T) {
			for _, command := range unescapedLines(t, name) {
				if d := decide(layers, command); d != want {
					t.Errorf("%q: %q, want %q", command, d, want)
				}
			}
		})
	}
}

// TestPathRulesFollowTheShell: a walk through folders, spelt in many ways, ends where a shell ends that walks it.
func TestPathRulesFollowTheShell(t *testing.T) {
	layers := []policy.Layer{layer(t, "adopted", watched)}
	rapid.Check(t, func(t *rapid.T) { followShell(t, layers) })
}

func FuzzPathRulesFollowTheShell(f *testing.F) {
	layers := []policy.Layer{layer(f, "adopted", watched)}
	f.Fuzz(rapid.MakeFuzz(func(t *rapid.T) { followShell(t, layers) }))
}

// steps are ways to go to a folder, % is its name, before a command.
var steps = []string{"cd % && ", "cd -- %; ", "cd -P '%' && ", "pushd % >/dev/null && ", "command cd % && ", "builtin cd %\n", "eval 'cd %' && ", "if cd %; then ", "cd \"%\" || exit 1; ",
	"f() { cd %; }; f; ", "{ cd %; }; ", "for i in 1; do cd %; done; ", "false || cd % && ", "while cd %; do break; done; ", "case a in a) cd %;; esac; ", "(cd %; ", "time cd % && ", "! cd % || "}

func followShell(t *rapid.T, layers []policy.Layer) {
	var b, closing strings.Builder
	at := []string{"/src"}
	for range rapid.IntRange(1, 4).Draw(t, "changes") {
		step := rapid.SampledFrom(steps).Draw(t, "step")
		folder := rapid.SampledFrom([]string{"/etc", "/", "etc", "..", "../etc", "/tmp", "./x/..", "ssl"}).Draw(t, "folder")
		if strings.HasPrefix(step, "if ") {
			closing.WriteString("; fi")
		}
		if strings.HasPrefix(step, "(") {
			closing.WriteString("\n)")
		}
		b.WriteString(strings.ReplaceAll(step, "%", folder))
		if !path.IsAbs(folder) {
			folder = at[len(at)-1] + "/" + folder
		}
		at = append(at, path.Clean(folder))
	}
	file := rapid.SampledFrom([]string{"shadow", "./shadow", "etc/shadow", "ssl/../shadow", "../etc/shadow"}).Draw(t, "file")
	b.WriteString(rapid.SampledFrom([]string{"cat %", "cat <%", "sh -c 'cat %'", "cat ~+/%", "cat \"$PWD/%\"", "cat /proc/self/cwd/%"}).Draw(t, "last"))
	command := strings.ReplaceAll(b.String(), "%", file) + nested(closing.String())
	if d := decide(layers, command); d != policy.Deny && path.Join(at[len(at)-1], file) == "/etc/shadow" {
		t.Fatalf("%q: %q", command, d)
	}
}

// nested turns around the words that close what is open.
func nested(closing string) string {
	var b strings.Builder
	for i := len(closing); i > 0; {
		begin := strings.LastIndexAny(closing[:i], ";\n")
		b.WriteString(closing[begin:i])
		i = begin
	}
	return b.String()
}

// TestASubshellLeavesTheShellWhereItIs: what is gone to in a copy of the shell counts there only.
func TestASubshellLeavesTheShellWhereItIs(t *testing.T) {
	layers := []policy.Layer{layer(t, "adopted", watched)}
	for _, command := range []string{"(cd /etc); cat shadow", "echo $(cd /etc); cat shadow", "bash -c 'cd /etc'; cat shadow", "cd /etc & cat shadow", "cd /etc | cat; cat shadow", "env -C /etc ls; cat shadow",
		"cd /etc && cd - && cat shadow", "pushd /etc && popd && cat shadow", "cd /tmp && cat etc/shadow", "cd /etc || cat shadow"} {
		if d := decide(layers, command); d != policy.None {
			t.Errorf("%q: %q", command, d)
		}
	}
}

// TestATextThatGoesEverywhereIsReadToItsEnd: loops in loops and functions that call others twice are read in a time that ends.
func TestATextThatGoesEverywhereIsReadToItsEnd(t *testing.T) {
	layers := []policy.Layer{layer(t, "adopted", watched)}
	var calls strings.Builder
	calls.WriteString("f0() { cd a; }\n")
	for i := 1; i < 60; i++ {
		n, before := strconv.Itoa(i), strconv.Itoa(i-1)
		calls.WriteString("f" + n + "() { f" + before + "; cd b" + n + "; f" + before + "; }\n")
	}
	for name, text := range map[string]string{
		"loops in loops":               strings.Repeat("for i in a b; do cd x; ", 60) + "git push" + strings.Repeat("; done", 60),
		"functions that call others":   calls.String() + "f59; git push",
		"a function that calls itself": "f() { cd a; f; f; f; }; f; git push",
		"functions that call in turn":  "f() { cd a; g; }; g() { cd b; f; f; }; f; g; git push",
		"folders without end":          strings.Repeat("cd a; cd b || cd c; ", 300) + "git push",
		"folders put aside":            strings.Repeat("pushd a; ", 2000) + "git push",
		"texts in texts":               strings.Repeat("eval cd a; ", 500) + "git push",
	} {
		if d := decide(layers, text); d != policy.Deny {
			t.Errorf("%s: %q", name, d)
		}
	}
}
