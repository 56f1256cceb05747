package cli

import (
	"os/signal"
	"syscall"

	"github.com/spf13/cobra"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/projections/follow"
	"github.com/clawable/claw/projections/store"
)

// projectorLine is a line of projector run: a change in how it stands.
type projectorLine struct {
	Kind     string         `json:"kind"`
	Version  int            `json:"schema_version"`
	At       domain.Instant `json:"at"`
	State    follow.State   `json:"state"`
	Position uint64         `json:"position"`
	Path     string         `json:"path,omitzero"` // of the read model
	Trouble  *store.Trouble `json:"trouble,omitzero"`
}

func (a *app) projectorRun() *cobra.Command {
	var once, wait bool
	cmd := a.streaming("run", "Follow the log and keep the read model current, until it is told to end",
		`Follow the log and keep the read model current. It prints a line when it has come to the head, when an error stops it, and when it gets on again.
An error stops it at the position it came to; it tries again after 0.1 s, then twice as long each time, 30 s at the most. Ctrl-C and SIGTERM end it with exit code 0; SIGHUP does nothing.`,
		func() error { return a.project(once, wait) })
	cmd.GroupID = "do"
	cmd.Flags().BoolVar(&once, "once", false, "end when the read model is at the head of the log")
	cmd.Flags().BoolVar(&wait, "wait", false, "when another projector runs, wait for its end")
	return cmd
}

func (a *app) project(once, wait bool) error {
	if a.Ends { // a terminal that closes takes no daemon with it
		signal.Ignore(syscall.SIGHUP)
	}
	k, err := a.take(wait, a.writeTurn)
	if err != nil {
		return err
	}
	if !once {
		return k.Run(a.ctx)
	}
	status, err := k.Once(a.ctx)
	if err != nil {
		return err
	}
	return a.writeTurn(follow.Turn{State: follow.Current, Status: status})
}

// writeTurn writes one line, for a program or for a person.
func (a *app) writeTurn(t follow.Turn) error {
	if a.format == formatJSON {
		if err := writeLine(a.Out, projectorLine{"projector", 1, domain.At(a.Now()), t.State, t.Status.Position, t.Status.Path, t.Trouble}); err != nil {
			return outputError(err)
		}
		return nil
	}
	p := a.page(a.Out)
	switch at := clock(a.Now()); {
	case t.Trouble != nil:
		p.line("%s  %s at position %d, try %d: %s", at, t.State, t.Status.Position, t.Trouble.Tries, t.Trouble.Error)
	default:
		p.line("%s  %s at position %d", at, t.State, t.Status.Position)
	}
	if err := p.flush(); err != nil {
		return outputError(err)
	}
	return nil
}
