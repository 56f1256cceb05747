package record

import (
	"cmp"
	"context"
	"slices"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/eventlog"
)

// ScanSource names what a scan tells, in emitters and channels.
const ScanSource = "ship-scan"

// Statement is an event to be.
type Statement struct {
	ID      domain.EventID
	Payload domain.Payload
}

// appendSeen appends drafts of one ship, as one decision at the revision read: what
// somebody told of the ship before stands, and is left out.
func appendSeen(ctx context.Context, log eventlog.Log, drafts []domain.Draft) error {
	var others contention
	for {
		left, want, at := slices.Clone(drafts), eventlog.None, domain.Revision(0)
		var held []domain.Event
		for e, err := range log.Read(ctx, eventlog.Query{Stream: drafts[0].Stream, EnvelopeOnly: true}) {
			if err != nil {
				return err
			}
			want, at, held = eventlog.At(e.Revision), e.Revision, append(held, e)
			left = slices.DeleteFunc(left, func(d domain.Draft) bool { return tells(&e, &d) })
		}
		for i := range left {
			left[i].Correlation = cmp.Or(RunOf(left[i].Stream, held), left[i].Correlation)
		}
		if len(left) == 0 {
			return nil
		}
		_, err := log.Append(ctx, left[0].Stream, want, left)
		if !others.again(ctx, at, err) {
			return err
		}
	}
}

// tells reports whether an event of the log is the last word on what a draft says of its
// ship. What a scan told in part is not.
func tells(e *domain.Event, d *domain.Draft) bool {
	return e.ID == d.ID || e.Kind == d.Kind && e.Source.Channel != domain.ImportChannel+ScanSource
}
