package approve

import (
	"context"
	"time"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/approval"
	"github.com/clawable/claw/eventlog"
)

// SignedGrant is the grant that the status of a request refers to.
type SignedGrant struct {
	Request  *approval.Request
	Standing approval.Standing
	// Statement and Signature are as they were stored: base64, and the armour of sshsig.
	Statement, Signature string
}

// SignedGrant returns the grant of a request for others to verify, as of a time.
//
// Errors: kind policy for a grant that does not count, or none; those of the log.
func (a *Approvals) SignedGrant(ctx context.Context, stream domain.StreamID, at time.Time) (*SignedGrant, error) {
	one, rules, err := a.Load(ctx, stream)
	if err != nil {
		return nil, err
	}
	s := one.Standing(at, rules.Signers.Now())
	switch {
	case s.Grant == nil:
		return nil, Refusal("read grant", stream, domain.RefusedPending)
	case s.Status == approval.Void: // by itself, or since its signer left
		return nil, Refusal("read grant", stream, s.Reason)
	}
	e, err := a.Operator.Log.Get(ctx, s.Grant.Event)
	if err != nil {
		return nil, err
	}
	var p domain.ApprovalGranted
	if err := eventlog.Decode(e.Data, &p); err != nil {
		return nil, err
	}
	return &SignedGrant{one.Request, s, p.Statement, p.Signature}, nil
}
