package guarding

import (
	"context"
	"time"

	"github.com/clawable/claw/commands/record"
	"github.com/clawable/claw/domain"
	gitstate "github.com/clawable/claw/git/state"
	"github.com/clawable/claw/policy"
)

// Checkout is the state of the work in a folder against the branch that it goes to.
type Checkout struct {
	Folder string
	// State is the state of the worktree; nil where git does not report it.
	State *gitstate.State
	// Stands is the state as policies evaluate it; its texts are those of the front door.
	Stands policy.Checkout
}

// Git reports the state of worktrees.
type Git interface {
	// Checkout asks git about a folder, until ctx ends. What git does not report is unknown.
	Checkout(ctx context.Context, folder string) Checkout
	// Look returns the look at a worktree in a state, and the fact of how the work compares with
	// its main branch.
	//
	// Errors: those of reading the repository's name.
	Look(ctx context.Context, s *gitstate.State) (record.Look, domain.Payload, error)
}

// gitPatience bounds the time that git has to report one folder; after it the folder is unknown.
const gitPatience = 5 * time.Second

// Checkouts asks git about folders, those of [policy.CheckoutFolders], and adds the result to the
// action.
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
