package projectorcmd

import (
	"os/signal"
	"syscall"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/clawable/claw/cmd/claw/cli/app"
	"github.com/clawable/claw/cmd/claw/cli/term"
	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/projections/follow"
	"github.com/clawable/claw/projections/store/claim"
)

// ProjectorLine is a line of projector run: a change of its state.
type ProjectorLine struct {
	Kind     string         `json:"kind"`
	Version  int            `json:"schema_version"`
	At       domain.Instant `json:"at"`
	State    follow.State   `json:"state"`
	Position uint64         `json:"position"`
	Path     string         `json:"path,omitzero"` // of the read model
	Trouble  *claim.Trouble `json:"trouble,omitzero"`
}

// runOptions are the flags of claw projector run.
type runOptions struct {
	once bool // end at the head of the log
	wait bool // for the end of another projector
}

func (o *runOptions) flags(f *pflag.FlagSet) {
	f.BoolVar(&o.once, "once", false, "end when the read model is at the head of the log")
	f.BoolVar(&o.wait, "wait", false, "when another projector runs, wait for its end")
}

func projectorRun(a *app.App) *cobra.Command {
	var o runOptions
	cmd := app.Streaming("run", "Follow the log and keep the read model current until interrupted",
		`Follow the log and keep the read model current. A line is printed when it has reached the head, when
an error stops it, and when it continues. After an error it stays at the position that it has
reached and retries after 0.1 s, then after twice as long each time, 30 s at most. Ctrl-C and
SIGTERM end it with exit code 0; SIGHUP has no effect.`,
		func() error { return project(a, o) })
	cmd.GroupID = "do"
	o.flags(cmd.Flags())
	return cmd
}

func project(a *app.App, o runOptions) error {
	if a.Ends { // the daemon outlives its terminal
		signal.Ignore(syscall.SIGHUP)
	}
	follower, err := claimModel(a, o.wait, func(turn follow.Turn) error { return writeTurn(a, turn) })
	if err != nil {
		return err
	}
	if !o.once {
		return follower.Run(a.Ctx)
	}
	status, err := follower.Once(a.Ctx)
	if err != nil {
		return err
	}
	return writeTurn(a, follow.Turn{State: follow.Current, Status: status})
}

// writeTurn writes one line, for a program or for a person.
func writeTurn(a *app.App, t follow.Turn) error {
	if a.Format == app.FormatJSON {
		if err := app.WriteLine(a.Out, ProjectorLine{"projector", 1, domain.At(a.Now()), t.State, t.Status.Position, t.Status.Path, t.Trouble}); err != nil {
			return app.OutputError(err)
		}
		return nil
	}
	p := a.Page(a.Out)
	switch at := term.Clock(a.Now()); {
	case t.Trouble != nil:
		p.Line("%s  %s at position %d, try %d: %s", at, t.State, t.Status.Position, t.Trouble.Tries, t.Trouble.Error)
	default:
		p.Line("%s  %s at position %d", at, t.State, t.Status.Position)
	}
	if err := p.Flush(); err != nil {
		return app.OutputError(err)
	}
	return nil
}
