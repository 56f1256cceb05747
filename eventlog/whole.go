package eventlog

import (
	"iter"

	"github.com/clawable/claw/domain"
)

// Whole yields events as long as each is valid at its place in a whole log that
// counts positions from 1: what a copy with places and times accepts. The first
// that is not ends it. Whether later ones are missing cannot be determined from
// the events.
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
