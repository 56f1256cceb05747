package pinpointcmd

import (
	"github.com/spf13/cobra"

	"github.com/clawable/claw/cmd/claw/cli/app"
	"github.com/clawable/claw/cmd/claw/cli/term"
	"github.com/clawable/claw/cmd/claw/cli/view"
	tracking "github.com/clawable/claw/commands/pinpoint"
	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/lane"
	"github.com/clawable/claw/reports/pinpoint"
)

// handOffOptions are the flags of claw pinpoint handoff.
type handOffOptions struct {
	readiness, objective, lane, worktree string
	scope, verify                        []string
	pullRequest                          int
}

func pinpointHandOff(a *app.App) *cobra.Command {
	var o handOffOptions
	cmd := a.Verb("handoff PINPOINT", "do", "Hand a gap to a lane, with what the lane needs to begin", app.Exactly(1, "PINPOINT"),
		func(args []string) (app.Document, error) { return handOff(a, o, args[0]) })
	cmd.Long = `Make the packet that a lane begins with: the objective, the suspected scope, the evidence, the
priority and how to verify. With --lane the lane is given it as a task, so that each is found from
the other, and claw pinpoint follow moves the gap by what the lane comes to. Without --readiness the
packet says what rank and evidence show; implementation_ready needs a priority and a repro.`
	f := cmd.Flags()
	f.Var(app.NewChoice(&o.readiness, domain.Readiness("").Enum()), "readiness", "what it needs first: "+app.JoinWords(domain.Readiness("").Enum()))
	f.StringVar(&o.objective, "objective", "", "what to reach (default the title)")
	f.StringArrayVar(&o.scope, "scope", nil, "a suspected path (repeat for more; default the place)")
	f.StringArrayVar(&o.verify, "verify", nil, "how to see that it is mended, such as a command (repeat for more)")
	f.StringVar(&o.lane, "lane", "", "the lane that gets it, its id or a beginning of it")
	f.StringVar(&o.worktree, "worktree", "", "the folder that the work belongs in")
	f.IntVar(&o.pullRequest, "pull-request", 0, "the number of the pull request")
	return cmd
}

func handOff(a *app.App, o handOffOptions, typed string) (app.Document, error) {
	if o.pullRequest < 0 {
		return nil, app.UsageError("parse arguments", "--pull-request", "is no number of a pull request", "a number from 1")
	}
	t, _, item, err := found(a, app.ToAppend, typed)
	if err != nil {
		return nil, err
	}
	packet := tracking.Packet{Readiness: domain.Readiness(o.readiness), Objective: o.objective, Verification: o.verify, Worktree: domain.Path(o.worktree), PRNumber: o.pullRequest}
	for _, path := range o.scope {
		packet.Scope = append(packet.Scope, domain.Path(path))
	}
	if packet.Lane, err = view.LaneTyped(a, o.lane); err != nil {
		return nil, err
	}
	h, err := t.HandOff(a.Ctx, item.Pinpoint, packet)
	if err != nil {
		return nil, err
	}
	d := decided(&h.Done)
	d.Task, d.Lane = h.Task.Event, packet.Lane
	return d, nil
}

// FollowedDocument is the answer of pinpoint follow.
type FollowedDocument struct {
	app.Head
	Moved []movedItem `json:"moved"`
}

// movedItem is an item that the outcome of its lane moved.
type movedItem struct {
	Pinpoint domain.StreamID `json:"pinpoint"`
	Lane     domain.LaneID   `json:"lane"`
	Outcome  lane.Result     `json:"outcome"`
	Event    domain.EventID  `json:"event"`
	Position uint64          `json:"position"`
	Now      pinpoint.Item   `json:"now"`
}

func pinpointFollow(a *app.App) *cobra.Command {
	cmd := a.Verb("follow [PINPOINT]", "do", "Move gaps by what the lanes that have them came to", app.AtMostOne,
		func(args []string) (app.Document, error) { return follow(a, args) })
	cmd.Long = `Move each gap that was handed to a lane by the outcome of that lane: in_progress while it works,
blocked where it is blocked or failed, done where its finish is verified, accepted or merged. A
finish that is only claimed leaves the gap in progress. One outcome moves a gap once, and a word of a
person after it stands. What a lane came to before it got the gap moves nothing.`
	return cmd
}

func follow(a *app.App, args []string) (app.Document, error) {
	t, s, err := trackerOf(a, app.ToAppend)
	if err != nil {
		return nil, err
	}
	var only domain.StreamID
	if len(args) > 0 {
		item, err := s.Find(args[0])
		if err != nil {
			return nil, err
		}
		only = item.Pinpoint
	}
	v, err := view.Open(a)
	if err != nil {
		return nil, err
	}
	moved, err := t.Follow(a.Ctx, only, func(id domain.LaneID) (*lane.Outcome, error) {
		o, err := v.Outcome(string(id))
		if domain.KindOf(err) == domain.ErrNotFound {
			return nil, nil
		}
		return &o, err
	})
	if err != nil {
		return nil, err
	}
	d := &FollowedDocument{Head: app.HeadOf("pinpoints_followed"), Moved: []movedItem{}}
	for i := range moved {
		m := &moved[i]
		d.Moved = append(d.Moved, movedItem{m.Item.Pinpoint, m.Lane, m.Result, m.Event, m.Receipt.Position.Number(), m.Item})
	}
	return d, nil
}

func (d *FollowedDocument) Text(p *term.Page) {
	for i := range d.Moved {
		m := &d.Moved[i]
		p.Line("%s is %s: lane %s came to %s", m.Pinpoint, m.Now.State, m.Lane, m.Outcome)
	}
	if len(d.Moved) == 0 {
		p.Line("nothing moved: no lane came to anything since it got its gap, or since the gap moved")
	}
}
