package importing

import (
	"cmp"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/clawable/claw/producers/unpack"
)

// recording is an open file of an agent, uncompressed.
type recording struct {
	io.ReadCloser
	file *os.File
}

// OpenRecording opens a file of an agent, and decompresses it.
//
// Errors: those of the file system; the file is compressed and damaged at its start.
func OpenRecording(name string) (io.ReadCloser, error) {
	file, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	content, err := unpack.Reader(file)
	if err != nil {
		file.Close()
		return nil, err
	}
	return recording{content, file}, nil
}

// Close implements [io.Closer].
func (r recording) Close() error {
	return cmp.Or(r.ReadCloser.Close(), r.file.Close())
}

// mayBeRecording reports whether a file has the name of a recording. It decides only whether a file
// that cannot be identified is reported.
func mayBeRecording(name string) bool {
	for _, packed := range []string{".zst", ".gz"} {
		name = strings.TrimSuffix(name, packed)
	}
	return strings.HasSuffix(name, ".jsonl")
}

// mayBeDatabase reports whether a file has the name of the database of an agent, for the same
// purpose: a damaged one has no table that identifies it.
func mayBeDatabase(name string) bool {
	ok, err := filepath.Match("opencode*.db", filepath.Base(name))
	return ok && err == nil
}
