package projections

import (
	"context"
	"fmt"

	"github.com/clawable/claw/domain"
)

// Archive holds the state of all projections of a log of any length: what is at
// hand in memory, the rest in a [ScratchFile], with some bytes of memory for each entity.
// It tells the digests that [Memory] tells. It is not safe for use by several at once.
type Archive struct {
	parts   map[string]states
	aside   *Aside // writes to the scratch file
	options Options
	folds   FoldSet
}

// states is the state of one projection.
type states interface {
	// each visits the entities in byte order of their keys, with their RFC 8785 form, which is
	// the visitor's until it returns.
	each(visit func(key string, state []byte) error) error
}

// Bounds say how much an [Archive] holds in memory.
type Bounds struct {
	Entities int // of each fold
	Facts    int // bytes
}

// NewArchive returns the state of no event. The scratch file is empty and the archive's own.
func NewArchive(o Options, scratch ScratchFile, most Bounds) *Archive {
	aside, s := &Aside{}, &recordFile{file: scratch}
	sessions := newEntityArchive[Session](Sessions.Name, aside, s, most.Entities)
	messages := newEntityArchive[Message](Messages.Name, aside, s, most.Entities)
	tools := newEntityArchive[Tool](ToolCalls.Name, aside, s, most.Entities)
	usage := newEntityArchive[Response](Usage.Name, aside, s, most.Entities)
	failures := newEntityArchive[Failure](Failures.Name, aside, s, most.Entities)
	approvals := newEntityArchive[Approval](Approvals.Name, aside, s, most.Entities)
	ships := newEntityArchive[Ship](Ships.Name, aside, s, most.Entities)
	commits := newEntityArchive[Commit](Commits.Name, aside, s, most.Entities)
	notes := newEntityArchive[Parked](ParkedName, aside, s, most.Entities)
	lanes := newLaneArchive(aside, s, o, most.Facts)
	a := &Archive{options: o, aside: aside}
	a.parts = map[string]states{Sessions.Name: sessions, Messages.Name: messages,
		ToolCalls.Name: tools, Usage.Name: usage, Failures.Name: failures, Approvals.Name: approvals, Ships.Name: ships, Commits.Name: commits, ParkedName: notes, LanesName: lanes}
	a.folds = FoldSet{Sessions: sessions, Messages: messages, Tools: tools, Usage: usage, Failures: failures, Approvals: approvals, Ships: ships, Commits: commits, Lanes: lanes,
		Park: func(at domain.Position, p Parked) error { return parkIn(notes, at, p) }}
	return a
}

// Run is [Memory.Run], with the errors of the scratch file as well.
func (a *Archive) Run(ctx context.Context, from Source, after domain.Position) (err error) {
	a.aside.Open()
	defer func() {
		if e := a.aside.Settle(); err == nil {
			err = e
		}
	}()
	return run(ctx, from, after, func(e *domain.Event) error { return a.folds.Apply(a.options, e) })
}

// Park notes an event at a position that the source could not yield.
//
// Errors: those of the scratch file.
func (a *Archive) Park(at domain.Position, p Parked) error { return a.folds.Park(at, p) }

// Digests hashes the state of every projection.
//
// Errors: those of the scratch file.
func (a *Archive) Digests() (Digests, error) {
	out := Digests{}
	for name, part := range a.parts {
		d := NewStateDigest()
		if err := part.each(d.Add); err != nil {
			return nil, fmt.Errorf("digest %s: %w", name, err)
		}
		out[name] = d.Sum()
	}
	return out, nil
}

// Each visits the state of a projection that [Archive.Digests] names: its entities in byte
// order of their keys, with their RFC 8785 form, which is the visitor's until it returns.
//
// Errors: those of the scratch file and of visit.
func (a *Archive) Each(name string, visit func(key string, state []byte) error) error {
	return a.parts[name].each(visit)
}
