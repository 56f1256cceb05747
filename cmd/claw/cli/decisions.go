package cli

import (
	"github.com/spf13/cobra"

	"github.com/clawable/claw/commands"
	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/lane"
)

func (a *app) laneBind() *cobra.Command {
	var worktree string
	cmd := a.verb("bind LANE SESSION", "", "Say which lane a session works for", exactly(2, "LANE SESSION"), func(args []string) (document, error) {
		id, err := a.laneID(args[0])
		if err != nil {
			return nil, err
		}
		session := domain.SessionID(args[1])
		if source, own := session.Split(); source == "" || own == "" {
			return nil, usageError("bind session", args[1], "is no session id", "a session id is <agent>/<its own id>, as claw sessions prints it")
		}
		return a.decide(id, func(op *commands.Operator) (commands.Decided, error) {
			return op.Bind(a.ctx, session, id, domain.Path(worktree), nil)
		})
	})
	cmd.Flags().StringVar(&worktree, "worktree", "", "the folder the lane's work belongs in")
	return cmd
}

func (a *app) laneSettle() *cobra.Command {
	var event, reason string
	cmd := a.verb("settle LANE", "", "Say which of contested endings stands", exactly(1, "LANE"), func(args []string) (document, error) {
		if event == "" || reason == "" {
			return nil, usageError("settle lane", args[0], "needs --event and --reason", "claw lane outcome "+args[0]+" names the contested endings")
		}
		chosen, err := domain.ParseEventID(event)
		if err != nil {
			return nil, err
		}
		o, err := a.laneNow(args[0])
		if err != nil {
			return nil, err
		}
		var contested []domain.EventID
		for _, c := range o.Contested {
			contested = append(contested, c.Events...)
		}
		return a.decide(o.Lane, func(op *commands.Operator) (commands.Decided, error) {
			return op.Settle(a.ctx, o.Lane, chosen, contested, reason)
		})
	})
	cmd.Flags().StringVar(&event, "event", "", "the ending that stands")
	cmd.Flags().StringVar(&reason, "reason", "", "why, in a few words")
	return cmd
}

func (a *app) laneClose() *cobra.Command {
	var reason string
	cmd := a.verb("close LANE", "", "Say that nobody will go on with a lane", exactly(1, "LANE"), func(args []string) (document, error) {
		o, err := a.laneNow(args[0])
		if err != nil {
			return nil, err
		}
		return a.decide(o.Lane, func(op *commands.Operator) (commands.Decided, error) {
			return op.Close(a.ctx, o.Lane, reason)
		})
	})
	cmd.Flags().StringVar(&reason, "reason", "", "why, in a few words")
	return cmd
}

// laneNow is the outcome of a lane that is in the log.
func (a *app) laneNow(id string) (lane.Outcome, error) {
	v, err := a.views()
	if err != nil {
		return lane.Outcome{}, err
	}
	return v.lane(id)
}

// laneID finds a lane of the log, or takes a whole new id.
func (a *app) laneID(id string) (domain.LaneID, error) {
	if whole, err := domain.ParseLaneID(id); err == nil {
		return whole, nil
	}
	o, err := a.laneNow(id)
	return o.Lane, err
}

// decide appends an operator's decision and says what the lane is then.
func (a *app) decide(id domain.LaneID, by func(*commands.Operator) (commands.Decided, error)) (document, error) {
	log, _, err := a.openLog(toAppend)
	if err != nil {
		return nil, err
	}
	decided, err := by(a.operator(log))
	if err != nil {
		return nil, err
	}
	o, err := a.laneNow(string(id))
	if err != nil {
		return nil, err
	}
	causes := append([]domain.EventID{}, decided.Causes...)
	return &decidedDocument{Head: headOf("lane_decided"), Lane: id, Event: decided.Event, EvtKind: decided.Kind,
		Position: decided.Receipt.Position.Number(), Causes: causes, Outcome: o}, nil
}
