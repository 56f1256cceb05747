package cli

import (
	"cmp"
	"errors"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/approval"
	"github.com/clawable/claw/eventlog"
	"github.com/clawable/claw/policy"
)

// policyVerbs is the verbs about what agents may do.
func (a *app) policyVerbs() *cobra.Command {
	cmd := &cobra.Command{Use: "policy", GroupID: "more", Short: "What agents may do: query, show, check and adopt policies",
		Args: noArgs, RunE: func(cmd *cobra.Command, _ []string) error { return cmd.Help() }}
	cmd.AddGroup(&cobra.Group{ID: "look", Title: "Look:"}, &cobra.Group{ID: "decide", Title: "Decide:"})
	cmd.AddCommand(a.policyCheck(), a.policyExplain(), a.policyLint(), a.policyShow(), a.policyInit(), a.policyAdopt())
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
		return act, usageError("parse arguments", cmd, "--command and ARGV are both given", "say one of them")
	case q.command == "" && len(argv) == 0 && len(q.paths) == 0 && policy.IsShell(q.tool):
		return act, usageError("parse arguments", cmd, "no action is named", "name it: "+cmd+" -- git push origin main")
	}
	return act, nil
}

// verdictDocument is the answer of policy check and explain.
type verdictDocument struct {
	Head
	Decision string   `json:"decision"` // allow, ask, deny; none: the agent's own rules go on
	Rule     *matched `json:"rule,omitzero"`
	Approval string   `json:"approval,omitzero"` // the least that lets a denied action through
	Longest  string   `json:"longest,omitzero"`  // how long such an approval may hold: the shortest of all rules that deny
	// Bind is what of the command's files has to be as it was for such an approval to be used.
	Bind      domain.Binding `json:"bind,omitzero"`
	Unread    []unread       `json:"unread"` // layers that cannot be read: they deny
	Layers    []string       `json:"layers"`
	Matches   []matched      `json:"matches"` // every rule that met the action or a part of it
	CWD       domain.Path    `json:"cwd"`
	Checkouts []checkout     `json:"checkouts"` // how the work stands, in folders that a rule asks about
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

func (a *app) policyCheck() *cobra.Command {
	var q asked
	return q.flags(a.verb("check [-- ARGV...]", "look", "Check whether an agent may do something; exit code 3 when it is held back", afterDash, func(args []string) (document, error) {
		d, err := a.verdict("policy_check", "claw policy check", q, args)
		if err == nil && d.held() {
			a.code = exitCode(domain.ErrPolicy)
		}
		return d, err
	}))
}

func (a *app) policyExplain() *cobra.Command {
	var q asked
	return q.flags(a.verb("explain [-- ARGV...]", "look", "List every rule that matches an action, part by part", afterDash, func(args []string) (document, error) {
		d, err := a.verdict("policy_explain", "claw policy explain", q, args)
		if err == nil {
			d.explained = true
		}
		return d, err
	}))
}

func (a *app) verdict(kind, verb string, q asked, argv []string) (*verdictDocument, error) {
	act, err := q.action(verb, argv)
	if err != nil {
		return nil, err
	}
	layers, err := a.layersNow()
	if err != nil {
		return nil, err
	}
	a.surround(&act, layers)
	found := a.checkouts(&act, policy.CheckoutFolders(layers, &act))
	v := policy.Evaluate(layers, &act)
	d := &verdictDocument{Head: headOf(kind), Decision: firstOf(string(v.Decision), "none"), Unread: []unread{}, Layers: []string{},
		Matches: []matched{}, CWD: domain.Path(act.CWD), Checkouts: found}
	if least, ok := v.Approval(); ok {
		d.Approval, d.Longest = string(least), longestText(grantLasts(&v))
		d.Bind = v.Bind
	}
	for _, l := range layers {
		d.Layers = append(d.Layers, l.Name)
	}
	for _, l := range v.Unread {
		d.Unread = append(d.Unread, unread{l.Name, l.Source, typed(l.Err).Error()})
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
	if m := v.Cited(); m != nil && m.Layer != layerAdopted {
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
func (a *app) layersNow() ([]policy.Layer, error) {
	log, _, err := a.openLog(toRead)
	if errors.Is(err, eventlog.ErrNotFound) {
		return a.layers(nil, nil), nil
	}
	if err != nil {
		return nil, err
	}
	return a.layers(log, nil), nil
}

// held reports whether the action may not simply go on.
func (d *verdictDocument) held() bool {
	return d.Decision == string(policy.Deny) || d.Decision == string(policy.Ask)
}

func (d *verdictDocument) text(p *page) {
	styles := map[string]style{"allow": styleGreen, "ask": styleYellow, "deny": styleRed}
	p.field("decision", styles[d.Decision], "%s", d.Decision)
	for _, u := range d.Unread {
		p.field("unread", styleRed, "the %s policy %s: %s", u.Layer, u.Source, u.Says)
	}
	if r := d.Rule; r != nil {
		p.field("rule", stylePlain, "%s, of the %s policy, line %d", r.Rule, r.Layer, r.Line)
		if r.Part != "" {
			p.field("part", stylePlain, "%s", r.Part)
		}
		if r.Reason != "" {
			p.field("reason", stylePlain, "%s", r.Reason)
		}
		if r.Uncertain != "" {
			p.field("uncertain", stylePlain, "%s", r.Uncertain)
		}
		for _, c := range d.Checkouts {
			p.field("checkout", stylePlain, "%s: %s", c.Freshness, c.Says)
		}
		for _, n := range r.Next {
			p.field("next", stylePlain, "%s", n)
		}
	}
	if d.Approval != "" {
		p.field("approval", stylePlain, "lets it through once: %s, for %s at most", d.Approval, d.Longest)
	}
	if d.Bind != "" {
		p.field("binds", stylePlain, "the %s of the files that the command names", d.Bind)
	}
	for _, m := range d.Matches {
		if m.Uncertain != "" && m.Decision == string(policy.Allow) {
			p.field("uncertain", stylePlain, "rule %s may mean it and lets it through: %s", m.Rule, m.Uncertain)
		}
	}
	if len(d.Layers) == 0 {
		p.line("No policy applies here.")
	}
	if d.explained {
		d.rules(p)
	}
}

func (d *verdictDocument) rules(p *page) {
	rows := make([][]cell, 0, len(d.Matches))
	for _, m := range d.Matches {
		rows = append(rows, []cell{plain(m.Part), plain(m.Decision + map[bool]string{true: ", decides"}[m.Decides]), plain(m.Rule),
			plain(m.Approval), plain(m.Longest), plain(m.Layer), plain(m.Reason)})
	}
	p.table([]column{{name: "PART", least: 12}, {name: "DECISION"}, {name: "RULE"}, {name: "APPROVAL", rank: 3}, {name: "LONGEST", rank: 4}, {name: "LAYER", rank: 1}, {name: "REASON", least: 12, rank: 2}}, rows)
}
