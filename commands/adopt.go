package commands

import (
	"context"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/eventlog"
	"github.com/clawable/claw/policy"
)

// Adopted reads the policy that the log adopted last, nil for none.
//
// Errors: those of the log; kind parse for a text that this program cannot read: it
// denies, see [policy.Layer].
func Adopted(ctx context.Context, log eventlog.Log) (*policy.Policy, *domain.PolicyAdopted, error) {
	var last *domain.Event
	for e, err := range log.Read(ctx, eventlog.Query{Stream: domain.PolicyStream()}) {
		if err != nil {
			return nil, nil, err
		}
		if e.Kind == (domain.PolicyAdopted{}).Kind() {
			last = &e
		}
	}
	if last == nil {
		return nil, nil, nil
	}
	var p domain.PolicyAdopted
	if err := eventlog.Decode(last.Data, &p); err != nil {
		return nil, &p, (&domain.Error{Kind: domain.ErrParse, Operation: "read policy", Target: last.ID.String(),
			Message: "what was adopted is no policy", Hint: "adopt it again: claw policy adopt FILE"}).Because(err)
	}
	read, err := policy.Parse(last.ID.String(), []byte(p.Text))
	return read, &p, err
}

// Adopt makes a text the log's policy. Where the log has signers it takes the approval
// of one, which is spent on exactly this text; see [AdoptAction].
//
// Errors: kind parse for a text that is no policy; kind policy when the approval is
// missing or does not count, or when the text holds a secret; those of the log.
func (a *Approvals) Adopt(ctx context.Context, text []byte, by domain.Actor, approved domain.StreamID) (d Decided, again bool, err error) {
	read, err := policy.Parse("policy", text)
	if err != nil {
		return Decided{}, false, err
	}
	p := &domain.PolicyAdopted{Digest: read.Digest, Text: string(text), Actor: by}
	if secret, err := a.holdsSecret(p); err != nil || secret {
		if err == nil {
			err = Refusal("adopt policy", domain.PolicyStream(), domain.RefusedSecretInTheAction)
		}
		return Decided{}, false, err
	}
	rules, err := a.Rules(ctx)
	if err != nil {
		return Decided{}, false, err
	}
	var used Consumption
	switch now, _, err := Adopted(ctx, a.op.log); {
	case err == nil && now != nil && now.Digest == read.Digest:
		return Decided{}, true, nil
	case len(rules.Signers.Now().All()) == 0:
	case approved.ULID.IsZero():
		return Decided{}, false, needsApproval(read.Digest)
	default:
		if used, err = a.Consume(ctx, approved, Claim{Action: AdoptAction(read.Digest), Executor: by}); err != nil {
			return Decided{}, false, err
		}
	}
	d, err = a.op.decide(ctx, domain.PolicyStream(), domain.Subject{}, func(events []domain.Event) (domain.Payload, []domain.EventID, error) {
		why := after(used.Event)
		for i := range events {
			var before domain.PolicyAdopted
			if events[i].Kind == before.Kind() && eventlog.Decode(events[i].Data, &before) == nil {
				p.Replaces, why = before.Digest, append(after(events[i].ID), after(used.Event)...)
			}
		}
		return p, sorted(why), nil
	})
	if err == nil && !used.Event.IsZero() {
		_, err = a.Result(ctx, used.Event, by, &domain.ToolCompleted{ToolResult: domain.ToolResult{Name: "claw policy adopt"}})
	}
	return d, false, err
}

// AdoptAction is the action that an approval names for a text to become the policy.
func AdoptAction(text domain.Digest) domain.Action {
	return domain.Action{Argv: []string{"claw", "policy", "adopt", "sha256:" + text.String()}}
}

func needsApproval(text domain.Digest) error {
	return &domain.Error{Kind: domain.ErrPolicy, Operation: "adopt policy", Target: text.String(),
		Message: "the log has signers: one of them has to approve its policy", Detail: map[string]any{"refusal": domain.RefusedNoApproval},
		Hint: "ask: claw policy adopt FILE --request; when it is granted: claw policy adopt FILE --approval ID"}
}
