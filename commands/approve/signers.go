package approve

import (
	"context"
	"encoding/base64"

	"github.com/clawable/claw/commands/record"
	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/approval"
)

// OfferSigners writes the statement that changes who may sign: the lines to add, the
// fingerprints of keys to remove. bootstrap says that it makes the first set.
//
// Errors: kind usage for a change that makes no set; those of the log.
func (a *Approvals) OfferSigners(ctx context.Context, added, removed []string) (s *domain.SignersStatement, bootstrap bool, err error) {
	h, _, err := a.signers(ctx)
	if err != nil {
		return nil, false, err
	}
	s = &domain.SignersStatement{LogID: h.LogID, Previous: h.Last(), Added: added, Removed: removed}
	if _, err := h.Now().Change(s); err != nil {
		return nil, false, err
	}
	return s, len(h.Now().All()) == 0, nil
}

// ChangeSigners appends a signed change of who may sign, if it counts.
//
// Errors: kind policy with Detail["refusal"] when it does not count, and nothing is
// appended; those of the log.
func (a *Approvals) ChangeSigners(ctx context.Context, s *domain.SignersStatement, signature string) (record.Decided, error) {
	known, stream, err := a.signers(ctx)
	if err != nil {
		return record.Decided{}, err
	}
	p := &domain.LogSignersChanged{Added: s.Added, Removed: s.Removed,
		Statement: base64.StdEncoding.EncodeToString(s.Bytes()), Signature: signature}
	if secret, err := a.holdsSecret(p); err != nil || secret {
		if err == nil {
			err = Refusal("change signers", stream, domain.RefusedSecretInTheAction)
		}
		return record.Decided{}, err
	}
	return a.Operator.Decide(ctx, stream, domain.Subject{}, func(events []domain.Event) (domain.Payload, []domain.EventID, error) {
		h := &approval.SignersHistory{LogID: known.LogID}
		a.applySigners(h, events)
		next, err := a.next(ctx, &h.Clock)
		if err != nil {
			return nil, nil, err
		}
		change := h.Judge(&next, p, a.verifier)
		if next.ClockBehind && !change.Bootstrap && (change.Refused == "" || change.Refused == domain.RefusedSignerNotValid) {
			change.Refused = domain.RefusedClock // who may sign is judged by the log's time
		}
		if change.Refused != "" {
			return nil, nil, Refusal("change signers", stream, change.Refused)
		}
		p.Bootstrap = change.Bootstrap
		return p, record.SortedIDs(record.Caused(h.Last())), nil
	})
}
