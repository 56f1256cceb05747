package wal

import (
	"fmt"
	"io"
)

// Report is what [Scan] found in a `-wal` file.
//
// Frames count from 1; 0 is none. Offsets are bytes from the start of the file.
type Report struct {
	PageSize int // bytes; 0 when the file has no readable header

	// What SQLite will take from the file when it recovers it.
	Frames  int // frames up to the last commit before the first bad frame
	Commits int // transactions in these frames
	Pages   int // size of the database in pages after the last of them

	// An unfinished transaction follows the last commit. It was never
	// acknowledged: a crash, or a transaction that spilled and was rolled back.
	Torn   bool
	TornAt int64

	// A transaction that was durable is damaged: SQLite would drop it and
	// everything after it without a word. Never set together with Torn.
	Corrupt      bool
	CorruptFrame int   // 0 is the header of the file
	CorruptAt    int64 // start of that frame
	LostCommits  int   // commit frames from the damage on that still verify
}

// Scan reads the first size bytes of a `-wal` file and reports whether
// SQLite's own recovery would drop transactions that had been acknowledged.
//
// SQLite takes the first bad frame for the end of the log. Scan looks behind
// it: a writer starts a transaction only after the one before it is synced, so
// a frame that continues the checksum of a commit frame proves that commit
// durable, and a bad frame at or before that commit is damage, not a torn
// write. This holds for synchronous=FULL and files written in whole sectors.
//
// No process may write to the file during the call. Memory is one read buffer.
// An empty file, and a header without frames, are in order.
//
// Errors: what r returns; the content of the file is never an error.
func Scan(r io.ReaderAt, size int64) (Report, error) {
	chain, rest, err := Follow(r, size)
	if chain == nil || err != nil {
		return Report{}, err
	}
	return chain.finish(rest), nil
}

// Follow goes through the frames; nil when the file has none. rest is the
// number of bytes after the last whole frame.
func Follow(r io.ReaderAt, size int64) (chain *Chain, rest int64, err error) {
	if size <= HeaderSize {
		return nil, 0, nil
	}
	var raw [HeaderSize]byte
	if _, err := r.ReadAt(raw[:], 0); err != nil {
		return nil, 0, fmt.Errorf("read wal header: %w", err)
	}
	head, ok := parseHeader(raw[:])
	if !ok {
		chain, err = followHeadless(r, size, raw[:])
		return chain, 0, err
	}
	chain = newChain(head)
	rest, err = EachFrame(r, size, head.PageSize, chain.step)
	return chain, rest, err
}

// followHeadless handles a file whose header SQLite would reject, and with it
// every frame. The header is synced before the first frame is written: when
// frames after it verify, the header was good once.
func followHeadless(r io.ReaderAt, size int64, raw []byte) (*Chain, error) {
	head, ok, err := inferHeader(r, size, raw)
	if err != nil || !ok {
		return nil, err
	}
	chain := newChain(head)
	chain.intact = false
	_, err = EachFrame(r, size, head.PageSize, chain.step)
	chain.Report.Corrupt = true
	return chain, err
}

const walReadBuffer = 64 << 10

// EachFrame calls step for each whole frame, in order, and returns the number of
// bytes left over after the last. The frame's bytes are valid during the call.
func EachFrame(r io.ReaderAt, size int64, pageSize int, step func(raw []byte)) (rest int64, err error) {
	frameSize := int64(frameHeaderSize + pageSize)
	frames := (size - HeaderSize) / frameSize
	batch := min(max(1, walReadBuffer/frameSize), frames)
	buf := make([]byte, batch*frameSize)
	at := int64(HeaderSize)
	for left := frames; left > 0; {
		n := min(batch, left)
		part := buf[:n*frameSize]
		if got, err := r.ReadAt(part, at); got < len(part) {
			return 0, fmt.Errorf("read wal frames at %d: %w", at, err)
		}
		for ; len(part) > 0; part = part[frameSize:] {
			step(part[:frameSize])
		}
		at += n * frameSize
		left -= n
	}
	return size - at, nil
}
