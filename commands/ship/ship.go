package shipping

import (
	"context"
	"slices"

	"github.com/clawable/claw/commands/approve"
	"github.com/clawable/claw/commands/record"
	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/ship"
	"github.com/clawable/claw/eventlog"
)

// Ships records ships as they happen: the intent, the locked range, the result. Each step is a
// decision in the stream of the ship and is recorded once: a run that continues an earlier one
// finds its steps done.
type Ships struct {
	op        *record.Operator
	approvals *approve.Approvals
	index     ShipIndex
}

// ShipIndex finds ships by their ref, without reading the whole log.
type ShipIndex interface {
	// OpenShips lists the ships to a ref that are not closed, in the order of the log, up to a
	// position of it.
	OpenShips(repo domain.RepoID, ref domain.Ref) (ships []domain.StreamID, upTo domain.Position, err error)
}

// NewShips makes the ships of the operator's log.
func NewShips(op *record.Operator, a *approve.Approvals, index ShipIndex) *Ships {
	return &Ships{op, a, index}
}

// Plan is a ship as git shows it before it happens.
type Plan struct {
	domain.ShipTarget
	Branch  domain.Branch   // that is shipped, "" for none
	Base    domain.CommitID // what the ref holds, zeros for no such ref
	Head    domain.CommitID
	Tree    string
	Commits []domain.ShipCommit // from Base to Head, parents first
	Intent  domain.ShipIntent
	Actor   domain.Actor
	Method  domain.MergeMethod
	PR      int // 0 for none
}

// Move is the move of the ref.
func (p *Plan) Move() ship.Move {
	return ship.Move{Repo: p.Repo, Ref: p.Ref, Old: p.Base, New: p.Head}
}

// Shown is the merge method that the commits themselves show: parents are those of the last one,
// none where nothing is pushed.
func (p *Plan) Shown(parents []domain.CommitID) domain.MergeMethod {
	switch {
	case len(parents) > 1 && parents[0] == p.Base:
		return domain.MergeCommit
	case p.Branch != "" && "refs/heads/"+string(p.Branch) != string(p.Ref):
		return domain.MergeFastForward
	}
	return domain.MergeDirectPush
}

// Action is what an approval of the ship names: the commits and the tree that they result in. The
// ref is the approval's scope; the folder makes no difference.
func (p *Plan) Action() domain.Action {
	act := domain.Action{Base: p.Base, Head: p.Head, Tree: p.Tree}
	if ship.IsNone(p.Base) {
		act.Base = ""
	}
	return act
}

// Scope is the ref that the ship moves.
func (p *Plan) Scope() domain.ApprovalScope { return domain.ApprovalScope{Repo: p.Repo, Ref: p.Ref} }

// subject is what the ship's events are about.
func (p *Plan) subject() domain.Subject {
	s := domain.Subject{Repo: domain.Known(p.Repo), Commit: domain.Known(p.Head)}
	if p.Branch != "" {
		s.Branch = domain.Known(p.Branch)
	}
	if lanes := p.lanes(); len(lanes) == 1 {
		s.Lane = domain.Known(lanes[0])
	}
	return s
}

// lanes are the intended lanes and those of the commits that are no riders, each once, sorted.
func (p *Plan) lanes() []domain.LaneID {
	all := slices.Clone(p.Intent.Lanes)
	for i := range p.Commits {
		if c := &p.Commits[i]; c.Lane != "" && c.Role != domain.CommitRider {
			all = append(all, c.Lane)
		}
	}
	slices.Sort(all)
	return slices.Compact(all)
}

// Recorded is the state of a ship by its stream.
type Recorded struct {
	*ship.Intent
	// Uses are the consumptions of approvals that the push rests on, in the order of the log.
	Uses []domain.EventID
}

// of is s for decisions elsewhere about one ship, under the run of the ship.
func (s *Ships) of(ctx context.Context, p *Plan) (*Ships, error) {
	stream := p.Move().Stream()
	events, _, err := s.op.Load(ctx, stream)
	if err != nil {
		return nil, err
	}
	run, approvals := record.RunOf(stream, events), *s.approvals
	approvals.Operator = approvals.Operator.Under(run)
	return &Ships{s.op.Under(run), &approvals, s.index}, nil
}

// Load folds the stream of a ship.
//
// Errors: those of the log.
func (s *Ships) Load(ctx context.Context, m ship.Move) (*Recorded, error) {
	events, _, err := s.op.Load(ctx, m.Stream())
	if err != nil {
		return nil, err
	}
	return recordedShip(m.Stream(), events), nil
}

func recordedShip(stream domain.StreamID, events []domain.Event) *Recorded {
	r := &Recorded{Intent: &ship.Intent{Stream: stream}}
	own := map[domain.EventID]bool{}
	for i := range events {
		e := &events[i]
		own[e.ID] = true
		if corrected(events, e) {
			continue
		}
		info, known := domain.LookupKind(e.Kind)
		if !known {
			continue
		}
		p, ok := info.New().(domain.ShipPayload)
		if !ok || eventlog.Decode(e.Data, p) != nil {
			continue
		}
		r.Apply(e, p)
		if e.Kind != (domain.ShipMerged{}).Kind() {
			continue
		}
		for _, cause := range e.Causes {
			if !own[cause] && !slices.Contains(r.Uses, cause) {
				r.Uses = append(r.Uses, cause)
			}
		}
	}
	return r
}

// corrected reports whether a later edition of an event is among the events of its stream.
func corrected(events []domain.Event, e *domain.Event) bool {
	first := e.Replaces
	if first.IsZero() {
		first = e.ID
	}
	return slices.ContainsFunc(events, func(by domain.Event) bool {
		return by.Replaces == first && by.Edition > e.Edition && by.Emitter == e.Emitter && by.Source.Trust.Rank() >= e.Source.Trust.Rank()
	})
}

// Meant finds the ships of a ref that were prepared and not closed, in the order of the log: those
// of the index, and those that were prepared since.
//
// Errors: those of the index and of the log.
func (s *Ships) Meant(ctx context.Context, repo domain.RepoID, ref domain.Ref) (open []*Recorded, err error) {
	streams, upTo, err := s.index.OpenShips(repo, ref)
	if err != nil {
		return nil, err
	}
	for e, err := range s.op.Log.Read(ctx, eventlog.Query{After: upTo, EnvelopeOnly: true}) {
		if err != nil {
			return nil, err
		}
		if e.Kind == (domain.ShipPrepared{}).Kind() && e.Subject.Repo.Value == repo && !slices.Contains(streams, e.Stream) {
			streams = append(streams, e.Stream)
		}
	}
	for _, stream := range streams {
		events, _, err := s.op.Load(ctx, stream)
		if err != nil {
			return nil, err
		}
		if r := recordedShip(stream, events); r.Prepared != nil && r.Prepared.Ref == ref && r.Stage() != ship.Closed {
			open = append(open, r)
		}
	}
	return open, nil
}
