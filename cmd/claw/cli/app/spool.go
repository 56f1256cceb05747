package app

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

// SpoolOf is the spool of a log, by its name: what waits for a log that is not there
// waits under the name that it will have. It is in the state folder, else beside the log:
// without a home folder, or with one that cannot be written, the log's own folder may take
// events. ok is false where nothing can wait.
func SpoolOf(a *App, at Setting) (s spool.Spool, ok bool) {
	path, isFile := FileOf(at)
	if !isFile {
		return s, false
	}
	real, _ := Resolved(path) // the same before it is there and after
	if folder := StateFolder(a); folder != "" {
		key := sha256.Sum256([]byte(real))
		s = spool.In(filepath.Join(folder, "spool", hex.EncodeToString(key[:8])))
	}
	return s.Or(real + besideLog), true
}

// drain moves what waits for a log into it, unless somebody else is about it; what cannot
// be moved goes on waiting.
func drain(a *App, at Setting, log eventlog.Log) {
	s, ok := SpoolOf(a, at)
	if !ok {
		return
	}
	if _, err := record.Drain(a.Ctx, s, log); err != nil && !errors.Is(err, spool.ErrBusy) && a.Ctx.Err() == nil {
		a.Warn("spool_not_drained", "events of hooks wait in "+s.Folder()+": "+Typed(err).Error())
	}
}

// drainFirst drains the spool of a log that is about to be opened for reading only.
func drainFirst(a *App, at Setting) {
	s, ok := SpoolOf(a, at)
	if !ok {
		return
	}
	if c, err := s.List(); err != nil || len(c.Waiting) == 0 {
		return
	}
	log, err := Engine(a, a.Ctx, at, ToAppend, a.Patience)
	if err != nil {
		return // who reads hears of it in a moment
	}
	if LimitOf(log) == nil {
		drain(a, at, log)
	}
	if err := log.Close(); err != nil {
		a.Warn("spool_not_drained", Typed(err).Error())
	}
}
