package guard

import (
	"context"
	"fmt"

	"github.com/clawable/claw/cmd/claw/cli/app"
	"github.com/clawable/claw/cmd/claw/cli/term"
	"github.com/clawable/claw/cmd/claw/cli/workspace"
	guarding "github.com/clawable/claw/commands/guard"
	"github.com/clawable/claw/commands/record"
	"github.com/clawable/claw/domain"
	gitexec "github.com/clawable/claw/git/exec"
	gitstate "github.com/clawable/claw/git/state"
	"github.com/clawable/claw/policy"
)

// Checkout is the state of the work in a folder against the branch that it goes to, as claw git
// status reports it.
type Checkout struct {
	Folder    string              `json:"folder"`
	Freshness workspace.Freshness `json:"freshness"`
	Main      *gitstate.Base      `json:"main" jsonschema:"nullable"` // nil where git does not report it
	Advice    *gitstate.Advice    `json:"advice" jsonschema:"nullable"`
	Says      string              `json:"says"`
}

// CheckoutsOf returns the documents of checkouts.
func CheckoutsOf(found []guarding.Checkout) []Checkout {
	all := make([]Checkout, len(found))
	for i := range found {
		c := &found[i]
		all[i] = Checkout{Folder: c.Folder, Freshness: workspace.FreshUnknown, Says: c.Stands.Says}
		if c.State != nil {
			all[i].Freshness, all[i].Main, all[i].Advice = workspace.FreshnessOf(&c.State.Main), &c.State.Main, c.State.Advice
		}
	}
	return all
}

// worktrees asks git about worktrees. The owner of a repository does not matter: git runs without
// its settings and hooks.
type worktrees struct{ app *app.App }

// Checkout implements [guarding.Git].
func (w worktrees) Checkout(ctx context.Context, folder string) guarding.Checkout {
	one := guarding.Checkout{Folder: folder}
	git, err := gitexec.Alone(w.app.Env)
	if err == nil {
		one.State, err = gitstate.Standing(ctx, git, folder, gitstate.Expected{})
	}
	switch s := one.State; {
	case err != nil:
		one.State = nil
		one.Stands.Says = "git does not say how the work in " + folder + " stands: " + app.Typed(err).Error()
	case s == nil:
		one.Stands.Says = "no git repository is around " + folder
	default:
		workspace.RenderAdvice(s.Advice)
		one.Stands = policyCheckout(folder, s)
	}
	return one
}

// Look implements [guarding.Git].
func (w worktrees) Look(_ context.Context, s *gitstate.State) (record.Look, domain.Payload, error) {
	at, err := workspace.LookOf(w.app, s)
	return at, workspace.FreshnessFact(s), err
}

// policyCheckout is a worktree as policies evaluate it.
func policyCheckout(folder string, s *gitstate.State) policy.Checkout {
	fresh := workspace.FreshnessOf(&s.Main)
	p := policy.Checkout{Known: fresh != workspace.FreshUnknown, Stale: fresh == workspace.FreshStale, Says: standingText(folder, &s.Main)}
	if s.Advice != nil {
		p.Next = s.Advice.Hint
	}
	return p
}

// standingText is the state of the work in a folder, for people.
func standingText(folder string, m *gitstate.Base) string {
	switch m.State {
	case gitstate.BaseDiverged:
		return fmt.Sprintf("the work in %s lacks %s of %s: %s", folder, term.Many(m.Behind, "commit"), m.Said, workspace.MissingText(m))
	case gitstate.BaseMatches:
		return "the work in " + folder + " has all of " + m.Said
	case gitstate.BaseUnknown:
		return "the clone around " + folder + " is shallow: what its work lacks of " + m.Said + " cannot be told"
	case gitstate.BaseNone:
	}
	return "nobody knows which branch the work in " + folder + " goes to"
}
