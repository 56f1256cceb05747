package record

import (
	"cmp"
	"context"
	"slices"
	"time"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/eventlog"
)

// Heard is a log that forwards its events to another one.
type Heard struct {
	Log    string    // its id
	At     time.Time // when its last new events arrived, by the clock of the log that holds them
	Events int       // that arrived, also those that another log had sent before
}

// HeardOf lists the logs that forwarded events to a log, the one that was heard last first: before are those
// that were heard up to a position, and only what came after it is read. A log that has nothing new is not
// heard.
//
// Errors: those of the log.
func HeardOf(ctx context.Context, log eventlog.Log, after domain.Position, before ...Heard) ([]Heard, error) {
	own, err := OwnStream(ctx, log)
	if err != nil || own.IsZero() {
		return nil, err
	}
	by := map[string]Heard{}
	for _, h := range before {
		by[h.Log] = h
	}
	for e, err := range log.Read(ctx, eventlog.Query{Stream: AdmissionStream(own), After: after}) {
		if err != nil {
			return nil, err
		}
		var p domain.LogAdmitted
		if e.Kind == p.Kind() && eventlog.Decode(e.Data, &p) == nil && p.Via == domain.ViaForward {
			by[p.ClaimsLog] = Heard{p.ClaimsLog, e.RecordedAt, by[p.ClaimsLog].Events + p.Count}
		}
	}
	all := make([]Heard, 0, len(by))
	for _, h := range by {
		all = append(all, h)
	}
	slices.SortFunc(all, func(x, y Heard) int { return cmp.Or(y.At.Compare(x.At), cmp.Compare(x.Log, y.Log)) })
	return all, nil
}
