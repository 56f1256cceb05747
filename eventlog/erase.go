package eventlog

import (
	"context"
	"errors"

	"github.com/clawable/claw/domain"
)

// Eraser is a log whose engine can overwrite data for good: its [Capabilities] say
// Erasure.
type Eraser interface {
	// Erase overwrites data and salt of the events that drafts name, and records the
	// drafts, one log.data_erased each, all of one stream: both or nothing. An event
	// keeps its envelope, its place and its leaf. A draft whose event is erased already,
	// by an earlier draft too, is passed over and has no receipt.
	//
	// Errors: [ErrNotFound] for an event that the log does not hold; [ErrInvalid] for one
	// of a kind that is not erasable, a digest that is not the event's, or a draft that
	// cannot be recorded; [ErrConflict] for a draft whose id the log holds; else those of
	// Append.
	Erase(ctx context.Context, drafts []domain.Draft) ([]Receipt, error)

	// Scour removes from the engine's own files what they still hold of erased data.
	// Until it returns nil, bytes of what was erased may lie in places that no reader
	// looks at. It may be repeated and takes as long as writing the log anew.
	//
	// Errors: [ErrBusy] when readers or other writers were in the way for the whole
	// deadline; [ErrFull]; ctx's. The log stays as it was: scour again.
	Scour(ctx context.Context) error
}

// Erasure is a prepared log.data_erased and the event that it erases.
type Erasure struct {
	Record *domain.Event
	Event  domain.Event // without data and salt
}

// Erasures applies the rule of erasure to prepared records. held returns what the log
// holds under an id, [ErrNotFound] for nothing. It returns what is to be done, in order.
//
// Errors: those of [Eraser] that concern the records; those of held.
func Erasures(records []domain.Event, held func(domain.EventID) (domain.Event, error)) ([]Erasure, error) {
	todo := make([]Erasure, 0, len(records))
	seen := make(map[domain.EventID]bool, len(records))
	for i := range records {
		r := &records[i]
		var says domain.LogDataErased
		if r.Kind != says.Kind() {
			return nil, invalid(&r.Draft, "it erases nothing", "record erasures as "+string(says.Kind()))
		}
		if err := Decode(r.Data, &says); err != nil {
			return nil, invalid(&r.Draft, err.Error(), "")
		}
		e, err := held(says.ID)
		if err != nil {
			return nil, err
		}
		if err := erasable(r, &e, says.DataDigest); err != nil {
			return nil, err
		}
		if e.Erased || seen[says.ID] {
			continue
		}
		if h, err := held(r.ID); err == nil {
			return nil, IDConflict(&h, r.Stream)
		} else if !errors.Is(err, ErrNotFound) {
			return nil, err
		}
		seen[says.ID] = true
		e.Data, e.Salt, e.Erased = nil, nil, true
		todo = append(todo, Erasure{Record: r, Event: e})
	}
	return todo, nil
}

func erasable(record, e *domain.Event, digest string) error {
	switch info, known := domain.LookupKind(e.Kind); {
	case !known || !info.Erasable:
		return Fail(ErrInvalid, &domain.Error{Kind: domain.ErrPolicy, Operation: "erase", Target: e.ID.String(),
			Message: "the data of " + string(e.Kind) + " are not erasable", Hint: "only kinds that hold text of a conversation are"})
	case digest != e.DataDigest.String():
		return invalid(&record.Draft, "the digest is not that of "+e.ID.String(), "take data_digest from the event")
	}
	return nil
}
