package sqlite

import (
	"io"

	"github.com/cockroachdb/errors"
)

// walReport is what scanWAL found in a `-wal` file.
//
// Frames count from 1; 0 is none. Offsets are bytes from the start of the file.
type walReport struct {
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

// scanWAL reads the first size bytes of a `-wal` file and reports whether
// SQLite's own recovery would drop transactions that had been acknowledged.
//
// SQLite takes the first bad frame for the end of the log. scanWAL looks behind
// it: a writer starts a transaction only after the one before it is synced, so
// a frame that continues the checksum of a commit frame proves that commit
// durable, and a bad frame at or before that commit is damage, not a torn
// write. This holds for synchronous=FULL and files written in whole sectors.
//
// No process may write to the file during the call. Memory is one read buffer.
// An empty file, and a header without frames, are in order.
//
// Errors: what r returns; the content of the file is never an error.
func scanWAL(r io.ReaderAt, size int64) (walReport, error) {
	if size <= walHeaderSize {
		return walReport{}, nil
	}
	var raw [walHeaderSize]byte
	if _, err := r.ReadAt(raw[:], 0); err != nil {
		return walReport{}, errors.Wrap(err, "read wal header")
	}
	head, ok := parseWALHeader(raw[:])
	if !ok {
		return scanHeadless(r, size, raw[:])
	}
	chain := newWALChain(head)
	rest, err := eachFrame(r, size, head.pageSize, chain.step)
	if err != nil {
		return walReport{}, err
	}
	return chain.finish(rest), nil
}

// scanHeadless handles a file whose header SQLite would reject, and with it
// every frame. The header is synced before the first frame is written: when
// frames after it verify, the header was good once.
func scanHeadless(r io.ReaderAt, size int64, raw []byte) (walReport, error) {
	head, ok, err := inferWALHeader(r, size, raw)
	if err != nil || !ok {
		return walReport{}, err
	}
	chain := newWALChain(head)
	chain.intact = false
	if _, err := eachFrame(r, size, head.pageSize, chain.step); err != nil {
		return walReport{}, err
	}
	chain.report.Corrupt = true
	return chain.finish(0), nil
}

const walReadBuffer = 256 << 10

// eachFrame calls step for each whole frame, in order, and returns the number of
// bytes left over after the last. The frame's bytes are valid during the call.
func eachFrame(r io.ReaderAt, size int64, pageSize int, step func(raw []byte)) (rest int64, err error) {
	frameSize := int64(walFrameHeaderSize + pageSize)
	frames := (size - walHeaderSize) / frameSize
	batch := min(max(1, walReadBuffer/frameSize), frames)
	buf := make([]byte, batch*frameSize)
	at := int64(walHeaderSize)
	for left := frames; left > 0; {
		n := min(batch, left)
		part := buf[:n*frameSize]
		if got, err := r.ReadAt(part, at); got < len(part) {
			return 0, errors.Wrapf(err, "read wal frames at %d", at)
		}
		for ; len(part) > 0; part = part[frameSize:] {
			step(part[:frameSize])
		}
		at += n * frameSize
		left -= n
	}
	return size - at, nil
}
