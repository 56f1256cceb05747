package eventlog

import (
	"iter"

	"github.com/clawable/claw/domain"
)

// Whole yields events as long as each can stand where it does in a whole log that
// counts positions from 1: what a copy with places and times takes. The first that
// cannot ends it. Whether later ones are missing nobody can tell from the events.
//
// Errors, yielded last: [ErrCorrupt] with the position; those of events.
func Whole(events iter.Seq2[domain.Event, error]) iter.Seq2[domain.Event, error] {
	return func(yield func(domain.Event, error) bool) {
		v := newVerifier(Capabilities{Gapless: true, GlobalIDs: true})
		for e, err := range events {
			if err != nil {
				yield(domain.Event{}, err)
				return
			}
			v.event(&e)
			if len(v.report.Damage) > 0 {
				yield(domain.Event{}, Corrupt(e.Position, v.report.Damage[0].Message))
				return
			}
			if !yield(e, nil) {
				return
			}
		}
		if v.report.Events == 0 {
			yield(domain.Event{}, Corrupt(domain.PositionAt(1), "there is no event"))
		}
	}
}
