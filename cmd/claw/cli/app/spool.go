package app

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"path/filepath"

	"github.com/clawable/claw/commands/record"
	"github.com/clawable/claw/eventlog"
	"github.com/clawable/claw/eventlog/spool"
	"github.com/clawable/claw/internal/files"
)

// besideLog is the suffix of a spool beside the log's file, for logs whose events cannot be stored
// in the state folder.
const besideLog = "-spool"

// SpoolOf is the spool of a log, found by the name of the log, also before the log exists. It is in
// the state folder; without a home folder, or where that cannot be written, beside the log. ok is
// false for a log without a spool.
func SpoolOf(a *App, at Setting) (s spool.Spool, ok bool) {
	path, isFile := FileOf(at)
	if !isFile {
		return s, false
	}
	real, _ := files.Resolved(path) // the same before the file exists and after
	if folder := StateFolder(a); folder != "" {
		key := sha256.Sum256([]byte(real))
		s = spool.In(filepath.Join(folder, "spool", hex.EncodeToString(key[:8])))
	}
	return s.Or(real + besideLog), true
}

// drain appends the events of the spool to a log, unless another process does. What cannot be
// appended stays in the spool.
func drain(a *App, at Setting, log eventlog.Log) {
	s, ok := SpoolOf(a, at)
	if !ok {
		return
	}
	if _, err := record.Drain(a.Ctx, s, log); err != nil && !errors.Is(err, spool.ErrBusy) && a.Ctx.Err() == nil {
		a.Warn("spool_not_drained", "events of hooks wait in "+s.Folder()+": "+Typed(err).Error())
	}
}

// drainFirst drains the spool of a log that is about to be opened for reading.
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
		return // opening the log for reading returns the same error
	}
	if LimitOf(log) == nil {
		drain(a, at, log)
	}
	if err := log.Close(); err != nil {
		a.Warn("spool_not_drained", Typed(err).Error())
	}
}
