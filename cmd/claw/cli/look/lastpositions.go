package lookcmd

import (
	"context"

	"github.com/clawable/claw/cmd/claw/cli/view"
	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/eventlog"
)

// LastPositions returns the position after which the last n of the selected events are.
func LastPositions(ctx context.Context, log eventlog.Log, sel *view.Selected, n int) (domain.Position, error) {
	head, err := log.Head(ctx)
	if err != nil {
		return domain.Position{}, err
	}
	if n <= 0 {
		return head.Position, nil
	}
	all, q := *sel, sel.Query
	if sel.Filter == (view.EventFilter{}) && log.Capabilities().Gapless && q.Stream.IsZero() && q.Until.IsZero() {
		if uint64(n) >= head.Position.Number() {
			return domain.Position{}, nil
		}
		return domain.PositionAt(head.Position.Number() - uint64(n)), nil
	}
	q.EnvelopeOnly, q.Limit, all.Limit = true, 0, 0
	last := make([]domain.Position, 0, n+1)
	for e, err := range all.Of(log.Read(ctx, q)) {
		if err != nil {
			return domain.Position{}, err
		}
		if last = append(last, e.Position); len(last) > n+1 {
			last = last[1:]
		}
	}
	if len(last) <= n {
		return q.After, nil
	}
	return last[0], nil
}
