package guarding

import (
	"context"
	"time"

	"github.com/clawable/claw/commands/record"
	"github.com/clawable/claw/domain"
	gitstate "github.com/clawable/claw/git/state"
	"github.com/clawable/claw/policy"
)

// Checkout is how the work in a folder stands to the branch that it goes to.
type Checkout struct {
	Folder string
	// State is what git says of the worktree; nil where it says nothing.
	State *gitstate.State
	// Stands is what a policy judges: its words are those of the front door.
	Stands policy.Checkout
}

// Git reports how worktrees stand.
type Git interface {
	// Checkout asks git about a folder, until ctx ends. What git does not say is not known.
	Checkout(ctx context.Context, folder string) Checkout
	// Look returns what the log is told of a worktree that stands so: the look, and how the work
	// stands to its main branch.
	//
	// Errors: those of reading the repository's name.
	Look(ctx context.Context, s *gitstate.State) (record.Look, domain.Payload, error)
}

// gitPatience is how long a policy waits for what git says of one folder: who waits longer is not told.
const gitPatience = 5 * time.Second

// Checkouts asks git about folders, those of [policy.CheckoutFolders], and adds what it says to
// the action.
func (p *Place) Checkouts(ctx context.Context, act *policy.Action, folders []string) []Checkout {
	all := make([]Checkout, len(folders))
	for i, folder := range folders {
		if act.Checkouts == nil {
			act.Checkouts = map[string]policy.Checkout{}
		}
		all[i] = p.checkout(ctx, folder)
		act.Checkouts[folder] = all[i].Stands
	}
	return all
}

func (p *Place) checkout(ctx context.Context, folder string) Checkout {
	ctx, stop := context.WithTimeout(ctx, gitPatience)
	defer stop()
	return p.Git.Checkout(ctx, folder)
}
