package policycmd

import (
	"os"
	"slices"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/clawable/claw/cmd/claw/cli/app"
	approvaltext "github.com/clawable/claw/cmd/claw/cli/approval"
	"github.com/clawable/claw/cmd/claw/cli/term"
	"github.com/clawable/claw/commands/approve"
	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/policy"
)

// LintDocument is the answer of policy lint.
type LintDocument struct {
	app.Head
	Layers   []string         `json:"layers"`
	Findings []policy.Finding `json:"findings"`
}

func policyLint(a *app.App) *cobra.Command {
	return a.Verb("lint [FILE]", "look", "Find rules without the effect that they state; exit code 1 for more than warnings", app.Between(0, 1, "[FILE]"),
		func(args []string) (app.Document, error) { return lint(a, args) })
}

func lint(a *app.App, args []string) (app.Document, error) {
	layers, err := lintLayers(a, args)
	if err != nil {
		return nil, err
	}
	d := &LintDocument{Head: app.HeadOf("policy_lint"), Layers: []string{}, Findings: policy.Lint(layers)}
	for _, l := range layers {
		d.Layers = append(d.Layers, l.Name)
	}
	if slices.ContainsFunc(d.Findings, func(f policy.Finding) bool { return !f.Flaw.Warns() }) {
		a.Code = 1
	}
	return d, nil
}

// lintLayers are the policies that apply to this run, or a file as if it were adopted.
func lintLayers(a *app.App, args []string) ([]policy.Layer, error) {
	if len(args) == 0 {
		return layersNow(a)
	}
	text, err := os.ReadFile(app.Path(a, args[0]))
	if err != nil {
		return nil, err
	}
	p, err := policy.Parse(args[0], text)
	return []policy.Layer{{Name: "file", Source: args[0], Policy: p, Err: err, MayAllow: true}}, nil
}

func (d *LintDocument) Text(p *term.Page) {
	for _, f := range d.Findings {
		p.Line("%s", f)
	}
	if len(d.Findings) == 0 {
		p.Line("nothing found in %s", term.Many(len(d.Layers), "layer"))
	}
}

// AdoptedDocument is the answer of policy adopt.
type AdoptedDocument struct {
	app.Head
	Digest    domain.Digest   `json:"digest"`
	Adopted   bool            `json:"adopted"` // by this run
	Event     domain.EventID  `json:"event,omitzero"`
	Requested domain.StreamID `json:"requested,omitzero"` // the approval that was asked for
}

// adoptOptions are the flags of claw policy adopt.
type adoptOptions struct {
	approval string // the id of an approval; "" for none
	request  bool   // request that approval and adopt nothing
}

func (o *adoptOptions) flags(f *pflag.FlagSet) {
	f.StringVar(&o.approval, "approval", "", "the approval of a signer for exactly this text")
	f.BoolVar(&o.request, "request", false, "request that approval and adopt nothing")
}

func policyAdopt(a *app.App) *cobra.Command {
	var o adoptOptions
	cmd := a.Verb("adopt FILE", "decide", "Make a file's text the policy of the log", app.Exactly(1, "FILE"),
		func(args []string) (app.Document, error) { return adopt(a, o, args[0]) })
	cmd.Long = `Make a file's text the policy of the log: from then on its allow rules count as well, and requests cite it. What the text
says then counts until another one is adopted, whatever becomes of the file. A text in which claw policy lint FILE finds
anything is refused.

Once the log has signers one of them has to approve the text: ask with --request, and adopt with --approval when it is
granted.`
	o.flags(cmd.Flags())
	return cmd
}

func adopt(a *app.App, o adoptOptions, file string) (app.Document, error) {
	text, err := os.ReadFile(app.Path(a, file))
	if err != nil {
		return nil, err
	}
	p, err := policy.Adoptable(file, text)
	if err != nil {
		return nil, err
	}
	log, _, err := a.OpenLog(app.ToAppend)
	if err != nil {
		return nil, err
	}
	d := &AdoptedDocument{Head: app.HeadOf("policy_adopted"), Digest: p.Digest}
	in := approvaltext.Approvals(a, log)
	if o.request {
		one, err := in.Request(a.Ctx, domain.ApprovalRequested{Class: domain.ActionPolicy, Action: approve.AdoptAction(p.Digest),
			Requester: app.Me(a), Uses: 1, ContextDigest: p.Digest}, "")
		if err == nil {
			d.Requested = one.Stream
		}
		return d, err
	}
	var stream domain.StreamID
	if o.approval != "" {
		if stream, err = domain.ParseStreamID(o.approval); err != nil {
			return nil, err
		}
	}
	done, again, err := in.Adopt(a.Ctx, text, app.Me(a), stream)
	d.Adopted, d.Event = !again, done.Event
	return d, err
}

func (d *AdoptedDocument) Text(p *term.Page) {
	switch {
	case d.Requested != (domain.StreamID{}):
		p.Line("asked for: %s", d.Requested)
		p.Line("next, a signer: claw approval grant %s", d.Requested)
	case d.Adopted:
		p.Line("adopted %s", d.Digest)
	default:
		p.Line("%s was adopted already", d.Digest)
	}
}
