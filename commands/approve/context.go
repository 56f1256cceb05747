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
		Detail: map[string]any{"refusal": why, "approval": stream.String()}, Hint: says.hint}
}

// refusals says what each refusal means, and what to do next. It is made for who is refused.
func refusals() map[domain.ApprovalRefusal]struct{ message, hint string } {
	return map[domain.ApprovalRefusal]struct{ message, hint string }{
		domain.RefusedNoApproval:        {"there is no such grant", "ask for an approval: claw approval request"},
		domain.RefusedPending:           {"nobody has granted it yet", "wait for it: claw approval wait ID"},
		domain.RefusedDenied:            {"it was denied", "ask whoever denied it, or ask for something else"},
		domain.RefusedExpired:           {"the grant's time is over", "ask again: claw approval request"},
		domain.RefusedRevoked:           {"the grant was taken back", "ask whoever took it back"},
		domain.RefusedConsumed:          {"no use of the grant is left", "ask again: claw approval request"},
		domain.RefusedScope:             {"this is more, or something else, than was granted", "claw approval show says what was asked and granted; ask for exactly what is to be done"},
		domain.RefusedDelegate:          {"the grant does not name who is to do it", "let the requester do it, or ask for a grant that names who may: claw approval grant --delegate"},
		domain.RefusedSelf:              {"who asks or acts cannot be who grants", "let another person grant it"},
		domain.RefusedRequestMismatch:   {"the statement is not one of this request as it stands", "sign what claw approval grant shows, as it is"},
		domain.RefusedSignature:         {"the signature is not of this statement", "sign again: claw approval grant"},
		domain.RefusedSignerUnknown:     {"the key is not one of a signer", "claw signers list names them; a signer can add the key: claw signers add"},
		domain.RefusedSignerNotValid:    {"the key may not sign for this, or not at this time", "claw signers list says for what and when each key may sign"},
		domain.RefusedAssurance:         {"a person has to touch a key for this, and the signature does not prove that", "grant it with a FIDO key that asks for a touch"},
		domain.RefusedExpiryTooLong:     {"the grant would hold longer than the policy lets it", "grant it for less: --for 1h"},
		domain.RefusedPolicyMismatch:    {"the policy that demands it is another one, or lets nothing through", "claw approval show names the policy and the rule"},
		domain.RefusedLogMismatch:       {"the statement is of another log", "claw status names the log"},
		domain.RefusedNonceUsed:         {"the statement was used before, or was made for another state", "sign a new one"},
		domain.RefusedClock:             {"the log's time is ahead of this machine's clock, so nobody can say when a grant is over", "claw doctor says by how much; set this machine's clock right, and if it is right: claw log clock reset"},
		domain.RefusedSecretInTheAction: {"the action holds a secret, which no log may keep", "pass the secret by environment or file, and ask for the action without it"},
		domain.RefusedContentChanged:    {"a file that the action rests on is not what it was when it was asked for", "put it back as it was, or ask again: claw approval request"},
		domain.RefusedContentUnknown:    {"the policy binds the approval to the content of files, and that of one cannot be told", "name files that can be read, of 256 MiB at most; then ask: claw approval request"},
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
