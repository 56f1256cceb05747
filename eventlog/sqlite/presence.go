package sqlite

import (
	"os"
	"time"
)

// presence is the file PATH-tick: each process with the log open holds a shared
// lock of it. Its bytes:
//
//	0  what the last scan of the write-ahead log found, written under the
//	   exclusive lock only: 'c' clean, 'd' damaged, 's' not ended yet
//	1  changes with each commit
//
// Who gets the exclusive lock is alone and scans before SQLite reads the
// write-ahead log. Who does not get it finds, under the shared lock, what the one
// before it found: only a clean log is open anywhere.
type presence struct {
	file *os.File
	tick byte
}

const (
	markClean    = 'c'
	markDamaged  = 'd'
	markScanning = 's'
)

// openPresence opens the file, which it makes if it may; nil when there is none
// and none can be made: then nobody else has the log open for writing.
func openPresence(path string) (*presence, error) {
	f, err := os.OpenFile(path+"-tick", os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil && isDenied(err) {
		if f, err = os.Open(path + "-tick"); os.IsNotExist(err) {
			return nil, nil
		}
	}
	if err != nil {
		return nil, err
	}
	return &presence{file: f}, nil
}

// lookAgain is how long one waits while another process scans.
const lookAgain = time.Millisecond

// enter takes the shared lock. When nobody else has the log open it calls scan
// under the exclusive lock first; if that finds damage or fails, the lock is given up.
//
// Errors: errTimeout, those of scan and of the operating system.
func (p *presence) enter(patience time.Duration, scan func() (damaged bool, err error)) (damaged bool, err error) {
	if p == nil {
		return scan()
	}
	for end := time.Now().Add(patience); ; time.Sleep(lookAgain) {
		alone, err := tryLock(p.file, true)
		if err != nil {
			return false, err
		}
		if alone {
			if damaged, err = p.scan(scan); damaged || err != nil {
				return damaged, err
			}
			if err := waitLock(p.file, false); err != nil {
				return false, err
			}
		} else if shared, err := tryLock(p.file, false); err != nil {
			return false, err
		} else if !shared {
			if time.Now().After(end) {
				return false, errTimeout
			}
			continue
		}
		if m := p.mark(); m == markClean || m == 0 {
			return false, nil
		}
		if err := unlock(p.file); err != nil {
			return false, err
		}
		if time.Now().After(end) {
			return false, errTimeout
		}
	}
}

// scan runs under the exclusive lock and gives it up unless all is well.
func (p *presence) scan(scan func() (bool, error)) (damaged bool, err error) {
	p.setMark(markScanning)
	if damaged, err = scan(); damaged || err != nil {
		p.setMark(markDamaged)
		if e := unlock(p.file); err == nil {
			err = e
		}
		return damaged, err
	}
	p.setMark(markClean)
	return false, nil
}

// mark is 0 where none could ever be written.
func (p *presence) mark() byte {
	var b [1]byte
	_, _ = p.file.ReadAt(b[:], 0)
	return b[0]
}

// setMark writes only what changes: followers watch the file. On a disk that
// takes no writing the mark stays, and so does the log.
func (p *presence) setMark(mark byte) {
	if p.mark() != mark {
		_, _ = p.file.WriteAt([]byte{mark}, 0)
	}
}

// touch wakes the followers of other processes; when it fails they look by
// themselves, later.
func (p *presence) touch() {
	p.tick++
	_, _ = p.file.WriteAt([]byte{p.tick}, 1)
}

func (p *presence) close() error {
	if p == nil {
		return nil
	}
	return p.file.Close()
}
