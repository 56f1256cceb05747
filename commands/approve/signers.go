package approve

import (
	"context"
	"encoding/base64"

	"github.com/clawable/claw/commands/record"
	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/approval"
	"github.com/clawable/claw/domain/seal"
	"github.com/clawable/claw/eventlog"
)

// Signers changes who may sign for the operator's log, and sets the log's time: both are events of
// the log's own stream that a signer signs. Approvals are judged by the events that it reads there.
type Signers struct {
	operator *record.Operator
	verifier approval.Verifier
}

// Signers returns the signers of the log of the approvals.
func (a *Approvals) Signers() *Signers { return &Signers{a.Operator, a.verifier} }

// history reads the log's own stream, which is that of its first event: who may sign.
func (s *Signers) history(ctx context.Context) (h *approval.SignersHistory, stream domain.StreamID, err error) {
	h = &approval.SignersHistory{}
	for first, err := range s.operator.Log.Read(ctx, eventlog.Query{Limit: 1}) {
		if err != nil {
			return nil, stream, err
		}
		h.LogID, stream = seal.Leaf(&first), first.Stream
	}
	events, _, err := s.operator.Load(ctx, stream)
	if err != nil {
		return nil, stream, err
	}
	s.fold(h, events)
	return h, stream, nil
}

// fold folds events of the log's own stream. A payload that is none was not
// appended by claw and changes nothing.
func (s *Signers) fold(h *approval.SignersHistory, events []domain.Event) {
	for i := range events {
		e := &events[i]
		switch e.Kind {
		case domain.KindLogSignersChanged:
			var p domain.LogSignersChanged
			if eventlog.Decode(e.Data, &p) == nil {
				h.Apply(e, &p, s.verifier)
			}
		case domain.KindLogClockReset:
			var p domain.LogClockReset
			if eventlog.Decode(e.Data, &p) == nil {
				h.ResetClock(e, &p, s.verifier)
			}
		}
	}
}

// Offer writes the statement that changes who may sign: the lines to add, the
// fingerprints of keys to remove. bootstrap reports that it makes the first set.
//
// Errors: kind usage for a change that makes no set; those of the log.
func (s *Signers) Offer(ctx context.Context, added, removed []string) (change *approval.SignersStatement, bootstrap bool, err error) {
	h, _, err := s.history(ctx)
	if err != nil {
		return nil, false, err
	}
	change = &approval.SignersStatement{LogID: h.LogID, Previous: h.Last(), Added: added, Removed: removed}
	if _, err := h.Now().Change(change); err != nil {
		return nil, false, err
	}
	return change, len(h.Now().All()) == 0, nil
}

// Change appends a signed change of who may sign, if it counts.
//
// Errors: kind policy with Detail["refusal"] when it does not count, and nothing is
// appended; those of the log.
func (s *Signers) Change(ctx context.Context, signed *approval.SignersStatement, signature string) (record.Decided, error) {
	known, stream, err := s.history(ctx)
	if err != nil {
		return record.Decided{}, err
	}
	p := &domain.LogSignersChanged{Added: signed.Added, Removed: signed.Removed,
		Statement: base64.StdEncoding.EncodeToString(signed.Bytes()), Signature: signature}
	if secret, err := holdsSecret(s.operator.Scrub, p); err != nil || secret {
		if err == nil {
			err = Refusal("change signers", stream, domain.RefusedSecretInTheAction)
		}
		return record.Decided{}, err
	}
	return s.operator.Decide(ctx, stream, domain.Subject{}, func(events []domain.Event) (domain.Payload, []domain.EventID, error) {
		h := &approval.SignersHistory{LogID: known.LogID}
		s.fold(h, events)
		next, err := nextEvent(ctx, s.operator, &h.Clock)
		if err != nil {
			return nil, nil, err
		}
		change := h.Judge(&next, p, s.verifier)
		if next.ClockBehind && !change.Bootstrap && (change.Refused == "" || change.Refused == domain.RefusedSignerNotValid) {
			change.Refused = domain.RefusedClock // the log's time determines who may sign
		}
		if change.Refused != "" {
			return nil, nil, Refusal("change signers", stream, change.Refused)
		}
		p.Bootstrap = change.Bootstrap
		return p, record.SortedIDs(record.Caused(h.Last())), nil
	})
}
