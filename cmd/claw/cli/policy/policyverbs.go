package policycmd

import (
	"cmp"
	"errors"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/clawable/claw/cmd/claw/cli/app"
	"github.com/clawable/claw/cmd/claw/cli/guard"
	"github.com/clawable/claw/cmd/claw/cli/term"
	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/approval"
	"github.com/clawable/claw/eventlog"
	"github.com/clawable/claw/policy"
)

// PolicyVerbs is the verbs about what agents may do.
func PolicyVerbs(a *app.App) *cobra.Command {
	cmd := &cobra.Command{Use: "policy", GroupID: "more", Short: "What agents may do: query, show, check and adopt policies",
		Args: app.NoArgs, RunE: func(cmd *cobra.Command, _ []string) error { return cmd.Help() }}
	cmd.AddGroup(&cobra.Group{ID: "look", Title: "Look:"}, &cobra.Group{ID: "decide", Title: "Decide:"})
	cmd.AddCommand(policyCheck(a), policyExplain(a), policyLint(a), policyShow(a), policyInit(a), policyAdopt(a))
	return cmd
}

// asked is an action that a person describes.
type asked struct {
	agent, tool, command string
	paths                []string
}

func (q *asked) flags(cmd *cobra.Command) *cobra.Command {
	f := cmd.Flags()
	f.StringVar(&q.agent, "agent", "", "the agent that would act, such as claude-code (default: any)")
	f.StringVar(&q.tool, "tool", "shell", "the tool that would be used")
	f.StringVar(&q.command, "command", "", "the text for a shell, in place of ARGV")
	f.StringArrayVar(&q.paths, "path", nil, "a file that the tool would touch (repeat for more)")
	return cmd
}

// action is what is asked of.
func (q *asked) action(cmd string, argv []string) (policy.Action, error) {
	act := policy.Action{Agent: q.agent, Tool: q.tool, Command: q.command, Argv: argv, Paths: q.paths}
	switch {
	case q.command != "" && len(argv) > 0:
		return act, app.UsageError("parse arguments", cmd, "--command and ARGV are both given", "say one of them")
	case q.command == "" && len(argv) == 0 && len(q.paths) == 0 && policy.IsShell(q.tool):
		return act, app.UsageError("parse arguments", cmd, "no action is named", "name it: "+cmd+" -- git push origin main")
	}
	return act, nil
}

// VerdictDocument is the answer of policy check and explain.
type VerdictDocument struct {
	app.Head
	Decision string   `json:"decision"` // allow, ask, deny; none: the agent's own rules go on
	Rule     *matched `json:"rule,omitzero"`
	Approval string   `json:"approval,omitzero"` // the least that lets a denied action through
	Longest  string   `json:"longest,omitzero"`  // how long such an approval may hold: the shortest of all rules that deny
	// Bind is what of the command's files has to be as it was for such an approval to be used.
	Bind      domain.Binding   `json:"bind,omitzero"`
	Unread    []unread         `json:"unread"` // layers that cannot be read: they deny
	Layers    []string         `json:"layers"`
	Matches   []matched        `json:"matches"` // every rule that met the action or a part of it
	CWD       domain.Path      `json:"cwd"`
	Checkouts []guard.Checkout `json:"checkouts"` // how the work stands, in folders that a rule asks about
	explained bool
}

// matched is a rule that met an action or a part of it.
type matched struct {
	Layer    string         `json:"layer"`
	Policy   domain.Digest  `json:"policy"`
	Rule     string         `json:"rule"`
	Line     int            `json:"line"`
	Decision string         `json:"decision"`
	Reason   string         `json:"reason,omitzero"`
	Next     []string       `json:"next"`
	Part     string         `json:"part,omitzero"`     // the simple command that it met
	Approval string         `json:"approval,omitzero"` // what the rule takes for letting a denied action through
	Longest  string         `json:"longest,omitzero"`  // how long such an approval may hold by this rule
	Bind     domain.Binding `json:"bind,omitzero"`     // what of the files an approval of it binds
	Decides  bool           `json:"decides"`
	// Uncertain says what of the action cannot be told, where the rule decides on that: Decision is then
	// what the rule's uncertain says, and "allow" lets through and permits nothing.
	Uncertain string `json:"uncertain,omitzero"`
}

type unread struct {
	Layer  string `json:"layer"`
	Source string `json:"source"`
	Says   string `json:"says"`
}

func policyCheck(a *app.App) *cobra.Command {
	var q asked
	return q.flags(a.Verb("check [-- ARGV...]", "look", "Check whether an agent may do something; exit code 3 when it is held back", app.AfterDash, func(args []string) (app.Document, error) {
		d, err := verdict(a, "policy_check", "claw policy check", q, args)
		if err == nil && d.held() {
			a.Code = app.ExitCode(domain.ErrPolicy)
		}
		return d, err
	}))
}

func policyExplain(a *app.App) *cobra.Command {
	var q asked
	return q.flags(a.Verb("explain [-- ARGV...]", "look", "List every rule that matches an action, part by part", app.AfterDash, func(args []string) (app.Document, error) {
		d, err := verdict(a, "policy_explain", "claw policy explain", q, args)
		if err == nil {
			d.explained = true
		}
		return d, err
	}))
}

func verdict(a *app.App, kind, verb string, q asked, argv []string) (*VerdictDocument, error) {
	act, err := q.action(verb, argv)
	if err != nil {
		return nil, err
	}
	layers, err := layersNow(a)
	if err != nil {
		return nil, err
	}
	guard.Surround(a, &act, layers)
	found := guard.Checkouts(a, &act, policy.CheckoutFolders(layers, &act))
	v := policy.Evaluate(layers, &act)
	d := &VerdictDocument{Head: app.HeadOf(kind), Decision: app.FirstOf(string(v.Decision), "none"), Unread: []unread{}, Layers: []string{},
		Matches: []matched{}, CWD: domain.Path(act.CWD), Checkouts: found}
	if least, ok := v.Approval(); ok {
		d.Approval, d.Longest = string(least), longestText(grantLasts(&v))
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
	return d, nil
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

// grantLasts is how long a grant that lifts the verdict may hold: a file may shorten what
// holds without it, never lengthen that.
func grantLasts(v *policy.Verdict) time.Duration {
	lasts := cmp.Or(v.Longest, approval.DefaultLongest)
	if m := v.Cited(); m != nil && m.Layer != guard.LayerAdopted {
		return min(lasts, approval.DefaultLongest)
	}
	return lasts
}

// longestText is a span as a policy writes it, "" for none.
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

// layersNow are the layers that apply here, a log that is not there having adopted none.
//
// Errors: those of the log: who asks wants to know.
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

// held reports whether the action may not simply go on.
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
	if len(d.Layers) == 0 {
		p.Line("No policy applies here.")
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
