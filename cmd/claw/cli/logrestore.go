package cli

import (
	"errors"
	"io"
	"iter"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	importing "github.com/clawable/claw/commands/import"
	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/eventlog"
	"github.com/clawable/claw/eventlog/engine"
	"github.com/clawable/claw/producers"
)

func (a *app) logRestore() *cobra.Command {
	var root string
	cmd := a.verb("restore FILE", "", "Make the log of a backup or a whole export", exactly(1, "FILE"), func(args []string) (document, error) {
		return a.restore(a.path(args[0]), root)
	})
	cmd.Long = `Make the log of a backup, or of what claw log export printed, as it was: positions, revisions, times and salts are kept, and
so is every proof. There must be no log yet, or one without events. A file that is damaged, reordered or has gaps is refused, and
nothing is left behind. That a file lost its end, only the root shows that claw log backup and claw log verify print.`
	cmd.Flags().StringVar(&root, "root", "", "the root that the log must have, 64 hex digits")
	return cmd
}

func (a *app) restore(file, root string) (document, error) {
	at, err := a.where()
	if err != nil {
		return nil, err
	}
	want, err := parseRoot(root)
	if err != nil {
		return nil, err
	}
	if err := a.noEvents(at); err != nil {
		return nil, err
	}
	events, end, err := a.savedEvents(file)
	if err != nil {
		return nil, err
	}
	if path, ok := strings.CutPrefix(at.Value, "sqlite:"); ok {
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			return nil, firstError(err, end())
		}
	}
	progress := a.progress()
	defer progress.done()
	events = rooted(counted(events, func(n int) { progress.say("restoring  %d events", n) }), want, file)
	r, err := engine.Restore(a.ctx, at.Value, events)
	if err = firstError(err, end()); err != nil {
		return nil, notMade("nothing was restored", unfit(file, err))
	}
	return copied("log_restore", at, file, r), nil
}

// noEvents refuses a log that holds something, before a long file is read.
func (a *app) noEvents(at Setting) error {
	if !a.logExists(at) {
		return nil
	}
	log, _, err := a.openLog(toRead)
	if err != nil {
		return err
	}
	a.open = nil // it is not the log that will be there
	head, err := log.Head(a.ctx)
	if err == nil && head.Position.Number() > 1 {
		err = &domain.Error{Kind: domain.ErrConflict, Operation: "restore", Target: at.Value, Message: "there is a log already, with events",
			Hint: "name another place: --log; to add events of an export: claw log import"}
	}
	return firstError(err, log.Close())
}

func parseRoot(s string) (d domain.Digest, err error) {
	if s != "" && d.UnmarshalText([]byte(s)) != nil {
		err = usageError("parse arguments", "--root "+s, "is no root", "64 hex digits, as claw log backup prints them")
	}
	return d, err
}

// rooted ends events with an error when their leaves have another root than this one;
// zero wants none.
func rooted(events iter.Seq2[domain.Event, error], want domain.Digest, file string) iter.Seq2[domain.Event, error] {
	return func(yield func(domain.Event, error) bool) {
		var tree eventlog.Tree
		for e, err := range events {
			if err == nil {
				tree.Add(e.Leaf())
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
func (a *app) savedEvents(file string) (events iter.Seq2[domain.Event, error], end func() error, err error) {
	in, err := openRecording(file)
	if err != nil {
		return nil, nil, err
	}
	magic := make([]byte, 16)
	n, err := io.ReadFull(in, magic)
	if err != nil && !errors.Is(err, io.EOF) && !errors.Is(err, io.ErrUnexpectedEOF) {
		return nil, nil, firstError(in.Close(), err)
	}
	if strings.HasPrefix(string(magic[:n]), "SQLite format 3\x00") {
		if err := in.Close(); err != nil {
			return nil, nil, err
		}
		log, err := engine.OpenBackup(a.ctx, file)
		if err != nil {
			return nil, nil, err
		}
		return log.Read(a.ctx, eventlog.Query{}), log.Close, nil
	}
	whole := &interruptible{ctx: a.ctx, in: io.MultiReader(strings.NewReader(string(magic[:n])), in)}
	return importing.Exported(producers.Lines(whole)), in.Close, nil
}

// unfit names the file that cannot be restored, where its content is to blame.
func unfit(file string, err error) error {
	var typed *domain.Error
	if !errors.As(err, &typed) || typed.Kind != domain.ErrCorrupt && typed.Kind != domain.ErrParse || typed.Operation == "open log" {
		return err
	}
	named := *typed
	named.Operation, named.Target, named.Message = "restore", file, strings.TrimSpace(typed.Target+": "+typed.Message)
	if typed.Target == "" || typed.Target == file {
		named.Message = typed.Message
	}
	named.Hint = "nothing was restored; take another copy, or add what can be read to a log: claw log import"
	return &named
}
