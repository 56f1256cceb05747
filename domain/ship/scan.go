package ship

import (
	"time"

	"github.com/clawable/claw/domain"
)

// Look is what a scan sees of a ref: its history, how it moved while the log followed
// it, and what the log holds of its ships.
type Look struct {
	Target  domain.ShipTarget
	History History
	// Since is where to begin, zeros or "" for the first commit; Tip is the commit that the ref points
	// to.
	Since, Tip domain.CommitID
	Pulls      []Pull
	Said       map[domain.CommitID]Said // what commits say of themselves
	// Moves are those of the ref in the order in which they were seen.
	Moves []Moved
	// Clones is what other clones had as the ref when they were first looked at.
	Clones []Heard
	Held   []Held // ships of the repository
	// Gone are refs that were deleted, as where the default branch got another name:
	// what went there is not shipped again.
	Gone map[domain.Ref]bool
}

// Moved is a ref's move as it was observed.
type Moved struct {
	Event    domain.EventID
	At       time.Time // when the log recorded it; zero: just now
	Old, New domain.CommitID
	// First reports that it is not known what was there before.
	First bool
}

// Deletes reports whether the ref was there no more.
func (m Moved) Deletes() bool { return isZero(m.New) }

// Held is a ship of the log.
type Held struct {
	Move      Move
	First     time.Time         // when it was first recorded
	Recorded  bool              // it was recorded as it happened
	Open      bool              // a push of it began, and its result is not recorded
	Partial   bool              // not all of its commits are recorded
	Told      bool              // what it brought is recorded
	Outdated  bool              // by a scan, whose rules were corrected since
	Commits   []domain.CommitID // that it brought
	Riders    int               // of Commits
	Unlogged  []domain.CommitID // that were found without a ship
	Rewritten bool              // that it replaced history is recorded
	Dropped   []domain.CommitID // what it took off the ref, as recorded
}

// Found is what a scan has to say, in the stream of the move that it is about.
type Found struct {
	ID      domain.EventID
	Move    Move
	Payload domain.ShipPayload
	Causes  []domain.EventID
	Held    bool // the log held something of the move
	// Replaces is the id that what it says had at revision 1, and Edition the revision.
	Replaces domain.EventID
	Edition  int
	Corrects bool // the log holds it at an earlier revision
}

// Scan is the result of a look.
type Scan struct {
	Path  Path
	Found []Found // what the log does not hold yet
	// Parted is what recorded pushes brought and the ref parted from unseen. By which push, and whether
	// before or after them, cannot be determined: it is a gap, and no fact to append.
	Parted []Found
	// Known counts the steps that the log holds already, Recorded those of them that
	// were recorded as they happened.
	Known, Recorded int
	Riders          int // commits of ships to the ref that were not chosen
}

// Scan says by which ships the ref came where it is, and what of that the log does not
// hold. The same look finds the same, and what was found and is held is not found again.
func (l *Look) Scan() Scan {
	s := Scan{Path: Follow(l.History, l.Since, l.Tip, l.Pulls, l.Said)}
	held := l.shelve()
	moved := l.moved(held)
	var recorded []*Step
	for i := range s.Path.Steps {
		step := &s.Path.Steps[i]
		m := l.move(step.Old, step.New)
		fresh := held.fresh(m, step)
		switch by := held.step(m, step, fresh); by {
		case notHeld:
			s.Found = append(s.Found, l.provenance(m, step, fresh))
		case heldRecorded:
			s.Recorded++
			s.Known++
			recorded = append(recorded, step)
		case heldDerived:
			s.Known++
		}
	}
	for i := range l.Held {
		if l.Held[i].Move.Ref == l.Target.Ref {
			s.Riders += l.Held[i].Riders
		}
	}
	s.Parted = l.parted(held)
	s.Found = append(append(s.Found, l.behind(held, recorded)...), moved...)
	for i := range s.Found {
		f := &s.Found[i]
		h := held.of(f.Move)
		f.Held, f.Corrects = held.ships[f.Move] != nil, h.Outdated && !f.Replaces.IsZero()
	}
	return s
}

func (l *Look) move(old, new domain.CommitID) Move {
	return Move{Repo: l.Target.Repo, Ref: l.Target.Ref, Old: old, New: new}.normal()
}
