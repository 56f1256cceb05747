package serve

import (
	"context"

	"github.com/cockroachdb/errors"

	"github.com/clawable/claw/cmd/claw/cli/app"
	"github.com/clawable/claw/cmd/claw/cli/view"
	"github.com/clawable/claw/consumers/httpapi"
	"github.com/clawable/claw/consumers/sink/status"
	"github.com/clawable/claw/eventlog"
)

// withSinks adds the state of the sinks of the user's settings to the state of a server.
func withSinks(a *app.App, log eventlog.Log, standing func(context.Context) (httpapi.Standing, error)) func(context.Context) (httpapi.Standing, error) {
	return func(ctx context.Context) (httpapi.Standing, error) {
		now, err := standing(ctx)
		if err != nil {
			return now, err
		}
		head, err := log.Head(ctx)
		if err != nil {
			return now, errors.Wrap(err, "look at the log")
		}
		all, err := view.Sinks(a, head.ID, head.Position.Number())
		for i := range all {
			if all[i].State == status.StateNeverRan {
				continue
			}
			s := httpapi.Sink{Name: all[i].Name, Position: all[i].Position, Pending: all[i].Pending, Parked: all[i].Parked, Dead: all[i].Dead}
			if t := all[i].Trouble; t != nil {
				s.Failures = t.Tries
			}
			now.Sinks = append(now.Sinks, s)
		}
		return now, errors.Wrap(err, "look at the sinks")
	}
}
