package expect

import (
	"context"

	"github.com/clawable/claw/commands/record"
	"github.com/clawable/claw/domain"
)

// Adopt records that a log adopts a profile, nil for the built-in one. It replaces the adoptions in
// the log that no other adoption replaces: those are its causes.
//
// Errors: those of the log.
func Adopt(ctx context.Context, o *record.Operator, p *domain.ExpectsProfile, reason string) (record.Decided, error) {
	return o.Decide(ctx, domain.ExpectsStream(), domain.Subject{}, func(stream []domain.Event) (domain.Payload, []domain.EventID, error) {
		return &domain.ExpectsAdopted{Profile: p, Reason: reason}, last(stream), nil
	})
}

// last are the events of a stream that no other of them names as a cause, or all where each is named.
func last(stream []domain.Event) (ids []domain.EventID) {
	named := map[domain.EventID]bool{}
	for i := range stream {
		for _, id := range stream[i].Causes {
			named[id] = true
		}
	}
	var all []domain.EventID
	for i := range stream {
		all = append(all, stream[i].ID)
		if !named[stream[i].ID] {
			ids = append(ids, stream[i].ID)
		}
	}
	if len(ids) == 0 {
		ids = all
	}
	return record.SortedIDs(ids)
}
