package cli

import (
	"context"
	"crypto/rand"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/oklog/ulid/v2"

	"github.com/clawable/claw/commands/record"
	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/eventlog"
	"github.com/clawable/claw/eventlog/engine"
	"github.com/clawable/claw/producers/scrub"
)

// opening says what a verb needs of the log.
type opening uint8

const (
	toRead   opening = iota // a log must be there; nothing is written
	toAppend                // a log must be there
	toCreate                // a log is made when there is none
)

// openLog opens the log of this run, or returns it when it is open for as much; it
// is closed when the run ends.
func (a *app) openLog(o opening) (eventlog.Log, Setting, error) {
	at, err := a.where()
	if err != nil {
		return nil, at, err
	}
	if a.open != nil && a.openedFor >= o {
		return a.open, at, nil
	}
	if o == toRead {
		a.drainFirst(at)
	}
	log, err := a.engine(a.ctx, at, o, a.Patience)
	if err != nil {
		return nil, at, err
	}
	if o != toRead && limitOf(log) == nil {
		a.drain(at, log)
	}
	a.closers = append(a.closers, log.Close)
	a.open, a.openedFor = log, o
	return log, at, nil
}

// engine opens a log with the engine of its URL; patience is how long other processes
// are waited for, 0: as long as the engine does.
func (a *app) engine(ctx context.Context, at Setting, o opening, patience time.Duration) (eventlog.Log, error) {
	path, isFile := fileOf(at)
	if _, err := os.Stat(path); isFile && os.IsNotExist(err) {
		if err := a.notYet(at, path, o); err != nil {
			return nil, err
		}
	}
	return engine.Open(ctx, at.Value, engine.Options{
		Create: o == toCreate, ReadOnly: o == toRead, Name: a.logName(path), Run: a.ownRun(), Now: a.Now, Deadline: patience})
}

// notYet makes the folder for a log that is to be made, and says what is wrong where none can
// be made or none is to be.
func (a *app) notYet(at Setting, path string, o opening) error {
	if o != toCreate {
		return a.noLog(at)
	}
	if err := engine.Place(at.Value); err != nil {
		return err
	}
	return os.MkdirAll(filepath.Dir(path), 0o700)
}

// fileOf is the file of a log; ok is false for one that is no file.
func fileOf(at Setting) (path string, ok bool) { return strings.CutPrefix(at.Value, "sqlite:") }

// limitOf is why nobody could append to a log that is open for reading, nil for nothing.
func limitOf(log eventlog.Log) error {
	if l, ok := log.(eventlog.Limited); ok {
		return l.Limit()
	}
	return nil
}

// detach ends the use of a log faster than closing it, when the process ends too.
func (a *app) detach(log eventlog.Log) error {
	if d, ok := log.(interface{ Detach() error }); ok && a.Ends {
		return d.Detach()
	}
	return nil
}

// noLog says that there is no log, and how to make one or why that is not possible here.
func (a *app) noLog(at Setting) error {
	if err := engine.Place(at.Value); err != nil {
		return err
	}
	return eventlog.Fail(eventlog.ErrNotFound, &domain.Error{Kind: domain.ErrNotFound, Operation: "open log", Target: at.Value,
		Message: "there is no log here (" + at.Source + ": " + at.From + ")",
		Hint:    "make one from your recorded sessions: " + a.next("claw import")})
}

// logName is the name of a new log, for people: the folder it stands for.
func (a *app) logName(path string) string {
	dir := filepath.Base(filepath.Dir(path))
	if dir == ".claw" {
		return filepath.Base(filepath.Dir(filepath.Dir(path)))
	}
	if dir == "claw" && a.User != "" {
		return a.User
	}
	return strings.TrimSuffix(filepath.Base(path), filepath.Ext(path))
}

func (a *app) recorder(log eventlog.Log, trust domain.Trust) *record.Recorder {
	return record.NewRecorder(log, scrub.New(), trust)
}

func (a *app) operator(log eventlog.Log) *record.Operator {
	name := firstOf(a.User, "unknown")
	return record.NewOperator(log, scrub.New(), domain.EmitterID("operator/"+name), func() domain.Instant { return domain.At(a.Now()) }, a.newID).
		Under(a.ownRun())
}

// ownRun is the run that this process is, by one id for all that it records.
func (a *app) ownRun() domain.CorrelationID {
	if a.run == "" {
		a.run = domain.CorrelationID(a.newID().String())
	}
	return a.run
}

// newID makes a ULID of this moment.
func (a *app) newID() ulid.ULID {
	return ulid.MustNew(ulid.Timestamp(a.Now().UTC().Truncate(time.Millisecond)), rand.Reader)
}

// modelPath is what the files of the read model are named after; false for a log in memory.
func modelPath(at Setting) (string, bool) {
	path, isFile := strings.CutPrefix(at.Value, "sqlite:")
	return path + ".views", isFile
}

// logExists reports whether something is where the log should be, or cannot be
// looked at; a log that is no file never is.
func (a *app) logExists(at Setting) bool {
	path, ok := strings.CutPrefix(at.Value, "sqlite:")
	if !ok {
		return false
	}
	_, err := os.Stat(path)
	return !os.IsNotExist(err)
}
