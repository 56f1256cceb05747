package cli

import (
	"encoding/base64"
	"slices"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
	"github.com/spf13/cobra"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/lane"
	"github.com/clawable/claw/domain/lane/evidence"
	"github.com/clawable/claw/projections/audit"
	"github.com/clawable/claw/proof"
)

// auditShipDocument is the answer of audit ship: a ship, its lanes with what stands behind
// them, and with --format in-toto the statement that says so to others.
type auditShipDocument struct {
	Head
	reading
	shownShip
	Lanes     []shippedLane   `json:"lanes"`
	Statement jsontext.Value  `json:"statement,omitzero"`
	Envelope  *proof.Envelope `json:"envelope,omitzero"`
}

// shippedLane is a lane whose work a ship brought, and how it came out.
type shippedLane struct {
	Lane     domain.LaneID     `json:"lane"`
	Outcome  lane.Result       `json:"outcome,omitzero"` // none: the log does not have the lane
	Evidence []evidence.Aspect `json:"evidence"`         // that a finish needs, met or not
	Doubts   []lane.Doubt      `json:"doubts"`
}

func (a *app) auditShip() *cobra.Command {
	format, key := "text", ""
	cmd := a.verb("ship SHIP|COMMIT", "look", "One ship for a reviewer: path, riders, lanes, approvals, evidence, and what speaks against it",
		exactly(1, "SHIP|COMMIT"), func(args []string) (document, error) {
			if key != "" && format != inToto {
				return nil, usageError("parse arguments", "--key "+key, "signs a statement", "--format in-toto")
			}
			return a.auditedShip(args[0], format == inToto, key)
		})
	f := cmd.Flags()
	f.Var(choice{&format, []string{"text", inToto}}, "format", "text, or in-toto: a statement for other programs, RFC 8785")
	f.StringVar(&key, "key", "", "sign the statement with this: a private key file, agent, or the SHA256:… of a key in the ssh-agent")
	return a.asOf(cmd)
}

// inToto is the --format of statements.
const inToto = "in-toto"

func (a *app) auditedShip(typed string, statement bool, key string) (document, error) {
	in, err := a.shipReader()
	if err != nil {
		return nil, err
	}
	row, err := in.find(typed)
	if err != nil {
		return nil, err
	}
	d := &auditShipDocument{Head: headOf("audit_ship"), reading: in.reading()}
	if d.shownShip, err = in.show(row); err != nil {
		return nil, err
	}
	if d.Lanes, err = in.lanes(&d.shownShip); err != nil || !statement {
		return d, err
	}
	if d.Statement, err = in.statement(&d.shownShip); err != nil || key == "" {
		return d, err
	}
	d.Envelope, err = in.sign(key, d.Statement)
	return d, err
}

// lanes tells how the lanes came out whose work a ship brought.
func (r *shipReader) lanes(s *shownShip) ([]shippedLane, error) {
	out := []shippedLane{}
	for i := range s.Commits {
		for _, id := range s.Commits[i].Lanes {
			if slices.ContainsFunc(out, func(l shippedLane) bool { return l.Lane == id }) {
				continue
			}
			shipped := shippedLane{Lane: id, Evidence: []evidence.Aspect{}, Doubts: []lane.Doubt{}}
			o, err := r.LaneOutcome(string(id))
			if err != nil && typed(err).Kind != domain.ErrNotFound {
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

// statement tells the ship as an in-toto statement.
func (r *shipReader) statement(s *shownShip) ([]byte, error) {
	head, err := r.log.Head(r.app.ctx)
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
func (r *shipReader) sign(key string, statement []byte) (*proof.Envelope, error) {
	armored, err := r.app.sign(key, statement, audit.ShipNamespace, r.rules.Signers.Now())
	if err != nil {
		return nil, err
	}
	return proof.Wrap(base64.StdEncoding.EncodeToString(statement), armored)
}

func (d *auditShipDocument) text(p *page) {
	var says any = d.Envelope
	switch {
	case d.Envelope != nil:
	case d.Statement != nil:
		p.raw(string(d.Statement) + "\n")
		return
	default:
		d.reviewed(p)
		return
	}
	b, err := json.Marshal(says, jsontext.WithIndent("  "))
	if err != nil {
		p.err = err
		return
	}
	p.raw(string(b) + "\n")
}

// reviewed writes what a person puts before a reviewer.
func (d *auditShipDocument) reviewed(p *page) {
	d.shownShip.text(p)
	for i := range d.Lanes {
		l := &d.Lanes[i]
		p.field("lane", stylePlain, "%s: %s", l.Lane, firstOf(string(l.Outcome), "not in this log"))
		for _, e := range l.Evidence {
			p.field("", stylePlain, "%s %s", e.Expects, e.Verdict)
		}
	}
	p.gap()
	if len(d.Gaps) == 0 {
		p.line("nothing speaks against it")
		return
	}
	p.line("%s against it, as above", many(len(d.Gaps), "gap"))
}
