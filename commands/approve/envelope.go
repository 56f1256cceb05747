package approve

import (
	"context"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/eventlog"
)

// Signed is what a grant holds of a signature, as it was stored.
type Signed struct {
	Statement string // base64
	Signature string // sshsig armour
}

// Signed reads the statement and the signature of a grant.
//
// Errors: those of the log; a payload that is no grant's.
func (a *Approvals) Signed(ctx context.Context, grant domain.EventID) (Signed, error) {
	e, err := a.Operator.Log.Get(ctx, grant)
	if err != nil {
		return Signed{}, err
	}
	var p domain.ApprovalGranted
	if err := eventlog.Decode(e.Data, &p); err != nil {
		return Signed{}, err
	}
	return Signed{p.Statement, p.Signature}, nil
}
