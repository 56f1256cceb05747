package live

import (
	"context"

	"github.com/cockroachdb/errors"
	"github.com/go-json-experiment/json"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/seal"
	"github.com/clawable/claw/eventlog"
)

// Events is the source of the events of a log. The number of a frame is the position of its event, and
// so is its id.
type Events struct{ Log eventlog.Log }

// The names of frames of events.
const (
	EventName   = "event"   // the event, as claw log read prints it
	DamagedName = "damaged" // the error of an event whose bytes do not verify
)

// mostPage is after how many bytes a page ends.
const mostPage = 1 << 20

// After implements [Source].
func (s Events) After(ctx context.Context, after uint64, limit int) (frames []Frame, err error) {
	size := 0
	for e, err := range eventlog.ReadPast(ctx, s.Log, eventlog.Query{After: domain.PositionAt(after), Limit: limit}) {
		frame, err := frameOf(&e, err)
		if err != nil {
			return nil, err
		}
		frames = append(frames, frame)
		if size += len(frame.Text); size >= mostPage || len(frames) == limit {
			break
		}
	}
	return frames, nil
}

// Follow publishes each event after the hub's last one, until ctx ends.
//
// Errors: ctx's; those of the log.
func (s Events) Follow(ctx context.Context, h *Hub) error {
	for {
		for e, err := range s.Log.Follow(ctx, eventlog.Query{After: domain.PositionAt(h.Head())}) {
			frame, err := frameOf(&e, err)
			if err != nil {
				return err
			}
			h.Publish(frame)
		}
		if err := ctx.Err(); err != nil {
			return err
		}
	}
}

// frameOf is the frame of what a log yielded: an event, or the damage of one.
func frameOf(e *domain.Event, err error) (Frame, error) {
	if err == nil {
		n := e.Position.Number()
		return Frame{Number: n, Text: Encode(ID("", n), EventName, seal.Line(e, nil)), Event: e}, nil
	}
	at, known := eventlog.DamagedAt(err)
	var typed *domain.Error
	if !known || !errors.As(err, &typed) {
		return Frame{}, err
	}
	text, err := json.Marshal(struct {
		Type string        `json:"type"`
		Err  *domain.Error `json:"error"`
	}{"error", typed}, json.Deterministic(true))
	return Frame{Number: at.Number(), Text: Encode(ID("", at.Number()), DamagedName, text)}, err
}
