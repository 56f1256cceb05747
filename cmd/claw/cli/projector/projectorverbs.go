package projectorcmd

import (
	"errors"
	"os"
	"time"

	"github.com/spf13/cobra"

	"github.com/clawable/claw/cmd/claw/cli/app"
	"github.com/clawable/claw/cmd/claw/cli/term"
	"github.com/clawable/claw/cmd/claw/cli/view"
	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/eventlog"
	"github.com/clawable/claw/projections/follow"
	"github.com/clawable/claw/projections/store"
)

// ProjectorVerb is the verbs of the daemon that keeps the read model current; the
// program projector has them alone.
func ProjectorVerb(a *app.App) *cobra.Command {
	cmd := &cobra.Command{Use: "projector", GroupID: "log", Short: "Keep the read model current in the background; rebuild it, verify it",
		Args: app.NoArgs, RunE: func(cmd *cobra.Command, _ []string) error { return cmd.Help() }}
	cmd.AddGroup(&cobra.Group{ID: "look", Title: "Look:"}, &cobra.Group{ID: "do", Title: "Do:"})
	cmd.AddCommand(projectorRun(a), projectorRebuild(a), projectorStatus(a), projectorVerify(a))
	return cmd
}

// kept is the log of this run and the place of its read model, for the verbs of the projector.
func kept(a *app.App) (log eventlog.Log, at app.Setting, path string, err error) {
	log, at, err = a.OpenLog(app.ToRead)
	if err != nil {
		return nil, at, "", err
	}
	path, isFile := app.ModelPath(at)
	if !isFile {
		return nil, at, "", app.UsageError("keep the read model", at.Value, "a log in memory ends with its process", "name a log on disk: --log PATH")
	}
	return log, at, path, nil
}

// takeAgain is how often a projector that waits looks whether the other one ended.
const takeAgain = 250 * time.Millisecond

// take becomes the projector of this run's log, and waits for another one's end if
// it may; the run's end gives it back.
func take(a *app.App, wait bool, tell func(follow.Turn) error) (*follow.Follower, error) {
	log, _, path, err := kept(a)
	if err != nil {
		return nil, err
	}
	for {
		k, err := follow.Start(a.Ctx, path, view.Projected{Log: log}, follow.Options{PID: os.Getpid(), Store: store.Options{Patience: a.Patience}, Now: a.Now, Tell: tell, Render: app.Rendered})
		if err == nil {
			a.Closers = append(a.Closers, k.Close)
			return k, nil
		}
		var typed *domain.Error
		if !wait || !errors.As(err, &typed) || typed.Kind != domain.ErrUnavailable {
			return nil, err
		}
		select {
		case <-a.Ctx.Done():
			return nil, a.Ctx.Err()
		case <-time.After(takeAgain):
		}
	}
}

// RebuiltDocument is the answer of projector rebuild.
type RebuiltDocument struct {
	app.Head
	Position uint64 `json:"position"`
	Path     string `json:"path"` // of the new file
	Parked   int    `json:"parked"`
}

func projectorRebuild(a *app.App) *cobra.Command {
	return a.Verb("rebuild", "do", "Build a new read model from the log and replace the old one", app.NoArgs, func([]string) (app.Document, error) {
		k, err := take(a, false, nil)
		if err != nil {
			return nil, err
		}
		status, err := k.Rebuild(a.Ctx)
		if err != nil {
			return nil, err
		}
		parked, err := k.Parked()
		return &RebuiltDocument{app.HeadOf("projector_rebuild"), status.Position, status.Path, parked}, err
	})
}

func (d *RebuiltDocument) Text(p *term.Page) {
	p.Line("built the read model anew, up to position %d%s", d.Position, view.ParkedText(d.Parked))
	p.Line("file  %s", d.Path)
}
