// Package together runs what the settings of a person name, sinks and forwards, each by itself for as long
// as the process runs. It does not depend on what they do.
package together

import (
	"context"
	"os/signal"
	"sync"
	"syscall"

	"github.com/cockroachdb/errors"

	"github.com/clawable/claw/cmd/claw/cli/app"
)

// Run runs all at once until each has ended: an error of one ends no other. A process that lasts as long as
// the run outlives its terminal.
//
// Errors: those of all, and that of the output.
func Run(a *app.App, all []func(context.Context) error, p *Printer) (err error) {
	if a.Ends {
		signal.Ignore(syscall.SIGHUP)
	}
	var running sync.WaitGroup
	ended := make([]error, len(all))
	for i, run := range all {
		running.Go(func() { ended[i] = run(a.Ctx) })
	}
	running.Wait()
	for _, one := range ended {
		err = errors.CombineErrors(err, one)
	}
	return errors.CombineErrors(err, p.Err())
}
