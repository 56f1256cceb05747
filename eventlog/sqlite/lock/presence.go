package lock

import (
	"bytes"
	"context"
	"encoding/binary"
	"hash/crc32"
	"os"
	"time"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/eventlog/sqlite/fault"
	"github.com/clawable/claw/eventlog/sqlite/place"
	"github.com/clawable/claw/internal/files"
)

// Presence is the file PATH-tick: each process with the log open holds a shared
// lock of it. Its bytes:
//
//	 0  what the last scan of the write-ahead log found, written under the
//	    exclusive lock only: 'c' clean, 'd' damaged, 's' not ended yet
//	 8  id of log.opened, 16 bytes
//	24  last position, 8 bytes, big endian, written after each commit
//	32  CRC-32C of bytes 8 to 31, 4 bytes, big endian
//	40  number of the log's file in its file system, 8 bytes, big endian, written under
//	    the exclusive lock only
//	48  CRC-32C of bytes 40 to 47, 4 bytes, big endian
//
// It is never synced, and only ever behind the log: a log that ends before it has
// lost events. Who gets the exclusive lock is alone and scans before SQLite reads the
// write-ahead log. Who does not get it finds, under the shared lock, what the one
// before it found: only a clean log is open anywhere.
type Presence struct {
	file *os.File
}

const (
	markClean    = 'c'
	markDamaged  = 'd'
	markScanning = 's'
)

// OpenPresence opens the file, which it makes if it may; nil when it may not.
func OpenPresence(path string) (*Presence, error) {
	f, err := place.OpenBeside(path, "-tick")
	if err != nil && fault.Denied(err) {
		if f, err = os.OpenFile(path+"-tick", os.O_RDONLY|files.NoFollow, 0); os.IsNotExist(err) || os.IsPermission(err) {
			return nil, nil
		}
	}
	if err != nil {
		return nil, err
	}
	return &Presence{file: f}, nil
}

// lookAgain is how long one waits while another process scans.
const lookAgain = time.Millisecond

// Enter takes the shared lock. When no other process has the log open it calls scan under
// the exclusive lock first, perhaps more than once; if that finds damage or fails, no lock
// is held. It never waits in the system: the holder of the lock there may be a process that
// was stopped.
//
// Errors: [fault.ErrTimeout], ctx's, those of scan and of the operating system.
func (p *Presence) Enter(ctx context.Context, patience time.Duration, scan func() (damaged bool, err error)) (damaged bool, err error) {
	if p == nil {
		return false, nil
	}
	for end := time.Now().Add(patience); ; {
		alone, err := files.TryLock(p.file, true)
		if err != nil {
			return false, err
		}
		if alone {
			if damaged, err := p.scan(scan); damaged || err != nil {
				return damaged, err
			}
		}
		entered, err := p.join()
		if entered || err != nil {
			return false, err
		}
		if time.Now().After(end) {
			return false, fault.ErrTimeout
		}
		select {
		case <-ctx.Done():
			return false, ctx.Err()
		case <-time.After(lookAgain):
		}
	}
}

// join takes the shared lock of a log that was found clean, if no process scans it.
func (p *Presence) join() (entered bool, err error) {
	shared, err := files.TryLock(p.file, false)
	if !shared || err != nil {
		return false, err
	}
	if m := p.mark(); m == markClean || m == 0 {
		return true, nil
	}
	return false, files.Unlock(p.file)
}

// scan runs under the exclusive lock and gives it up.
func (p *Presence) scan(scan func() (bool, error)) (damaged bool, err error) {
	p.setMark(markScanning)
	damaged, err = scan()
	if damaged || err != nil {
		p.setMark(markDamaged)
	} else {
		p.setMark(markClean)
	}
	if e := files.Unlock(p.file); err == nil {
		err = e
	}
	return damaged, err
}

// mark is 0 where none could ever be written.
func (p *Presence) mark() byte {
	var b [1]byte
	_, _ = p.file.ReadAt(b[:], 0)
	return b[0]
}

// setMark writes only what changes: followers watch the file. On a disk that
// takes no writing the mark stays, and so does the log.
func (p *Presence) setMark(mark byte) {
	if p.mark() != mark {
		_, _ = p.file.WriteAt([]byte{mark}, 0)
	}
}

const (
	recordAt   = 8
	recordSize = 28
)

// Reached is how far a log had come.
type Reached struct {
	Opened domain.EventID
	Last   uint64 // position
}

// Touch says how far the log has come, and so wakes the followers of other
// processes; when it fails they look by themselves, later.
func (p *Presence) Touch(r Reached) {
	var b [recordSize]byte
	copy(b[:], r.Opened[:])
	binary.BigEndian.PutUint64(b[16:], r.Last)
	binary.BigEndian.PutUint32(b[24:], sum(b[:24]))
	_, _ = p.file.WriteAt(b[:], recordAt)
}

// Reached returns what the last commit said; false where nothing can be read.
func (p *Presence) Reached() (r Reached, ok bool) {
	var b [recordSize]byte
	if p == nil {
		return r, false
	}
	if _, err := p.file.ReadAt(b[:], recordAt); err != nil {
		return r, false
	}
	copy(r.Opened[:], b[:])
	r.Last = binary.BigEndian.Uint64(b[16:])
	return r, binary.BigEndian.Uint32(b[24:]) == sum(b[:24])
}

const (
	inodeAt   = 40
	inodeSize = 12
)

// SetInode records which file is open under the log's name from now on.
func (p *Presence) SetInode(inode uint64) {
	b := binary.BigEndian.AppendUint64(make([]byte, 0, inodeSize), inode)
	b = binary.BigEndian.AppendUint32(b, sum(b))
	var is [inodeSize]byte
	if _, err := p.file.ReadAt(is[:], inodeAt); err == nil && bytes.Equal(b, is[:]) {
		return // followers watch the file
	}
	_, _ = p.file.WriteAt(b, inodeAt) // without it no process notices that the file was replaced
}

// IsOf reports whether the processes that have the log open have the file with this number,
// as far as it is known.
func (p *Presence) IsOf(inode uint64) bool {
	var b [inodeSize]byte
	if p == nil || inode == 0 {
		return true
	}
	if _, err := p.file.ReadAt(b[:], inodeAt); err != nil || binary.BigEndian.Uint32(b[8:]) != sum(b[:8]) {
		return true
	}
	return binary.BigEndian.Uint64(b[:]) == inode
}

// Alone takes the exclusive lock if no other process has the log open.
func (p *Presence) Alone() (bool, error) { return files.TryLock(p.file, true) }

// Name is the path of the file.
func (p *Presence) Name() string { return p.file.Name() }

// Close gives up the lock. A nil presence has none.
func (p *Presence) Close() error {
	if p == nil {
		return nil
	}
	return p.file.Close()
}

func sum(b []byte) uint32 { return crc32.Checksum(b, crc32.MakeTable(crc32.Castagnoli)) }
