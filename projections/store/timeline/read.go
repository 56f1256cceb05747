package timeline

import (
	"iter"
	"slices"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/lane"
	"github.com/clawable/claw/projections/store/query"
)

// Stream yields the events of one stream in its order, an error last.
type Stream func(domain.StreamID) iter.Seq2[domain.Event, error]

// OfLane returns what happened in a lane; typed as for [query.Lane].
//
// Errors: as [query.Lane]; those of stream.
func OfLane(s query.Model, typed string, stream Stream, terms Terms) (t Timeline, err error) {
	o, err := query.LaneOutcome(s, typed)
	if err != nil {
		return t, err
	}
	return ofOutcome(s, &o, stream, terms)
}

func ofOutcome(s query.Model, o *lane.Outcome, stream Stream, terms Terms) (Timeline, error) {
	n, err := newNarrator(s, stream, terms)
	if err != nil {
		return Timeline{}, err
	}
	lanes := []domain.LaneID{o.Lane}
	for _, of := range o.Sessions {
		if err := n.session(of.Session); err != nil {
			return Timeline{}, err
		}
		lanes = append(lanes, of.Session.Lane())
	}
	slices.Sort(lanes)
	for _, id := range slices.Compact(lanes) {
		if err := hearLane(n, id); err != nil {
			return Timeline{}, err
		}
	}
	ships, err := query.ShipsThatCarried(s, o.Lane)
	if err != nil {
		return Timeline{}, err
	}
	for i := range ships {
		tellShip(n, &ships[i])
	}
	t := n.timeline()
	t.Lane = o.Lane
	return t, nil
}

// OfSession returns what happened in a session; typed as for [query.Session].
//
// Errors: as [query.Session]; those of stream.
func OfSession(s query.Model, typed string, stream Stream, terms Terms) (Timeline, error) {
	id, err := query.SessionNamed(s, typed)
	if err != nil {
		return Timeline{}, err
	}
	n, err := newNarrator(s, stream, terms)
	if err != nil {
		return Timeline{}, err
	}
	of, err := query.LaneOf(s, id)
	if err != nil {
		return Timeline{}, err
	}
	if err := n.session(id); err != nil {
		return Timeline{}, err
	}
	lanes := []domain.LaneID{id.Lane(), of}
	slices.Sort(lanes)
	n.only = id
	for _, one := range slices.Compact(lanes) {
		if err := hearLane(n, one); err != nil {
			return Timeline{}, err
		}
	}
	t := n.timeline()
	t.Lane, t.Session = of, id
	return t, nil
}

// session reports a session: its turns that count, its calls, and the events of its stream and
// of the approvals that it requested.
func (n *narrator) session(id domain.SessionID) error {
	state, err := query.SessionState(n.model, id)
	if err != nil {
		return err
	}
	calls, err := query.Calls(n.model, id)
	if err != nil {
		return err
	}
	n.addCalls(calls)
	if err := n.hear(id.Stream()); err != nil {
		return err
	}
	if err := query.UsageByTurn(n.model, n.terms.usage(), id, n.spent); err != nil {
		return err
	}
	for _, turn := range query.TurnsOf(&state) {
		n.turn(id, &turn)
	}
	requests, err := query.RequestsOf(n.model, id)
	if err != nil {
		return err
	}
	for _, request := range requests {
		if err := n.hear(request); err != nil {
			return err
		}
	}
	return nil
}

// hearLane adds what was recorded about a lane.
func hearLane(n *narrator, id domain.LaneID) error {
	if id == "" {
		return nil
	}
	stream, err := id.Stream()
	if err != nil {
		return err
	}
	return n.hear(stream)
}

// hear adds what the events of a stream record.
func (n *narrator) hear(stream domain.StreamID) error {
	if n.heard[stream] {
		return nil
	}
	n.heard[stream] = true
	n.reached = 0
	for e, err := range n.stream(stream) {
		if err != nil {
			return err
		}
		n.amendments.Amend(&e)
		if e.Replaced || n.only != "" && e.Session() != "" && e.Session() != n.only {
			continue
		}
		if n.event(&e) != nil {
			n.unread++
		}
	}
	return nil
}
