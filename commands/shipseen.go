package commands

import (
	"cmp"
	"context"
	"slices"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/ship"
	"github.com/clawable/claw/eventlog"
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

// Seen drafts what is told of a push that was seen: that it was, what it brought, and
// what it took away. It needs no log.
func (o *Operator) Seen(p *SeenPush) ([]domain.Draft, error) {
	pushed := &domain.ShipPushedMain{ShipTarget: p.ShipTarget, Old: p.Base, New: p.Head, Lanes: p.lanes(), PushedAt: p.At}
	brought := p.provenance(&Recorded{Intent: &ship.Intent{Pushed: pushed}}, nil, p.At)
	if p.BranchUnknown != "" {
		brought.SourceBranch = domain.NotKnown[domain.Branch](p.BranchUnknown)
	}
	if p.CommitsUnknown != "" {
		brought.CommitsUnknown = p.CommitsUnknown
	}
	m := p.Move()
	says := []toSay{{domain.EventID(o.newID()), pushed}, {m.Provenance(), brought}}
	if len(p.Dropped) > 0 {
		says = append(says, toSay{m.Rewriting(), &domain.ShipRewritten{ShipTarget: p.ShipTarget, Old: p.Base, New: p.Head,
			Dropped: p.Dropped[max(0, len(p.Dropped)-mostCommits):]}})
	}
	drafts := make([]domain.Draft, len(says))
	for i, s := range says {
		var causes []domain.EventID
		if i > 0 {
			causes = after(says[0].id)
		}
		var err error
		if drafts[i], err = o.draft(s.id, m.Stream(), p.subject(), s.payload, causes); err != nil {
			return nil, err
		}
	}
	return drafts, nil
}

// toSay is an event to be.
type toSay struct {
	id      domain.EventID
	payload domain.Payload
}

// appendSeen appends drafts of one ship, as one decision at the revision read: what
// somebody told of the ship before stands, and is left out.
func appendSeen(ctx context.Context, log eventlog.Log, drafts []domain.Draft) error {
	var others contention
	for {
		left, want, at := slices.Clone(drafts), eventlog.None, domain.Revision(0)
		var held []domain.Event
		for e, err := range log.Read(ctx, eventlog.Query{Stream: drafts[0].Stream, EnvelopeOnly: true}) {
			if err != nil {
				return err
			}
			want, at, held = eventlog.At(e.Revision), e.Revision, append(held, e)
			left = slices.DeleteFunc(left, func(d domain.Draft) bool { return tells(&e, &d) })
		}
		for i := range left {
			left[i].Correlation = cmp.Or(runOf(left[i].Stream, held), left[i].Correlation)
		}
		if len(left) == 0 {
			return nil
		}
		_, err := log.Append(ctx, left[0].Stream, want, left)
		if !others.again(ctx, at, err) {
			return err
		}
	}
}

// tells reports whether an event of the log is the last word on what a draft says of its
// ship. What a scan told in part is not.
func tells(e *domain.Event, d *domain.Draft) bool {
	return e.ID == d.ID || e.Kind == d.Kind && e.Source.Channel != domain.ImportChannel+scanSource
}
