package approvecmd

import (
	"context"
	"errors"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/clawable/claw/cmd/claw/cli/app"
	approvaltext "github.com/clawable/claw/cmd/claw/cli/approval"
	"github.com/clawable/claw/commands/approve"
	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/approval"
	"github.com/clawable/claw/eventlog"
)

// waitOptions are the flags of claw approval wait.
type waitOptions struct {
	timeout time.Duration // 0: wait for ever
}

func (o *waitOptions) flags(f *pflag.FlagSet) {
	f.DurationVar(&o.timeout, "timeout", 0, "give up after this long, such as 10m (0: never)")
}

func approvalWait(a *app.App) *cobra.Command {
	var o waitOptions
	cmd := a.Verb("wait APPROVAL", "ask", "Wait until a request is granted, or can no longer be", app.Exactly(1, "APPROVAL"),
		func(args []string) (app.Document, error) { return wait(a, o, args[0]) })
	cmd.Long = `Wait until a request can be used: exit code 0. A request that is denied, revoked, expired, used up
or void gives an error of kind policy, exit code 3.`
	o.flags(cmd.Flags())
	return cmd
}

// wait follows the stream of a request until it is decided.
func wait(a *app.App, o waitOptions, id string) (app.Document, error) {
	log, _, err := a.OpenLog(app.ToRead)
	if err != nil {
		return nil, err
	}
	in, stream, err := approvaltext.OpenApprovals(a, app.ToRead, id)
	if err != nil {
		return nil, err
	}
	ctx := a.Ctx
	if o.timeout > 0 {
		var stop context.CancelFunc
		ctx, stop = context.WithTimeout(ctx, o.timeout)
		defer stop()
	}
	for {
		one, rules, err := in.Load(ctx, stream)
		if err == nil {
			at := domain.At(a.Now())
			if s := one.Standing(at.Time(), rules.Signers.Now()); s.Status != approval.Pending {
				return documentOf(one, rules, at), usable(a, in, rules, stream, &s)
			}
			err = nextOf(ctx, log, stream, one.Revision)
		}
		switch {
		case a.Ctx.Err() == nil && errors.Is(err, context.DeadlineExceeded):
			return nil, &domain.Error{Kind: domain.ErrTimeout, Operation: "wait for approval", Target: stream.String(), Retryable: true,
				Message: "nobody has decided within " + o.timeout.String(), Hint: "wait again, or ask an approver to run: claw approval grant " + stream.String()}
		case err != nil:
			return nil, err
		}
	}
}

// nextOf waits for an event of the stream.
func nextOf(ctx context.Context, log eventlog.Log, stream domain.StreamID, after domain.Revision) error {
	for _, err := range log.Follow(ctx, eventlog.Query{Stream: stream, AfterRevision: after, Limit: 1}) {
		return err
	}
	return nil
}

// usable is the error of a request that cannot be used now, nil for one that can.
func usable(a *app.App, in *approve.Approvals, rules *approval.Rules, stream domain.StreamID, s *approval.Standing) error {
	if err := settled(stream, s); err != nil {
		return err
	}
	state, err := in.ClockBy(a.Ctx, rules)
	if err == nil && state.Part() {
		err = approve.Refusal("wait for approval", stream, domain.RefusedClock)
	}
	return err
}

// settled is the error of a request that cannot be used, nil for one that can.
func settled(stream domain.StreamID, s *approval.Standing) error {
	why := s.Reason
	switch s.Status {
	case approval.Pending, approval.Granted, approval.PartiallyConsumed:
		return nil
	case approval.Consumed:
		why = domain.RefusedConsumed
	case approval.Expired:
		why = domain.RefusedExpired
	case approval.Revoked:
		why = domain.RefusedRevoked
	case approval.Denied:
		why = domain.RefusedDenied
	case approval.Void:
	}
	return approve.Refusal("wait for approval", stream, why)
}
