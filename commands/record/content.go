package record

import (
	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/eventlog"
	"github.com/clawable/claw/producers"
)

// render makes of a scrubbed draft in full what is stored of it.
func (r *Recorder) render(d *domain.Draft) (err error) {
	d.Data, err = r.content.Render(d.Kind, d.Data)
	return err
}

// stored is a scrubbed draft in full as it will be stored.
func (r *Recorder) stored(d domain.Draft) (domain.Event, error) {
	if err := r.render(&d); err != nil {
		return domain.Event{}, err
	}
	return eventlog.Prepare(&d, nil)
}

// notHeld says that an event is not what a draft says, however much of that is stored.
const notHeld producers.Content = "not held"

// holds says in which mode held is what a scrubbed draft in full says, the recorder's own
// first: which mode a log was filled in is written nowhere, and an event that was stored in
// another one is known all the same.
func (r *Recorder) holds(held *domain.Event, d *domain.Draft) producers.Content {
	if held == nil || held.Stream != d.Stream {
		return notHeld
	}
	for _, c := range append([]producers.Content{r.content}, producers.Contents()...) {
		as := Recorder{content: c}
		if e, err := as.stored(*d); err == nil && eventlog.SameCore(held, &e) {
			return c
		}
	}
	return notHeld
}

// receiptOf is the receipt of an event that the log holds.
func receiptOf(e *domain.Event) eventlog.Receipt {
	return eventlog.Receipt{ID: e.ID, Stream: e.Stream, Revision: e.Revision, Position: e.Position, Leaf: e.Leaf(), Repeated: true}
}
