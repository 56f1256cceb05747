package accounts

import (
	"cmp"
	"slices"
	"time"

	"github.com/clawable/claw/domain"
)

// Skew is how far the clocks of two sources may differ.
const Skew = 2 * time.Second

// End is how a turn ended.
type End string

// The ends, the most serious first. None means that no end is recorded.
const (
	Failed      End = "failed"
	Interrupted End = "interrupted"
	Completed   End = "completed"
	None        End = ""
)

// severity orders the ends that are recorded of one turn; the least one decides.
var severity = []End{Failed, Interrupted, Completed}

// Word is what one event says of one turn of a session: that it began or how it ended.
type Word struct {
	ID      domain.EventID
	Turn    domain.TurnID // not empty; an event that names no turn is a separate turn
	Emitter domain.EmitterID
	Epoch   domain.Epoch
	Seq     uint64
	End     End // None when the turn began
	Trust   int // see [domain.Trust.Rank]
	// Recorded reports that the event was imported.
	Recorded bool
	At       int64 // nanoseconds since 1970 by the emitter's clock, 0 when not known
}

// class ranks words by trust, then live before recorded.
type class int

func (w *Word) class() class {
	c := class(2 * w.Trust)
	if !w.Recorded {
		c++
	}
	return c
}

func (c class) live() bool { return c%2 == 1 }

func (w *Word) trusted() bool { return w.Trust >= domain.TrustMedium.Rank() }

// believed returns the indices of the trusted words, or of all words when none is trusted.
func believed(words []Word) []int {
	trusted := slices.ContainsFunc(words, func(w Word) bool { return w.trusted() })
	out := make([]int, 0, len(words))
	for i := range words {
		if !trusted || words[i].trusted() {
			out = append(out, i)
		}
	}
	return out
}

// compareWords is a total order over words: by their time, then by their id.
func compareWords(a, b *Word) int {
	return cmp.Or(cmp.Compare(a.At, b.At), a.ID.Compare(b.ID), cmp.Compare(a.End, b.End))
}
