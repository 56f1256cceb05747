package policycmd

import (
	"cmp"
	"errors"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/clawable/claw/cmd/claw/cli/app"
	"github.com/clawable/claw/cmd/claw/cli/guard"
	"github.com/clawable/claw/cmd/claw/cli/term"
	guarding "github.com/clawable/claw/commands/guard"
	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/approval"
	"github.com/clawable/claw/eventlog"
	"github.com/clawable/claw/policy"
)

// PolicyVerbs is the verbs about what agents may do.
func PolicyVerbs(a *app.App) *cobra.Command {
	cmd := app.VerbFamily("policy", "more", "What agents may do: query, show, check and adopt policies")
	cmd.AddGroup(&cobra.Group{ID: "look", Title: "Look:"}, &cobra.Group{ID: "decide", Title: "Decide:"})
	cmd.AddCommand(policyCheck(a), policyExplain(a), policyLint(a), policyShow(a), policyInit(a), policyAdopt(a))
	return cmd
}

// actionOptions are the flags of claw policy check and explain: an action, beside its ARGV.
type actionOptions struct {
	agent   string   // "" is any
	tool    string   // default shell
	command string   // the text for a shell, in place of ARGV
	paths   []string // files that the tool would touch
}

func (o *actionOptions) flags(f *pflag.FlagSet) {
	f.StringVar(&o.agent, "agent", "", "the agent that would act, such as claude-code (default: any)")
	f.StringVar(&o.tool, "tool", "shell", "the tool that would be used")
	f.StringVar(&o.command, "command", "", "the text for a shell, in place of ARGV")
	f.StringArrayVar(&o.paths, "path", nil, "a file that the tool would touch (repeat for more)")
}

// check refuses two actions, and none; verb is the command line of the verb.
func (o *actionOptions) check(verb string, argv []string) error {
	switch {
	case o.command != "" && len(argv) > 0:
		return app.UsageError("parse arguments", verb, "--command and ARGV are both given", "say one of them")
	case o.command == "" && len(argv) == 0 && len(o.paths) == 0 && policy.IsShell(o.tool):
		return app.UsageError("parse arguments", verb, "no action is named", "name it: "+verb+" -- git push origin main")
	}
	return nil
}

// VerdictDocument is the answer of policy check and explain.
type VerdictDocument struct {
	app.Head
	Decision string   `json:"decision"` // allow, ask, deny; none: the agent's own rules decide
	Rule     *matched `json:"rule,omitzero"`
	Approval string   `json:"approval,omitzero"` // the least assurance of an approval that permits a denied action
	Longest  string   `json:"longest,omitzero"`  // how long such an approval may last: the shortest of all rules that deny
	// Bind is which parts of the command's files have to be unchanged for such an approval to be
	// used.
	Bind      domain.Binding   `json:"bind,omitzero"`
	Unread    []unread         `json:"unread"` // layers that cannot be read: they deny
	Layers    []string         `json:"layers"`
	Matches   []matched        `json:"matches"` // every rule that matches the action or a part of it
	CWD       domain.Path      `json:"cwd"`
	Checkouts []guard.Checkout `json:"checkouts"` // the state of the work in folders that a rule asks about
	explained bool
}

// matched is a rule that matches an action or a part of it.
type matched struct {
	Layer    string         `json:"layer"`
	Policy   domain.Digest  `json:"policy"`
	Rule     string         `json:"rule"`
	Line     int            `json:"line"`
	Decision string         `json:"decision"`
	Reason   string         `json:"reason,omitzero"`
	Next     []string       `json:"next"`
	Part     string         `json:"part,omitzero"`     // the simple command that it matches
	Approval string         `json:"approval,omitzero"` // the assurance that the rule requires of an approval that permits a denied action
	Longest  string         `json:"longest,omitzero"`  // how long such an approval may last by this rule
	Bind     domain.Binding `json:"bind,omitzero"`     // which parts of the files an approval of it binds
	Decides  bool           `json:"decides"`
	// Uncertain is the part of the action that cannot be determined, where the rule decides by that:
	// Decision is then the uncertain member of the rule, and "allow" does not permit the action.
	Uncertain string `json:"uncertain,omitzero"`
}

type unread struct {
	Layer  string `json:"layer"`
	Source string `json:"source"`
	Says   string `json:"says"`
}

func policyCheck(a *app.App) *cobra.Command {
	var o actionOptions
	cmd := a.Verb("check [-- ARGV...]", "look", "Check whether an agent may do something; exit code 3 when it is held back", app.AfterDash,
		func(args []string) (app.Document, error) { return checkAction(a, o, args) })
	o.flags(cmd.Flags())
	return cmd
}

func checkAction(a *app.App, o actionOptions, argv []string) (app.Document, error) {
	if err := o.check("claw policy check", argv); err != nil {
		return nil, err
	}
	d, err := evaluate(a, "policy_check", o, argv)
	if err == nil && d.held() {
		a.Code = app.ExitCode(domain.ErrPolicy)
	}
	return d, err
}

func policyExplain(a *app.App) *cobra.Command {
	var o actionOptions
	cmd := a.Verb("explain [-- ARGV...]", "look", "List every rule that matches an action, part by part", app.AfterDash,
		func(args []string) (app.Document, error) { return explainAction(a, o, args) })
	o.flags(cmd.Flags())
	return cmd
}

func explainAction(a *app.App, o actionOptions, argv []string) (app.Document, error) {
	if err := o.check("claw policy explain", argv); err != nil {
		return nil, err
	}
	d, err := evaluate(a, "policy_explain", o, argv)
	if err == nil {
		d.explained = true
	}
	return d, err
}

// evaluate evaluates an action by the policies that apply to this run, for a document of a kind.
func evaluate(a *app.App, kind string, o actionOptions, argv []string) (*VerdictDocument, error) {
	layers, err := layersNow(a)
	if err != nil {
		return nil, err
	}
	act := policy.Action{Agent: o.agent, Tool: o.tool, Command: o.command, Argv: argv, Paths: o.paths}
	place := guard.PlaceOf(a)
	place.Surround(&act, layers)
	found := place.Checkouts(a.Ctx, &act, policy.CheckoutFolders(layers, &act))
	v := policy.Evaluate(layers, &act)
	return documentOf(kind, &act, layers, &v, guard.CheckoutsOf(found)), nil
}

// documentOf is the document of a verdict on an action.
func documentOf(kind string, act *policy.Action, layers []policy.Layer, v *policy.Verdict, checkouts []guard.Checkout) *VerdictDocument {
	d := &VerdictDocument{Head: app.HeadOf(kind), Decision: app.FirstOf(string(v.Decision), "none"), Unread: []unread{}, Layers: []string{},
		Matches: []matched{}, CWD: domain.Path(act.CWD), Checkouts: checkouts}
	if least, ok := v.Approval(); ok {
		d.Approval, d.Longest = string(least), longestText(grantLasts(v))
		d.Bind = v.Bind
	}
	for _, l := range layers {
		d.Layers = append(d.Layers, l.Name)
	}
	for _, l := range v.Unread {
		d.Unread = append(d.Unread, unread{l.Name, l.Source, app.Typed(l.Err).Error()})
	}
	for i := range v.Matches {
		d.Matches = append(d.Matches, matchedOf(&v.Matches[i], v.Match))
	}
	for i := range v.Passed {
		d.Matches = append(d.Matches, matchedOf(&v.Passed[i], nil))
	}
	if v.Match != nil {
		m := matchedOf(v.Match, v.Match)
		m.Part, m.Next = v.Part, v.Next()
		d.Rule = &m
	}
	return d
}

func matchedOf(m, decides *policy.Match) matched {
	one := matched{Layer: m.Layer, Policy: m.Policy, Rule: m.Rule.ID, Line: m.Rule.Line, Decision: string(m.Decision), Uncertain: m.Uncertain, Reason: m.Rule.Reason,
		Next: append([]string{}, m.Rule.Next...), Part: m.Part, Decides: decides != nil && *m == *decides}
	one.Bind = m.Rule.Bind
	if m.Rule.Decision == policy.Deny {
		one.Approval, one.Longest = string(m.Rule.Exception), longestText(m.Rule.Longest)
	}
	return one
}

// grantLasts is how long a grant against the verdict may last: the rule of a file may shorten the
// default, never lengthen it.
func grantLasts(v *policy.Verdict) time.Duration {
	lasts := cmp.Or(v.Longest, approval.DefaultLongest)
	if m := v.Cited(); m != nil && m.Layer != guarding.LayerAdopted {
		return min(lasts, approval.DefaultLongest)
	}
	return lasts
}

// longestText is a duration as a policy writes it, "" for none.
func longestText(d time.Duration) string {
	if d == 0 {
		return ""
	}
	text := d.String()
	for _, zeros := range []string{"m0s", "h0m"} {
		if strings.HasSuffix(text, zeros) {
			text = text[:len(text)-2]
		}
	}
	return text
}

// layersNow are the policies that apply to this run; a log that does not exist has adopted none.
//
// Errors: those of the log.
func layersNow(a *app.App) ([]policy.Layer, error) {
	log, _, err := a.OpenLog(app.ToRead)
	if errors.Is(err, eventlog.ErrNotFound) {
		return guard.Layers(a, nil, nil), nil
	}
	if err != nil {
		return nil, err
	}
	return guard.Layers(a, log, nil), nil
}

// held reports whether the action needs an approval or a question, or is denied.
func (d *VerdictDocument) held() bool {
	return d.Decision == string(policy.Deny) || d.Decision == string(policy.Ask)
}

func (d *VerdictDocument) Text(p *term.Page) {
	styles := map[string]term.Style{"allow": term.StyleGreen, "ask": term.StyleYellow, "deny": term.StyleRed}
	p.Field("decision", styles[d.Decision], "%s", d.Decision)
	for _, u := range d.Unread {
		p.Field("unread", term.StyleRed, "the %s policy %s: %s", u.Layer, u.Source, u.Says)
	}
	if r := d.Rule; r != nil {
		p.Field("rule", term.StylePlain, "%s, of the %s policy, line %d", r.Rule, r.Layer, r.Line)
		if r.Part != "" {
			p.Field("part", term.StylePlain, "%s", r.Part)
		}
		if r.Reason != "" {
			p.Field("reason", term.StylePlain, "%s", r.Reason)
		}
		if r.Uncertain != "" {
			p.Field("uncertain", term.StylePlain, "%s", r.Uncertain)
		}
		for _, c := range d.Checkouts {
			p.Field("checkout", term.StylePlain, "%s: %s", c.Freshness, c.Says)
		}
		for _, n := range r.Next {
			p.Field("next", term.StylePlain, "%s", n)
		}
	}
	if d.Approval != "" {
		p.Field("approval", term.StylePlain, "lets it through once: %s, for %s at most", d.Approval, d.Longest)
	}
	if d.Bind != "" {
		p.Field("binds", term.StylePlain, "the %s of the files that the command names", d.Bind)
	}
	for _, m := range d.Matches {
		if m.Uncertain != "" && m.Decision == string(policy.Allow) {
			p.Field("uncertain", term.StylePlain, "rule %s may mean it and lets it through: %s", m.Rule, m.Uncertain)
		}
	}
	switch {
	case len(d.Layers) == 0:
		p.Line("No policy applies here. To write a first one: claw policy init FILE")
	case d.Rule == nil && len(d.Unread) == 0 && len(d.Matches) == 0:
		p.Line("No rule matches: the agent's own rules decide.")
	}
	if d.explained {
		d.rules(p)
	}
}

func (d *VerdictDocument) rules(p *term.Page) {
	rows := make([][]term.Cell, 0, len(d.Matches))
	for _, m := range d.Matches {
		rows = append(rows, []term.Cell{term.Plain(m.Part), term.Plain(m.Decision + map[bool]string{true: ", decides"}[m.Decides]), term.Plain(m.Rule),
			term.Plain(m.Approval), term.Plain(m.Longest), term.Plain(m.Layer), term.Plain(m.Reason)})
	}
	p.Table([]term.Column{{Name: "PART", Least: 12}, {Name: "DECISION"}, {Name: "RULE"}, {Name: "APPROVAL", Rank: 3}, {Name: "LONGEST", Rank: 4}, {Name: "LAYER", Rank: 1}, {Name: "REASON", Least: 12, Rank: 2}}, rows)
}
