package lookcmd

import (
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/clawable/claw/cmd/claw/cli/app"
	approvaltext "github.com/clawable/claw/cmd/claw/cli/approval"
	"github.com/clawable/claw/cmd/claw/cli/view"
	"github.com/clawable/claw/commands/record"
	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/lane"
)

// startOptions are the flags of claw lane start and claw lane restart.
type startOptions struct {
	expects     []string
	scope       domain.Scope
	worktree    string
	purpose     string // of a start
	reason      string // of a restart
	pullRequest int    // 0: none
	by          approvaltext.OperatorOptions
}

func (o *startOptions) flags(f *pflag.FlagSet) {
	f.StringArrayVar(&o.expects, "expects", nil, "what a finish needs, several with commas between: "+strings.Join(domain.Expectation("").Enum(), ", "))
	f.StringVar(&o.scope.Owner, "owner", "", "who answers for the lane")
	f.StringVar(&o.scope.Workflow, "workflow", "", "the workflow that the lane belongs to")
	f.StringVar((*string)(&o.scope.Watcher), "watcher", "", "what watchers do about it: "+strings.Join(domain.Watcher("").Enum(), ", "))
	f.StringVar(&o.worktree, "worktree", "", "the folder the lane's work belongs in")
	f.IntVar(&o.pullRequest, "pull-request", 0, "the number of the pull request that the lane is about")
	o.by.Flags(f, "decision")
}

// check returns what a finish needs.
//
// Errors: kind usage for values that are none.
func (o *startOptions) check(operation string) ([]domain.Expectation, error) {
	if known := domain.Watcher("").Enum(); o.scope.Watcher != "" && !slices.Contains(known, string(o.scope.Watcher)) {
		return nil, app.UsageError(operation, "--watcher "+string(o.scope.Watcher), "is no watcher", strings.Join(known, ", "))
	}
	if o.pullRequest < 0 {
		return nil, app.UsageError(operation, "--pull-request", "is no number of a pull request", "a number from 1")
	}
	return expectations(operation, o.expects)
}

// expectations parses what a finish needs.
//
// Errors: kind usage for one that there is not.
func expectations(operation string, named []string) (all []domain.Expectation, err error) {
	known := domain.Expectation("").Enum()
	for _, name := range splitAll(named) {
		if !slices.Contains(known, name) {
			return nil, app.UsageError(operation, name, "is nothing that a finish can need", strings.Join(known, ", "))
		}
		all = append(all, domain.Expectation(name))
	}
	return all, nil
}

// splitAll splits values at commas.
func splitAll(values []string) (all []string) {
	for _, v := range values {
		all = append(all, strings.Split(v, ",")...)
	}
	return all
}

func laneStart(a *app.App) *cobra.Command {
	var o startOptions
	cmd := a.Verb("start [LANE]", "decide", "Record that a lane begins, and what its finish needs; without LANE a new one", app.Between(0, 1, "[LANE]"),
		func(args []string) (app.Document, error) { return start(a, o, args) })
	cmd.Flags().StringVar(&o.purpose, "purpose", "", "what the lane is for, in a few words: the board shows it until a session has a title")
	o.flags(cmd.Flags())
	return cmd
}

func start(a *app.App, o startOptions, args []string) (app.Document, error) {
	expects, err := o.check("start lane")
	if err != nil {
		return nil, err
	}
	if _, err := view.Open(a); err != nil { // what is decided is shown: nothing is recorded that cannot be
		return nil, err
	}
	id := domain.LaneID(a.NewID().String())
	if len(args) > 0 {
		if id, err = laneID(a, args[0]); domain.KindOf(err) == domain.ErrNotFound {
			return nil, app.UsageError("start lane", args[0], "is neither a lane of the log nor an id for a new one",
				"leave LANE out, and claw makes an id; --purpose says in a few words what the lane is for")
		} else if err != nil {
			return nil, err
		}
	}
	return decide(a, o.by, id, func(op *record.Operator) (record.Decided, error) {
		return op.Scoped(o.scope).Start(a.Ctx, id, worktree(a, o.worktree), domain.LaneStarted{Expects: expects, Purpose: o.purpose, PRNumber: o.pullRequest})
	})
}

func laneRestart(a *app.App) *cobra.Command {
	var o startOptions
	cmd := a.Verb("restart LANE", "decide", "Record that a further attempt of a lane begins", app.Exactly(1, "LANE"),
		func(args []string) (app.Document, error) { return restart(a, o, args[0]) })
	cmd.Flags().StringVar(&o.reason, "reason", "", "why, in a few words")
	o.flags(cmd.Flags())
	return cmd
}

func restart(a *app.App, o startOptions, id string) (app.Document, error) {
	expects, err := o.check("restart lane")
	if err != nil {
		return nil, err
	}
	now, err := LaneNow(a, id)
	if err != nil {
		return nil, err
	}
	return decide(a, o.by, now.Lane, func(op *record.Operator) (record.Decided, error) {
		p := domain.LaneRestarted{Expects: expects, Reason: o.reason, PRNumber: o.pullRequest}
		return op.Scoped(o.scope).Restart(a.Ctx, now.Lane, worktree(a, o.worktree), p, restsOn(&now))
	})
}

// restsOn are the events that an outcome rests on, with those that were looked at as evidence.
func restsOn(o *lane.Outcome) []domain.EventID {
	ids := slices.Clone(o.Because["outcome"].Events)
	for _, x := range o.Evidence {
		ids = append(ids, x.Events...)
	}
	return ids
}

// worktree is a folder that was typed, as the events of agents name it; "" for none.
func worktree(a *app.App, typed string) domain.Path {
	if typed == "" {
		return ""
	}
	return domain.Path(app.Path(a, typed))
}
