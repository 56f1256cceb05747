package sinkcmd

import (
	"context"
	"math/rand/v2"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/clawable/claw/cmd/claw/cli/app"
	"github.com/clawable/claw/cmd/claw/cli/term"
	"github.com/clawable/claw/cmd/projector/together"
	"github.com/clawable/claw/consumers/sink"
	"github.com/clawable/claw/consumers/sink/status"
	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/projections"
)

// SinkLine is a line of projector sink run: a change of the state of a sink.
type SinkLine struct {
	Kind    string `json:"kind"`
	Version int    `json:"schema_version"`
	Sink    string `json:"sink"`
	status.Status
}

// runOptions are the flags of projector sink run.
type runOptions struct {
	once bool
	only []string
}

func (o *runOptions) flags(f *pflag.FlagSet) {
	f.BoolVar(&o.once, "once", false, "end when each sink has what is there, or failed")
	f.StringSliceVar(&o.only, "only", nil, "run these sinks alone, by name (default: all)")
}

func runVerb(a *app.App) *cobra.Command {
	var o runOptions
	cmd := app.Streaming("run", "Send each new or changed outcome to the sinks of your settings, until interrupted",
		`Follow the log and send each new or changed outcome of a lane to every [[sink]] of your settings that
wants it, once, in the order of the lane. A line is printed when a sink has all, when it fails and when
it works again. A sink that fails holds back no other; it is tried again after a second, then after
twice as long each time, 5 minutes at most. Ctrl-C and SIGTERM end it with exit code 0.`,
		func() error { return run(a, o) })
	cmd.GroupID = "do"
	o.flags(cmd.Flags())
	return cmd
}

// run runs the sinks until the run ends, each by itself. The error of one is returned when all have ended.
func run(a *app.App, o runOptions) error {
	var p together.Printer
	all, err := runs(a, o, &p)
	if err != nil {
		return err
	}
	return together.Run(a, all, &p)
}

// Kind is the sinks, for a server that runs them.
func Kind() together.Kind {
	return together.Kind{Table: "sink", Verb: "projector sink run", Flag: "sinks", Usage: "also send outcomes to the sinks of your settings, as projector sink run does",
		Runs: func(a *app.App, p *together.Printer) ([]func(context.Context) error, error) {
			return runs(a, runOptions{}, p)
		}}
}

// runs returns the run of each chosen sink.
//
// Errors: those of [open], [setting.chosen] and [setting.paths].
func runs(a *app.App, o runOptions, p *together.Printer) ([]func(context.Context) error, error) {
	s, err := open(a)
	if err != nil {
		return nil, err
	}
	chosen, err := s.chosen(o.only)
	if err != nil {
		return nil, err
	}
	all := make([]func(context.Context) error, len(chosen))
	for i, c := range chosen {
		box, err := s.outbox(a, c, o.once, p)
		if err != nil {
			return nil, err
		}
		all[i] = box.Run
	}
	return all, nil
}

// chosen are the sinks with the names, all without a name.
//
// Errors: kind not_found for a name that there is not, and without any sink.
func (s *setting) chosen(names []string) (all []*sink.Config, err error) {
	for _, name := range names {
		c, err := s.named(name)
		if err != nil {
			return nil, err
		}
		all = append(all, c)
	}
	for i := range s.sinks {
		if len(names) == 0 {
			all = append(all, &s.sinks[i])
		}
	}
	if len(all) == 0 {
		return nil, &domain.Error{Kind: domain.ErrNotFound, Operation: "run sinks", Target: s.file, Message: "the settings name no sink", Hint: "add a [[sink]] to " + s.file}
	}
	return all, nil
}

// outbox makes the outbox of a sink.
func (s *setting) outbox(a *app.App, c *sink.Config, once bool, p *together.Printer) (*sink.Outbox, error) {
	cursor, file, err := s.paths(a, c.Name)
	if err != nil {
		return nil, err
	}
	from, err := s.source(a, c)
	if err != nil {
		return nil, err
	}
	return sink.New(sink.Options{Config: c, Cursor: cursor, Status: file, Log: s.head.ID, Rules: projections.LanesVersion, Source: from, Once: once,
		Sender: func() (sink.Sender, error) { return sink.NewSender(c, outside(a)) }, Now: a.Now, Pause: sleep, Random: rand.Float64,
		Tell: func(st *status.Status) { write(a, p, c.Name, st) }}), nil
}

// sleep waits, for no longer than ctx.
func sleep(ctx context.Context, d time.Duration) {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
	case <-ctx.Done():
	}
}

// write prints how a sink does, where that is news.
func write(a *app.App, p *together.Printer, name string, s *status.Status) {
	if s.State != status.StateSending && s.State != status.StateStopped {
		p.Print(func() error { return line(a, name, s) })
	}
}

func line(a *app.App, name string, s *status.Status) error {
	if a.Format == app.FormatJSON {
		return app.WriteLine(a.Out, SinkLine{"sink", 1, name, *s})
	}
	page := a.Page(a.Out)
	page.Line("%s  %s", term.Clock(a.Now()), statusText(name, s))
	return page.Flush()
}
