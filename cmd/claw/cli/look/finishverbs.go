package lookcmd

import (
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/clawable/claw/cmd/claw/cli/app"
	approvaltext "github.com/clawable/claw/cmd/claw/cli/approval"
	"github.com/clawable/claw/commands/record"
	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/lane"
)

func laneExpect(a *app.App) *cobra.Command {
	var by approvaltext.OperatorOptions
	cmd := a.Verb("expect LANE EXPECTATION…", "decide", "Record what more the finish of a lane needs", app.Between(2, 1+len(domain.Expectation("").Enum()), "LANE EXPECTATION…"),
		func(args []string) (app.Document, error) { return expect(a, by, args[0], args[1:]) })
	by.Flags(cmd.Flags(), "decision")
	return cmd
}

func expect(a *app.App, by approvaltext.OperatorOptions, id string, named []string) (app.Document, error) {
	expects, err := expectations("expect of lane", named)
	if err != nil {
		return nil, err
	}
	now, err := LaneNow(a, id)
	if err != nil {
		return nil, err
	}
	return decide(a, by, now.Lane, func(op *record.Operator) (record.Decided, error) { return op.Expect(a.Ctx, now.Lane, expects) })
}

// finishOptions are the flags of claw lane finish.
type finishOptions struct {
	commit      domain.CommitID
	result      string
	worktree    string
	pullRequest int
	by          approvaltext.OperatorOptions
}

func (o *finishOptions) flags(f *pflag.FlagSet) {
	f.StringVar((*string)(&o.commit), "commit", "", "the commit that holds the work")
	f.StringVar(&o.result, "result", "", "a short label of what came out")
	f.StringVar(&o.worktree, "worktree", "", "the folder the work was done in")
	f.IntVar(&o.pullRequest, "pull-request", 0, "the number of the pull request that holds the work")
	o.by.Flags(f, "decision")
}

func laneFinish(a *app.App) *cobra.Command {
	var o finishOptions
	cmd := a.Verb("finish LANE", "decide", "Claim that the work of a lane is done; the log shows whether", app.Exactly(1, "LANE"),
		func(args []string) (app.Document, error) { return finish(a, o, args[0]) })
	o.flags(cmd.Flags())
	return cmd
}

func finish(a *app.App, o finishOptions, id string) (app.Document, error) {
	now, err := LaneNow(a, id)
	if err != nil {
		return nil, err
	}
	return decide(a, o.by, now.Lane, func(op *record.Operator) (record.Decided, error) {
		return op.Finish(a.Ctx, now.Lane, worktree(a, o.worktree), domain.LaneFinished{Result: o.result, Commit: o.commit, PRNumber: o.pullRequest})
	})
}

// wordOptions are the flags of claw lane accept and claw lane reopen.
type wordOptions struct {
	reason string
	by     approvaltext.OperatorOptions
}

func (o *wordOptions) flags(f *pflag.FlagSet) {
	f.StringVar(&o.reason, "reason", "", "why, in a few words")
	o.by.Flags(f, "decision")
}

func laneAccept(a *app.App) *cobra.Command {
	var o wordOptions
	cmd := a.Verb("accept LANE", "decide", "Record that how a lane came out is good enough, and need not be asked about", app.Exactly(1, "LANE"),
		func(args []string) (app.Document, error) { return accept(a, o, args[0]) })
	cmd.Long = `Record that how a lane came out is good enough: the board stops asking about it. The outcome stays as it is. The word holds
for this outcome alone, by its fingerprint: once the lane comes out otherwise, it is asked about again.`
	o.flags(cmd.Flags())
	return cmd
}

func accept(a *app.App, o wordOptions, id string) (app.Document, error) {
	now, err := ended(a, "accept outcome", id)
	if err != nil {
		return nil, err
	}
	return decide(a, o.by, now.Lane, func(op *record.Operator) (record.Decided, error) {
		return op.Say(a.Ctx, now.Lane, now.Fingerprint, &domain.LaneAccepted{OutcomeFingerprint: now.Fingerprint, Reason: o.reason})
	})
}

func laneReopen(a *app.App) *cobra.Command {
	var o wordOptions
	cmd := a.Verb("reopen LANE", "decide", "Take back that the outcome of a lane was accepted", app.Exactly(1, "LANE"),
		func(args []string) (app.Document, error) { return reopen(a, o, args[0]) })
	o.flags(cmd.Flags())
	return cmd
}

func reopen(a *app.App, o wordOptions, id string) (app.Document, error) {
	now, err := ended(a, "reopen outcome", id)
	if err != nil {
		return nil, err
	}
	return decide(a, o.by, now.Lane, func(op *record.Operator) (record.Decided, error) {
		return op.Say(a.Ctx, now.Lane, now.Fingerprint, &domain.LaneReopened{OutcomeFingerprint: now.Fingerprint, Reason: o.reason})
	})
}

// ended is the present outcome of a lane that ended.
//
// Errors: kind conflict while nothing ended: there is no outcome to decide about.
func ended(a *app.App, operation, id string) (lane.Outcome, error) {
	now, err := LaneNow(a, id)
	if err == nil && now.Fingerprint.IsZero() {
		err = &domain.Error{Kind: domain.ErrConflict, Operation: operation, Target: string(now.Lane),
			Message: "nothing ended in this lane: its outcome is " + string(now.Outcome), Hint: app.NextStep(a, "claw lane show "+string(now.Lane)) + " shows where it stands"}
	}
	return now, err
}
