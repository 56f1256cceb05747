package approve

import (
	"context"
	"fmt"

	"github.com/clawable/claw/commands/record"
	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/approval"
	"github.com/clawable/claw/eventlog"
)

// decisionContext is one request as a decision finds it, and the event that would come next.
type decisionContext struct {
	*approval.Approval
	rules *approval.Rules
	next  domain.Event // its position is that of the log's last event: no signer changed since
}

// verdict is what follows from a context: the payload to append and its causes. A payload
// that records a refusal names it, so that the caller hears of it too.
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
	next, err := a.next(ctx, &rules.Signers.Clock)
	if err != nil {
		return nil, err
	}
	m := &decisionContext{fold(stream, events, rules), rules, next}
	if m.Request == nil {
		return nil, noRequest(stream)
	}
	return m, nil
}

// next is the event that would come next, as far as judging it needs it: ClockBehind says that the
// log's time and the wall clock part.
func (a *Approvals) next(ctx context.Context, clock *approval.Clock) (domain.Event, error) {
	head, err := a.Operator.Log.Head(ctx)
	if err != nil {
		return domain.Event{}, fmt.Errorf("read the head of the log: %w", err)
	}
	wall := a.Operator.Now()
	e := domain.Event{Position: head.Position}
	e.ObservedAt = wall
	e.RecordedAt, e.ClockBehind = eventlog.Stamp(wall.Time().Add(clock.Ahead(head.Position)), head.Recorded)
	return e, nil
}

// timed is why something does not count whose times are compared: none can be while the clocks part.
// What does not count for another reason is refused for that.
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

// refusal is what a refusal means: the message, and a hint or the next step.
type refusal struct {
	message, hint string
	next          domain.StepCode
}

// refusals says what each refusal means, and what to do next. It is made for who is refused.
func refusals() map[domain.ApprovalRefusal]refusal {
	return map[domain.ApprovalRefusal]refusal{
		domain.RefusedNoApproval:        {"there is no such grant", "", domain.StepRequestApproval},
		domain.RefusedPending:           {"nobody has granted it yet", "", domain.StepAwaitApproval},
		domain.RefusedDenied:            {"it was denied", "ask whoever denied it, or ask for something else", ""},
		domain.RefusedExpired:           {"the grant's time is over", "", domain.StepRequestAgain},
		domain.RefusedRevoked:           {"the grant was taken back", "ask whoever took it back", ""},
		domain.RefusedConsumed:          {"no use of the grant is left", "", domain.StepRequestAgain},
		domain.RefusedScope:             {"this is more, or something else, than was granted", "", domain.StepDoWhatWasGranted},
		domain.RefusedDelegate:          {"the grant does not name who is to do it", "", domain.StepNameDelegate},
		domain.RefusedSelf:              {"who asks or acts cannot be who grants", "let another person grant it", ""},
		domain.RefusedRequestMismatch:   {"the statement is not one of this request as it stands", "", domain.StepSignUnchanged},
		domain.RefusedSignature:         {"the signature is not of this statement", "", domain.StepSignAgain},
		domain.RefusedSignerUnknown:     {"the key is not one of a signer", "", domain.StepListOrAddSigners},
		domain.RefusedSignerNotValid:    {"the key may not sign for this, or not at this time", "", domain.StepShowSignerLimits},
		domain.RefusedAssurance:         {"a person has to touch a key for this, and the signature does not prove that", "grant it with a FIDO key that asks for a touch", ""},
		domain.RefusedExpiryTooLong:     {"the grant would hold longer than the policy lets it", "", domain.StepGrantForLess},
		domain.RefusedPolicyMismatch:    {"the policy that demands it is another one, or lets nothing through", "", domain.StepShowRequestRule},
		domain.RefusedLogMismatch:       {"the statement is of another log", "", domain.StepShowLogID},
		domain.RefusedNonceUsed:         {"the statement was used before, or was made for another state", "sign a new one", ""},
		domain.RefusedClock:             {"the log's time is ahead of this machine's clock, so nobody can say when a grant is over", "", domain.StepSetOrResetTheClock},
		domain.RefusedSecretInTheAction: {"the action holds a secret, which no log may keep", "pass the secret by environment or file, and ask for the action without it", ""},
		domain.RefusedContentChanged:    {"a file that the action rests on is not what it was when it was asked for", "", domain.StepRestoreFiles},
		domain.RefusedContentUnknown:    {"the policy binds the approval to the content of files, and that of one cannot be told", "", domain.StepNameReadableFiles},
	}
}

// holdsSecret reports whether the scrubber would take something out of what is to be
// signed or compared, word for word.
func (a *Approvals) holdsSecret(p domain.Payload, more ...string) (bool, error) {
	data, err := eventlog.Encode(p)
	if err != nil {
		return false, err
	}
	_, hits, err := a.Operator.Scrub.Data(data)
	if err != nil {
		return false, fmt.Errorf("scrub %s: %w", p.Kind(), err)
	}
	for _, text := range more {
		_, found := a.Operator.Scrub.Text(text)
		hits = append(hits, found...)
	}
	return len(hits) > 0, nil
}
