package cli

import (
	"context"
	"fmt"
	"time"

	gitexec "github.com/clawable/claw/git/exec"
	gitstate "github.com/clawable/claw/git/state"
	"github.com/clawable/claw/policy"
)

// checkout is how the work in a folder stands to the branch that it goes to, as git status tells it.
type checkout struct {
	Folder    string           `json:"folder"`
	Freshness freshness        `json:"freshness"`
	Main      *gitstate.Base   `json:"main" jsonschema:"nullable"` // nil where git says nothing
	Advice    *gitstate.Advice `json:"advice" jsonschema:"nullable"`
	Says      string           `json:"says"`
	state     *gitstate.State
}

// gitPatience is how long a policy waits for what git says of one folder: who waits longer is not told.
const gitPatience = 5 * time.Second

// checkouts asks git about [policy.CheckoutFolders] of an action, and adds what it says to that.
func (a *app) checkouts(act *policy.Action, folders []string) []checkout {
	all := []checkout{}
	for _, folder := range folders {
		if act.Checkouts == nil {
			act.Checkouts = map[string]policy.Checkout{}
		}
		one := a.checkout(folder)
		act.Checkouts[folder] = one.judged()
		all = append(all, one)
	}
	return all
}

// checkout asks git about one folder. Whose the repository is does not matter: git hears nobody.
func (a *app) checkout(folder string) checkout {
	one := checkout{Folder: folder, Freshness: freshUnknown}
	ctx, stop := context.WithTimeout(a.ctx, gitPatience)
	defer stop()
	git, err := gitexec.Alone(a.Env)
	if err == nil {
		one.state, err = gitstate.Standing(ctx, git, folder, gitstate.Expected{})
	}
	switch s := one.state; {
	case err != nil:
		one.Says = "git does not say how the work in " + folder + " stands: " + typed(err).Error()
	case s == nil:
		one.Says = "no git repository is around " + folder
	default:
		one.Freshness, one.Main, one.Advice = freshnessOf(&s.Main), &s.Main, s.Advice
		one.Says = one.told()
	}
	return one
}

// told says for people how the work stands.
func (c *checkout) told() string {
	m := c.Main
	switch m.State {
	case gitstate.BaseDiverged:
		return fmt.Sprintf("the work in %s lacks %s of %s: %s", c.Folder, many(m.Behind, "commit"), m.Said, missingText(m))
	case gitstate.BaseMatches:
		return "the work in " + c.Folder + " has all of " + m.Said
	case gitstate.BaseUnknown:
		return "the clone around " + c.Folder + " is shallow: what its work lacks of " + m.Said + " cannot be told"
	case gitstate.BaseNone:
	}
	return "nobody knows which branch the work in " + c.Folder + " goes to"
}

// judged is the checkout as a policy judges it.
func (c *checkout) judged() policy.Checkout {
	p := policy.Checkout{Known: c.Freshness != freshUnknown, Stale: c.Freshness == freshStale, Says: c.Says}
	if c.Advice != nil {
		p.Next = c.Advice.Hint
	}
	return p
}
