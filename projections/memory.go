package projections

import (
	"context"
	"fmt"
	"iter"
	"slices"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/lane"
	"github.com/clawable/claw/domain/lane/fact"
	"github.com/clawable/claw/domain/lane/world"
	"github.com/clawable/claw/projections/feed"
	"github.com/clawable/claw/projections/sessions"
	"github.com/clawable/claw/projections/statejson"
	"github.com/clawable/claw/projections/tools"
)

// Memory holds the state of all projections in memory: for tests, fixtures and
// for comparing with a read model. It is not safe for use by several at once.
type Memory struct {
	Sessions  MemoryEntities[sessions.Session]
	Messages  MemoryEntities[Message]
	Tools     MemoryEntities[tools.Tool]
	Usage     MemoryEntities[Response]
	Failures  MemoryEntities[Failure]
	Approvals MemoryEntities[Approval]
	Ships     MemoryEntities[Ship]
	Commits   MemoryEntities[Commit]
	Lanes     *world.World
	// Parked holds one note an event, by id.
	Parked  MemoryEntities[Parked]
	options Options
	folds   FoldSet
}

// MemoryEntities is an [EntityMap] in memory.
type MemoryEntities[E any] map[string]*E

// Take implements [EntityMap].
func (s MemoryEntities[E]) Take(key string) (*E, error) {
	e := s[key]
	if e == nil {
		e = new(E)
		s[key] = e
	}
	return e, nil
}

// Keys returns the keys in byte order.
func (s MemoryEntities[E]) Keys() []string {
	keys := make([]string, 0, len(s))
	for k := range s {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	return keys
}

// Digest is the state digest of the entities, see [statejson.Digest].
func (s MemoryEntities[E]) Digest() (domain.Digest, error) {
	d := statejson.NewDigest()
	var buf []byte
	for _, k := range s.Keys() {
		var err error
		if buf, err = statejson.Append(buf[:0], s[k]); err != nil {
			return domain.Digest{}, fmt.Errorf("encode the state of %q: %w", k, err)
		}
		if err := d.Add(k, buf); err != nil {
			return domain.Digest{}, fmt.Errorf("digest %q: %w", k, err)
		}
	}
	return d.Sum(), nil
}

// NewMemory returns the state of no event.
func NewMemory(o Options) *Memory {
	m := &Memory{Sessions: MemoryEntities[sessions.Session]{}, Messages: MemoryEntities[Message]{}, Tools: MemoryEntities[tools.Tool]{},
		Usage: MemoryEntities[Response]{}, Failures: MemoryEntities[Failure]{}, Approvals: MemoryEntities[Approval]{}, Ships: MemoryEntities[Ship]{}, Commits: MemoryEntities[Commit]{}, Parked: MemoryEntities[Parked]{},
		Lanes: world.New(lane.Options{Replay: o.Replay}), options: o}
	m.folds = FoldSet{Sessions: m.Sessions, Messages: m.Messages, Tools: m.Tools, Usage: m.Usage, Failures: m.Failures, Approvals: m.Approvals,
		Ships: m.Ships, Commits: m.Commits,
		Lanes: laneWorld{m.Lanes}, Park: m.park}
	return m
}

type laneWorld struct{ *world.World }

// File implements [LaneBook].
func (w laneWorld) File(f *fact.Fact) error {
	w.Add(*f)
	return nil
}

func (m *Memory) park(at domain.Position, p Parked) error { return ParkIn(m.Parked, at, p) }

// Apply adds one event.
func (m *Memory) Apply(e *domain.Event) error { return m.folds.Apply(m.options, e) }

// Run folds all events of a source that come after a position.
//
// Errors: those of the source, and of ctx; the state then holds what came before.
func (m *Memory) Run(ctx context.Context, from feed.Source, after domain.Position) error {
	return feed.Each(ctx, from, after, m.Apply)
}

// Replay folds all events of a source into a new state.
//
// Errors: those of the source.
func Replay(ctx context.Context, from feed.Source, o Options) (*Memory, error) {
	m := NewMemory(o)
	by, err := feed.Scan(ctx, from)
	if err != nil {
		return m, err
	}
	return m, m.Run(ctx, feed.Amended{Source: from, By: by}, domain.Position{})
}

// Calls returns all tool calls, by key.
func (m *Memory) Calls() []tools.Call { return tools.Calls(m.Tools) }

// Digests are state digests by the names of the projections, and "parked" for the
// events that were set aside.
type Digests map[string]domain.Digest

// ParkedName names the digest over the events that were set aside.
const ParkedName = "parked"

// Digests hashes the state of every projection.
func (m *Memory) Digests() (Digests, error) {
	out := Digests{}
	for name, digest := range map[string]func() (domain.Digest, error){
		Sessions.Name: m.Sessions.Digest, Messages.Name: m.Messages.Digest, ToolCalls.Name: m.Tools.Digest,
		Usage.Name: m.Usage.Digest, Failures.Name: m.Failures.Digest, Approvals.Name: m.Approvals.Digest,
		Ships.Name: m.Ships.Digest, Commits.Name: m.Commits.Digest, ParkedName: m.Parked.Digest, LanesName: m.lanes,
	} {
		d, err := digest()
		if err != nil {
			return nil, err
		}
		out[name] = d
	}
	return out, nil
}

func (m *Memory) lanes() (domain.Digest, error) {
	d := statejson.NewDigest()
	if err := EachOutcome(slices.Values(m.Lanes.Outcomes()), d.Add); err != nil {
		return domain.Digest{}, err
	}
	return d.Sum(), nil
}

// EachOutcome visits the outcomes of lanes as they are given, with their RFC 8785 form.
func EachOutcome(outcomes iter.Seq[lane.Outcome], visit func(key string, state []byte) error) error {
	for o := range outcomes {
		state, err := OutcomeState(&o)
		if err == nil {
			err = visit(string(o.Lane), state)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// OutcomeState is the RFC 8785 form of an outcome.
func OutcomeState(o *lane.Outcome) ([]byte, error) {
	v, err := json.Marshal(o, json.Deterministic(true))
	if err != nil {
		return nil, fmt.Errorf("encode the outcome of %s: %w", o.Lane, err)
	}
	state := jsontext.Value(v)
	if err := state.Canonicalize(); err != nil {
		return nil, fmt.Errorf("canonicalize the outcome of %s: %w", o.Lane, err)
	}
	return state, nil
}
