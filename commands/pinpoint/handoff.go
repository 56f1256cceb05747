package tracking

import (
	"context"
	"slices"

	"github.com/clawable/claw/commands/record"
	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/lane"
	"github.com/clawable/claw/reports/pinpoint"
)

// Packet is what a hand-off states. What it leaves out comes from the item: the title as the
// objective, the priority, the readiness and all evidence.
type Packet struct {
	Readiness    domain.Readiness
	Objective    string
	Scope        []domain.Path
	Verification []string
	Lane         domain.LaneID // "" for a packet that waits for one
	Worktree     domain.Path
	PRNumber     int
}

// HandedOff is a hand-off in the log. Task is the event in the stream of the lane, none without a
// lane.
type HandedOff struct {
	Done
	Task record.Decided
}

// HandOff hands an item to a lane, or makes the packet for one. The lane gets the task, which names
// the pinpoint and the packet, so that each is found from the other.
//
// Errors: kind conflict for an item that is closed, or that this lane has; kind policy for a packet
// that claims more knowledge than the evidence shows; those of the log.
func (t *Tracker) HandOff(ctx context.Context, item domain.StreamID, packet Packet) (HandedOff, error) {
	done, err := t.decide(ctx, item, subjectOf(packet.Lane), func(s *State) (domain.PinpointPayload, []domain.EventID, error) {
		now := s.Of(item)
		if err := ready(now, &packet); err != nil {
			return nil, nil, err
		}
		p := packet.of(now)
		return p, record.SortedIDs(slices.Clone(p.Evidence)), nil
	})
	h := HandedOff{Done: done}
	if err == nil && packet.Lane != "" {
		h.Task, err = record.HandOff(ctx, t.Lanes, packet.Lane, packet.Worktree, done.Item.Pinpoint, done.Event)
	}
	return h, err
}

// ready refuses a packet that the item does not bear.
func ready(now *pinpoint.Item, packet *Packet) error {
	switch {
	case now.Closed():
		return &domain.Error{Kind: domain.ErrConflict, Operation: "hand off pinpoint", Target: now.Pinpoint.String(), Message: "is " + string(now.State) + ": nothing is left to do",
			Hint: "move it to in_progress first where it came again"}
	case packet.Lane != "" && slices.Contains(now.Lanes, packet.Lane):
		return said("hand off pinpoint", now, "lane "+string(packet.Lane)+" has it")
	case packet.Readiness == domain.ReadyToImplement && now.Ready() != domain.ReadyToImplement:
		return &domain.Error{Kind: domain.ErrPolicy, Operation: "hand off pinpoint", Target: now.Pinpoint.String(),
			Message: "is not ready to implement: by its rank and its evidence it is " + string(now.Ready()), Detail: map[string]any{"readiness": string(now.Ready())},
			Hint: "give it a priority and evidence in the role repro, or let the packet say what is known"}
	}
	return nil
}

// of is the packet as it is recorded for an item.
func (p *Packet) of(now *pinpoint.Item) *domain.PinpointHandedOff {
	h := &domain.PinpointHandedOff{Readiness: p.Readiness, Objective: domain.TextOf(p.Objective), Scope: p.Scope, Priority: now.Priority, Lane: p.Lane,
		Worktree: p.Worktree, PRNumber: p.PRNumber}
	if h.Readiness == "" {
		h.Readiness = now.Ready()
	}
	if h.Objective.IsZero() {
		h.Objective = domain.TextOf(now.Title)
	}
	if len(h.Scope) == 0 && now.Place != "" {
		h.Scope = []domain.Path{domain.Path(now.Place)}
	}
	for _, v := range p.Verification {
		h.Verification = append(h.Verification, domain.TextOf(v))
	}
	for i := range now.Evidence {
		h.Evidence = append(h.Evidence, now.Evidence[i].Events[0])
	}
	return h
}

// Followed is an item that the outcome of a lane moved.
type Followed struct {
	Lane   domain.LaneID
	Result lane.Result
	Done
}

// Follow moves items according to the outcomes of their lanes, which outcome returns: nil for a lane that
// is not known. One outcome moves an item once; a later statement by a person prevails. The outcome of a
// lane from before it got the item moves nothing: a result counts if it rests on an event after the
// hand-off. only is the item to follow, the zero one for all.
//
// Errors: those of outcome and of the log.
func (t *Tracker) Follow(ctx context.Context, only domain.StreamID, outcome func(domain.LaneID) (*lane.Outcome, error)) (moved []Followed, err error) {
	s, err := t.Load(ctx)
	if err != nil {
		return nil, err
	}
	for i := range s.All {
		item := &s.All[i]
		if len(item.Lanes) == 0 || !only.IsZero() && item.Pinpoint != only {
			continue
		}
		of := item.Lanes[len(item.Lanes)-1] // the one that has it now
		o, err := outcome(of)
		if err != nil {
			return moved, err
		}
		if o == nil {
			continue
		}
		p, moves := movedBy(o)
		if !moves || p.State == item.State || !s.follows(item, &p) {
			continue
		}
		if since, err := t.since(ctx, s.handed(item, of), o); err != nil {
			return moved, err
		} else if !since {
			continue
		}
		done, err := t.decide(ctx, item.Pinpoint, subjectOf(of), func(s *State) (domain.PinpointPayload, []domain.EventID, error) {
			return &p, record.SortedIDs(append(s.Of(item.Pinpoint).States(), o.Because["outcome"].Events...)), nil
		})
		if err != nil {
			return moved, err
		}
		moved = append(moved, Followed{of, o.Outcome, done})
	}
	return moved, nil
}

// handed are the hand-offs of an item to a lane.
func (s *State) handed(item *pinpoint.Item, to domain.LaneID) (ids []domain.EventID) {
	for i := range s.facts {
		f := &s.facts[i]
		if h, ok := f.Payload.(*domain.PinpointHandedOff); ok && h.Lane == to && s.Of(f.Stream) == item {
			ids = append(ids, f.Event)
		}
	}
	return ids
}

// tying are kinds of events that say whose work something is, and not what became of it.
var tying = []domain.Kind{domain.KindTaskDispatched, domain.KindTaskReceived, domain.KindLaneOwnershipBound}

// since reports whether a lane is at work, or its outcome rests on an event that the log holds after the
// first of the hand-offs. Times are not compared: the clock of another machine may be wrong.
func (t *Tracker) since(ctx context.Context, handed []domain.EventID, o *lane.Outcome) (bool, error) {
	if o.Outcome == lane.ResultNone {
		return true, nil
	}
	var first domain.Position
	for i, id := range handed {
		e, err := t.Log.Get(ctx, id)
		if err != nil {
			return false, err
		}
		if i == 0 || e.Position.Compare(first) < 0 {
			first = e.Position
		}
	}
	for _, field := range []string{"outcome", "disposition", "accepted"} {
		for _, id := range o.Because[field].Events {
			e, err := t.Log.Get(ctx, id)
			if err != nil {
				return false, err
			}
			if e.Position.Compare(first) > 0 && !slices.Contains(tying, e.Kind) {
				return true, nil
			}
		}
	}
	return false, nil
}

// follows reports whether an item moves as its lane shows: by an outcome that did not move it before,
// and by work as long as only the lane has set the item's state. An item that a person closed stays
// closed.
func (s *State) follows(item *pinpoint.Item, p *domain.PinpointStateChanged) bool {
	byLane := item.State == domain.PinpointStateFiled || item.State == domain.PinpointStateAcknowledged
	for i := range s.facts {
		f := &s.facts[i]
		said, ok := f.Payload.(*domain.PinpointStateChanged)
		if !ok || said.Lane != p.Lane || s.Of(f.Stream) != item {
			continue
		}
		if !p.OutcomeFingerprint.IsZero() && said.OutcomeFingerprint == p.OutcomeFingerprint && said.State == p.State {
			return false
		}
		byLane = byLane || f.Event == item.StateEvent
	}
	return byLane || !p.OutcomeFingerprint.IsZero() && !item.Closed()
}

// movedBy is where the outcome of a lane moves its pinpoint; false for nowhere. What is only claimed
// is work in progress: a pinpoint is done by an outcome that is verified, accepted or merged.
func movedBy(o *lane.Outcome) (domain.PinpointStateChanged, bool) {
	p := domain.PinpointStateChanged{Lane: o.Lane, OutcomeFingerprint: o.Fingerprint}
	pending := false
	switch o.Outcome {
	case lane.ResultFinished:
		p.State = domain.PinpointStateDone
	case lane.ResultFailed, lane.ResultFailedVerify, lane.ResultContested:
		p.State = domain.PinpointStateBlocked
	case lane.ResultCanceled:
		p.State = domain.PinpointStateAcknowledged
	case lane.ResultUnverified, lane.ResultPendingWorkspace, lane.ResultPendingWrites, lane.ResultPendingGreen, lane.ResultPendingReport, lane.ResultPendingPushed:
		p.State, pending = domain.PinpointStateInProgress, true
	case lane.ResultNone:
		p.State = domain.PinpointStateInProgress
		if o.State == lane.StateBlocked {
			p.State = domain.PinpointStateBlocked
		}
		p.OutcomeFingerprint = domain.Digest{}
		return p, o.State != lane.StateSpawning
	case lane.ResultUnknown:
		return p, false
	}
	if o.Disposition == lane.DispositionMerged || pending && o.Accepted != nil {
		p.State = domain.PinpointStateDone
	}
	return p, true
}
