package store

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"slices"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/lane"
)

// FactRow is one event that a lane's outcome was derived from.
type FactRow struct {
	ID       domain.EventID   `json:"id"`
	Kind     domain.Kind      `json:"kind"`
	Emitter  domain.EmitterID `json:"emitter"`
	Seq      uint64           `json:"seq,omitzero"`
	Observed domain.Instant   `json:"observed_at,omitzero"`
	Trust    domain.Trust     `json:"trust"`
	Imported bool             `json:"imported,omitzero"`
	Session  domain.SessionID `json:"session,omitzero"`
	Turn     domain.TurnID    `json:"turn,omitzero"`
	Item     domain.ItemID    `json:"item,omitzero"`
	Causes   []domain.EventID `json:"causes,omitzero"`
}

// Facts lists the facts filed under a lane and its sessions, by emitter and its
// own order; typed as for [Store.Lane].
//
// Errors: as [Store.Lane].
func (s *Store) Facts(ctx context.Context, typed string) ([]FactRow, error) {
	o, err := s.LaneOutcome(typed)
	if err != nil {
		return nil, err
	}
	p := newLoader(&desk{conn: s.conn}, nil, func(domain.EventID) (domain.Event, bool, error) { return domain.Event{}, false, ctx.Err() })
	facts := slices.Clone(p.load(lane.LaneKey(o.Lane)))
	for _, session := range o.Sessions {
		facts = append(facts, p.load("session:"+lane.Key(session.Session))...)
	}
	if p.err != nil {
		return nil, fmt.Errorf("read facts: %w", p.err)
	}
	slices.SortFunc(facts, func(a, b *lane.Fact) int {
		return cmp.Or(cmp.Compare(a.Emitter, b.Emitter), a.Epoch.Compare(b.Epoch), cmp.Compare(a.Seq, b.Seq),
			bytes.Compare(a.ID[:], b.ID[:]))
	})
	facts = slices.CompactFunc(facts, func(a, b *lane.Fact) bool { return a.ID == b.ID })
	rows := make([]FactRow, 0, len(facts))
	for _, f := range facts {
		rows = append(rows, FactRow{ID: f.ID, Kind: f.Kind, Emitter: f.Emitter, Seq: f.Seq, Observed: f.Observed, Trust: f.Trust,
			Imported: f.Imported, Session: f.Session, Turn: f.Turn, Item: f.Item, Causes: f.Causes})
	}
	return rows, nil
}
