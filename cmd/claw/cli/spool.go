package cli

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"path/filepath"

	"github.com/clawable/claw/commands/record"
	"github.com/clawable/claw/eventlog"
	"github.com/clawable/claw/eventlog/spool"
)

// besideLog follows the name of a log's file in that of the folder where events wait which
// cannot wait in the state folder.
const besideLog = "-spool"

// spoolOf is the spool of a log, by its name: what waits for a log that is not there
// waits under the name that it will have. It is in the state folder, else beside the log:
// without a home folder, or with one that cannot be written, the log's own folder may take
// events. ok is false where nothing can wait.
func (a *app) spoolOf(at Setting) (s spool.Spool, ok bool) {
	path, isFile := fileOf(at)
	if !isFile {
		return s, false
	}
	real, _ := resolved(path) // the same before it is there and after
	if folder := a.stateFolder(); folder != "" {
		key := sha256.Sum256([]byte(real))
		s = spool.In(filepath.Join(folder, "spool", hex.EncodeToString(key[:8])))
	}
	return s.Or(real + besideLog), true
}

// drain moves what waits for a log into it, unless somebody else is about it; what cannot
// be moved goes on waiting.
func (a *app) drain(at Setting, log eventlog.Log) {
	s, ok := a.spoolOf(at)
	if !ok {
		return
	}
	if _, err := record.Drain(a.ctx, s, log); err != nil && !errors.Is(err, spool.ErrBusy) && a.ctx.Err() == nil {
		a.warn("spool_not_drained", "events of hooks wait in "+s.Folder()+": "+typed(err).Error())
	}
}

// drainFirst drains the spool of a log that is about to be opened for reading only.
func (a *app) drainFirst(at Setting) {
	s, ok := a.spoolOf(at)
	if !ok {
		return
	}
	if c, err := s.List(); err != nil || len(c.Waiting) == 0 {
		return
	}
	log, err := a.engine(a.ctx, at, toAppend, a.Patience)
	if err != nil {
		return // who reads hears of it in a moment
	}
	if limitOf(log) == nil {
		a.drain(at, log)
	}
	if err := log.Close(); err != nil {
		a.warn("spool_not_drained", typed(err).Error())
	}
}
