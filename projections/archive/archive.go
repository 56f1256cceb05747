// Package archive folds a log of any length in bounded memory: what memory does not hold is
// written to a scratch file of the caller, and read back. It answers no query but digests and
// the states behind them; read models on disk are package store.
package archive

import (
	"context"
	"fmt"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/projections"
	"github.com/clawable/claw/projections/feed"
	"github.com/clawable/claw/projections/jobs"
	"github.com/clawable/claw/projections/statejson"
)

// Archive holds the state of all projections of a log of any length: the part in use in memory,
// the rest in a [ScratchFile], with some bytes of memory for each entity. It returns the same
// digests as [projections.Memory]. It is not safe for concurrent use.
type Archive struct {
	parts   map[string]states
	aside   *jobs.Queue // writes to the scratch file
	options projections.Options
	folds   projections.FoldSet
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

// New returns the state of no event. The scratch file is empty and the archive's own.
func New(o projections.Options, scratch ScratchFile, most Bounds) *Archive {
	a := &Archive{parts: map[string]states{}, aside: &jobs.Queue{}, options: o}
	records := &recordFile{file: scratch}
	notes := newEntityArchive[projections.Parked](projections.ParkedName, a.aside, records, most.Entities)
	lanes := newLaneArchive(a.aside, records, o, most.Facts)
	a.parts[projections.ParkedName], a.parts[projections.LanesName] = notes, lanes
	a.folds = projections.FoldSet{
		Sessions:  archived(a, &projections.Sessions, records, most),
		Messages:  archived(a, &projections.Messages, records, most),
		Tools:     archived(a, &projections.ToolCalls, records, most),
		Usage:     archived(a, &projections.Usage, records, most),
		Failures:  archived(a, &projections.Failures, records, most),
		Approvals: archived(a, &projections.Approvals, records, most),
		Ships:     archived(a, &projections.Ships, records, most),
		Commits:   archived(a, &projections.Commits, records, most),
		Lanes:     lanes,
		Park:      func(at domain.Position, p projections.Parked) error { return projections.ParkIn(notes, at, p) },
	}
	return a
}

// archived makes the entities of a fold a part of the archive.
func archived[E, D any](a *Archive, f *projections.Fold[E, D], records *recordFile, most Bounds) *entityArchive[E] {
	part := newEntityArchive[E](f.Name, a.aside, records, most.Entities)
	a.parts[f.Name] = part
	return part
}

// Run is [projections.Memory.Run], with the errors of the scratch file as well.
func (a *Archive) Run(ctx context.Context, from feed.Source, after domain.Position) (err error) {
	a.aside.Open()
	defer func() {
		if e := a.aside.Settle(); err == nil {
			err = e
		}
	}()
	return feed.Each(ctx, from, after, func(e *domain.Event) error { return a.folds.Apply(a.options, e) })
}

// Park notes an event at a position that the source could not yield.
//
// Errors: those of the scratch file.
func (a *Archive) Park(at domain.Position, p projections.Parked) error { return a.folds.Park(at, p) }

// Digests hashes the state of every projection.
//
// Errors: those of the scratch file.
func (a *Archive) Digests() (projections.Digests, error) {
	out := projections.Digests{}
	for name, part := range a.parts {
		d := statejson.NewDigest()
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
