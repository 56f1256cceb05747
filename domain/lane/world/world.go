// Package world holds facts in memory with the lanes that they make: for tests, fixtures and
// for checking a replay.
package world

import (
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"slices"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/jcs"
	"github.com/clawable/claw/domain/lane"
	"github.com/clawable/claw/domain/lane/fact"
	"github.com/clawable/claw/domain/lane/index"
	"github.com/clawable/claw/domain/lane/profile"
)

// World is a set of facts in memory with the lanes that they make. It is not safe for
// concurrent use.
type World struct {
	opts     lane.Options
	keyer    index.Keyer
	held     map[domain.EventID]*fact.Fact
	other    map[domain.EventID][]*fact.Fact // what else was recorded under a held id
	filed    map[index.Key][]*fact.Fact      // but for the keys of events
	lanes    map[domain.LaneID]bool
	outcomes []lane.Outcome // cached until the next fact is added
}

// New returns an empty world.
func New(opts lane.Options) *World {
	return &World{opts: opts, held: map[domain.EventID]*fact.Fact{}, other: map[domain.EventID][]*fact.Fact{}, filed: map[index.Key][]*fact.Fact{}, lanes: map[domain.LaneID]bool{}}
}

// AddEvent adds what the rule reads of e.
func (w *World) AddEvent(e *domain.Event) {
	if f, ok := fact.Of(e); ok {
		w.Add(f)
	}
}

// Add adds a fact; one that is held already changes nothing.
func (w *World) Add(f fact.Fact) {
	held := &f
	switch first := w.held[f.ID]; {
	case first == nil:
		w.held[f.ID] = held
	case w.holds(held):
		return
	default:
		w.other[f.ID] = append(w.other[f.ID], held)
	}
	w.outcomes = nil
	if f.Kind == domain.KindExpectsAdopted {
		w.opts.Profile = profile.InForce(append(w.filed[index.ProfileKey], held)).Profile
	}
	for _, k := range w.keyer.Shared(held) {
		w.filed[k] = append(w.filed[k], held)
	}
	w.name(f.Lane)
	w.name(f.Payload.Lane)
	for _, l := range f.Payload.Lanes {
		w.name(l)
	}
	var some [3]domain.SessionID
	for _, s := range f.AppendSessions(some[:0]) {
		l, _ := w.keyer.SessionLane(s).Lane()
		w.name(l)
	}
}

func (w *World) holds(f *fact.Fact) bool {
	form := fact.Append(nil, f)
	return slices.ContainsFunc(w.under(f.ID), func(x *fact.Fact) bool { return bytes.Equal(fact.Append(nil, x), form) })
}

// under returns the facts with this id.
func (w *World) under(id domain.EventID) []*fact.Fact {
	first := w.held[id]
	if first == nil {
		return nil
	}
	return append([]*fact.Fact{first}, w.other[id]...)
}

func (w *World) name(l domain.LaneID) {
	if l != "" && !w.lanes[l] {
		w.lanes[l] = true
	}
}

// Load is the [Loader] of the world.
func (w *World) Load(k index.Key) []*fact.Fact {
	if id, single := k.Event(); single {
		return w.under(id)
	}
	return w.filed[k]
}

// Options returns by what the lanes of the world are derived beside their facts.
func (w *World) Options() lane.Options { return w.opts }

// Outcome derives the outcome of a lane.
func (w *World) Outcome(id domain.LaneID) lane.Outcome {
	return lane.Derive(index.Collect(w.Load, id), w.opts)
}

// Lanes returns the lanes that have an event which counts, sorted.
func (w *World) Lanes() []domain.LaneID {
	var out []domain.LaneID
	for _, o := range w.Outcomes() {
		out = append(out, o.Lane)
	}
	return out
}

// Outcomes derives all lanes that have an event which counts, sorted by lane.
func (w *World) Outcomes() []lane.Outcome {
	if w.outcomes == nil {
		w.outcomes = w.derive()
	}
	return slices.Clone(w.outcomes)
}

func (w *World) derive() []lane.Outcome {
	ids := make([]domain.LaneID, 0, len(w.lanes))
	for l := range w.lanes {
		ids = append(ids, l)
	}
	slices.Sort(ids)
	out := make([]lane.Outcome, 0, len(ids))
	for _, l := range ids {
		if o := w.Outcome(l); o.Exists() {
			out = append(out, o)
		}
	}
	return out
}

// Digest is SHA-256 over the documents of all lanes as RFC 8785, in their order.
func (w *World) Digest() (domain.Digest, error) {
	raw, err := json.Marshal(w.Outcomes())
	if err != nil {
		return domain.Digest{}, err
	}
	raw, err = jcs.Rounded(raw)
	return sha256.Sum256(raw), err
}
