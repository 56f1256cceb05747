package logcmd

import (
	"errors"
	"io"
	"iter"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/clawable/claw/cmd/claw/cli/app"
	importing "github.com/clawable/claw/commands/import"
	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/seal"
	"github.com/clawable/claw/eventlog"
	"github.com/clawable/claw/eventlog/engine"
	"github.com/clawable/claw/producers"
)

// restoreOptions are the flags of claw log restore.
type restoreOptions struct {
	root string // that the restored log must have, 64 hex digits; "" is not checked
}

func (o *restoreOptions) flags(f *pflag.FlagSet) {
	f.StringVar(&o.root, "root", "", "the root that the log must have, 64 hex digits")
}

func logRestore(a *app.App) *cobra.Command {
	var o restoreOptions
	cmd := a.Verb("restore FILE", "", "Create the log from a backup or a whole export", app.Exactly(1, "FILE"),
		func(args []string) (app.Document, error) { return restore(a, o, app.Path(a, args[0])) })
	cmd.Long = `Create the log from a backup, or from what claw log export printed, as it was: positions, revisions,
times and salts are kept, and so is every proof. There must be no log yet, or one without events. A
file that is damaged, reordered or has gaps is rejected, and nothing is left behind. Only the root
that claw log backup and claw log verify print shows that a file lost its end.`
	o.flags(cmd.Flags())
	return cmd
}

func restore(a *app.App, o restoreOptions, file string) (app.Document, error) {
	at, err := app.Where(a)
	if err != nil {
		return nil, err
	}
	want, err := parseRoot(o.root)
	if err != nil {
		return nil, err
	}
	if err := noEvents(a, at); err != nil {
		return nil, err
	}
	events, end, err := savedEvents(a, file)
	if err != nil {
		return nil, err
	}
	if path, ok := strings.CutPrefix(at.Value, "sqlite:"); ok {
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			return nil, app.FirstError(err, end())
		}
	}
	progress := app.NewProgress(a)
	defer progress.Done()
	events = rooted(app.Counted(events, func(n int) { progress.Say("restoring  %d events", n) }), want, file)
	r, err := engine.Restore(a.Ctx, at.Value, events)
	if err = app.FirstError(err, end()); err != nil {
		return nil, notMade("nothing was restored", unfit("restore", file, err, "nothing was restored; take another copy, or add what can be read to a log: claw log import"))
	}
	return copied("log_restore", at, file, r), nil
}

// noEvents refuses a log that holds something, before a long file is read.
func noEvents(a *app.App, at app.Setting) error {
	if !app.LogExists(at) {
		return nil
	}
	log, _, err := a.OpenLog(app.ToRead)
	if err != nil {
		return err
	}
	a.Open = nil // the restored log is another one
	head, err := log.Head(a.Ctx)
	if err == nil && head.Position.Number() > 1 {
		err = &domain.Error{Kind: domain.ErrConflict, Operation: "restore", Target: at.Value, Message: "there is a log already, with events",
			Hint: "name another place: --log; to add events of an export: claw log import"}
	}
	return app.FirstError(err, log.Close())
}

func parseRoot(s string) (d domain.Digest, err error) {
	if s != "" && d.UnmarshalText([]byte(s)) != nil {
		err = app.UsageError("parse arguments", "--root "+s, "is no root", "64 hex digits, as claw log backup prints them")
	}
	return d, err
}

// rooted ends events with an error when their leaves have another root than want; zero accepts any
// root.
func rooted(events iter.Seq2[domain.Event, error], want domain.Digest, file string) iter.Seq2[domain.Event, error] {
	return func(yield func(domain.Event, error) bool) {
		var tree eventlog.Tree
		for e, err := range events {
			if err == nil {
				tree.Add(seal.Leaf(&e))
			}
			if !yield(e, err) {
				return
			}
		}
		if got := tree.Root(); !want.IsZero() && got != want {
			yield(domain.Event{}, eventlog.Fail(eventlog.ErrCorrupt, &domain.Error{Kind: domain.ErrCorrupt, Operation: "restore", Target: file,
				Message: "its root is " + got.String() + ": it is not the log that was backed up, or not all of it", Hint: "take another copy"}))
		}
	}
}

// savedEvents reads a backup or an export, which may be compressed; end closes it.
func savedEvents(a *app.App, file string) (events iter.Seq2[domain.Event, error], end func() error, err error) {
	if isDatabase(file) {
		log, err := engine.OpenBackup(a.Ctx, file)
		if err != nil {
			return nil, nil, err
		}
		return log.Read(a.Ctx, eventlog.Query{}), log.Close, nil
	}
	in, err := importing.OpenRecording(file)
	if err != nil {
		return nil, nil, err
	}
	return importing.Exported(producers.Lines(&app.Interruptible{Ctx: a.Ctx, In: in})), in.Close, nil
}

// databaseBegins are the first bytes of a SQLite file.
const databaseBegins = "SQLite format 3\x00"

func isDatabase(file string) bool {
	f, err := os.Open(file)
	if err != nil {
		return false
	}
	begin := make([]byte, len(databaseBegins))
	_, err = io.ReadFull(f, begin)
	return app.FirstError(err, f.Close()) == nil && string(begin) == databaseBegins
}

// unfit names the file in err, and what to do, where its content is the cause.
func unfit(operation, file string, err error, hint string) error {
	var typed *domain.Error
	if !errors.As(err, &typed) || typed.Kind != domain.ErrCorrupt && typed.Kind != domain.ErrParse || typed.Operation == "open log" {
		return err
	}
	named := *typed
	named.Operation, named.Target, named.Message = operation, file, strings.TrimSpace(typed.Target+": "+typed.Message)
	if typed.Target == "" || typed.Target == file {
		named.Message = typed.Message
	}
	named.Hint = hint
	return &named
}
