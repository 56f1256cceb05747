package record

import (
	"cmp"
	"context"
	"slices"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/eventlog"
)

// ScanSource names a scan, in emitters and channels.
const ScanSource = "ship-scan"

// Statement is a draft of a statement about a ship.
type Statement struct {
	ID      domain.EventID
	Payload domain.Payload
}

// appendSeen appends drafts of one ship, as one decision at the revision read: an earlier statement
// about the ship counts, and its draft is left out.
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
			left = slices.DeleteFunc(left, func(d domain.Draft) bool { return superfluous(&e, &d) })
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

// superfluous reports whether an event of the log makes a draft superfluous: it is the same event, or a
// statement of the same kind that no scan derived.
func superfluous(e *domain.Event, d *domain.Draft) bool {
	return e.ID == d.ID || e.Kind == d.Kind && e.Source.Channel != domain.ImportChannel+ScanSource
}
