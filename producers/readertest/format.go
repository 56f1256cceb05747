package readertest

import (
	"bytes"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/clawable/claw/producers"
)

// Format is a reader, and how its recordings are counted by other code than its own.
type Format struct {
	Reader  producers.Reader
	Recount func(t *testing.T, content []byte) Counts
	Cuts    int // places at which a recording is cut
}

// Hold is what every recording of the format is held to.
func (f Format) Hold(t *testing.T, content []byte) {
	t.Helper()
	if diff := cmp.Diff(f.Recount(t, content), Count(t, f.Reader, content)); diff != "" {
		t.Errorf("-recount +reader:\n%s", diff)
	}
	Again(t, f.Reader, content)
	Cuts(t, f.Reader, content, f.Cuts)
}

// Fixtures holds the recordings that a pattern names, also when they come slowly or
// with lines that are there twice.
func (f Format) Fixtures(t *testing.T, pattern string) {
	for name, content := range Files(t, pattern) {
		t.Run(name, func(t *testing.T) {
			f.Hold(t, content)
			Slowly(t, f.Reader, content)
			Doubled(t, f.Reader, content)
		})
	}
}

// Shared holds the recordings of a format beside the repository, see the function of
// this name.
func (f Format) Shared(t *testing.T, root, format, sameOn string) {
	for name, content := range Shared(t, root, format, sameOn) {
		t.Run(name, func(t *testing.T) { f.Hold(t, content) })
	}
}

// Claims holds whether the reader takes a file that begins so for its own.
func (f Format) Claims(t *testing.T, name, head string, want bool) {
	t.Run(name, func(t *testing.T) {
		if got := Sniffed(f.Reader, []byte(head)); got != want {
			t.Errorf("claimed %t, want %t", got, want)
		}
	})
}

// Fuzz feeds the reader any bytes, beginning with the recordings that a pattern names
// and with excerpts of them, which take a fraction of the time: see [Any].
func (f Format) Fuzz(fz *testing.F, pattern string) {
	for _, content := range Files(fz, pattern) {
		fz.Add(content)
		for _, part := range excerpts(content) {
			fz.Add(part)
		}
	}
	fz.Fuzz(func(t *testing.T, content []byte) { Any(t, f.Reader, content) })
}

// excerpts are the beginning of a recording, which identifies its session, with some
// of the later lines each, so that every line is in one.
func excerpts(content []byte) (parts [][]byte) {
	const beginning, some = 3, 6
	lines := slices.Collect(bytes.Lines(content))
	if len(lines) <= beginning+some {
		return nil
	}
	for later := range slices.Chunk(lines[beginning:], some) {
		parts = append(parts, bytes.Join(slices.Concat(lines[:beginning], later), nil))
	}
	return parts
}
