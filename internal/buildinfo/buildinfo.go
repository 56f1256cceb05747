// Package buildinfo reads the build information of a Go program from its file, without running it. It does
// what debug/buildinfo does, by searching the file: that package links the readers of five formats of object
// files, and the tables that they make at the start would delay every hook.
package buildinfo

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"errors"
	"io"
	"os"
	"runtime/debug"
)

// What the linker leaves, see buildInfoHeader in debug/buildinfo of Go: a header at an address that
// align divides, in which the byte at flagsAt has the bit inline since Go 1.18; after it the version of Go
// and the module's text, each preceded by its length. The text is framed by frame bytes on each side.
const (
	magic      = "\xff Go buildinf:"
	align      = 16
	headerSize = 32
	flagsAt    = 15
	inline     = 2
	frame      = 16

	chunk    = 1 << 20
	mostText = 1 << 20   // bytes of a text
	searched = 256 << 20 // bytes of a file: some of the files are chosen by others, and the header precedes the debug information
)

// ErrNone means that a file is no Go program, was built before Go 1.18, or has no build information in its
// first 256 MiB.
var ErrNone = errors.New("the file has no information about a build by Go")

// ReadFile returns the build information of the program in a file.
//
// Errors: those of opening and reading the file; [ErrNone].
func ReadFile(name string) (*debug.BuildInfo, error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	buf := make([]byte, chunk+len(magic)-1) // the next chunk begins inside, so that no header is cut
	for at := int64(0); at < searched; at += chunk {
		n, err := f.ReadAt(buf, at)
		if err != nil && !errors.Is(err, io.EOF) {
			return nil, err
		}
		if info := find(f, buf[:n], at); info != nil {
			return info, nil
		}
		if n < len(buf) {
			break
		}
	}
	return nil, ErrNone
}

// find finds the first header in a part of a file that what is behind it can be read for.
func find(f io.ReaderAt, part []byte, at int64) *debug.BuildInfo {
	for i := 0; ; i++ {
		next := bytes.Index(part[i:], []byte(magic))
		if next < 0 {
			return nil
		}
		i += next
		if info := read(f, at+int64(i)); info != nil {
			return info
		}
	}
}

// read reads what follows a header. It returns nil when that is no build information: the words of the
// header may appear in a text of the program.
func read(f io.ReaderAt, at int64) *debug.BuildInfo {
	var header [headerSize]byte
	if _, err := f.ReadAt(header[:], at); at%align != 0 || err != nil || header[flagsAt]&inline == 0 {
		return nil
	}
	in := bufio.NewReader(io.NewSectionReader(f, at+headerSize, 2*mostText))
	version, module := text(in), text(in)
	if version == "" || len(module) < 2*frame {
		return nil
	}
	info, err := debug.ParseBuildInfo(module[frame : len(module)-frame])
	if err != nil {
		return nil
	}
	info.GoVersion = version
	return info
}

// text reads a text behind its length, "" for none.
func text(in *bufio.Reader) string {
	n, err := binary.ReadUvarint(in)
	if err != nil || n > mostText {
		return ""
	}
	b := make([]byte, n)
	if _, err := io.ReadFull(in, b); err != nil {
		return ""
	}
	return string(b)
}
