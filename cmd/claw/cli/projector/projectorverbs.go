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

// ProjectorVerb is the verbs of the daemon that maintains the read model; the program projector has
// no others.
func ProjectorVerb(a *app.App) *cobra.Command {
	cmd := app.VerbFamily("projector", "log", "Keep the read model current in the background; rebuild it, verify it")
	cmd.AddGroup(&cobra.Group{ID: "look", Title: "Look:"}, &cobra.Group{ID: "do", Title: "Do:"})
	cmd.AddCommand(projectorRun(a), projectorRebuild(a), projectorStatus(a), projectorVerify(a))
	return cmd
}

// modelOnDisk is the log of this run and the path of its read model.
//
// Errors: kind usage for a log in memory, whose read model has no file.
func modelOnDisk(a *app.App) (log eventlog.Log, at app.Setting, path string, err error) {
	log, at, err = a.OpenLog(app.ToRead)
	if err != nil {
		return nil, at, "", err
	}
	path, isFile := app.ModelPath(a, at)
	if !isFile {
		return nil, at, "", app.UsageError("keep the read model", at.Value, app.NotKept(at), "name a log on disk: --log PATH")
	}
	return log, at, path, nil
}

// claimEvery is how often a waiting projector tries to claim the read model.
const claimEvery = 250 * time.Millisecond

// claimModel makes this process the projector of the log until the run ends. With wait it waits for the
// end of another projector. turn is called at each change of state.
//
// Errors: kind unavailable where another projector runs and wait is false.
func claimModel(a *app.App, wait bool, turn func(follow.Turn) error) (*follow.Follower, error) {
	log, _, path, err := modelOnDisk(a)
	if err != nil {
		return nil, err
	}
	for {
		follower, err := follow.Start(a.Ctx, path, view.Projected{Log: log}, follow.Options{PID: os.Getpid(), Store: store.Options{Patience: a.Patience}, Now: a.Now, Tell: turn, Render: app.Rendered})
		if err == nil {
			a.Closers = append(a.Closers, follower.Close)
			return follower, nil
		}
		var typed *domain.Error
		if !wait || !errors.As(err, &typed) || typed.Kind != domain.ErrUnavailable {
			return nil, err
		}
		select {
		case <-a.Ctx.Done():
			return nil, a.Ctx.Err()
		case <-time.After(claimEvery):
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
	return a.Verb("rebuild", "do", "Build a new read model from the log and replace the old one", app.NoArgs,
		func([]string) (app.Document, error) { return rebuild(a) })
}

func rebuild(a *app.App) (app.Document, error) {
	follower, err := claimModel(a, false, nil)
	if err != nil {
		return nil, err
	}
	status, err := follower.Rebuild(a.Ctx)
	if err != nil {
		return nil, err
	}
	parked, err := follower.Parked()
	return &RebuiltDocument{app.HeadOf("projector_rebuild"), status.Position, status.Path, parked}, err
}

func (d *RebuiltDocument) Text(p *term.Page) {
	p.Line("built the read model anew, up to position %d%s", d.Position, view.ParkedText(d.Parked))
	p.Line("file  %s", d.Path)
}
