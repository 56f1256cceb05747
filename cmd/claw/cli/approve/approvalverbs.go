package approvecmd

import (
	"github.com/spf13/cobra"

	"github.com/clawable/claw/cmd/claw/cli/app"
	approvaltext "github.com/clawable/claw/cmd/claw/cli/approval"
	"github.com/clawable/claw/cmd/claw/cli/term"
	"github.com/clawable/claw/commands/approve"
	"github.com/clawable/claw/commands/record"
	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/approval"
)

// ApprovalVerb is the verbs about approvals.
func ApprovalVerb(a *app.App) *cobra.Command {
	cmd := app.VerbFamily("approval", "approve", "Request an exact action, let it through once, prove who did")
	cmd.AddGroup(&cobra.Group{ID: "ask", Title: "Ask and act:"}, &cobra.Group{ID: "decide", Title: "Decide:"}, &cobra.Group{ID: "look", Title: "Look and prove:"})
	cmd.AddCommand(approvalRequest(a), approvalWait(a), approvalConsume(a), approvalGrant(a), approvalImport(a), approvalDeny(a), approvalRevoke(a),
		approvalDelegate(a), approvalList(a), approvalShow(a), approvalVerify(a), approvalExport(a))
	return cmd
}

// ApprovalDecided is the answer of the verbs that decide about a request.
type ApprovalDecided struct {
	app.Head
	Approval domain.StreamID  `json:"approval"`
	Event    domain.EventID   `json:"event"`
	EvtKind  domain.Kind      `json:"event_kind"`
	Position uint64           `json:"position"`
	Causes   []domain.EventID `json:"causes"`
	Status   approval.Status  `json:"status"`
	Left     int              `json:"left"`
}

// decideApproval is the answer of a decision: the state of the request after it.
func decideApproval(a *app.App, in *approve.Approvals, stream domain.StreamID, decided record.Decided, err error) (app.Document, error) {
	if err != nil {
		return nil, record.KeptWriting(err, stream.String())
	}
	one, rules, err := in.Load(a.Ctx, stream)
	if err != nil {
		return nil, err
	}
	s := one.Standing(a.Now(), rules.Signers.Now())
	return &ApprovalDecided{app.HeadOf("approval_decided"), stream, decided.Event, decided.Kind, decided.Receipt.Position.Number(),
		append([]domain.EventID{}, decided.Causes...), s.Status, s.Left}, nil
}

func (d *ApprovalDecided) Text(p *term.Page) {
	p.Line("%s recorded at position %d", d.EvtKind, d.Position)
	p.Line("%s is now %s%s", d.Approval, d.Status, approvaltext.LeftText(d.Left))
}
