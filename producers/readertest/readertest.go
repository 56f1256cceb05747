// Package readertest is the suite that a reader of recordings passes: what holds for
// every format, whatever is in it. Each format adds how its records are counted by
// other code than the reader's.
//
// It is for tests only and depends on no format.
package readertest

import (
	"bytes"
	"context"
	"io"
	"iter"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/seal"
	"github.com/clawable/claw/eventlog"
	"github.com/clawable/claw/producers"
)

// Sniffed returns the reader's verdict on a file with this content.
func Sniffed(reader producers.Reader, content []byte) bool {
	in := bytes.NewReader(content)
	head, _, _ := producers.Head(in) // a buffer does not break
	if reader.Sniff(head) {
		return true
	}
	long, more, _ := producers.LongHead(head, in)
	return more && reader.Sniff(long)
}

// Read returns what the reader makes of an input, and holds it to its promise: a record
// for each line, with one fate, and drafts that a log takes.
func Read(t testing.TB, reader producers.Reader, content []byte) []producers.Record {
	t.Helper()
	out := Gather(t, reader.Read(context.Background(), bytes.NewReader(content)))
	if want := Lines(content); len(out) != want {
		t.Fatalf("%d records of %d lines", len(out), want)
	}
	return out
}

// Gather returns what a reader yields of an input that does not break off: records in
// order, each with one fate.
func Gather(t testing.TB, records iter.Seq2[producers.Record, error]) []producers.Record {
	t.Helper()
	var out []producers.Record
	for r, err := range records {
		if err != nil {
			t.Fatalf("line %d: %v", r.Line, err)
		}
		if out = append(out, r); r.Line != len(out) {
			t.Fatalf("record %d is of line %d", len(out), r.Line)
		}
		if (len(r.Drafts) > 0 || r.Unreadable != "") == (r.Skipped != "") {
			t.Fatalf("line %d: %d drafts, skipped %q, unreadable %q", r.Line, len(r.Drafts), r.Skipped, r.Unreadable)
		}
	}
	return out
}

// Lines counts the lines of an input as [producers.Lines] has them: what is in UTF-16 is
// one.
func Lines(content []byte) int {
	if bytes.HasPrefix(content, []byte("\xff\xfe")) || bytes.HasPrefix(content, []byte("\xfe\xff")) {
		return 1
	}
	lines := bytes.Count(content, []byte("\n"))
	if len(content) > 0 && !bytes.HasSuffix(content, []byte("\n")) {
		lines++
	}
	return lines
}

// Core is what a log compares of a draft that it holds already.
func Core(t testing.TB, d domain.Draft) domain.Digest {
	t.Helper()
	d.Salt = new(domain.Salt)
	e, err := eventlog.Prepare(&d, nil)
	if err != nil {
		t.Fatalf("%s: a log refuses the draft: %v", d.Kind, err)
	}
	return seal.Core(&e)
}

// Any holds what is true of any bytes: nothing panics, each line has a fate, a log
// takes the drafts, no id has two contents, and the first half says nothing else by itself.
func Any(t testing.TB, reader producers.Reader, content []byte) {
	t.Helper()
	Sniffed(reader, content)
	Again(t, reader, content)
	Cuts(t, reader, content, 2)
}

// Set is what a log holds after imports: no id has two contents.
type Set map[domain.EventID]domain.Digest

// Import adds what the reader makes of an input, and returns how many events are new.
func (s Set) Import(t testing.TB, reader producers.Reader, content []byte) (added int) {
	t.Helper()
	return s.Add(t, Read(t, reader, content))
}

// Add adds what records say, and returns how many events are new.
func (s Set) Add(t testing.TB, records []producers.Record) (added int) {
	t.Helper()
	for _, r := range records {
		for _, d := range r.Drafts {
			core := Core(t, d)
			old, held := s[d.ID]
			if held && old != core {
				t.Errorf("line %d: %s %s says something else than before", r.Line, d.Kind, d.ID)
			}
			if !held {
				added++
			}
			s[d.ID] = core
		}
	}
	return added
}

// Again imports an input twice: the second time adds nothing.
func Again(t testing.TB, reader producers.Reader, content []byte) {
	t.Helper()
	set := Set{}
	set.Import(t, reader, content)
	if added := set.Import(t, reader, content); added != 0 {
		t.Errorf("the second import adds %d events", added)
	}
}

// Doubled imports an input that is repeated as a whole, and then inputs in which copies of some
// lines are inserted at other places: whatever comes between, no id has two contents.
func Doubled(t testing.TB, reader producers.Reader, content []byte) {
	t.Helper()
	const rounds, copies = 30, 4
	if t.Failed() {
		return // of what fails as it is, no round can be blamed
	}
	if !bytes.HasSuffix(content, []byte("\n")) {
		content = append(bytes.Clone(content), '\n')
	}
	Again(t, reader, bytes.Repeat(content, 2))
	for round := range rounds {
		places := rand.New(rand.NewPCG(0, uint64(round)))
		lines := slices.Collect(bytes.Lines(content))
		for range copies {
			lines = slices.Insert(lines, places.IntN(len(lines)), lines[places.IntN(len(lines))])
		}
		if Again(t, reader, bytes.Join(lines, nil)); t.Failed() {
			t.Fatalf("in round %d", round)
		}
	}
}

// Cuts imports an input cut at about so many places: whatever is left says nothing
// that the whole does not say, and nothing panics.
func Cuts(t testing.TB, reader producers.Reader, content []byte, places int) {
	t.Helper()
	whole := Set{}
	whole.Import(t, reader, content)
	held := len(whole)
	for at := 0; at < len(content); at += 1 + len(content)/places {
		if added := whole.Import(t, reader, content[:at]); added != 0 || len(whole) != held {
			t.Fatalf("cut at byte %d: %d events that the whole does not have", at, added)
		}
	}
}

// States imports states of one recording, in both orders: no state changes what another
// said, and the last one says all.
func States(t testing.TB, reader producers.Reader, states ...[]byte) {
	t.Helper()
	last := Set{}
	last.Import(t, reader, states[len(states)-1])
	forward, backward := Set{}, Set{}
	for i := range states {
		forward.Import(t, reader, states[i])
		backward.Import(t, reader, states[len(states)-1-i])
	}
	if diff := cmp.Diff(last, forward); diff != "" {
		t.Errorf("the last state, and all of them (-last +all):\n%s", diff)
	}
	if diff := cmp.Diff(last, backward); diff != "" {
		t.Errorf("the last state, and all of them backward (-last +all):\n%s", diff)
	}
}

// Slowly passes an input byte by byte: the result is the same.
func Slowly(t testing.TB, reader producers.Reader, content []byte) {
	t.Helper()
	want := Read(t, reader, content)
	i := 0
	for r, err := range reader.Read(context.Background(), oneByte{bytes.NewReader(content)}) {
		if err != nil {
			t.Fatal(err)
		}
		if len(r.Drafts) != len(want[i].Drafts) || r.Skipped != want[i].Skipped || r.Unreadable != want[i].Unreadable {
			t.Fatalf("line %d says something else when it comes slowly", r.Line)
		}
		i++
	}
	if i != len(want) {
		t.Fatalf("%d records, want %d", i, len(want))
	}
}

type oneByte struct{ r io.Reader }

func (o oneByte) Read(p []byte) (int, error) { return o.r.Read(p[:min(len(p), 1)]) }

// Files returns the files that a pattern names, by name.
func Files(t testing.TB, pattern string) map[string][]byte {
	t.Helper()
	names, err := filepath.Glob(pattern)
	if err != nil || len(names) == 0 {
		t.Fatalf("no files %s: %v", pattern, err)
	}
	files := map[string][]byte{}
	for _, name := range names {
		content, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		files[filepath.Base(name)] = content
	}
	return files
}
