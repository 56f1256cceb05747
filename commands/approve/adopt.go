package approve

import (
	"context"
	"errors"

	"github.com/clawable/claw/commands/record"
	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/nextstep"
	"github.com/clawable/claw/eventlog"
	"github.com/clawable/claw/policy"
)

// Adopt makes a text the log's policy. Where the log has signers it needs the approval of one,
// which is spent on exactly this text; see [AdoptAction]. An adoption without one does not count,
// regardless of how it came into the log.
//
// Errors: kind parse for a text that [policy.Adoptable] refuses; kind policy when the approval is
// missing or does not count, or when the text holds a secret; those of the log.
func (a *Approvals) Adopt(ctx context.Context, text []byte, by domain.Actor, approved domain.StreamID) (d record.Decided, again bool, err error) {
	read, err := policy.Adoptable("policy", text)
	if err != nil {
		return record.Decided{}, false, err
	}
	p := &domain.PolicyAdopted{Digest: read.Digest, Text: string(text), Actor: by}
	if secret, err := holdsSecret(a.Operator.Scrub, p); err != nil || secret {
		if err == nil {
			err = Refusal("adopt policy", domain.PolicyStream(), domain.RefusedSecretInTheAction)
		}
		return record.Decided{}, false, err
	}
	known, err := a.Known(ctx)
	if err != nil {
		return record.Decided{}, false, err
	}
	var used Consumption
	switch now, err := known.Adopted(); {
	case err == nil && now != nil && now.Digest == read.Digest:
		return record.Decided{}, true, nil
	case len(known.Rules.Signers.Now().All()) == 0:
	case approved.ULID.IsZero():
		return record.Decided{}, false, needsApproval(read.Digest)
	default:
		if used, err = a.Consume(ctx, approved, Claim{Action: AdoptAction(read.Digest), Executor: by}); err != nil {
			return record.Decided{}, false, err
		}
	}
	d, err = a.Operator.DecideAs(ctx, domain.PolicyStream(), domain.Subject{}, func(events []domain.Event) (domain.EventID, domain.Payload, []domain.EventID, error) {
		why := record.Caused(used.Event)
		for i := range events {
			var before domain.PolicyAdopted
			if events[i].Kind == before.Kind() && eventlog.Decode(events[i].Data, &before) == nil {
				p.Replaces, why = before.Digest, append(record.Caused(events[i].ID), record.Caused(used.Event)...)
			}
		}
		id, err := a.newAdoption(ctx) // when many adopt at once, each gets its own id
		return id, p, record.SortedIDs(why), err
	})
	if err == nil && !used.Event.IsZero() {
		_, err = a.Result(ctx, used.Event, by, &domain.ToolCompleted{ToolResult: domain.ToolResult{Name: "claw policy adopt"}})
	}
	return d, false, err
}

// newAdoption is the id of the next adoption, another one where that is taken.
func (a *Approvals) newAdoption(ctx context.Context) (domain.EventID, error) {
	known, err := a.Known(ctx)
	if err != nil {
		return domain.EventID{}, err
	}
	id := adoptionID(known.Rules.LogID, len(known.Adoptions)+1)
	if _, err = a.Operator.Log.Get(ctx, id); errors.Is(err, eventlog.ErrNotFound) {
		return id, nil
	}
	return domain.EventID(a.Operator.NewID()), err
}

// AdoptAction is the action that an approval names for a text to become the policy.
func AdoptAction(text domain.Digest) domain.Action {
	return domain.Action{Argv: []string{"claw", "policy", "adopt", "sha256:" + text.String()}}
}

func needsApproval(text domain.Digest) error {
	return &domain.Error{Kind: domain.ErrPolicy, Operation: "adopt policy", Target: text.String(),
		Message: "the log has signers: one of them has to approve its policy", Detail: map[string]any{"refusal": domain.RefusedNoApproval},
		Next: domain.Step{Code: nextstep.ApproveAdoption}}
}
