package salvage

import (
	"encoding/binary"
	"fmt"
	"io"
	"os"
)

// The fields of the header of an SQLite file that state how much the file should hold; 4 bytes
// each, big endian.
const (
	fileHeaderSize = 100
	atPageSize     = 16 // 2 bytes; 1 means 65,536
	atChanges      = 24
	atPages        = 28
	atCounted      = 92 // the changes when the pages were counted
)

// CutShort says what of a file is gone that is shorter than it says itself, "" for
// nothing. A file with a write-ahead log beside it may be behind what it says.
func CutShort(path string) (string, error) {
	f, err := os.Open(path)
	if err != nil {
		return "", err
	}
	defer func() { _ = f.Close() }() // it was only read
	var header [fileHeaderSize]byte
	if _, err := io.ReadFull(f, header[:]); err != nil {
		return "", err
	}
	info, err := f.Stat()
	if err != nil {
		return "", err
	}
	size := int64(binary.BigEndian.Uint16(header[atPageSize:]))
	if size == 1 {
		size = 1 << 16
	}
	number := func(at int) int64 { return int64(binary.BigEndian.Uint32(header[at:])) }
	if size == 0 || number(atChanges) != number(atCounted) || info.Size() >= size*number(atPages) {
		return "", nil
	}
	return fmt.Sprintf("the file is cut: %d of its %d pages are there", info.Size()/size, number(atPages)), nil
}
