package commands

import (
	"context"
	"errors"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/approval"
	"github.com/clawable/claw/eventlog"
	"github.com/clawable/claw/policy"
)

// Adopted reads the policy that the log adopted last, nil for none; see [Approvals.Adopt]
// for what counts as adopted.
//
// Errors: those of the log; kind parse for a text that this program cannot read: it
// denies, see [policy.Layer].
func (a *Approvals) Adopted(ctx context.Context) (*policy.Policy, *domain.PolicyAdopted, error) {
	_, policies, err := a.known(ctx)
	if err != nil || len(policies) == 0 {
		return nil, nil, err
	}
	last := &policies[len(policies)-1]
	return last.read, &last.said, last.err
}

// adoption is a policy that the log adopted.
type adoption struct {
	said domain.PolicyAdopted
	read *policy.Policy // nil when this program cannot read it: what cites it has the bounds of none
	err  error
}

// adopted reads the policies that count, the last one last, and keeps them by digest for
// judging those that follow.
func (a *Approvals) adopted(ctx context.Context, rules *approval.Rules, read map[domain.Digest]*policy.Policy) (all []adoption, err error) {
	spent := map[domain.EventID]bool{}
	for e, err := range a.op.log.Read(ctx, eventlog.Query{Stream: domain.PolicyStream()}) {
		if err != nil {
			return nil, err
		}
		if e.Kind != (domain.PolicyAdopted{}).Kind() {
			continue
		}
		one := readAdoption(&e)
		if counts, err := a.approvedText(ctx, &e, one.said.Digest, rules, spent); err != nil {
			return nil, err
		} else if !counts {
			continue
		}
		if one.read != nil {
			read[one.read.Digest] = one.read
		}
		all = append(all, one)
	}
	return all, nil
}

func readAdoption(e *domain.Event) (one adoption) {
	wrong := func(why error) adoption {
		one.read, one.err = nil, (&domain.Error{Kind: domain.ErrParse, Operation: "read policy", Target: e.ID.String(),
			Message: "what was adopted is no policy", Hint: "adopt it again: claw policy adopt FILE"}).Because(why)
		return one
	}
	if err := eventlog.Decode(e.Data, &one.said); err != nil {
		return wrong(err)
	}
	one.read, one.err = policy.Parse(e.ID.String(), []byte(one.said.Text))
	if one.err == nil && one.read.Digest != one.said.Digest {
		return wrong(errors.New("its text is not the one whose digest it names"))
	}
	return one
}

// approvedText reports whether a signer approved that a text was adopted, where the log
// had signers then: a use that counts, of an approval for exactly this text, is among the
// causes, and no adoption before rests on it. What was written past that changes nothing.
func (a *Approvals) approvedText(ctx context.Context, e *domain.Event, text domain.Digest, rules *approval.Rules, spent map[domain.EventID]bool) (bool, error) {
	if len(rules.Signers.At(e.Position).All()) == 0 {
		return true, nil
	}
	action := AdoptAction(text)
	digest, err := action.Digest("")
	if err != nil {
		return false, err
	}
	for _, cause := range e.Causes {
		use, err := a.op.log.Get(ctx, cause)
		if err != nil && !errors.Is(err, eventlog.ErrNotFound) {
			return false, err
		}
		if err != nil || spent[cause] || use.Stream.Family != domain.FamilyApproval || !e.Position.After(use.Position) {
			continue
		}
		events, _, err := a.op.load(ctx, use.Stream)
		if err != nil {
			return false, err
		}
		one := fold(use.Stream, events, rules)
		if one.Request != nil && one.Request.ActionDigest == digest && one.Used(cause) {
			spent[cause] = true
			return true, nil
		}
	}
	return false, nil
}

// Adopt makes a text the log's policy. Where the log has signers it takes the approval
// of one, which is spent on exactly this text; see [AdoptAction]. An adoption without one
// does not count, however it came into the log.
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
	switch now, _, err := a.Adopted(ctx); {
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
