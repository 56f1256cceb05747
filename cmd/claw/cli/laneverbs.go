package cli

import (
	"strconv"

	"github.com/spf13/cobra"

	"github.com/clawable/claw/domain/lane"
	"github.com/clawable/claw/projections"
)

// laneVerb is the verbs about one lane.
func (a *app) laneVerb() *cobra.Command {
	cmd := &cobra.Command{Use: "lane", GroupID: "look", Short: "One lane: what it did, how it ended, why; and your word on it",
		Args: noArgs, RunE: func(cmd *cobra.Command, _ []string) error { return cmd.Help() }}
	cmd.AddGroup(&cobra.Group{ID: "look", Title: "Look:"}, &cobra.Group{ID: "decide", Title: "Decide:"})
	cmd.AddCommand(a.laneShow(), a.laneOutcome(), a.laneExplain(), a.laneBind(), a.laneSettle(), a.laneClose())
	return cmd
}

// outcomeDocument is the answer of lane outcome: the outcome, and what is computed on reading.
type outcomeDocument struct {
	Head
	reading
	lane.Reading
	lane.Outcome
	Ships []projections.Shipped `json:"ships,omitzero"` // that brought something of the lane, the oldest first
}

func (a *app) laneOutcome() *cobra.Command {
	var exit bool
	cmd := a.verb("outcome LANE", "look", "How the lane came out", exactly(1, "LANE"), func(args []string) (document, error) {
		d, err := a.outcome(args[0])
		if err == nil && exit {
			a.code = outcomeCode(d.Outcome.Outcome)
		}
		return d, err
	})
	cmd.Flags().BoolVar(&exit, "exit", false, "exit 0 finished, 10 failed, 11 canceled, 12 pending or unverified, 13 contested or unknown")
	return a.asOf(cmd)
}

func (a *app) outcome(id string) (*outcomeDocument, error) {
	v, err := a.views()
	if err != nil {
		return nil, err
	}
	o, err := v.lane(id)
	if err != nil {
		return nil, err
	}
	ships, err := v.ShipsThatCarried(o.Lane)
	if len(ships) == 0 {
		ships = nil
	}
	return &outcomeDocument{headOf("lane_outcome"), v.reading(), lane.Freshness(o, v.asOf), o, ships}, err
}

// outcomeCode is the exit code of lane outcome --exit.
func outcomeCode(r lane.Result) int {
	switch r {
	case lane.ResultFinished:
		return 0
	case lane.ResultFailed, lane.ResultFailedVerify:
		return 10
	case lane.ResultCanceled:
		return 11
	case lane.ResultNone, lane.ResultUnverified, lane.ResultPendingWorkspace, lane.ResultPendingWrites,
		lane.ResultPendingGreen, lane.ResultPendingReport, lane.ResultPendingPushed:
		return 12
	case lane.ResultContested, lane.ResultUnknown:
	}
	return 13
}

func (d *outcomeDocument) text(p *page) {
	p.line("lane %s", d.Lane)
	writeOutcome(p, &d.Outcome, d.Reading.Freshness)
	writeShips(p, d.Ships)
}

// writeShips writes by which path the work of a lane came to a ref.
func writeShips(p *page, ships []projections.Shipped) {
	for i := range ships {
		p.field("shipped", styleGreen, "%s", shippedText(&ships[i]))
	}
}

func shippedText(s *projections.Shipped) string {
	text := string(s.Repo) + " " + string(s.Ref)
	if s.Method != "" {
		text += ", " + string(s.Method) + " (" + string(s.Basis) + ")"
	}
	if s.PRNumber > 0 {
		text += ", #" + strconv.Itoa(s.PRNumber)
	}
	if s.PushedAt.Known() {
		text += ", " + clock(s.PushedAt.Time())
	}
	return text + " by " + s.Ship.String()
}

// writeOutcome writes what a person wants of an outcome first.
func writeOutcome(p *page, o *lane.Outcome, f lane.Fresh) {
	p.field("outcome", outcomeStyle(o.Outcome), "%s", outcomeText(o))
	state := string(o.State)
	if o.Subphase != "" {
		state += " (" + string(o.Subphase) + ")"
	}
	p.field("state", stylePlain, "%s, %s; attempt %d", state, f, o.Attempt)
	for _, e := range o.Evidence {
		known := ""
		if e.Basis != "" {
			known = ", known as " + string(e.Basis)
		}
		p.field("expects", stylePlain, "%s: %s%s", e.Expects, e.Verdict, known)
	}
	for _, c := range o.Contested {
		p.field("contest", stylePlain, "%s, trust %s: %s", endingText(c.Kind, c.FailureClass), c.Trust, c.Events[0])
	}
	for _, c := range o.Differs {
		p.field("differs", stylePlain, "%s, %s: %s", endingText(c.Kind, c.FailureClass), c.Relation, c.Events[0])
	}
	for _, h := range o.History {
		p.field("before", stylePlain, "attempt %d: %s %s", h.Attempt, h.Outcome, h.FailureClass)
	}
	for _, x := range o.Outages {
		p.field("outage", stylePlain, "%s", outageText(&x))
	}
	for _, x := range o.Doubts {
		p.field("doubt", styleYellow, "%s", x.Doubt)
	}
	if o.LastKnown != nil {
		p.field("last", stylePlain, "%s, before the outage", o.LastKnown.State)
	}
	if !o.Fingerprint.IsZero() {
		p.field("fingerprint", styleDim, "%s", o.Fingerprint)
	}
}
