package archive

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"slices"
)

// ScratchFile is where an [Archive] writes what it does not hold in memory, and reads it
// back: a scratch file.
type ScratchFile interface {
	io.Writer
	io.ReaderAt
}

// recordFile writes byte strings one after the other into a scratch file.
//
//	record: length of what follows (uvarint) · the bytes
type recordFile struct {
	file ScratchFile
	at   int64  // how much the file holds
	tail []byte // what comes after it
}

// tailBytes is how much is written at once.
const tailBytes = 1 << 20

// put appends a record and returns its offset.
func (s *recordFile) put(b []byte) (at int64, err error) {
	if len(s.tail) >= tailBytes {
		if _, err := s.file.Write(s.tail); err != nil {
			return 0, fmt.Errorf("write to the scratch file: %w", err)
		}
		s.at += int64(len(s.tail))
		s.tail = s.tail[:0]
	}
	at = s.at + int64(len(s.tail))
	s.tail = append(binary.AppendUvarint(s.tail, uint64(len(b))), b...)
	return at, nil
}

// aheadBytes is how much is read at first: most records are shorter.
const aheadBytes = 1 << 10

// get reads the record at a place into buf.
func (s *recordFile) get(at int64, buf []byte) ([]byte, error) {
	if at >= s.at {
		b := s.tail[at-s.at:]
		n, head := binary.Uvarint(b)
		return append(buf[:0], b[head:head+int(n)]...), nil
	}
	buf = slices.Grow(buf[:0], aheadBytes)[:min(aheadBytes, s.at-at)]
	if err := s.read(buf, at); err != nil {
		return nil, err
	}
	n, head := binary.Uvarint(buf)
	if head <= 0 || n > uint64(s.at-at) {
		return nil, errors.New("read from the scratch file: it holds something else than was written")
	}
	if end := head + int(n); end <= len(buf) {
		return buf[head:end], nil
	}
	buf = slices.Grow(buf[:0], int(n))[:n]
	return buf, s.read(buf, at+int64(head))
}

func (s *recordFile) read(b []byte, at int64) error {
	if n, err := s.file.ReadAt(b, at); n < len(b) {
		return fmt.Errorf("read from the scratch file: %w", err)
	}
	return nil
}
