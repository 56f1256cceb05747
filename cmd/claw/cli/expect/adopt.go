package expectcmd

import (
	"errors"
	"os"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/clawable/claw/cmd/claw/cli/app"
	approvaltext "github.com/clawable/claw/cmd/claw/cli/approval"
	"github.com/clawable/claw/cmd/claw/cli/term"
	"github.com/clawable/claw/cmd/claw/cli/view"
	"github.com/clawable/claw/commands/expect"
	"github.com/clawable/claw/commands/record"
	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/eventlog"
)

// adoptOptions are the flags of claw expect adopt.
type adoptOptions struct {
	builtIn bool   // adopt the built-in profile again
	reason  string // needed
	by      approvaltext.OperatorOptions
}

func (o *adoptOptions) flags(f *pflag.FlagSet) {
	f.BoolVar(&o.builtIn, "built-in", false, "adopt the built-in profile again, in place of a FILE")
	f.StringVar(&o.reason, "reason", "", "why, in a few words")
	o.by.Flags(f, "adoption")
}

// check refuses an adoption without a profile or a reason.
func (o *adoptOptions) check(args []string) error {
	const verb = "claw expect adopt"
	switch {
	case o.builtIn == (len(args) == 1):
		return app.UsageError("parse arguments", verb, "needs a FILE or --built-in, and not both", verb+" profile.toml --reason WHY")
	case o.reason == "":
		return app.UsageError("parse arguments", verb, "needs --reason: who reads an outcome later asks why", verb+" profile.toml --reason WHY")
	}
	return nil
}

func expectAdopt(a *app.App) *cobra.Command {
	var o adoptOptions
	cmd := a.Verb("adopt [FILE]", "decide", "Adopt a profile from a file, or the built-in one again", app.Between(0, 1, "[FILE]"),
		func(args []string) (app.Document, error) { return adopt(a, o, args) })
	cmd.Long = `Adopt a profile from a file, or the built-in one again. Every lane of the log comes out by it from
then on, also those that ended before; watchers take that as a change of rule, and not as news. A
profile is TOML:

  version = 1
  name = "team"
  revision = 1
  wrote = ["writes"]                # who wrote files has every one of them in commits
  tested = ["green:package"]        # who ran tests leaves them green, a run of this level or a higher one among them
  committed = ["writes", "pushed"]  # who committed has all in commits, and pushed them
  pushed = ["pushed"]               # who pushed saw the push arrive

What may be expected: writes, green, green:package, green:workspace, pushed. What is left out
expects nothing.

A person adopts a profile, at a terminal or with --key. It replaces the adoptions that the log
knows; where two logs adopted different profiles and their events come together, the built-in one is
in force until somebody adopts one again.`
	o.flags(cmd.Flags())
	return cmd
}

// ProfileAdopted is the answer of expect adopt.
type ProfileAdopted struct {
	app.Head
	Event    domain.EventID   `json:"event"`
	Position uint64           `json:"position"`
	Operator app.Standing     `json:"operator"`
	Replaces []domain.EventID `json:"replaces"` // the adoptions before
	// Holds says that what this run adopted is in force now. It is not where an adoption of higher trust is heard.
	Holds   bool             `json:"holds"`
	InForce *ProfileDocument `json:"in_force"`
}

func adopt(a *app.App, o adoptOptions, args []string) (app.Document, error) {
	if err := o.check(args); err != nil {
		return nil, err
	}
	p, err := o.profile(a, args)
	if err != nil {
		return nil, err
	}
	log, _, err := a.OpenLog(app.ToAppend)
	if err == nil {
		_, err = view.Open(a) // what cannot be read back is not adopted
	}
	if err != nil {
		return nil, err
	}
	op, standing := o.by.Operator(a, log)
	if standing.Trust.Rank() < domain.TrustMedium.Rank() {
		return nil, &domain.Error{Kind: domain.ErrPolicy, Operation: "adopt profile", Target: domain.ExpectsStream().String(),
			Message: "a person adopts a profile, and this would be recorded with " + standing.Text(),
			Hint:    "run it yourself, in a terminal of your own, or sign it: --key"}
	}
	decided, err := expect.Adopt(a.Ctx, op, p, o.reason)
	if errors.Is(err, eventlog.ErrConflict) {
		return nil, (&domain.Error{Kind: domain.ErrConflict, Operation: "adopt profile", Target: domain.ExpectsStream().String(), Retryable: true,
			Message: "others kept adopting profiles; nothing was recorded", Hint: "look at claw expect show, then try again"}).Because(err)
	}
	if err != nil {
		return nil, err
	}
	return adopted(a, log, decided, standing)
}

// profile reads the profile that is to be adopted, nil for the built-in one.
func (o *adoptOptions) profile(a *app.App, args []string) (*domain.ExpectsProfile, error) {
	if o.builtIn {
		return nil, nil
	}
	text, err := os.ReadFile(app.Path(a, args[0]))
	if err != nil {
		return nil, err
	}
	return expect.Parse(args[0], text)
}

func adopted(a *app.App, log eventlog.Log, decided record.Decided, standing app.Standing) (_ *ProfileAdopted, err error) {
	if standing.Signer, err = approvaltext.SignerOf(a, log, decided.Event); err != nil {
		return nil, err
	}
	now, err := show(a)
	if err != nil {
		return nil, err
	}
	d := &ProfileAdopted{Head: app.HeadOf("expects_adopted"), Event: decided.Event, Position: decided.Receipt.Position.Number(), Operator: standing,
		Replaces: append([]domain.EventID{}, decided.Causes...), InForce: now}
	for _, one := range now.Adoptions {
		d.Holds = d.Holds || one.Event == decided.Event && !one.Unheard && now.Why == ""
	}
	if !d.Holds {
		a.Warn("profile_not_in_force", "what was adopted is not in force: "+notInForce(now)+"; claw expect show tells more")
	}
	return d, nil
}

// notInForce returns why a recorded adoption is not in force.
func notInForce(now *ProfileDocument) string {
	if now.Why != "" {
		return view.WhyBuiltIn(now.Why)
	}
	return "an adoption of higher trust is heard"
}

func (d *ProfileAdopted) Text(p *term.Page) {
	p.Line("adopted at position %d, %s", d.Position, d.Operator.Text())
	d.InForce.Text(p)
}
