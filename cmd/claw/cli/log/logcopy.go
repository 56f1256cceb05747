package logcmd

import (
	"errors"
	"iter"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"github.com/clawable/claw/cmd/claw/cli/app"
	"github.com/clawable/claw/cmd/claw/cli/term"
	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/eventlog"
	"github.com/clawable/claw/eventlog/engine"
)

// CopyDocument is the answer of log copy: what the log at the other place holds now.
type CopyDocument struct {
	app.Head
	From   string `json:"from"`
	To     string `json:"to"`
	LogID  string `json:"log_id"`
	Events int    `json:"events"`
	Known  int    `json:"known"` // of them, that were there before
	Erased int    `json:"erased"`
}

func logCopy(a *app.App) *cobra.Command {
	cmd := a.Verb("copy [FROM] TO", "", "Copy a whole log to another place, which may be of another engine", app.Between(1, 2, "[FROM] TO"),
		func(args []string) (app.Document, error) { return copyWhole(a, args[:len(args)-1], args[len(args)-1]) })
	cmd.Long = `Copy every event of the log, or of FROM, in its order, to TO: a path, sqlite:PATH, or esdb://… where
projector is installed. FROM is another log, a backup, or what claw log export printed. Ids, salts,
revisions and observed times are kept; in a file, recorded_at too. There must be no log at TO, or one
without events. A copy to esdb:// that broke off is run again, and continues. claw log compare TO says
whether both hold the same events.`
	cmd.Annotations = map[string]string{app.TakesLogs: "yes"}
	return cmd
}

// wholeLog opens the events of the log, or of the other one that is named; end closes it.
func wholeLog(a *app.App, from []string) (events iter.Seq2[domain.Event, error], end func() error, name string, err error) {
	if len(from) > 0 {
		events, end, err = eventsOf(a, from[0])
		return events, end, from[0], err
	}
	log, at, err := a.OpenLog(app.ToRead)
	if err != nil {
		return nil, nil, at.Value, err
	}
	return log.Read(a.Ctx, eventlog.Query{}), func() error { return nil }, at.Value, nil // it is closed when the run ends
}

func copyWhole(a *app.App, of []string, to string) (app.Document, error) {
	url := to
	if !strings.Contains(to, ":") {
		url = "sqlite:" + app.Path(a, to)
	}
	if _, err := engine.Parse(url); err != nil {
		return nil, err
	}
	events, end, from, err := wholeLog(a, of)
	if err != nil {
		return nil, err
	}
	if path, isFile := app.FileOf(app.Setting{Value: url}); isFile {
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			return nil, app.FirstError(err, end())
		}
	}
	progress := app.NewProgress(a)
	defer progress.Done()
	counted := app.Counted(events, func(n int) { progress.Say("copying  %d events", n) })
	copied, err := engine.Copy(a.Ctx, url, engine.Options{Now: a.Now, Deadline: a.Patience}, counted)
	if err = app.FirstError(err, end()); err != nil {
		return nil, unfit("copy log", from, elsewhere(to, err), "name a log, a backup, or what claw log export printed")
	}
	return &CopyDocument{app.HeadOf("log_copy"), from, to, copied.LogID, copied.Events, copied.Known, copied.Erased}, nil
}

// elsewhere returns err with a hint for TO, where the engine found no fit place there: its own hint is for --log.
func elsewhere(to string, err error) error {
	var typed *domain.Error
	if !errors.As(err, &typed) {
		return err
	}
	if !app.WantsAnotherPlace(typed) && !errors.Is(err, eventlog.ErrNotFound) {
		return err
	}
	named := *typed
	named.Hint, named.Target = "name another TO: in a folder that is yours to write, with no log, or one without events", to
	return &named
}

func (d *CopyDocument) Text(p *term.Page) {
	p.Heading("Copied " + term.Many(d.Events-d.Known, "event") + " to " + d.To)
	if d.Known > 0 {
		p.Line("  %s were there before", term.Many(d.Known, "event"))
	}
	if d.Erased > 0 {
		p.Line("  data of %s are erased", term.Many(d.Erased, "event"))
	}
	p.Line("  log id  %s", d.LogID)
}
