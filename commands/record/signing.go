package record

import (
	"context"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/eventlog"
)

// Signing returns the signature of a decision, which is whole but for it.
//
// Errors: the decision is not signed, and must not be recorded.
type Signing func(ctx context.Context, d *domain.Draft) (domain.OperatorSignature, error)

// Signed is the operator whose decisions about lanes sign signs.
func (o *Operator) Signed(sign Signing) *Operator {
	other := *o.As(StandingSigned)
	other.sign = sign
	return &other
}

// signable is a payload that holds a signature.
type signable interface {
	SetSignature(domain.OperatorSignature)
}

// signedDraft is the draft of a decision with its signature, where the operator signs.
func signedDraft(ctx context.Context, o *Operator, id domain.EventID, stream domain.StreamID, subject domain.Subject,
	p domain.Payload, causes []domain.EventID) (domain.Draft, error) {
	s, signs := p.(signable)
	if signs {
		s.SetSignature(domain.OperatorSignature{}) // that of a try before
	}
	draft, err := o.Draft(id, stream, subject, p, causes)
	if err != nil || o.sign == nil || !signs {
		return draft, err
	}
	signature, err := o.sign(ctx, &draft)
	if err != nil {
		return draft, err
	}
	s.SetSignature(signature)
	if draft.Data, err = eventlog.Encode(p); err != nil {
		return draft, err
	}
	return draft, clean(o.Scrub, &draft)
}
