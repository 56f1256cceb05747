package salvage

import (
	"encoding/binary"
	"errors"
	"io"
	"os"
	"path/filepath"

	"github.com/clawable/claw/eventlog/sqlite/wal"
)

// Copy makes a private copy of the database in a new folder, for a
// reader that must not or cannot touch the files themselves. The file is not linked: a
// process that is killed would leave a second name of the log.
//
// In the copy the checksums of a damaged write-ahead log are made to fit, so that
// SQLite reads all that was durable; the checksums of the rows show what is wrong.
func Copy(path string) (copied string, remove func(), err error) {
	dir, err := os.MkdirTemp("", "claw-read-")
	if err != nil {
		return "", nil, err
	}
	remove = func() { _ = os.RemoveAll(dir) } // the system clears what stays
	copied = filepath.Join(dir, "log")
	if err = copyFile(copied, path); err == nil {
		err = mendWAL(copied+"-wal", path+"-wal")
	}
	if err != nil {
		remove()
		return "", nil, err
	}
	return copied, remove, nil
}

func copyFile(to, from string) error {
	src, err := os.Open(from)
	if err != nil {
		return err
	}
	defer func() { _ = src.Close() }() // it was only read
	return writeFile(to, func(w io.Writer) error {
		_, err := io.Copy(w, src)
		return err
	})
}

func writeFile(path string, write func(io.Writer) error) error {
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return err
	}
	err = write(f)
	if e := f.Close(); err == nil {
		err = e
	}
	return err
}

// mendWAL copies the frames that were durable, damaged or not, with new
// checksums. Where the scan sees no damage, but the log has lost events, these are
// the ones that look like it. Without a write-ahead log there is nothing to copy.
func mendWAL(to, from string) error {
	src, err := os.Open(from)
	if errors.Is(err, os.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	defer func() { _ = src.Close() }() // it was only read
	info, err := src.Stat()
	if err != nil {
		return err
	}
	chain, _, err := wal.Follow(src, info.Size())
	if chain == nil || err != nil {
		return err
	}
	return writeFile(to, func(w io.Writer) error {
		m := mender{to: w, head: chain.Head, frames: chain.Proven, pages: chain.ProvenSize}
		if !chain.Report.Corrupt {
			m.frames, m.pages = chain.Claimed, max(chain.ClaimSize, chain.ProvenSize)
		}
		m.writeHeader()
		_, err := wal.EachFrame(src, info.Size(), chain.Head.PageSize, m.step)
		return errors.Join(m.err, err)
	})
}

// mender writes frames with new checksums.
type mender struct {
	to     io.Writer
	head   wal.Header
	frames int    // of the source, that are copied
	pages  uint32 // no page beyond these is copied
	n      int    // frames seen
	sum    wal.Sum
	err    error
}

func (m *mender) writeHeader() {
	var raw [wal.HeaderSize]byte
	binary.BigEndian.PutUint32(raw[0:], wal.Magic)
	binary.BigEndian.PutUint32(raw[4:], walVersion)
	binary.BigEndian.PutUint32(raw[8:], uint32(m.head.PageSize))
	binary.BigEndian.PutUint64(raw[16:], m.head.Salt)
	m.sum = wal.Sum{}.Add(raw[:24], false)
	m.sum.Put(raw[24:])
	_, m.err = m.to.Write(raw[:])
}

const walVersion = 3007000

func (m *mender) step(raw []byte) {
	m.n++
	f := wal.ReadFrame(raw)
	if m.n > m.frames || m.err != nil || f.Page == 0 || f.Page > m.pages {
		return
	}
	if m.n == m.frames {
		binary.BigEndian.PutUint32(raw[4:], m.pages)
	}
	binary.BigEndian.PutUint64(raw[8:], m.head.Salt)
	m.sum = wal.FrameSum(m.sum, raw, false)
	m.sum.Put(raw[16:])
	_, m.err = m.to.Write(raw)
}

// Scan scans a write-ahead log; one that is not there is in order.
func Scan(path string) (wal.Report, error) {
	f, err := os.Open(path)
	if errors.Is(err, os.ErrNotExist) {
		return wal.Report{}, nil
	}
	if err != nil {
		return wal.Report{}, err
	}
	defer func() { _ = f.Close() }() // it was only read
	info, err := f.Stat()
	if err != nil {
		return wal.Report{}, err
	}
	return wal.Scan(f, info.Size())
}
