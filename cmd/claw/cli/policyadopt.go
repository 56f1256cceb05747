package cli

import (
	"os"
	"slices"

	"github.com/spf13/cobra"

	"github.com/clawable/claw/commands/approve"
	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/policy"
	"github.com/clawable/claw/proof"
)

// lintDocument is the answer of policy lint.
type lintDocument struct {
	Head
	Layers   []string         `json:"layers"`
	Findings []policy.Finding `json:"findings"`
}

func (a *app) policyLint() *cobra.Command {
	return a.verb("lint [FILE]", "look", "Rules that do not do what they say, here or in a file; exit 1 when there are any but warnings", between(0, 1, "[FILE]"), func(args []string) (document, error) {
		layers, err := a.lintLayers(args)
		if err != nil {
			return nil, err
		}
		d := &lintDocument{Head: headOf("policy_lint"), Layers: []string{}, Findings: policy.Lint(layers)}
		for _, l := range layers {
			d.Layers = append(d.Layers, l.Name)
		}
		if slices.ContainsFunc(d.Findings, func(f policy.Finding) bool { return !f.Flaw.Warns() }) {
			a.code = 1
		}
		return d, nil
	})
}

// lintLayers are those that apply here, or a file as if it were adopted.
func (a *app) lintLayers(args []string) ([]policy.Layer, error) {
	if len(args) == 0 {
		return a.layersNow()
	}
	text, err := os.ReadFile(a.path(args[0]))
	if err != nil {
		return nil, err
	}
	p, err := policy.Parse(args[0], text)
	return []policy.Layer{{Name: "file", Source: args[0], Policy: p, Err: err, MayAllow: true}}, nil
}

func (d *lintDocument) text(p *page) {
	for _, f := range d.Findings {
		p.line("%s", f)
	}
	if len(d.Findings) == 0 {
		p.line("nothing found in %s", many(len(d.Layers), "layer"))
	}
}

// adoptedDocument is the answer of policy adopt.
type adoptedDocument struct {
	Head
	Digest    domain.Digest   `json:"digest"`
	Adopted   bool            `json:"adopted"` // by this run
	Event     domain.EventID  `json:"event,omitzero"`
	Requested domain.StreamID `json:"requested,omitzero"` // the approval that was asked for
}

func (a *app) policyAdopt() *cobra.Command {
	var approved string
	var request bool
	cmd := a.verb("adopt FILE", "decide", "Make a file's text the policy of the log", exactly(1, "FILE"), func(args []string) (document, error) {
		text, err := os.ReadFile(a.path(args[0]))
		if err != nil {
			return nil, err
		}
		p, err := policy.Adoptable(args[0], text)
		if err != nil {
			return nil, err
		}
		log, _, err := a.openLog(toAppend)
		if err != nil {
			return nil, err
		}
		d := &adoptedDocument{Head: headOf("policy_adopted"), Digest: p.Digest}
		who, by := approve.NewApprovals(a.operator(log), proof.Verifier{}), domain.Actor("human:"+firstOf(a.User, "unknown"))
		if request {
			one, err := who.Request(a.ctx, domain.ApprovalRequested{Class: domain.ActionPolicy, Action: approve.AdoptAction(p.Digest),
				Requester: by, Uses: 1, ContextDigest: p.Digest}, "")
			if err == nil {
				d.Requested = one.Stream
			}
			return d, err
		}
		var stream domain.StreamID
		if approved != "" {
			if stream, err = domain.ParseStreamID(approved); err != nil {
				return nil, err
			}
		}
		done, again, err := who.Adopt(a.ctx, text, by, stream)
		d.Adopted, d.Event = !again, done.Event
		return d, err
	})
	cmd.Long = `Make a file's text the policy of the log: from then on its allow rules count as well, and requests cite it. What the text
says then counts until another one is adopted, whatever becomes of the file. A text in which claw policy lint FILE finds
anything is refused.

Once the log has signers one of them has to approve the text: ask with --request, and adopt with --approval when it is
granted.`
	cmd.Flags().StringVar(&approved, "approval", "", "the approval of a signer for exactly this text")
	cmd.Flags().BoolVar(&request, "request", false, "ask for that approval and adopt nothing")
	return cmd
}

func (d *adoptedDocument) text(p *page) {
	switch {
	case d.Requested != (domain.StreamID{}):
		p.line("asked for: %s", d.Requested)
		p.line("next, a signer: claw approval grant %s", d.Requested)
	case d.Adopted:
		p.line("adopted %s", d.Digest)
	default:
		p.line("%s was adopted already", d.Digest)
	}
}
