package approve

import (
	"context"
	"errors"
	"strconv"
	"time"

	"github.com/clawable/claw/commands/record"
	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/approval"
	"github.com/clawable/claw/domain/nextstep"
	"github.com/clawable/claw/eventlog"
	"github.com/clawable/claw/policy"
)

// Adoption is an event that claims that the log adopted a policy.
type Adoption struct {
	Event      domain.EventID
	RecordedAt time.Time
	Said       domain.PolicyAdopted
	Void       domain.ApprovalRefusal // why it does not count; "" when it does

	read *policy.Policy // nil when this program cannot read it: a request that cites it has no bounds
	err  error
}

// errMeanwhile means that a policy was adopted while the adoptions were read.
var errMeanwhile = errors.New("adopted meanwhile")

// adoptions reads all events that claim to adopt a policy, and stores those that count by
// digest, to judge those that follow. It reads them again while other processes append
// adoptions in the meantime.
func adoptions(ctx context.Context, op *record.Operator, rules *approval.Rules, read map[domain.Digest]*policy.Policy) (all []Adoption, err error) {
	for {
		clear(read)
		if all, err = readAdoptions(ctx, op, rules, read); !errors.Is(err, errMeanwhile) {
			return all, err
		}
	}
}

func readAdoptions(ctx context.Context, op *record.Operator, rules *approval.Rules, read map[domain.Digest]*policy.Policy) (all []Adoption, err error) {
	spent := map[domain.EventID]bool{}
	for e, err := range op.Log.Read(ctx, eventlog.Query{Stream: domain.PolicyStream()}) {
		if err != nil {
			return nil, err
		}
		if e.Kind != (domain.PolicyAdopted{}).Kind() {
			continue
		}
		one := readAdoption(&e)
		if one.Void, err = unapproved(ctx, op, &e, one.Said.Digest, rules, spent); err != nil {
			return nil, err
		}
		if one.read != nil && one.Void == "" {
			read[one.read.Digest] = one.read
		}
		all = append(all, one)
	}
	return all, nothingHidden(ctx, op.Log, rules.LogID, len(all))
}

// adoptionID is the id of the n-th adoption in a log, from 1. An adoption that has it is
// found by its id as well as in its stream.
func adoptionID(log domain.Digest, n int) domain.EventID {
	return domain.EventID(domain.Derive(time.Time{}, "policy/adopted", log.String(), strconv.Itoa(n)))
}

// nothingHidden checks that no adoption comes after the n that the stream led to: damage
// to what leads to the events of a stream must not take a policy away without a word.
//
// Errors: errMeanwhile where the stream leads to one now; [eventlog.ErrCorrupt].
func nothingHidden(ctx context.Context, log eventlog.Log, id domain.Digest, n int) error {
	e, err := log.Get(ctx, adoptionID(id, n+1))
	switch {
	case errors.Is(err, eventlog.ErrNotFound):
		return nil
	case err != nil || e.Stream != domain.PolicyStream():
		return err
	}
	for led, err := range log.Read(ctx, eventlog.Query{Stream: e.Stream, EnvelopeOnly: true}) {
		if err != nil {
			return err
		}
		if led.ID == e.ID {
			return errMeanwhile
		}
	}
	return eventlog.Corrupt(e.Position, "the log holds this adoption of a policy, and its stream does not lead to it")
}

func readAdoption(e *domain.Event) (one Adoption) {
	one.Event, one.RecordedAt = e.ID, e.RecordedAt
	wrong := func(why error) Adoption {
		one.read, one.err = nil, (&domain.Error{Kind: domain.ErrParse, Operation: "read policy", Target: e.ID.String(),
			Message: "what was adopted is no policy", Next: domain.Step{Code: nextstep.AdoptAgain}}).Because(why)
		return one
	}
	if err := eventlog.Decode(e.Data, &one.Said); err != nil {
		return wrong(err)
	}
	one.read, one.err = policy.Parse(e.ID.String(), []byte(one.Said.Text))
	if one.err == nil && one.read.Digest != one.Said.Digest {
		return wrong(errors.New("its text is not the one whose digest it names"))
	}
	return one
}

// unapproved is why no signer approved that a text was adopted, "" when one did or the log
// had none then: a use that counts, of an approval for exactly this text, is among the
// causes, and no adoption before rests on it. What was written past that changes nothing.
func unapproved(ctx context.Context, op *record.Operator, e *domain.Event, text domain.Digest, rules *approval.Rules, spent map[domain.EventID]bool) (domain.ApprovalRefusal, error) {
	if len(rules.Signers.At(e.Position).All()) == 0 {
		return "", nil
	}
	action := AdoptAction(text)
	digest, err := approval.DigestAction(&action, "")
	if err != nil {
		return "", err
	}
	why := domain.RefusedNoApproval
	for _, cause := range e.Causes {
		use, err := op.Log.Get(ctx, cause)
		if err != nil && !errors.Is(err, eventlog.ErrNotFound) {
			return "", err
		}
		if err != nil || use.Stream.Family != domain.FamilyApproval || !e.Position.After(use.Position) {
			continue
		}
		if spent[cause] {
			why = domain.RefusedConsumed
			continue
		}
		events, _, err := op.Load(ctx, use.Stream)
		if err != nil {
			return "", err
		}
		if why = fold(use.Stream, events, rules).JudgeSpent(cause, digest); why == "" {
			spent[cause] = true
			return "", nil
		}
	}
	return why, nil
}
