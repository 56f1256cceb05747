package approve

import (
	"context"
	"fmt"

	"github.com/clawable/claw/commands/record"
	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/approval"
	"github.com/clawable/claw/domain/nextstep"
	"github.com/clawable/claw/eventlog"
	"github.com/clawable/claw/producers/scrub"
)

// decisionContext is one request as a decision reads it, and the event that would come next.
type decisionContext struct {
	*approval.Approval
	rules *approval.Rules
	next  domain.Event // its position is that of the log's last event: no signer changed since
}

// verdict is the result of a decision: the payload to append and its causes. A payload that records
// a refusal names it, so that the caller gets it as an error.
type verdict struct {
	payload domain.ApprovalPayload
	causes  []domain.EventID
	refused domain.ApprovalRefusal
	changed []domain.FileChange
}

// decide decides about one request at the revision read. A refusal is appended, as
// evidence of what was tried, and returned as an error.
func (a *Approvals) decide(ctx context.Context, operation string, stream domain.StreamID, by func(*decisionContext) (verdict, error)) (record.Decided, error) {
	var last verdict
	decided, err := a.Operator.Decide(ctx, stream, domain.Subject{}, func(events []domain.Event) (domain.Payload, []domain.EventID, error) {
		m, err := a.context(ctx, stream, events)
		if err != nil {
			return nil, nil, err
		}
		last, err = by(m)
		return last.payload, last.causes, err
	})
	if err == nil && last.refused != "" {
		err = naming(Refusal(operation, stream, last.refused), last.changed)
	}
	return decided, err
}

func (a *Approvals) context(ctx context.Context, stream domain.StreamID, events []domain.Event) (*decisionContext, error) {
	rules, err := a.Rules(ctx)
	if err != nil {
		return nil, err
	}
	next, err := nextEvent(ctx, a.Operator, &rules.Signers.Clock)
	if err != nil {
		return nil, err
	}
	m := &decisionContext{fold(stream, events, rules), rules, next}
	if m.Request == nil {
		return nil, noRequest(stream)
	}
	return m, nil
}

// nextEvent is the event that would come next, as far as judging it needs it: ClockBehind reports that
// the log's time and the wall clock differ, or that this machine's clock shows an impossible time.
func nextEvent(ctx context.Context, op *record.Operator, clock *approval.Clock) (domain.Event, error) {
	head, err := op.Log.Head(ctx)
	if err != nil {
		return domain.Event{}, fmt.Errorf("read the head of the log: %w", err)
	}
	wall := op.Now()
	e := domain.Event{Position: head.Position}
	e.ObservedAt = wall
	e.RecordedAt, e.ClockBehind = eventlog.Stamp(wall.Time().Add(clock.Ahead(head.Position)), head.Recorded)
	e.ClockBehind = e.ClockBehind || !eventlog.ClockUsable(wall.Time())
	return e, nil
}

// timed is why something whose times are compared does not count: nothing can count while the
// clocks differ. A refusal for another reason takes precedence.
func (m *decisionContext) timed(why domain.ApprovalRefusal) domain.ApprovalRefusal {
	if m.next.ClockBehind && (why == "" || why == domain.RefusedExpired || why == domain.RefusedExpiryTooLong || why == domain.RefusedSignerNotValid) {
		return domain.RefusedClock
	}
	return why
}

// Refusal is the error of a grant or a use that does not count.
func Refusal(operation string, stream domain.StreamID, why domain.ApprovalRefusal) error {
	says := refusals()[why]
	return &domain.Error{Kind: domain.ErrPolicy, Operation: operation, Target: stream.String(), Message: says.message,
		Detail: map[string]any{"refusal": why, "approval": stream.String()}, Hint: says.hint, Next: domain.Step{Code: says.next}}
}

// refusal describes a refusal: the message, and a hint or the next step.
type refusal struct {
	message, hint string
	next          domain.StepCode
}

// refusals describes each refusal, and the next step. The table is built only on a refusal.
func refusals() map[domain.ApprovalRefusal]refusal {
	return map[domain.ApprovalRefusal]refusal{
		domain.RefusedNoApproval:        {"there is no such grant", "", nextstep.RequestApproval},
		domain.RefusedPending:           {"nobody has granted it yet", "", nextstep.AwaitApproval},
		domain.RefusedDenied:            {"it was denied", "ask whoever denied it, or ask for something else", ""},
		domain.RefusedExpired:           {"the grant's time is over", "", nextstep.RequestAgain},
		domain.RefusedRevoked:           {"the grant was taken back", "ask whoever took it back", ""},
		domain.RefusedConsumed:          {"no use of the grant is left", "", nextstep.RequestAgain},
		domain.RefusedScope:             {"this is more, or something else, than was granted", "", nextstep.DoWhatWasGranted},
		domain.RefusedDelegate:          {"the grant does not name who is to do it", "", nextstep.NameDelegate},
		domain.RefusedSelf:              {"who asks or acts cannot be who grants", "let another person grant it", ""},
		domain.RefusedRequestMismatch:   {"the statement is not one of this request as it stands", "", nextstep.SignUnchanged},
		domain.RefusedSignature:         {"the signature is not of this statement", "", nextstep.SignAgain},
		domain.RefusedSignerUnknown:     {"the key is not one of a signer", "", nextstep.ListOrAddSigners},
		domain.RefusedSignerNotValid:    {"the key may not sign for this, or not at this time", "", nextstep.ShowSignerLimits},
		domain.RefusedAssurance:         {"a person has to touch a key for this, and the signature does not prove that", "grant it with a FIDO key that asks for a touch", ""},
		domain.RefusedExpiryTooLong:     {"the grant would hold longer than the policy lets it", "", nextstep.GrantForLess},
		domain.RefusedPolicyMismatch:    {"the policy that demands it is another one, or lets nothing through", "", nextstep.ShowRequestRule},
		domain.RefusedLogMismatch:       {"the statement is of another log", "", nextstep.ShowLogID},
		domain.RefusedNonceUsed:         {"the statement was used before, or was made for another state", "sign a new one", ""},
		domain.RefusedClock:             {"the log's time is ahead of this machine's clock, so nobody can say when a grant is over", "", nextstep.SetOrResetTheClock},
		domain.RefusedSecretInTheAction: {"the action holds a secret, which no log may keep", "pass the secret by environment or file, and ask for the action without it", ""},
		domain.RefusedContentChanged:    {"a file that the action rests on is not what it was when it was asked for", "", nextstep.RestoreFiles},
		domain.RefusedContentUnknown:    {"the policy binds the approval to the content of files, and that of one cannot be told", "", nextstep.NameReadableFiles},
	}
}

// holdsSecret reports whether the scrubber would take something out of what is to be
// signed or compared, word for word.
func holdsSecret(s *scrub.Scrubber, p domain.Payload, more ...string) (bool, error) {
	data, err := eventlog.Encode(p)
	if err != nil {
		return false, err
	}
	_, hits, err := s.Data(data)
	if err != nil {
		return false, fmt.Errorf("scrub %s: %w", p.Kind(), err)
	}
	for _, text := range more {
		_, found := s.Text(text)
		hits = append(hits, found...)
	}
	return len(hits) > 0, nil
}
