package cli

import (
	"errors"
	"os"
	"time"

	"github.com/spf13/cobra"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/eventlog"
	"github.com/clawable/claw/projections/follow"
	"github.com/clawable/claw/projections/store"
)

// projectorVerb is the verbs of the daemon that keeps the read model current; the
// program projector has them alone.
func (a *app) projectorVerb() *cobra.Command {
	cmd := &cobra.Command{Use: "projector", GroupID: "log", Short: "Keep the read model current in the background; build it anew, check it",
		Args: noArgs, RunE: func(cmd *cobra.Command, _ []string) error { return cmd.Help() }}
	cmd.AddGroup(&cobra.Group{ID: "look", Title: "Look:"}, &cobra.Group{ID: "do", Title: "Do:"})
	cmd.AddCommand(a.projectorRun(), a.projectorRebuild(), a.projectorStatus(), a.projectorVerify())
	return cmd
}

// kept is the log of this run and the place of its read model, for the verbs of the projector.
func (a *app) kept() (log eventlog.Log, at Setting, path string, err error) {
	log, at, err = a.openLog(toRead)
	if err != nil {
		return nil, at, "", err
	}
	path, isFile := modelPath(at)
	if !isFile {
		return nil, at, "", usageError("keep the read model", at.Value, "a log in memory ends with its process", "name a log on disk: --log PATH")
	}
	return log, at, path, nil
}

// takeAgain is how often a projector that waits looks whether the other one ended.
const takeAgain = 250 * time.Millisecond

// take becomes the projector of this run's log, and waits for another one's end if
// it may; the run's end gives it back.
func (a *app) take(wait bool, tell func(follow.Turn) error) (*follow.Keeper, error) {
	log, _, path, err := a.kept()
	if err != nil {
		return nil, err
	}
	for {
		k, err := follow.Take(a.ctx, path, projected{log}, follow.Options{PID: os.Getpid(), Store: store.Options{Patience: a.Patience}, Now: a.Now, Tell: tell})
		if err == nil {
			a.closers = append(a.closers, k.Close)
			return k, nil
		}
		var typed *domain.Error
		if !wait || !errors.As(err, &typed) || typed.Kind != domain.ErrUnavailable {
			return nil, err
		}
		select {
		case <-a.ctx.Done():
			return nil, a.ctx.Err()
		case <-time.After(takeAgain):
		}
	}
}

// rebuiltDocument is the answer of projector rebuild.
type rebuiltDocument struct {
	Head
	Position uint64 `json:"position"`
	Path     string `json:"path"` // of the new file
	Parked   int    `json:"parked"`
}

func (a *app) projectorRebuild() *cobra.Command {
	return a.verb("rebuild", "do", "Build the read model anew from the log, and put it in the place of the old one", noArgs, func([]string) (document, error) {
		k, err := a.take(false, nil)
		if err != nil {
			return nil, err
		}
		status, err := k.Rebuild(a.ctx)
		if err != nil {
			return nil, err
		}
		parked, err := k.Parked()
		return &rebuiltDocument{headOf("projector_rebuild"), status.Position, status.Path, parked}, err
	})
}

func (d *rebuiltDocument) text(p *page) {
	p.line("built the read model anew, up to position %d%s", d.Position, parkedText(d.Parked))
	p.line("file  %s", d.Path)
}
