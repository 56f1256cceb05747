package app

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/oklog/ulid/v2"

	"github.com/clawable/claw/commands/record"
	"github.com/clawable/claw/commands/token"
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

// OpenLog opens the log of this run, or returns it when it is open for the same or more; it is
// closed when the run ends.
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
	if a.Held != nil {
		a.Open, a.openedFor = a.Held.Log, o
		return a.Open, at, nil
	}
	log, err := Engine(a, a.Ctx, at, o, a.Patience)
	if err != nil {
		return nil, at, err
	}
	if o != ToRead && LimitOf(log) == nil {
		drain(a, at, log)
	}
	makeModelFolder(a, at)
	a.Closers = append(a.Closers, log.Close)
	a.Open, a.openedFor = log, o
	return log, at, nil
}

// Engine opens a log with the engine of its URL. patience is how long it waits for other processes;
// 0 is the default of the engine.
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

// notYet makes the folder of a log that is to be created, and returns why none can be created or
// why the verb creates none.
func notYet(a *App, at Setting, path string, o Opening) error {
	if o != ToCreate {
		return noLog(a, at)
	}
	if err := engine.Place(at.Value); err != nil {
		return err
	}
	return os.MkdirAll(filepath.Dir(path), 0o700)
}

// FileOf is the file of a log; ok is false for a log without one.
func FileOf(at Setting) (path string, ok bool) { return strings.CutPrefix(at.Value, "sqlite:") }

// NotKept returns why nothing is stored on disk for a log without a file.
func NotKept(at Setting) string {
	if at.Value == engine.Memory+":" {
		return "a log in memory ends with its process"
	}
	return "there is no home folder, in which the read model of a log elsewhere would be"
}

// LimitOf is why nothing can be appended to a log that is open for reading, nil where it can.
func LimitOf(log eventlog.Log) error {
	if l, ok := log.(eventlog.Limited); ok {
		return l.Limit()
	}
	return nil
}

// Detach ends the use of a log. It is faster than closing the log, where the process ends too.
func Detach(a *App, log eventlog.Log) error {
	if d, ok := log.(interface{ Detach() error }); ok && a.Ends {
		return d.Detach()
	}
	return nil
}

// noLog is the error of a log that does not exist, with how to make one or why that is not
// possible.
func noLog(a *App, at Setting) error {
	if err := engine.Place(at.Value); err != nil {
		return err
	}
	return eventlog.Fail(eventlog.ErrNotFound, &domain.Error{Kind: domain.ErrNotFound, Operation: "open log", Target: at.Value,
		Message: "there is no log here (" + at.Source + ": " + at.From + ")",
		Hint:    "make one from your recorded sessions: " + NextStep(a, "claw import")})
}

// logName is the name of a new log, for people: that of its folder.
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

// Recorder appends facts to log.
func Recorder(log eventlog.Log, trust domain.Trust) *record.Recorder {
	return record.NewRecorder(log, scrub.New(), trust)
}

// Operator appends decisions of the person to log.
func Operator(a *App, log eventlog.Log) *record.Operator {
	name := FirstOf(a.User, "unknown")
	if a.Token != "" {
		name = token.Actor + a.Token
	}
	o := record.NewOperator(log, scrub.New(), domain.EmitterID("operator/"+name), func() domain.Instant { return domain.At(a.Now()) }, a.NewID).
		Under(a.OwnRun())
	o.Contenders = a.Contenders
	if a.Token != "" {
		return o.As(record.StandingToken)
	}
	return o
}

// OwnRun identifies this process in every event that it records.
func (a *App) OwnRun() domain.CorrelationID {
	if a.run == "" {
		a.run = domain.CorrelationID(a.NewID().String())
	}
	return a.run
}

// NewID makes a ULID: of the present time, unless the program makes others.
func (a *App) NewID() ulid.ULID {
	if a.IDs != nil {
		return a.IDs()
	}
	return ulid.MustNew(ulid.Timestamp(a.Now().UTC().Truncate(time.Millisecond)), rand.Reader)
}

// ModelPath is the path from which the files of the read model are named: beside the file of a log, and
// for a log elsewhere in the state folder, under a name that its URL determines. False for a log in
// memory, and for one elsewhere without a home folder.
func ModelPath(a *App, at Setting) (string, bool) {
	if path, isFile := FileOf(at); isFile {
		return path + ".views", true
	}
	folder := StateFolder(a)
	if folder == "" || at.Value == engine.Memory+":" {
		return "", false
	}
	key := sha256.Sum256([]byte(at.Value))
	return filepath.Join(folder, "models", hex.EncodeToString(key[:8]), "log.views"), true
}

// makeModelFolder makes the folder of the read model of a log that is no file. Where that fails, the
// read model is kept in memory, and a warning says so.
func makeModelFolder(a *App, at Setting) {
	if _, isFile := FileOf(at); isFile {
		return
	}
	if path, kept := ModelPath(a, at); kept {
		_ = os.MkdirAll(filepath.Dir(path), 0o700)
	}
}

// LogExists reports whether the file of a log exists or cannot be examined. It is false for a log in
// memory, and true for one elsewhere: opening it returns whether it exists.
func LogExists(at Setting) bool {
	path, ok := FileOf(at)
	if !ok {
		return at.Value != engine.Memory+":"
	}
	_, err := os.Stat(path)
	return !os.IsNotExist(err)
}

// TokenUses are the last uses of tokens of a log, as servers of this machine note them; "" for a log
// without an id, and without a home folder.
func TokenUses(a *App, logID string) token.Uses {
	folder := StateFolder(a)
	if folder == "" || len(logID) < logIDShort {
		return ""
	}
	return token.Uses(filepath.Join(folder, "tokens", logID[:logIDShort]))
}

// logIDShort is how much of a log's id names its files.
const logIDShort = 16
