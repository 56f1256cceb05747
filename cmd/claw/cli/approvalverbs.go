package cli

import (
	"github.com/spf13/cobra"

	"github.com/clawable/claw/commands/approve"
	"github.com/clawable/claw/commands/record"
	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/approval"
)

// approvalVerb is the verbs about approvals.
func (a *app) approvalVerb() *cobra.Command {
	cmd := &cobra.Command{Use: "approval", GroupID: "approve", Short: "Ask for an exact action, let it through once, prove who did",
		Args: noArgs, RunE: func(cmd *cobra.Command, _ []string) error { return cmd.Help() }}
	cmd.AddGroup(&cobra.Group{ID: "ask", Title: "Ask and act:"}, &cobra.Group{ID: "decide", Title: "Decide:"}, &cobra.Group{ID: "look", Title: "Look and prove:"})
	cmd.AddCommand(a.approvalRequest(), a.approvalWait(), a.approvalConsume(), a.approvalGrant(), a.approvalDeny(), a.approvalRevoke(),
		a.approvalDelegate(), a.approvalList(), a.approvalShow(), a.approvalVerify(), a.approvalExport())
	return cmd
}

// approvalDecided is the answer of the verbs that decide about a request.
type approvalDecided struct {
	Head
	Approval domain.StreamID  `json:"approval"`
	Event    domain.EventID   `json:"event"`
	EvtKind  domain.Kind      `json:"event_kind"`
	Position uint64           `json:"position"`
	Causes   []domain.EventID `json:"causes"`
	Status   approval.Status  `json:"status"`
	Left     int              `json:"left"`
}

// decideApproval says what a request is after a decision.
func (a *app) decideApproval(in *approve.Approvals, stream domain.StreamID, decided record.Decided, err error) (document, error) {
	if err != nil {
		return nil, keptWriting(err, stream.String())
	}
	one, rules, err := in.Load(a.ctx, stream)
	if err != nil {
		return nil, err
	}
	s := one.Standing(a.Now(), rules.Signers.Now())
	return &approvalDecided{headOf("approval_decided"), stream, decided.Event, decided.Kind, decided.Receipt.Position.Number(),
		append([]domain.EventID{}, decided.Causes...), s.Status, s.Left}, nil
}

func (d *approvalDecided) text(p *page) {
	p.line("%s recorded at position %d", d.EvtKind, d.Position)
	p.line("%s is now %s%s", d.Approval, d.Status, leftText(d.Left))
}
