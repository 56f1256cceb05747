package engine

import (
	"context"
	"iter"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/nextstep"
	"github.com/clawable/claw/eventlog"
	"github.com/clawable/claw/eventlog/sqlite"
)

// OpenBackup opens the file of a backup for reading; it creates no file beside it.
//
// Errors: those of [sqlite.Open]; kind unavailable for a log in use.
func OpenBackup(ctx context.Context, file string) (eventlog.Log, error) {
	log, err := sqlite.Open(ctx, file, sqlite.Options{ReadOnly: true, Still: true})
	if err != nil {
		return nil, err
	}
	return log, nil
}

// Backup writes events to a new file as they are and reads it again, see [sqlite.Write];
// force overwrites a file that is no log in use.
func Backup(ctx context.Context, file string, events iter.Seq2[domain.Event, error], force bool) (*eventlog.VerifyReport, error) {
	over := sqlite.OverNothing
	if force {
		over = sqlite.OverFile
	}
	return sqlite.Write(ctx, file, events, over)
}

// Restore makes the log at url of events as they are, where there is none or one that
// holds nothing yet, see [sqlite.Write].
//
// Errors: also kind usage for a log in memory, which would end with the process.
func Restore(ctx context.Context, url string, events iter.Seq2[domain.Event, error]) (*eventlog.VerifyReport, error) {
	l, err := Parse(url)
	if err != nil {
		return nil, err
	}
	if registered[l.Scheme] != nil {
		return nil, &domain.Error{Kind: domain.ErrUsage, Operation: "restore", Target: url,
			Message: "this log gives positions and times itself, which a backup has already", Next: domain.Step{Code: nextstep.NameLogFile}}
	}
	if l.Scheme == Memory {
		return nil, &domain.Error{Kind: domain.ErrUsage, Operation: "restore", Target: url,
			Message: "a log in memory ends with claw", Next: domain.Step{Code: nextstep.NameLogFile}}
	}
	return sqlite.Write(ctx, l.Path, events, sqlite.OverEmpty)
}

// Copied is what [Copy] did.
type Copied struct {
	Events int    // of the log at its place
	Known  int    // of them, that were there before
	Erased int    // of them, whose data are erased
	LogID  string // of the log at its place
}

// Copy makes the log at url of the events of another one, in their order: ids, salts, revisions and
// observed times are kept. In a file, recorded_at is kept too, and positions count from 1; a log elsewhere
// gives both itself. There is no log at url, or an empty one; elsewhere it may be the begin of this one, to
// which what is missing is added.
//
// Errors: [eventlog.ErrConflict] for another log at url; kind usage for a log in memory; those of events
// and of the engine.
func Copy(ctx context.Context, url string, o Options, events iter.Seq2[domain.Event, error]) (Copied, error) {
	l, err := Parse(url)
	if err != nil {
		return Copied{}, err
	}
	if r := registered[l.Scheme]; r != nil {
		return r.Write(ctx, url, o, events)
	}
	report, err := Restore(ctx, url, numbered(events))
	if err != nil {
		return Copied{}, err
	}
	return Copied{Events: report.Events, Erased: report.Erased, LogID: report.LogID}, nil
}

// numbered gives events the positions from 1 on.
func numbered(events iter.Seq2[domain.Event, error]) iter.Seq2[domain.Event, error] {
	return func(yield func(domain.Event, error) bool) {
		n := uint64(0)
		for e, err := range events {
			n++
			if e.Position = domain.PositionAt(n); !yield(e, err) {
				return
			}
		}
	}
}
