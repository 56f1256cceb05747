package sqlite

import (
	"encoding/binary"
	"errors"
	"io"
	"os"
	"path/filepath"
)

// copyDatabase makes a private copy of the database in a new folder, for a
// reader that must not or cannot touch the files themselves. The file is not linked: a
// process that is killed would leave a second name of the log.
//
// In the copy the checksums of a damaged write-ahead log are made to fit, so that
// SQLite reads all that was durable; the checksums of the rows tell what is wrong.
func copyDatabase(path string) (copied string, remove func(), err error) {
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
	chain, _, err := followWAL(src, info.Size())
	if chain == nil || err != nil {
		return err
	}
	return writeFile(to, func(w io.Writer) error {
		m := mender{to: w, head: chain.head, frames: chain.proven, pages: chain.provenSize}
		if !chain.report.Corrupt {
			m.frames, m.pages = chain.claimed, max(chain.claimSize, chain.provenSize)
		}
		m.writeHeader()
		_, err := eachFrame(src, info.Size(), chain.head.pageSize, m.step)
		return errors.Join(m.err, err)
	})
}

// mender writes frames with new checksums.
type mender struct {
	to     io.Writer
	head   walHeader
	frames int    // of the source, that are copied
	pages  uint32 // no page beyond these is copied
	n      int    // frames seen
	sum    walSum
	err    error
}

func (m *mender) writeHeader() {
	var raw [walHeaderSize]byte
	binary.BigEndian.PutUint32(raw[0:], walMagic)
	binary.BigEndian.PutUint32(raw[4:], walVersion)
	binary.BigEndian.PutUint32(raw[8:], uint32(m.head.pageSize))
	binary.BigEndian.PutUint64(raw[16:], m.head.salt)
	m.sum = walSum{}.add(raw[:24], false)
	m.sum.put(raw[24:])
	_, m.err = m.to.Write(raw[:])
}

const walVersion = 3007000

func (m *mender) step(raw []byte) {
	m.n++
	f := readWALFrame(raw)
	if m.n > m.frames || m.err != nil || f.page == 0 || f.page > m.pages {
		return
	}
	if m.n == m.frames {
		binary.BigEndian.PutUint32(raw[4:], m.pages)
	}
	binary.BigEndian.PutUint64(raw[8:], m.head.salt)
	m.sum = frameSum(m.sum, raw, false)
	m.sum.put(raw[16:])
	_, m.err = m.to.Write(raw)
}
