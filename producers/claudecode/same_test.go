package claudecode_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/producers"
	"github.com/clawable/claw/producers/claudecode"
	"github.com/clawable/claw/producers/readertest"
)

type held struct {
	core  domain.Digest
	where string
	kind  domain.Kind
}

// put adds the drafts of a file and returns those whose id has other content.
func put(t testing.TB, set map[domain.EventID]held, name string, content []byte) (changed []string) {
	for _, r := range readertest.Read(t, claudecode.New(), content) {
		for _, d := range r.Drafts {
			where := fmt.Sprintf("%s:%d", name, r.Line)
			c := readertest.Core(t, d)
			old, there := set[d.ID]
			if !there {
				set[d.ID] = held{c, where, d.Kind}
			} else if old.core != c {
				changed = append(changed, fmt.Sprintf("%s %s and %s", d.Kind, old.where, where))
			}
		}
	}
	return changed
}

func TestTheSameRecordGivesTheSameEventInEveryFile(t *testing.T) {
	set := map[domain.EventID]held{}
	var changed []string
	for _, f := range transcripts(t) {
		changed = append(changed, put(t, set, f.name, f.content)...)
		changed = append(changed, put(t, set, f.name+", its first half", f.content[:len(f.content)/2])...)
	}
	if diff := cmp.Diff([]string(nil), changed); diff != "" {
		t.Errorf("events with one id and two contents, -want +got:\n%s", diff)
	}
}

// snapshots are five exports of one session, each a prefix of the next.
var snapshots = []string{"8e/ce5fc12e98/0", "2c/1a2a1e88ce/0", "bd/e5096363d6/2", "bd/e5096363d6/0", "ba/59c426c910/0"}

func TestSnapshotsInAnyOrderGiveTheEventsOfTheLastOne(t *testing.T) {
	var recorded, cut []recording
	for _, f := range transcripts(t) {
		if f.name == "session.jsonl" {
			lines := slices.Collect(bytes.Lines(f.content))
			for _, n := range []int{4, 13, 20, 33, len(lines)} {
				cut = append(cut, recording{fmt.Sprint(n, " lines"), f.format, bytes.Join(lines[:n], nil)})
			}
		}
	}
	for _, part := range snapshots {
		for _, f := range transcripts(t) {
			if strings.Contains(f.name, part) {
				recorded = append(recorded, f)
			}
		}
	}
	if n := len(recorded); n > 0 && n != len(snapshots) || len(cut) != len(snapshots) {
		t.Fatalf("%d recorded snapshots, %d of the fixture", n, len(cut))
	}
	for _, files := range [][]recording{recorded, cut} {
		if len(files) > 0 {
			checkSnapshots(t, files)
		}
	}
}

func checkSnapshots(t *testing.T, files []recording) {
	want := map[domain.EventID]held{}
	put(t, want, "", files[len(files)-1].content)
	for _, order := range [][]int{{0, 1, 2, 3, 4}, {4, 3, 2, 1, 0}, {2, 0, 4, 1, 3}, {3, 1, 0, 4, 2}, {1, 4, 0, 3, 2}} {
		got := map[domain.EventID]held{}
		for _, i := range order {
			if changed := put(t, got, files[i].name, files[i].content); len(changed) > 0 {
				t.Errorf("order %v: %v", order, changed)
			}
		}
		if !sameSet(want, got) {
			t.Errorf("order %v: %d events, want %d", order, len(got), len(want))
		}
	}
}

func sameSet(a, b map[domain.EventID]held) bool {
	for id, h := range a {
		if b[id].core != h.core {
			return false
		}
	}
	return len(a) == len(b)
}

// drip hands out one line at a call and counts them.
type drip struct {
	lines [][]byte
	given int
}

func (d *drip) Read(p []byte) (int, error) {
	if d.given == len(d.lines) {
		return 0, io.EOF
	}
	n := copy(p, d.lines[d.given])
	if d.lines[d.given] = d.lines[d.given][n:]; len(d.lines[d.given]) == 0 {
		d.given++
	}
	return n, nil
}

// A record that comes before the next line is read cannot depend on it: each cut
// of a file gives the records of its lines.
func TestARecordDependsOnItsLineAndEarlierOnesOnly(t *testing.T) {
	for _, f := range transcripts(t) {
		in := &drip{lines: slices.Collect(bytes.Lines(f.content))}
		n := 0
		for r, err := range claudecode.New().Read(context.Background(), in) {
			if n++; err != nil || r.Line != n {
				t.Fatalf("%s:%d: record of line %d, %v", f.name, n, r.Line, err)
			}
			if in.given != n {
				t.Fatalf("%s: the record of line %d came after line %d was read", f.name, n, in.given)
			}
		}
		if n != len(in.lines) {
			t.Errorf("%s: %d records of %d lines", f.name, n, len(in.lines))
		}
	}
}

func TestACutFileGivesTheBeginningOfTheWholeOne(t *testing.T) {
	for _, f := range transcripts(t) {
		whole := readertest.Read(t, claudecode.New(), f.content)
		for _, at := range []int{len(f.content) / 7, len(f.content) / 2, len(f.content) - 9} {
			if at < 0 {
				continue
			}
			part := readertest.Read(t, claudecode.New(), f.content[:at])
			torn := part[len(part)-1]
			if diff := cmp.Diff(draftsOf(whole[:len(part)-1]), draftsOf(part[:len(part)-1])); diff != "" {
				t.Errorf("%s cut at byte %d, -whole +cut:\n%s", f.name, at, diff)
			}
			if len(torn.Drafts) > 0 && torn.Unreadable == "" && !bytes.HasPrefix(f.content[at:], []byte("\n")) {
				t.Errorf("%s cut at byte %d: the torn line %d reads as a whole one", f.name, at, torn.Line)
			}
		}
	}
}

func draftsOf(records []producers.Record) (out []string) {
	for _, r := range records {
		for _, d := range r.Drafts {
			out = append(out, fmt.Sprint(r.Line, d.ID, d.Kind, d.Seq, d.Causes, d.Subject, d.Stream, string(d.Data)))
		}
		out = append(out, fmt.Sprint(r.Line, r.Skipped, r.Unreadable))
	}
	return out
}

// failing gives some lines and then an error.
type failing struct{ strings.Reader }

var errDisk = errors.New("disk")

func (f *failing) Read(p []byte) (int, error) {
	n, err := f.Reader.Read(p)
	if errors.Is(err, io.EOF) {
		err = errDisk
	}
	return n, err
}

func TestAReadErrorEndsTheReading(t *testing.T) {
	in := &failing{*strings.NewReader(lines(ask("p1", "", "go")) + `{"type"`)}
	var lines []int
	var last error
	for r, err := range claudecode.New().Read(context.Background(), in) {
		lines, last = append(lines, r.Line), err
	}
	if !errors.Is(last, errDisk) || !slices.Equal(lines, []int{1, 2}) {
		t.Errorf("lines %v, error %v; want the error at line 2", lines, last)
	}
}

func TestACancelledReadingEnds(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	n := 0
	var last error
	for _, err := range claudecode.New().Read(ctx, strings.NewReader(strings.Repeat("\n", 9))) {
		n, last = n+1, err
		cancel()
	}
	if n != 2 || !errors.Is(last, context.Canceled) {
		t.Errorf("%d records, error %v", n, last)
	}
}
