package policycmd

import (
	"errors"
	"time"

	"github.com/spf13/cobra"

	"github.com/clawable/claw/cmd/claw/cli/app"
	approvaltext "github.com/clawable/claw/cmd/claw/cli/approval"
	"github.com/clawable/claw/cmd/claw/cli/term"
	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/eventlog"
	"github.com/clawable/claw/policy"
)

// PolicyDocument is the answer of policy show: the layers that apply here.
type PolicyDocument struct {
	app.Head
	Layers []policyLayer  `json:"layers"`
	Void   []voidAdoption `json:"void"`
}

// voidAdoption is an event that claims the adoption of a policy and does not count.
type voidAdoption struct {
	Event      domain.EventID         `json:"event"`
	Digest     domain.Digest          `json:"digest"`
	Actor      domain.Actor           `json:"actor,omitzero"` // as the event claims
	RecordedAt time.Time              `json:"recorded_at"`
	Void       domain.ApprovalRefusal `json:"void"`
}

type policyLayer struct {
	Layer  string        `json:"layer"`
	Source string        `json:"source"`
	Digest domain.Digest `json:"digest,omitzero"`
	// Allows reports that allow rules count; a file only restricts.
	Allows bool       `json:"allows"`
	Error  string     `json:"error,omitzero"` // why it cannot be read
	Rules  []ruleLine `json:"rules"`
}

type ruleLine struct {
	Rule     string `json:"rule"`
	Decision string `json:"decision"`
	Approval string `json:"approval,omitzero"`
	Reason   string `json:"reason,omitzero"`
	Line     int    `json:"line"`
	// Uncertain is the decision of the rule about an action that it may match and that cannot be
	// determined, where that is not Decision.
	Uncertain string `json:"uncertain,omitzero"`
}

func policyShow(a *app.App) *cobra.Command {
	return a.Verb("show", "look", "Show the policies that apply here, and their rules", app.NoArgs,
		func([]string) (app.Document, error) { return show(a) })
}

func show(a *app.App) (app.Document, error) {
	layers, err := layersNow(a)
	if err != nil {
		return nil, err
	}
	d := &PolicyDocument{app.HeadOf("policy"), []policyLayer{}, []voidAdoption{}}
	for i := range layers {
		d.Layers = append(d.Layers, layerOf(&layers[i]))
	}
	return d, voidAdoptions(a, d)
}

func layerOf(l *policy.Layer) policyLayer {
	one := policyLayer{Layer: l.Name, Source: l.Source, Allows: l.MayAllow, Rules: []ruleLine{}}
	if l.Policy == nil {
		one.Error = app.Typed(l.Err).Error()
		return one
	}
	one.Digest = l.Policy.Digest
	for _, r := range l.Policy.Rules {
		one.Rules = append(one.Rules, ruleLine{r.ID, string(r.Decision), string(r.Exception), r.Reason, r.Line, string(r.Uncertain)})
	}
	return one
}

// voidAdoptions lists, and warns of, the adoptions in the log that no signer approved.
func voidAdoptions(a *app.App, d *PolicyDocument) error {
	log, _, err := a.OpenLog(app.ToRead)
	if errors.Is(err, eventlog.ErrNotFound) {
		return nil
	}
	if err != nil {
		return err
	}
	known, err := approvaltext.Approvals(a, log).Known(a.Ctx)
	if err != nil {
		return err
	}
	for i := range known.Adoptions {
		if one := &known.Adoptions[i]; one.Void != "" {
			d.Void = append(d.Void, voidAdoption{one.Event, one.Said.Digest, one.Said.Actor, one.RecordedAt, one.Void})
		}
	}
	if len(d.Void) > 0 {
		a.Warn("policy_void", term.Many(len(d.Void), "adoption")+" in the log no signer approved: what they adopt decides nothing")
	}
	return nil
}

func (d *PolicyDocument) Text(p *term.Page) {
	for _, l := range d.Layers {
		p.Heading("the " + l.Layer + " policy, " + l.Source)
		if l.Error != "" {
			p.Field("unread", term.StyleRed, "%s", l.Error)
		}
		for _, r := range l.Rules {
			p.Line("  %-5s %s: %s", r.Decision, r.Rule, app.FirstOf(r.Reason, "no reason given"))
		}
	}
	if len(d.Layers) == 0 {
		p.Line("No policy applies here. To restrict agents write .claw/policy.toml; to allow as well: claw policy adopt FILE")
	}
	for _, v := range d.Void {
		p.Field("void", term.StyleRed, "%s by %s, event %s: %s", approvaltext.DigestText(v.Digest), app.FirstOf(string(v.Actor), "nobody named"), v.Event, v.Void)
	}
}
