package app

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

// Opening says what a verb needs of the log.
type Opening uint8

const (
	ToRead   Opening = iota // a log must be there; nothing is written
	ToAppend                // a log must be there
	ToCreate                // a log is made when there is none
)

// OpenLog opens the log of this run, or returns it when it is open for as much; it
// is closed when the run ends.
func (a *App) OpenLog(o Opening) (eventlog.Log, Setting, error) {
	at, err := Where(a)
	if err != nil {
		return nil, at, err
	}
	if a.Open != nil && a.openedFor >= o {
		return a.Open, at, nil
	}
	if o == ToRead {
		drainFirst(a, at)
	}
	log, err := Engine(a, a.Ctx, at, o, a.Patience)
	if err != nil {
		return nil, at, err
	}
	if o != ToRead && LimitOf(log) == nil {
		drain(a, at, log)
	}
	a.Closers = append(a.Closers, log.Close)
	a.Open, a.openedFor = log, o
	return log, at, nil
}

// Engine opens a log with the engine of its URL; patience is how long other processes
// are waited for, 0: as long as the engine does.
func Engine(a *App, ctx context.Context, at Setting, o Opening, patience time.Duration) (eventlog.Log, error) {
	path, isFile := FileOf(at)
	if _, err := os.Stat(path); isFile && os.IsNotExist(err) {
		if err := notYet(a, at, path, o); err != nil {
			return nil, err
		}
	}
	return engine.Open(ctx, at.Value, engine.Options{
		Create: o == ToCreate, ReadOnly: o == ToRead, Name: logName(a, path), Run: a.OwnRun(), Now: a.Now, Deadline: patience})
}

// notYet makes the folder for a log that is to be made, and says what is wrong where none can
// be made or none is to be.
func notYet(a *App, at Setting, path string, o Opening) error {
	if o != ToCreate {
		return noLog(a, at)
	}
	if err := engine.Place(at.Value); err != nil {
		return err
	}
	return os.MkdirAll(filepath.Dir(path), 0o700)
}

// FileOf is the file of a log; ok is false for one that is no file.
func FileOf(at Setting) (path string, ok bool) { return strings.CutPrefix(at.Value, "sqlite:") }

// LimitOf is why nobody could append to a log that is open for reading, nil for nothing.
func LimitOf(log eventlog.Log) error {
	if l, ok := log.(eventlog.Limited); ok {
		return l.Limit()
	}
	return nil
}

// Detach ends the use of a log faster than closing it, when the process ends too.
func Detach(a *App, log eventlog.Log) error {
	if d, ok := log.(interface{ Detach() error }); ok && a.Ends {
		return d.Detach()
	}
	return nil
}

// noLog says that there is no log, and how to make one or why that is not possible here.
func noLog(a *App, at Setting) error {
	if err := engine.Place(at.Value); err != nil {
		return err
	}
	return eventlog.Fail(eventlog.ErrNotFound, &domain.Error{Kind: domain.ErrNotFound, Operation: "open log", Target: at.Value,
		Message: "there is no log here (" + at.Source + ": " + at.From + ")",
		Hint:    "make one from your recorded sessions: " + NextStep(a, "claw import")})
}

// logName is the name of a new log, for people: the folder it stands for.
func logName(a *App, path string) string {
	dir := filepath.Base(filepath.Dir(path))
	if dir == ".claw" {
		return filepath.Base(filepath.Dir(filepath.Dir(path)))
	}
	if dir == "claw" && a.User != "" {
		return a.User
	}
	return strings.TrimSuffix(filepath.Base(path), filepath.Ext(path))
}

// Recorder records facts in log.
func Recorder(log eventlog.Log, trust domain.Trust) *record.Recorder {
	return record.NewRecorder(log, scrub.New(), trust)
}

// Operator decides on log in the name of the person.
func Operator(a *App, log eventlog.Log) *record.Operator {
	name := FirstOf(a.User, "unknown")
	return record.NewOperator(log, scrub.New(), domain.EmitterID("operator/"+name), func() domain.Instant { return domain.At(a.Now()) }, a.NewID).
		Under(a.OwnRun())
}

// OwnRun is the run that this process is, by one id for all that it records.
func (a *App) OwnRun() domain.CorrelationID {
	if a.run == "" {
		a.run = domain.CorrelationID(a.NewID().String())
	}
	return a.run
}

// NewID makes a ULID of this moment.
func (a *App) NewID() ulid.ULID {
	return ulid.MustNew(ulid.Timestamp(a.Now().UTC().Truncate(time.Millisecond)), rand.Reader)
}

// ModelPath is what the files of the read model are named after; false for a log in memory.
func ModelPath(at Setting) (string, bool) {
	path, isFile := strings.CutPrefix(at.Value, "sqlite:")
	return path + ".views", isFile
}

// LogExists reports whether something is where the log should be, or cannot be
// looked at; a log that is no file never is.
func LogExists(at Setting) bool {
	path, ok := strings.CutPrefix(at.Value, "sqlite:")
	if !ok {
		return false
	}
	_, err := os.Stat(path)
	return !os.IsNotExist(err)
}
