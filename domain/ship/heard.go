package ship

import (
	"time"

	"github.com/clawable/claw/domain"
)

// Heard is what the log recorded of a ref at a time: what it held then.
type Heard struct {
	At   time.Time // zero: just now
	Held domain.CommitID
}

// before reports whether one was recorded before the other.
func (h Heard) before(other time.Time) bool {
	return !h.At.IsZero() && (other.IsZero() || h.At.Before(other))
}

// first finds what came to the ref unlogged before this clone was first inspected. All that the ref had
// then is history, unless the log had recorded the ref before: what it held at that time is history, and
// what came since without a recorded ship was an unrecorded push.
func (l *Look) first(mv Moved, held *shelf, had seen) (Found, bool) {
	heard, ok := l.heard(mv.At)
	if ok {
		had.take(l.History, heard)
	}
	added, cut := had.take(l.History, mv.New)
	m := l.move(heard, mv.New)
	if h := held.of(m); !ok || h.Recorded || len(h.Unlogged) > 0 {
		return Found{}, false
	}
	return l.unlogged(mv, m, held, added, cut)
}

// heard is what the ref held when the log first recorded it, before this clone was inspected: from the
// recorder of a push, or from another clone. For a push whose base is not in this clone it is what the
// push brought.
func (l *Look) heard(looked time.Time) (held domain.CommitID, ok bool) {
	oldest := looked
	hear := func(h Heard) {
		if _, here := l.History.Commit(h.Held); h.before(oldest) && (here || isZero(h.Held)) {
			oldest, held, ok = h.At, h.Held, true
		}
	}
	for i := range l.Held {
		if h := &l.Held[i]; h.Move.Ref == l.Target.Ref && h.Recorded {
			hear(Heard{h.First, h.Move.Old})
			hear(Heard{h.First, h.Move.New})
		}
	}
	for _, h := range l.Clones {
		hear(h)
	}
	return held, ok
}
