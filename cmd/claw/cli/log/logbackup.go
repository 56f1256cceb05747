package logcmd

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/clawable/claw/cmd/claw/cli/app"
	"github.com/clawable/claw/cmd/claw/cli/term"
	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/eventlog"
	"github.com/clawable/claw/eventlog/engine"
)

// CopiedDocument is the answer of log backup and log restore: what the copy holds.
type CopiedDocument struct {
	app.Head
	Log      string        `json:"log"`  // the log that was read, or made
	File     string        `json:"file"` // the copy that was made, or read
	LogID    string        `json:"log_id"`
	Events   int           `json:"events"`
	Erased   int           `json:"erased"`
	Position uint64        `json:"position"`
	Root     domain.Digest `json:"root"` // RFC 6962, of all leaves
	Bytes    int64         `json:"bytes"`
}

func copied(kind string, at app.Setting, file string, r *eventlog.VerifyReport) *CopiedDocument {
	d := &CopiedDocument{Head: app.HeadOf(kind), Log: at.Value, File: file, LogID: r.LogID, Events: r.Events, Erased: r.Erased,
		Position: r.Head.Number(), Root: r.Root}
	made := file
	if kind == "log_restore" {
		made = strings.TrimPrefix(at.Value, "sqlite:")
	}
	if info, err := os.Stat(made); err == nil {
		d.Bytes = info.Size()
	}
	return d
}

// backupOptions are the flags of claw log backup.
type backupOptions struct {
	force bool // overwrite the file
}

func (o *backupOptions) flags(f *pflag.FlagSet) {
	f.BoolVar(&o.force, "force", false, "overwrite FILE, unless it is a log in use")
}

func logBackup(a *app.App) *cobra.Command {
	var o backupOptions
	cmd := a.Verb("backup FILE", "", "Copy the log to one file, whole and checked, while it is in use", app.Exactly(1, "FILE"),
		func(args []string) (app.Document, error) { return backup(a, o, app.Path(a, args[0])) })
	cmd.Long = `Copy the log as it is at this moment to one file, while others append. Every event is checked during
the copy, and the file is read again before it gets its name. Keep the root that is printed: with
claw log restore --root it shows whether the backup lost its end.`
	o.flags(cmd.Flags())
	return cmd
}

func backup(a *app.App, o backupOptions, file string) (app.Document, error) {
	log, at, err := a.OpenLog(app.ToRead)
	if err != nil {
		return nil, err
	}
	if err := apart(strings.TrimPrefix(at.Value, "sqlite:"), file); err != nil {
		return nil, err
	}
	head, err := log.Head(a.Ctx)
	if err != nil {
		return nil, err
	}
	progress := app.NewProgress(a)
	defer progress.Done()
	events := app.Counted(log.Read(a.Ctx, eventlog.Query{Until: head.Position}), func(n int) {
		progress.Say("copying  %d of %d events", n, head.Position.Number())
	})
	r, err := engine.Backup(a.Ctx, file, events, o.force)
	if err != nil {
		return nil, notMade("no backup was made", err)
	}
	return copied("log_backup", at, file, r), nil
}

// notMade returns the error of a verb that makes a whole log or nothing. After an interruption or
// on a full disk it states that nothing was made, and advises to run the verb again.
func notMade(says string, err error) error {
	next := "run it again"
	switch {
	case errors.Is(err, context.Canceled):
	case errors.Is(err, eventlog.ErrFull):
		next = "free some space and " + next
	default:
		return err
	}
	e := *app.Typed(err)
	e.Hint = says + "; " + next
	return &e
}

// apart refuses a backup that would replace a file of the log.
func apart(log, file string) error {
	if dir, err := filepath.EvalSymlinks(filepath.Dir(file)); err == nil {
		file = filepath.Join(dir, filepath.Base(file))
	}
	if whole, err := filepath.EvalSymlinks(log); err == nil {
		log = whole
	}
	if rest, ok := strings.CutPrefix(file, log); ok && (rest == "" || rest[0] == '-' || strings.HasPrefix(rest, ".views")) {
		return app.UsageError("back up", file, "is a file of the log itself", "name another file, on another disk at best")
	}
	return nil
}

func (d *CopiedDocument) Text(p *term.Page) {
	what, to := "Backed up", d.File
	if d.Kind == "log_restore" {
		what, to = "Restored", d.Log
	}
	p.Heading(what + " " + term.Many(d.Events, "event") + " to " + to + " (" + app.BytesText(d.Bytes) + ")")
	if d.Erased > 0 {
		p.Line("  data of %s are erased", term.Many(d.Erased, "event"))
	}
	p.Line("  log id  %s", d.LogID)
	p.Line("  root    %s", d.Root)
}
