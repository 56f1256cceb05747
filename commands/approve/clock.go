package approve

import (
	"context"
	"encoding/base64"
	"errors"
	"time"

	"github.com/clawable/claw/commands/record"
	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/approval"
	"github.com/clawable/claw/domain/nextstep"
	"github.com/clawable/claw/eventlog"
)

// ClockState compares a log's time with the wall clock.
type ClockState struct {
	LogID    domain.Digest
	Recorded time.Time // recorded_at of the last event
	Log      time.Time // the log's time of the last event, see [approval.Clock]
	Wall     time.Time // the wall clock
	Signers  *approval.SignersHistory
}

// Ahead is by how much the log's time is ahead of the wall clock, 0 where it is not.
func (s *ClockState) Ahead() time.Duration { return max(0, s.Log.Sub(s.Wall)) }

// Part reports whether the two differ by more than a second: then nothing is granted or used.
func (s *ClockState) Part() bool { return s.Ahead() > time.Second }

// Clock compares the log's time with the wall clock.
//
// Errors: those of the log.
func (s *Signers) Clock(ctx context.Context) (*ClockState, error) {
	h, _, err := s.history(ctx)
	if err != nil {
		return nil, err
	}
	return clockOf(ctx, s.operator, h)
}

// ClockBy is [Signers.Clock] by rules that are known already.
//
// Errors: those of the log.
func (a *Approvals) ClockBy(ctx context.Context, rules *approval.Rules) (*ClockState, error) {
	return clockOf(ctx, a.Operator, rules.Signers)
}

func clockOf(ctx context.Context, op *record.Operator, h *approval.SignersHistory) (*ClockState, error) {
	head, err := op.Log.Head(ctx)
	if err != nil {
		return nil, err
	}
	wall := op.Now().Time().Truncate(time.Microsecond) // as recorded_at
	return &ClockState{LogID: h.LogID, Recorded: head.Recorded, Log: head.Recorded.Add(-h.Clock.Ahead(head.Position)), Wall: wall, Signers: h}, nil
}

// OfferClockReset writes the statement that sets the log's time to the wall clock, nil where the
// two agree.
//
// Errors: kind policy for a log without a signer, of whom it takes one; those of the log.
func (s *Signers) OfferClockReset(ctx context.Context) (*approval.ClockStatement, *ClockState, error) {
	state, err := s.Clock(ctx)
	if err != nil {
		return nil, nil, err
	}
	if !state.Part() {
		return nil, state, nil
	}
	return &approval.ClockStatement{LogID: state.LogID, Previous: state.Signers.Clock.Last(), Wall: domain.At(state.Wall)}, state, resettable(state)
}

func resettable(state *ClockState) error {
	const operation = "reset clock"
	switch {
	case !state.Part():
		return &domain.Error{Kind: domain.ErrConflict, Operation: operation, Target: state.LogID.String(),
			Message: "the log's time and this machine's clock agree: there is nothing to reset", Next: domain.Step{Code: nextstep.CompareClocks}}
	case !eventlog.ClockUsable(state.Wall):
		return &domain.Error{Kind: domain.ErrPolicy, Operation: operation, Target: state.LogID.String(),
			Message: "this machine's clock is before 1970 or after 2199", Detail: map[string]any{"refusal": domain.RefusedClock},
			Next: domain.Step{Code: nextstep.CompareClocks}}
	case len(state.Signers.Now().All()) == 0:
		return &domain.Error{Kind: domain.ErrPolicy, Operation: operation, Target: state.LogID.String(),
			Message: "a signer has to sign it, and this log has none", Detail: map[string]any{"refusal": domain.RefusedSignerUnknown},
			Next: domain.Step{Code: nextstep.AddFirstSigner}}
	}
	return nil
}

// ResetClock appends a signed reset of the log's time, if it counts.
//
// Errors: kind policy with Detail["refusal"] when it does not count, and nothing is appended; kind
// conflict where the log's time and the wall clock agree; those of the log.
func (s *Signers) ResetClock(ctx context.Context, signed *approval.ClockStatement, signature string) (record.Decided, error) {
	known, stream, err := s.history(ctx)
	if err != nil {
		return record.Decided{}, err
	}
	p := &domain.LogClockReset{Wall: signed.Wall, Statement: base64.StdEncoding.EncodeToString(signed.Bytes()), Signature: signature}
	return s.operator.DecideAs(ctx, stream, domain.Subject{}, func(events []domain.Event) (domain.EventID, domain.Payload, []domain.EventID, error) {
		fail := func(err error) (domain.EventID, domain.Payload, []domain.EventID, error) {
			return domain.EventID{}, nil, nil, err
		}
		h := &approval.SignersHistory{LogID: known.LogID}
		s.fold(h, events)
		state, err := clockOf(ctx, s.operator, h)
		if err == nil {
			err = resettable(state)
		}
		if err != nil {
			return fail(err)
		}
		next, err := nextEvent(ctx, s.operator, &h.Clock)
		if err != nil {
			return fail(err)
		}
		why := h.JudgeReset(&next, p, s.verifier).Refused
		if why == "" && signed.Wall.Time().After(state.Wall) {
			why = domain.RefusedClock // the wall clock stepped back since it was signed
		}
		if why != "" {
			return fail(Refusal("reset clock", stream, why))
		}
		id, err := newReset(ctx, s.operator.Log, stream)
		return id, p, record.SortedIDs(record.Caused(h.Clock.Last())), err
	})
}

// newReset returns the id of the next reset: the first of [domain.ClockResetID] that is not in
// use.
func newReset(ctx context.Context, log eventlog.Log, own domain.StreamID) (domain.EventID, error) {
	for n := 1; ; n++ {
		id := domain.ClockResetID(own, n)
		if _, err := log.Get(ctx, id); errors.Is(err, eventlog.ErrNotFound) {
			return id, nil
		} else if err != nil {
			return id, err
		}
	}
}
