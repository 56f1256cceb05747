package testrun

import (
	"context"
	"path/filepath"
	"slices"
	"strings"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/lane/fact"
	"github.com/clawable/claw/eventlog"
)

// Lane is the lane for which tests are run, as the log describes it before they run.
type Lane struct {
	ID domain.LaneID
	// Last are the last events of each source of the lane's work: what they wrote precedes the tests.
	Last []domain.EventID
	// Wrote are the files that its calls wrote, absolute where the call says in which folder; MayWrite
	// says that programs ran which write files that their commands do not name.
	Wrote    map[domain.Path]bool
	MayWrite bool
}

// LaneOf reads the events of a lane and of its sessions.
//
// Errors: those of the log.
func LaneOf(ctx context.Context, log eventlog.Log, id domain.LaneID, sessions []domain.SessionID) (l *Lane, err error) {
	l = &Lane{ID: id, Wrote: map[domain.Path]bool{}}
	streams := []domain.StreamID{}
	if own, err := id.Stream(); err == nil {
		streams = append(streams, own)
	}
	for _, s := range sessions {
		of := s.Stream()
		streams = append(streams, of, domain.StreamID{Family: domain.FamilyLane, ULID: of.ULID})
	}
	for i, stream := range streams {
		if slices.Contains(streams[:i], stream) {
			continue
		}
		if err := l.read(ctx, log, stream); err != nil {
			return nil, err
		}
	}
	return l, nil
}

// speaker is one boot of an emitter.
type speaker struct {
	emitter domain.EmitterID
	epoch   domain.Epoch
}

// read reads the events of a stream.
func (l *Lane) read(ctx context.Context, log eventlog.Log, stream domain.StreamID) error {
	last := map[speaker]domain.Event{}
	var order []speaker
	for e, err := range log.Read(ctx, eventlog.Query{Stream: stream}) {
		if err != nil {
			return err
		}
		if e.Replaced || !fact.InOrder(e.Kind) {
			continue
		}
		if e.Kind == domain.KindWorkObserved && !e.Erased {
			l.written(&e)
		}
		by := speaker{e.Emitter, e.Epoch}
		held, heard := last[by]
		if !heard {
			order = append(order, by)
		}
		if !heard || held.Seq <= e.Seq {
			e.Data = nil
			last[by] = e
		}
	}
	for _, by := range order {
		l.Last = append(l.Last, last[by].ID)
	}
	return nil
}

// written takes note of what a call wrote.
func (l *Lane) written(e *domain.Event) {
	var p domain.WorkObserved
	if eventlog.Decode(e.Data, &p) != nil {
		return
	}
	l.MayWrite = l.MayWrite || len(p.MayWrite) > 0
	for _, name := range p.Writes {
		l.Wrote[name] = true
	}
}

// mostNamed bounds the files that an event names.
const mostNamed = 50

// Mark states which test files of a folder the lane wrote.
func (l *Lane) Mark(f *domain.TestFiles, folder domain.Path, names []string) {
	f.MayWrite = l.MayWrite
	for _, name := range names {
		whole := domain.Path(filepath.ToSlash(filepath.Join(string(folder), filepath.FromSlash(name))))
		if !l.Wrote[whole] && !l.wroteRelative(name) {
			continue
		}
		if f.LaneWrote++; len(f.Wrote) < mostNamed {
			f.Wrote = append(f.Wrote, domain.Path(name))
		}
	}
}

// wroteRelative reports whether a call whose folder is not recorded wrote a file of this name.
func (l *Lane) wroteRelative(name string) bool {
	for p := range l.Wrote {
		if own := strings.TrimPrefix(string(p), "./"); !filepath.IsAbs(own) && own == name {
			return true
		}
	}
	return false
}
