package shipping

import (
	"github.com/clawable/claw/commands/record"
	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/ship"
)

// SeenPush is a push that a remote accepted, as a hook of the repository saw it.
type SeenPush struct {
	*Plan
	// CommitsUnknown is why Commits, and Dropped, are incomplete.
	CommitsUnknown domain.Unknown
	Dropped        []domain.CommitID // that the ref held before and holds no more
	At             domain.Instant
	// BranchUnknown is why the plan names no branch; "" when none was pushed.
	BranchUnknown domain.Unknown
}

// PushDrafts drafts the events of a push that a hook saw: that it happened, what it brought, and
// what it removed. It needs no log.
func PushDrafts(o *record.Operator, p *SeenPush) ([]domain.Draft, error) {
	pushed := &domain.ShipPushedMain{ShipTarget: p.ShipTarget, Old: p.Base, New: p.Head, Lanes: p.lanes(), PushedAt: p.At}
	brought := p.provenance(&Recorded{Intent: &ship.Intent{Pushed: pushed}}, nil, p.At)
	if p.BranchUnknown != "" {
		brought.SourceBranch = domain.NotKnown[domain.Branch](p.BranchUnknown)
	}
	if p.CommitsUnknown != "" {
		brought.CommitsUnknown = p.CommitsUnknown
	}
	m := p.Move()
	says := []record.Statement{{ID: domain.EventID(o.NewID()), Payload: pushed}, {ID: m.Provenance(), Payload: brought}}
	if len(p.Dropped) > 0 {
		says = append(says, record.Statement{ID: m.Rewriting(), Payload: &domain.ShipRewritten{ShipTarget: p.ShipTarget, Old: p.Base, New: p.Head,
			Dropped: p.Dropped[max(0, len(p.Dropped)-mostCommits):]}})
	}
	drafts := make([]domain.Draft, len(says))
	for i, s := range says {
		var causes []domain.EventID
		if i > 0 {
			causes = record.Caused(says[0].ID)
		}
		var err error
		if drafts[i], err = o.Draft(s.ID, m.Stream(), p.subject(), s.Payload, causes); err != nil {
			return nil, err
		}
	}
	return drafts, nil
}
