package shipping

import (
	"github.com/clawable/claw/commands/record"
	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/ship"
)

// SeenPush is a push that a remote took, as a hook of the repository saw it.
type SeenPush struct {
	*Plan
	// CommitsUnknown says why Commits, and Dropped, are not all.
	CommitsUnknown domain.Unknown
	Dropped        []domain.CommitID // that the ref led to before and does not any more
	At             domain.Instant
	// BranchUnknown says why the plan names no branch; "" when none was pushed.
	BranchUnknown domain.Unknown
}

// PushDrafts drafts what is told of a push that was seen: that it was, what it brought, and
// what it took away. It needs no log.
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
