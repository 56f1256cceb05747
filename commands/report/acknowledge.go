package reporting

import (
	"cmp"
	"context"

	"github.com/clawable/claw/commands/record"
	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/reports"
)

// Receiver is who received a report.
type Receiver struct {
	Channel  string
	Consumer string        // "" means all readers of the channel
	View     domain.Digest // id of the view that was delivered; the zero one is not known
}

// Acknowledge records that a channel has a version of a report. The same acknowledgement given twice is
// one.
//
// Errors: kind usage without a channel; kind not_found for a version that was erased; those of the log.
func (r *Reports) Acknowledge(ctx context.Context, stream domain.StreamID, v *reports.Version, to Receiver) (record.Decided, error) {
	if to.Channel == "" {
		return record.Decided{}, domain.Usage("acknowledge report", "channel", "an acknowledgement is of a channel: name it")
	}
	if v.Held == reports.HeldErased {
		return record.Decided{}, &domain.Error{Kind: domain.ErrNotFound, Operation: "acknowledge report", Target: stream.String(), Message: "the version was erased: nobody can say what it was",
			Hint: "acknowledge a version that the log still holds"}
	}
	p := domain.ReportAcknowledged{Report: stream.String(), ContentHash: v.Hash, Channel: to.Channel, Consumer: to.Consumer, View: to.View}
	if said, err := r.said(ctx, stream, p); said != nil || err != nil {
		return *cmp.Or(said, &record.Decided{}), err
	}
	return r.Op.Decide(ctx, stream, domain.Subject{}, func([]domain.Event) (domain.Payload, []domain.EventID, error) {
		return p, record.Caused(v.Event), nil
	})
}

// Cursor finds what a consumer of a channel acknowledged last, nil for nothing.
//
// Errors: those of the log.
func (r *Reports) Cursor(ctx context.Context, channel, consumer string) (*reports.Cursor, error) {
	all, err := r.All(ctx)
	return reports.CursorOf(all, channel, consumer), err
}
