package lookcmd_test

import (
	"bufio"
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/clawable/claw/cmd/claw/cli/clitest"
	"github.com/clawable/claw/domain/lane"
)

// label is what a reader found of a recorded session, see fixtures/labels/README.md.
type label struct {
	Session   string
	File      string
	Outcome   lane.Result
	Also      []lane.Result // other verdicts that a fair reader could give
	Undertook struct{ Tests, Committed, Pushed json.RawMessage }
}

// accepts reports whether an outcome is one that a fair reader could give.
func (l *label) accepts(r lane.Result) bool { return r == l.Outcome || slices.Contains(l.Also, r) }

// undertook reports whether the session ran a test, committed or pushed.
func (l *label) undertook() bool {
	return slices.ContainsFunc([]json.RawMessage{l.Undertook.Tests, l.Undertook.Committed, l.Undertook.Pushed}, func(list json.RawMessage) bool {
		var some []any
		return json.Unmarshal(list, &some) == nil && len(some) > 0
	})
}

// isDecided reports whether an outcome says how the work came out.
func isDecided(r lane.Result) bool {
	return r != lane.ResultNone && r != lane.ResultUnknown && r != lane.ResultUnverified
}

// share counts sessions, and those of them that are decided.
type share struct{ of, decided int }

func (s *share) add(r lane.Result) {
	if s.of++; isDecided(r) {
		s.decided++
	}
}

// leastDecided is how many of a hundred sessions are decided at least that ran a test, committed or pushed,
// and of which a reader could say how they came out.
const leastDecided = 95

// TestOutcomesOfLabelledSessions imports the recordings that the labels are about and compares
// outcomes. None may be finished, or fail its verification, that a fair reader would not call so.
// docs/outcome.md states how often each outcome met each label.
func TestOutcomesOfLabelledSessions(t *testing.T) {
	recordings := clitest.InRepository("../shared/data")
	if _, err := os.Stat(recordings); err != nil {
		t.Skip("the recordings are not here: ", err)
	}
	w := clitest.Empty(t)
	w.Must("init")
	w.Run("import", filepath.Join(recordings, "public"), filepath.Join(recordings, "recorded")) // some files are damaged
	found := outcomesBySession(t, w)
	var table strings.Builder
	table.WriteString("| label | came out | half A | half B |\n|---|---|---:|---:|\n")
	met, sums := [2]map[[2]lane.Result]int{{}, {}}, ""
	for n, half := range []string{"a", "b"} {
		undertook, known, unread, unreadWork := share{}, share{}, 0, 0
		for _, l := range labels(t, clitest.InRepository("fixtures/labels/"+half+".jsonl")) {
			got, ok := found[l.Session]
			if !ok {
				unread++
				if l.undertook() {
					unreadWork++
				}
				continue
			}
			met[n][[2]lane.Result{l.Outcome, got}]++
			if !l.accepts(got) && (got == lane.ResultFinished || got == lane.ResultFailedVerify) {
				t.Errorf("%s (%s): %s, labelled %s, also %v", l.Session, l.File, got, l.Outcome, l.Also)
			}
			if !l.undertook() {
				continue
			}
			undertook.add(got)
			if l.Outcome != lane.ResultUnknown {
				known.add(got)
			}
		}
		sums += fmt.Sprintf("\nHalf %s: of %d imported sessions that ran a test, committed or pushed, %d are decided. A reader could\n"+
			"say of %d of them how they came out, and %d of these are decided. Claw does not read the formats of\n%d other labelled sessions; %d of those ran a test, committed or pushed.\n",
			strings.ToUpper(half), undertook.of, undertook.decided, known.of, known.decided, unread, unreadWork)
		if known.decided*100 < known.of*leastDecided {
			t.Errorf("half %s: of %d sessions of which a reader could say how they came out, %d are decided, want %d %%", half, known.of, known.decided, leastDecided)
		}
		if len(met[n]) == 0 {
			t.Errorf("half %s: no labelled session was imported", half)
		}
	}
	pairs := slices.Collect(maps.Keys(met[0]))
	for p := range met[1] {
		if _, both := met[0][p]; !both {
			pairs = append(pairs, p)
		}
	}
	slices.SortFunc(pairs, func(a, b [2]lane.Result) int { return cmp.Or(cmp.Compare(a[0], b[0]), cmp.Compare(a[1], b[1])) })
	for _, p := range pairs {
		fmt.Fprintf(&table, "| `%s` | `%s` | %d | %d |\n", p[0], p[1], met[0][p], met[1][p])
	}
	inDocument(t, clitest.InRepository("docs/outcome.md"), "labels", table.String()+sums)
}

// inDocument holds the part of a document between two marks to text; -update writes it.
func inDocument(t *testing.T, file, name, text string) {
	t.Helper()
	raw, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	before, rest, begins := strings.Cut(string(raw), "<!-- "+name+" -->\n")
	old, after, ends := strings.Cut(rest, "<!-- end of "+name+" -->\n")
	if !begins || !ends {
		t.Fatalf("%s has no place for %s", file, name)
	}
	if *clitest.Update {
		whole := before + "<!-- " + name + " -->\n" + text + "<!-- end of " + name + " -->\n" + after
		if err := os.WriteFile(file, []byte(whole), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	if old != text {
		t.Errorf("%s has %s\n%s\nwant\n%s", file, name, old, text)
	}
}

// labels reads a file of labels, one a line.
func labels(t *testing.T, name string) (all []label) {
	t.Helper()
	f, err := os.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = f.Close() }() // it was read only
	lines := bufio.NewScanner(f)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		var l label
		if err := json.Unmarshal(lines.Bytes(), &l); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		all = append(all, l)
	}
	if err := lines.Err(); err != nil {
		t.Fatal(err)
	}
	return all
}

// outcomesBySession are the outcomes of all lanes of a log, by each of their sessions.
func outcomesBySession(t *testing.T, w *clitest.World) map[string]lane.Result {
	t.Helper()
	out := map[string]lane.Result{}
	for _, row := range clitest.Documents(t, w.Must("lanes", "--json", "--limit", "10000").Out)[0]["lanes"].([]any) {
		var o lane.Outcome
		if err := json.Unmarshal([]byte(w.Must("lane", "outcome", row.(map[string]any)["lane"].(string), "--json").Out), &o); err != nil {
			t.Fatal(err)
		}
		for _, s := range o.Sessions {
			out[string(s.Session)] = o.Outcome
		}
	}
	return out
}
