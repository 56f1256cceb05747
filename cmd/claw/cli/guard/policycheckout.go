package guard

import (
	"context"
	"fmt"
	"time"

	"github.com/clawable/claw/cmd/claw/cli/app"
	"github.com/clawable/claw/cmd/claw/cli/term"
	"github.com/clawable/claw/cmd/claw/cli/workspace"

	gitexec "github.com/clawable/claw/git/exec"

	gitstate "github.com/clawable/claw/git/state"
	"github.com/clawable/claw/policy"
)

// Checkout is how the work in a folder stands to the branch that it goes to, as git status tells it.
type Checkout struct {
	Folder    string              `json:"folder"`
	Freshness workspace.Freshness `json:"freshness"`
	Main      *gitstate.Base      `json:"main" jsonschema:"nullable"` // nil where git says nothing
	Advice    *gitstate.Advice    `json:"advice" jsonschema:"nullable"`
	Says      string              `json:"says"`
	state     *gitstate.State
}

// gitPatience is how long a policy waits for what git says of one folder: who waits longer is not told.
const gitPatience = 5 * time.Second

// Checkouts asks git about [policy.CheckoutFolders] of an action, and adds what it says to that.
func Checkouts(a *app.App, act *policy.Action, folders []string) []Checkout {
	all := []Checkout{}
	for _, folder := range folders {
		if act.Checkouts == nil {
			act.Checkouts = map[string]policy.Checkout{}
		}
		one := checkout(a, folder)
		act.Checkouts[folder] = one.judged()
		all = append(all, one)
	}
	return all
}

// checkout asks git about one folder. Whose the repository is does not matter: git hears nobody.
func checkout(a *app.App, folder string) Checkout {
	one := Checkout{Folder: folder, Freshness: workspace.FreshUnknown}
	ctx, stop := context.WithTimeout(a.Ctx, gitPatience)
	defer stop()
	git, err := gitexec.Alone(a.Env)
	if err == nil {
		one.state, err = gitstate.Standing(ctx, git, folder, gitstate.Expected{})
	}
	switch s := one.state; {
	case err != nil:
		one.Says = "git does not say how the work in " + folder + " stands: " + app.Typed(err).Error()
	case s == nil:
		one.Says = "no git repository is around " + folder
	default:
		workspace.RenderAdvice(s.Advice)
		one.Freshness, one.Main, one.Advice = workspace.FreshnessOf(&s.Main), &s.Main, s.Advice
		one.Says = one.told()
	}
	return one
}

// told says for people how the work stands.
func (c *Checkout) told() string {
	m := c.Main
	switch m.State {
	case gitstate.BaseDiverged:
		return fmt.Sprintf("the work in %s lacks %s of %s: %s", c.Folder, term.Many(m.Behind, "commit"), m.Said, workspace.MissingText(m))
	case gitstate.BaseMatches:
		return "the work in " + c.Folder + " has all of " + m.Said
	case gitstate.BaseUnknown:
		return "the clone around " + c.Folder + " is shallow: what its work lacks of " + m.Said + " cannot be told"
	case gitstate.BaseNone:
	}
	return "nobody knows which branch the work in " + c.Folder + " goes to"
}

// judged is the checkout as a policy judges it.
func (c *Checkout) judged() policy.Checkout {
	p := policy.Checkout{Known: c.Freshness != workspace.FreshUnknown, Stale: c.Freshness == workspace.FreshStale, Says: c.Says}
	if c.Advice != nil {
		p.Next = c.Advice.Hint
	}
	return p
}
