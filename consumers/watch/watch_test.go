package watch_test

import (
	"crypto/sha256"
	"errors"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/clawable/claw/consumers/watch"
	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/lane"
	"github.com/clawable/claw/domain/lane/work"
	"github.com/clawable/claw/domain/nextstep"
)

// outcome is how an attempt of a lane came out; "" for one that did not.
func outcome(id domain.LaneID, attempt int, result lane.Result) watch.Outcome {
	o := watch.Outcome{AsOf: 7}
	o.Lane, o.Attempt, o.Outcome.Outcome = id, attempt, result
	if result != "" {
		o.Fingerprint = print(id, attempt, result)
	}
	o.Because = map[string]lane.Because{"outcome": {Rule: lane.RuleState}}
	return o
}

func print(id domain.LaneID, attempt int, result lane.Result) domain.Digest {
	return sha256.Sum256([]byte(string(id) + string(rune('0'+attempt)) + string(result)))
}

func open(t rapid.TB, path string) *watch.Cursor {
	t.Helper()
	c, err := watch.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func closed(t rapid.TB, c *watch.Cursor) {
	t.Helper()
	if err := c.Close(); err != nil {
		t.Fatal(err)
	}
}

func note(t rapid.TB, c *watch.Cursor, position uint64, some ...watch.Outcome) []watch.Line {
	t.Helper()
	lines, err := c.Note(some, position)
	if err != nil {
		t.Fatal(err)
	}
	return lines
}

// said is the content of a line, in short.
type said struct {
	Seq      uint64
	Lane     domain.LaneID
	Attempt  int
	Outcome  lane.Result
	Replaces domain.Digest
}

func short(lines []watch.Line) (out []said) {
	for _, l := range lines {
		out = append(out, said{l.Seq, l.Lane, l.Attempt, l.Outcome, l.Replaces})
	}
	return out
}

func TestEachOutcomeIsToldOnce(t *testing.T) {
	const a, b = domain.LaneID("A"), domain.LaneID("B")
	ignored := outcome(b, 1, lane.ResultFailed)
	ignored.Scope.Watcher = domain.WatcherIgnore
	named := outcome(b, 1, lane.ResultFinished)
	named.Replaces = print(b, 1, lane.ResultUnverified)
	for name, test := range map[string]struct {
		before, then []watch.Outcome
		want         []said
	}{
		"one that is new":                    {nil, []watch.Outcome{outcome(a, 1, lane.ResultFailed)}, []said{{Seq: 1, Lane: a, Attempt: 1, Outcome: lane.ResultFailed}}},
		"nothing, while no attempt came out": {nil, []watch.Outcome{outcome(a, 1, "")}, nil},
		"nothing, of a lane to ignore":       {nil, []watch.Outcome{ignored}, nil},
		"one, that is found twice":           {nil, []watch.Outcome{outcome(a, 1, lane.ResultFailed), outcome(a, 1, lane.ResultFailed)}, []said{{Seq: 1, Lane: a, Attempt: 1, Outcome: lane.ResultFailed}}},
		"nothing, that was told before":      {[]watch.Outcome{outcome(a, 1, lane.ResultFailed)}, []watch.Outcome{outcome(a, 1, lane.ResultFailed)}, nil},
		"a change, and what it replaces": {[]watch.Outcome{outcome(a, 1, lane.ResultUnverified)}, []watch.Outcome{outcome(a, 1, lane.ResultFinished)},
			[]said{{2, a, 1, lane.ResultFinished, print(a, 1, lane.ResultUnverified)}}},
		"a change, of one that was not told": {nil, []watch.Outcome{named}, []said{{1, b, 1, lane.ResultFinished, print(b, 1, lane.ResultUnverified)}}},
		"another attempt, which replaces nothing": {[]watch.Outcome{outcome(a, 1, lane.ResultFailed)}, []watch.Outcome{outcome(a, 2, lane.ResultFailed)},
			[]said{{Seq: 2, Lane: a, Attempt: 2, Outcome: lane.ResultFailed}}},
		"nothing, when it comes back": {[]watch.Outcome{outcome(a, 1, lane.ResultUnverified), outcome(a, 1, lane.ResultFinished)}, []watch.Outcome{outcome(a, 1, lane.ResultUnverified)}, nil},
	} {
		t.Run(name, func(t *testing.T) {
			for where, path := range map[string]string{"in memory": "", "on disk": filepath.Join(t.TempDir(), "watch", "a.db")} {
				c := open(t, path)
				note(t, c, 5, test.before...)
				if path != "" { // a restart changes nothing
					closed(t, c)
					c = open(t, path)
				}
				if diff := cmp.Diff(test.want, short(note(t, c, 7, test.then...))); diff != "" {
					t.Errorf("%s (-want +got)\n%s", where, diff)
				}
				closed(t, c)
			}
		})
	}
}

func TestWhatStoodWhenACursorBeganIsNotTold(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.db")
	c := open(t, path)
	if c.Begun() {
		t.Fatal("a new cursor has begun")
	}
	if err := c.Begin([]watch.Outcome{outcome("A", 1, lane.ResultUnverified)}, 12); err != nil {
		t.Fatal(err)
	}
	closed(t, c)
	c = open(t, path)
	defer closed(t, c)
	if !c.Begun() || c.Position() != 12 {
		t.Fatalf("begun %v, position %d", c.Begun(), c.Position())
	}
	if lines := note(t, c, 13, outcome("A", 1, lane.ResultUnverified)); len(lines) > 0 {
		t.Errorf("told %+v", lines)
	}
	want := []said{{1, "A", 1, lane.ResultFinished, print("A", 1, lane.ResultUnverified)}}
	if diff := cmp.Diff(want, short(note(t, c, 14, outcome("A", 1, lane.ResultFinished)))); diff != "" {
		t.Errorf("-want +got\n%s", diff)
	}
}

// TestACursorThatIsCutOffRepeatsTheSameLines leaves a cursor at every step of any
// work: what was noted and not ticked off comes again as it was, and no fingerprint
// and no number ever comes with another content.
func TestACursorThatIsCutOffRepeatsTheSameLines(t *testing.T) {
	dir := t.TempDir()
	n := 0
	rapid.Check(t, func(t *rapid.T) {
		n++
		path := filepath.Join(dir, string(rune('a'+n%26)), rapid.StringMatching(`[a-z]{16}`).Draw(t, "name"))
		c := open(t, path)
		bySeq, byPrint := map[uint64]watch.Line{}, map[domain.Digest]uint64{}
		hear := func(lines []watch.Line) {
			for _, l := range lines {
				if before, held := bySeq[l.Seq]; held && !cmp.Equal(before, l) {
					t.Fatalf("number %d was %+v and is %+v", l.Seq, before, l)
				}
				if seq, held := byPrint[l.Fingerprint]; held && seq != l.Seq {
					t.Fatalf("%s was number %d and is %d", l.Fingerprint, seq, l.Seq)
				}
				bySeq[l.Seq], byPrint[l.Fingerprint] = l, l.Seq
			}
		}
		t.Repeat(map[string]func(*rapid.T){
			"note": func(t *rapid.T) {
				o := outcome(domain.LaneID(rapid.SampledFrom([]string{"A", "B"}).Draw(t, "lane")), rapid.IntRange(1, 2).Draw(t, "attempt"),
					rapid.SampledFrom([]lane.Result{"", lane.ResultFailed, lane.ResultFinished, lane.ResultContested}).Draw(t, "outcome"))
				o.AsOf = rapid.Uint64Range(1, 9).Draw(t, "as of")
				lines := note(t, c, o.AsOf, o)
				hear(lines[:rapid.IntRange(0, len(lines)).Draw(t, "told of them")])
			},
			"tick off": func(t *rapid.T) {
				pending, err := c.Pending()
				if err != nil {
					t.Fatal(err)
				}
				hear(pending)
				if err := c.Told(); err != nil {
					t.Fatal(err)
				}
			},
			"cut off": func(t *rapid.T) {
				closed(t, c)
				c = open(t, path)
			},
			"": func(t *rapid.T) {
				pending, err := c.Pending()
				if err != nil {
					t.Fatal(err)
				}
				for seq := range uint64(len(bySeq)) {
					if _, held := bySeq[seq+1]; !held && (len(pending) == 0 || pending[0].Seq > seq+1) {
						t.Fatalf("number %d was never told and is not pending", seq+1)
					}
				}
			},
		})
		closed(t, c)
	})
}

func TestACursorHasOneOwner(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.db")
	first := open(t, path)
	_, err := watch.Open(path)
	var typed *domain.Error
	if !errors.As(err, &typed) || typed.Kind != domain.ErrUnavailable || !typed.Retryable {
		t.Fatalf("the second one: %v", err)
	}
	closed(t, first)
	closed(t, open(t, path))
}

func TestAFileThatIsNoCursorIsNotTaken(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.db")
	if err := os.WriteFile(path, []byte("these are not the rows you are looking for\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	_, err := watch.Open(path)
	var typed *domain.Error
	if !errors.As(err, &typed) || typed.Kind != domain.ErrCorrupt || typed.Next.Code != nextstep.ReplaceCursor {
		t.Fatalf("%v, want a corrupt error with a next step", err)
	}
	if _, err := watch.Open(filepath.Join(path, "below", "a.db")); err == nil {
		t.Fatal("a folder that is a file was opened")
	}
}

// TestASelectionThatChangesLooksAtAllAgain changes what the consumer wants, over a restart.
func TestASelectionThatChangesLooksAtAllAgain(t *testing.T) {
	path := filepath.Join(t.TempDir(), "c.db")
	for n, step := range []struct {
		wanted   string
		position uint64
	}{{"failed", 0}, {"failed", 5}, {"all", 0}, {"all", 0}, {"failed", 0}} {
		c := open(t, path)
		if err := c.Select(step.wanted); err != nil || c.Position() != step.position {
			t.Errorf("step %d: looks on from %d, want %d: %v", n, c.Position(), step.position, err)
		}
		lines := note(t, c, 5, outcome("l", 1, lane.ResultFailed))
		if told := n == 0; told != (len(lines) == 1) {
			t.Errorf("step %d: %d lines", n, len(lines))
		}
		closed(t, c)
		if n > 0 {
			continue
		}
		c = open(t, path)
		if c.Position() != 5 {
			t.Errorf("the cursor was left at %d", c.Position())
		}
		closed(t, c)
	}
}

// TestWhatIsInferredIsNotTold checks that an outcome whose end is not recorded is not reported, and
// that the same outcome is reported once its end is recorded.
func TestWhatIsInferredIsNotTold(t *testing.T) {
	c := open(t, filepath.Join(t.TempDir(), "watch"))
	defer closed(t, c)
	o := outcome("A", 1, lane.ResultFinished)
	o.Basis = work.BasisInferred
	if lines := note(t, c, 1, o); len(lines) != 0 {
		t.Errorf("told: %+v", lines)
	}
	o.Basis = work.BasisCall
	if lines := note(t, c, 2, o); len(lines) != 1 {
		t.Errorf("told %d lines, want 1", len(lines))
	}
}
