package record

import (
	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/seal"
	"github.com/clawable/claw/eventlog"
	"github.com/clawable/claw/producers"
)

// render reduces a scrubbed draft in full to what is stored of it.
func (r *Recorder) render(d *domain.Draft) (err error) {
	d.Data, err = r.content.Render(d.Kind, d.Data)
	return err
}

// stored is a scrubbed draft in full, reduced to what is stored.
func (r *Recorder) stored(d domain.Draft) (domain.Event, error) {
	if err := r.render(&d); err != nil {
		return domain.Event{}, err
	}
	return eventlog.Prepare(&d, nil)
}

// notHeld means that an event differs from a draft in every mode of content.
const notHeld producers.Content = "not held"

// holds returns the mode in which held equals a scrubbed draft in full, the recorder's own first:
// the log does not record its mode, and an event that was stored in another mode is known all the
// same.
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
	return eventlog.Receipt{ID: e.ID, Stream: e.Stream, Revision: e.Revision, Position: e.Position, Leaf: seal.Leaf(e), Repeated: true}
}
