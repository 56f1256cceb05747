package approve

import (
	"context"
	"crypto/sha256"

	"github.com/clawable/claw/commands/record"
	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/approval"
	"github.com/clawable/claw/domain/seal"
)

// SignedOperator is the operator of approvals whose decisions about lanes are signed: sign returns the armoured
// signature of a statement by one of some signers. agent means that this process runs inside an agent's
// session. A decision whose signature does not count is not recorded.
func SignedOperator(a *Approvals, agent bool, sign func(statement []byte, by *approval.Signers) (string, error)) *record.Operator {
	return a.Operator.Signed(func(ctx context.Context, d *domain.Draft) (domain.OperatorSignature, error) {
		signers, _, err := a.Signers().history(ctx)
		if err != nil {
			return domain.OperatorSignature{}, err
		}
		now := signers.Now()
		if len(now.All()) == 0 {
			return domain.OperatorSignature{}, Refusal("sign decision", d.Stream, domain.RefusedSignerUnknown)
		}
		s := &approval.LaneStatement{LogID: signers.LogID, Lane: d.Stream, Event: d.ID, Decision: decisionDigest(d)}
		signature, err := sign(s.Bytes(), now)
		if err != nil {
			return domain.OperatorSignature{}, err
		}
		next, err := nextEvent(ctx, a.Operator, &signers.Clock)
		if err != nil {
			return domain.OperatorSignature{}, err
		}
		signed, why := s.Sign(signature, a.verifier, now, signers.Clock.Time(&next), agent)
		if why == "" && next.ClockBehind {
			why = domain.RefusedClock // until when a key may sign is judged by the log's time
		}
		if why != "" {
			return domain.OperatorSignature{}, Refusal("sign decision", d.Stream, why)
		}
		return signed, nil
	})
}

// decisionDigest is the core of a decision that has no signature yet, with the SHA-256 of its data.
func decisionDigest(d *domain.Draft) domain.Digest {
	return seal.Core(&domain.Event{Draft: *d, DataDigest: sha256.Sum256(d.Data)})
}
