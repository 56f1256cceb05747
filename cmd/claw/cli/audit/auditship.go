package auditcmd

import (
	"encoding/base64"
	"slices"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/clawable/claw/cmd/claw/cli/app"
	approvaltext "github.com/clawable/claw/cmd/claw/cli/approval"
	shipcmd "github.com/clawable/claw/cmd/claw/cli/ship"
	"github.com/clawable/claw/cmd/claw/cli/term"
	"github.com/clawable/claw/cmd/claw/cli/view"
	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/lane"
	"github.com/clawable/claw/domain/lane/evidence"
	"github.com/clawable/claw/projections/audit"
	"github.com/clawable/claw/projections/store/query"
	"github.com/clawable/claw/proof"
)

// AuditShipDocument is the answer of audit ship: a ship, its lanes with their evidence, and with
// --format in-toto the same as a statement for other tools.
type AuditShipDocument struct {
	app.Head
	view.ReadAt
	shipcmd.ShownShip
	Lanes     []shippedLane   `json:"lanes"`
	Statement jsontext.Value  `json:"statement,omitzero"`
	Envelope  *proof.Envelope `json:"envelope,omitzero"`
}

// shippedLane is a lane whose work a ship brought, and its outcome.
type shippedLane struct {
	Lane     domain.LaneID     `json:"lane"`
	Outcome  lane.Result       `json:"outcome,omitzero"` // none: the log does not have the lane
	Evidence []evidence.Aspect `json:"evidence"`         // evidence that a finish needs, met or not
	Doubts   []lane.Doubt      `json:"doubts"`
}

// shipOptions are the flags of claw audit ship.
type shipOptions struct {
	format string // text, the default, or InToto
	key    string // signs the statement: a file, agent, or a fingerprint; "" does not sign
}

func (o *shipOptions) flags(f *pflag.FlagSet) {
	o.format = "text"
	f.Var(app.NewChoice(&o.format, []string{"text", InToto}), "format", "text, or in-toto: a statement for other programs, RFC 8785")
	f.StringVar(&o.key, "key", "", "sign the statement with this: a private key file, agent, or the SHA256:… of a key in the ssh-agent")
}

func (o *shipOptions) check() error {
	if o.key != "" && o.format != InToto {
		return app.UsageError("parse arguments", "--key "+o.key, "signs a statement", "--format in-toto")
	}
	return nil
}

func auditShip(a *app.App) *cobra.Command {
	var o shipOptions
	cmd := a.Verb("ship SHIP|COMMIT", "look", "Show one ship for a reviewer: method, riders, lanes, approvals, evidence, and what speaks against it",
		app.Exactly(1, "SHIP|COMMIT"), func(args []string) (app.Document, error) { return auditedShip(a, o, args[0]) })
	o.flags(cmd.Flags())
	return a.AsOf(cmd)
}

// InToto is the --format of statements.
const InToto = "in-toto"

func auditedShip(a *app.App, o shipOptions, typed string) (app.Document, error) {
	if err := o.check(); err != nil {
		return nil, err
	}
	in, err := shipcmd.NewReader(a)
	if err != nil {
		return nil, err
	}
	row, err := in.Find(typed)
	if err != nil {
		return nil, err
	}
	d := &AuditShipDocument{Head: app.HeadOf("audit_ship"), ReadAt: in.Views.ReadAt()}
	if d.ShownShip, err = in.Show(row); err != nil {
		return nil, err
	}
	if d.Lanes, err = lanes(in, &d.ShownShip); err != nil || o.format != InToto {
		return d, err
	}
	if d.Statement, err = statementOf(in, &d.ShownShip); err != nil || o.key == "" {
		return d, err
	}
	d.Envelope, err = sign(in, o.key, d.Statement)
	return d, err
}

// lanes are the lanes whose work a ship brought, with their outcomes.
func lanes(r *shipcmd.ShipReader, s *shipcmd.ShownShip) ([]shippedLane, error) {
	out := []shippedLane{}
	for i := range s.Commits {
		for _, id := range s.Commits[i].Lanes {
			if slices.ContainsFunc(out, func(l shippedLane) bool { return l.Lane == id }) {
				continue
			}
			shipped := shippedLane{Lane: id, Evidence: []evidence.Aspect{}, Doubts: []lane.Doubt{}}
			o, err := query.LaneOutcome(r.Views, string(id))
			if err != nil && app.Typed(err).Kind != domain.ErrNotFound {
				return nil, err
			}
			if err == nil {
				shipped.Outcome, shipped.Evidence, shipped.Doubts = o.Outcome, append(shipped.Evidence, o.Evidence...), append(shipped.Doubts, o.Doubts...)
			}
			out = append(out, shipped)
		}
	}
	return out, nil
}

// statementOf is the in-toto statement about a ship.
func statementOf(r *shipcmd.ShipReader, s *shipcmd.ShownShip) ([]byte, error) {
	head, err := r.Log.Head(r.App.Ctx)
	if err != nil {
		return nil, err
	}
	p := audit.ShipPredicate{Ship: s.Ship, Repo: s.Repo, Remote: s.Remote.Value, Ref: s.Ref, Old: s.Old, New: s.New, Head: s.HeadCommit, Tree: s.Tree,
		Method: s.Method, Basis: s.Basis, CommitsUnknown: s.CommitsUnknown, Intent: s.Intent, Stated: s.Stated, PRNumber: s.PRNumber, Actor: s.Actor.Value, PushedAt: s.PushedAt,
		Gaps: s.Gaps, Because: s.Because, Log: head.ID, Commits: []audit.ShipPredicateCommit{}, Approvals: []audit.ShipPredicateApproval{}}
	for i := range s.Commits {
		c := &s.Commits[i]
		p.Commits = append(p.Commits, audit.ShipPredicateCommit{Commit: c.Commit, Role: c.Role, PatchID: c.PatchID, Lanes: c.Lanes, Sessions: c.Sessions})
	}
	for i := range s.Approvals {
		y := &s.Approvals[i]
		p.Approvals = append(p.Approvals, audit.ShipPredicateApproval{Approval: y.Approval, Status: y.Status, Approver: y.Approver, Assurance: y.Assurance, ActionDigest: y.ActionDigest})
	}
	return p.Statement()
}

// sign signs a statement about a ship and puts it into an envelope.
func sign(r *shipcmd.ShipReader, key string, statement []byte) (*proof.Envelope, error) {
	armored, err := approvaltext.Sign(r.App, key, statement, audit.ShipNamespace, r.Rules.Signers.Now())
	if err != nil {
		return nil, err
	}
	return proof.Wrap(base64.StdEncoding.EncodeToString(statement), armored)
}

func (d *AuditShipDocument) Text(p *term.Page) {
	var says any = d.Envelope
	switch {
	case d.Envelope != nil:
	case d.Statement != nil:
		p.Raw(string(d.Statement) + "\n")
		return
	default:
		d.reviewed(p)
		return
	}
	b, err := json.Marshal(says, jsontext.WithIndent("  "))
	if err != nil {
		p.Err = err
		return
	}
	p.Raw(string(b) + "\n")
}

// reviewed writes what a reviewer needs to know.
func (d *AuditShipDocument) reviewed(p *term.Page) {
	d.ShownShip.Text(p)
	for i := range d.Lanes {
		l := &d.Lanes[i]
		p.Field("lane", term.StylePlain, "%s: %s", l.Lane, app.FirstOf(string(l.Outcome), "not in this log"))
		for _, e := range l.Evidence {
			p.Field("", term.StylePlain, "%s %s", e.Expects, e.Verdict)
		}
	}
	p.Gap()
	if len(d.Gaps) == 0 {
		p.Line("nothing speaks against it")
		return
	}
	p.Line("%s against it, as above", term.Many(len(d.Gaps), "gap"))
}
