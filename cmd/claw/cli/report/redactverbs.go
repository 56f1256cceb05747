package reportcmd

import (
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/clawable/claw/cmd/claw/cli/app"
	"github.com/clawable/claw/cmd/claw/cli/term"
	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/reports/redact"
	reportview "github.com/clawable/claw/reports/view"
)

// RedactVerbs is the verbs about redaction policies.
func RedactVerbs(a *app.App) *cobra.Command {
	cmd := app.VerbFamily("redact", "more", "Who may see what of a report: explain and check redaction policies")
	cmd.AddGroup(&cobra.Group{ID: "look", Title: "Look:"})
	cmd.AddCommand(redactExplain(a), redactLint(a))
	return cmd
}

// ExplainDocument is the answer of redact explain.
type ExplainDocument struct {
	app.Head
	Policy   redact.Ref         `json:"policy"`
	Audience string             `json:"audience"`
	Ceiling  domain.Sensitivity `json:"ceiling"` // the greatest class that the audience sees
	Fields   []redact.Explained `json:"fields"`
}

// explainOptions are the flags of claw redact explain.
type explainOptions struct {
	audience    string
	policy      string // a file; "" is the built-in policy
	sensitivity string
}

func (o *explainOptions) flags(f *pflag.FlagSet) {
	f.StringVar(&o.audience, "audience", reportview.HumanReadable, "who would see a report")
	f.StringVar(&o.policy, "policy", "", "a redaction policy (default: the built-in one)")
	f.StringVar(&o.sensitivity, "max-sensitivity", "", "show no more than this class: public, internal, operator_only")
}

func redactExplain(a *app.App) *cobra.Command {
	var o explainOptions
	cmd := a.Verb("explain [FIELD]", "look", "Say of each field of a report what an audience gets of it, and by which rule", app.AtMostOne,
		func(args []string) (app.Document, error) { return explainRedaction(a, o, strings.Join(args, "")) })
	o.flags(cmd.Flags())
	return cmd
}

// explainRedaction explains the fields at a pattern or a pointer into a document; "" is all.
func explainRedaction(a *app.App, o explainOptions, field string) (app.Document, error) {
	p, err := redactionPolicy(a, o.policy)
	if err != nil {
		return nil, err
	}
	most := domain.Sensitivity(o.sensitivity)
	if o.sensitivity != "" && !hasWord(most.Enum(), o.sensitivity) {
		return nil, app.UsageError("parse arguments", "--max-sensitivity "+o.sensitivity, "is no class", strings.Join(most.Enum(), ", "))
	}
	key, err := redact.NewKey(make([]byte, redact.KeyBytes)) // any: nothing is hashed here
	if err != nil {
		return nil, err
	}
	r := redact.Reader{Audience: o.audience, Ceiling: p.Ceiling(o.audience, most), Key: key}
	if _, named := p.Ceilings[o.audience]; !named {
		a.Warn("no_such_audience", "the policy names no audience "+o.audience+": it sees what is public, as each audience does that the policy does not name; it names "+
			strings.Join(slices.Sorted(maps.Keys(p.Ceilings)), ", "))
	}
	d := &ExplainDocument{Head: app.HeadOf("redact_explain"), Policy: p.Ref(), Audience: o.audience, Ceiling: r.Ceiling,
		Fields: p.ExplainIn(reportview.Schema(), r, strings.TrimSuffix(field, "/"))}
	if len(d.Fields) == 0 {
		return nil, &domain.Error{Kind: domain.ErrNotFound, Operation: "explain redaction", Target: field, Message: "no field of a report is or is in it",
			Hint: "leave it out for all fields; it begins with /, and * stands for any id or name, as in /lanes/items/*/title"}
	}
	return d, nil
}

func hasWord(words []string, word string) bool {
	for _, w := range words {
		if w == word {
			return true
		}
	}
	return false
}

func (d *ExplainDocument) Text(p *term.Page) {
	p.Heading("policy " + d.Policy.ID + " " + term.Count(d.Policy.Version) + ": " + d.Audience + " sees up to " + string(d.Ceiling))
	styles := map[redact.Effect]term.Style{redact.Shown: term.StyleGreen, redact.Effect(redact.Drop): term.StyleRed}
	rows := make([][]term.Cell, 0, len(d.Fields))
	for _, f := range d.Fields {
		style, ok := styles[f.Effect]
		if !ok {
			style = term.StyleYellow
		}
		rows = append(rows, []term.Cell{term.Plain(f.Field), term.Styled(string(f.Effect), style), term.Plain(string(f.Class)), term.Plain(f.Rule)})
	}
	p.Table([]term.Column{{Name: "FIELD", Least: 20}, {Name: "GETS"}, {Name: "CLASS"}, {Name: "RULE", Rank: 1}}, rows)
}

// LintDocument is the answer of redact lint.
type LintDocument struct {
	app.Head
	Policy   redact.Ref       `json:"policy"`
	Findings []redact.Finding `json:"findings"`
}

func redactLint(a *app.App) *cobra.Command {
	cmd := a.Verb("lint [FILE]", "look", "Look for rules of a redaction policy that do not do what they say, and for fields that no rule names", app.AtMostOne,
		func(args []string) (app.Document, error) { return lintRedaction(a, strings.Join(args, "")) })
	cmd.Long = `Look for rules of a redaction policy that name no field, for fields that no rule names, and for
hashes without a key that are shown. Without FILE it is the built-in policy. Findings are exit code 1.`
	return cmd
}

func lintRedaction(a *app.App, file string) (app.Document, error) {
	p, err := redactionPolicy(a, file)
	if err != nil {
		return nil, err
	}
	d := &LintDocument{Head: app.HeadOf("redact_lint"), Policy: p.Ref(), Findings: p.Lint(reportview.Schema())}
	if len(d.Findings) > 0 {
		a.Code = 1
	}
	return d, nil
}

func (d *LintDocument) Text(p *term.Page) {
	for _, f := range d.Findings {
		line := ""
		if f.Line > 0 { // a field that no rule names has none
			line = "line " + strconv.Itoa(f.Line) + ": "
		}
		p.Line("%s%s %s: %s", line, app.FirstOf(f.Rule, "no rule"), f.Flaw, f.Says)
	}
	if len(d.Findings) == 0 {
		p.Line("policy %s %d: nothing found", d.Policy.ID, d.Policy.Version)
	}
}
