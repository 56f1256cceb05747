package witness_test

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/clawable/claw/producers/witness"
)

var update = flag.Bool("update", false, "rewrite what the goldens of testdata/runners say of their calls")

// golden is a recorded run of a test runner: see testdata/runners/README.md.
type golden struct {
	name, command string
	header        []string // lines, without "want:" and "tail:"
	want, tail    string   // what the call shows, and the last lines of it
	exit          int
	output        string
}

func readGolden(t testing.TB, name string) golden {
	t.Helper()
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	head, output, _ := strings.Cut(string(text), "\n\n")
	g := golden{name: name, output: output}
	for l := range strings.Lines(head + "\n") {
		key, value, _ := strings.Cut(strings.TrimSuffix(strings.TrimPrefix(l, "# "), "\n"), ": ")
		switch key {
		case "want":
			g.want = value
			continue
		case "tail":
			g.tail = value
			continue
		case "command":
			g.command = value
		case "exit":
			if g.exit, err = strconv.Atoi(value); err != nil {
				t.Fatalf("%s: %v", name, err)
			}
		}
		g.header = append(g.header, l)
	}
	return g
}

// write writes a golden with what its call shows now.
func (g golden) write(t *testing.T) {
	t.Helper()
	text := fmt.Sprintf("%s# want: %s\n# tail: %s\n\n%s", strings.Join(g.header, ""), g.want, g.tail, g.output)
	if err := os.WriteFile(g.name, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

// shows is what a command shows that exited with a code and printed a text.
func shows(command string, code int, output string) string {
	call := witness.Call{Command: command, CWD: "/w", Status: witness.StatusZero, Code: code, Output: output}
	if code != 0 {
		call.Status = witness.StatusFailed
	}
	if out := outline(witness.Read(call)); out != "" {
		return out
	}
	return "nothing"
}

// resultOf is the result of a test in an outline, "" for none.
func resultOf(outline string) string {
	for _, word := range strings.Fields(outline) {
		if slices.Contains([]string{"passed", "failed", "hung"}, word) {
			return word
		}
	}
	return ""
}

// TestRunnersAreReadAsTheyPrint replays each recorded run of a runner: as it was, behind cd, with its
// status masked, and cut to its last lines.
func TestRunnersAreReadAsTheyPrint(t *testing.T) {
	names, err := filepath.Glob("testdata/runners/*/*.txt")
	if err != nil || len(names) == 0 {
		t.Fatal(err, len(names))
	}
	for _, name := range names {
		g := readGolden(t, name)
		lines := strings.SplitAfter(strings.TrimSuffix(g.output, "\n"), "\n")
		last := strings.Join(lines[max(0, len(lines)-20):], "")
		got := golden{
			name: name, header: g.header, output: g.output,
			want: shows(g.command, g.exit, g.output),
			tail: shows(g.command+" 2>&1 | tail -n 20", 0, last),
		}
		if *update {
			got.write(t)
		} else if diff := cmp.Diff([]string{g.want, g.tail}, []string{got.want, got.tail}); diff != "" {
			t.Errorf("%s: %s: -want +got\n%s", name, g.command, diff)
		}
		if way, _ := strings.CutSuffix(filepath.Base(name), ".txt"); !allowed(way, resultOf(got.want)) {
			t.Errorf("%s: %q for this way to end", name, got.want)
		}
		if behind := shows("cd x && "+g.command, g.exit, g.output); resultOf(behind) != resultOf(got.want) {
			t.Errorf("%s: behind cd: %s, alone: %s", name, behind, got.want)
		}
		for wrapped, is := range map[string]string{"|| true": shows(g.command+" || true", 0, g.output), "| tail": got.tail} {
			if r := resultOf(is); r != "" && (r == "passed") != (resultOf(got.want) == "passed") {
				t.Errorf("%s: %s: %s, with its status: %s", name, wrapped, is, got.want)
			}
		}
	}
}

// allowed reports whether a run that ended in a way may show a result: the way's last word decides.
func allowed(way, result string) bool {
	words := strings.Split(way, "-")
	switch words[len(words)-1] {
	case "pass":
		return result == "passed"
	case "fail":
		return result == "failed"
	case "panic":
		return result == "failed"
	case "broken":
		return result != "passed"
	case "hung", "killed":
		return result == "hung" || result == "failed"
	case "none", "list", "match":
		return result == ""
	}
	return true
}
