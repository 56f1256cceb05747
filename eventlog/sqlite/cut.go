package sqlite

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
)

// Further places in the header of an SQLite file; 4 bytes each, big endian.
const (
	atPageSize = 16 // 2 bytes; 1 stands for 65,536
	atChanges  = 24
	atPages    = 28
	atCounted  = 92 // the changes when the pages were counted
)

// cutShort says what of a file is gone that is shorter than it says itself, "" for
// nothing. With a write-ahead log beside it, the file may be behind.
func cutShort(path string) (string, error) {
	if hasFrames(path) {
		return "", nil
	}
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

// hasFrames reports whether a write-ahead log with something in it is beside the file.
func hasFrames(path string) bool {
	info, err := os.Stat(path + "-wal")
	return err == nil && info.Size() > 0
}

// salvaged is how far a damaged log can be read.
type salvaged struct {
	end  uint64 // the last position that it is known to have had
	last uint64 // the last event that can be reached
	sure bool   // the log's own word of its end can be read
}

// salvage finds out how far a damaged log can be read.
func salvage(c *conn) salvaged {
	var s salvaged
	witness, err := c.number(sqlHead)
	s.sure = err == nil && witness > 0
	last, err := c.number(sqlLast)
	if s.last = uint64(last); err != nil {
		s.last = c.lastReached()
	}
	s.end = s.last
	if s.sure {
		s.end = max(s.end, uint64(witness))
	}
	return s
}

// lastReached is the position before which reading events in their order ends, 0 for none.
func (c *conn) lastReached() (last uint64) {
	s, _, err := c.PrepareTransient(sqlPositions)
	if err != nil {
		return 0
	}
	for {
		more, err := s.Step()
		if err != nil || !more {
			_ = s.Finalize() // the damage is known
			return last
		}
		last = uint64(s.ColumnInt64(0))
	}
}

// leastEvent is what an event takes at least, in bytes: its id twice, a time and a digest.
const leastEvent = 64

// atMost is how many events a database of this size can hold. What a damaged page says of
// positions may be anything.
func (c *conn) atMost() uint64 {
	pages, err := c.number("PRAGMA page_count")
	if err != nil {
		return math.MaxInt64
	}
	size, err := c.number("PRAGMA page_size")
	if err != nil {
		return math.MaxInt64
	}
	return uint64(pages) * uint64(size) / leastEvent
}

// holds reports whether the event at a position can be reached.
func (c *conn) holds(position uint64) bool {
	s, _, err := c.PrepareTransient(sqlPositionAt)
	if err != nil {
		return false
	}
	s.BindInt64(1, int64(position))
	found, err := s.Step()
	return errors.Join(err, s.Finalize()) == nil && found
}
