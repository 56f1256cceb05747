package lookcmd

import (
	"strconv"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/clawable/claw/cmd/claw/cli/app"
	"github.com/clawable/claw/cmd/claw/cli/term"
	"github.com/clawable/claw/cmd/claw/cli/view"
	"github.com/clawable/claw/domain/lane"
	"github.com/clawable/claw/projections"
	"github.com/clawable/claw/projections/store/query"
)

// LaneVerb is the verbs about one lane.
func LaneVerb(a *app.App) *cobra.Command {
	cmd := app.VerbFamily("lane", "look", "One lane: what it did, how it ended and why; and decisions about it")
	cmd.AddGroup(&cobra.Group{ID: "look", Title: "Look:"}, &cobra.Group{ID: "decide", Title: "Decide:"})
	cmd.AddCommand(laneShow(a), laneOutcome(a), laneExplain(a),
		laneStart(a), laneRestart(a), laneExpect(a), laneBind(a), laneFinish(a), laneAccept(a), laneReopen(a), laneSettle(a), laneClose(a))
	return cmd
}

// OutcomeDocument is the answer of lane outcome: the outcome, and what is computed on reading.
type OutcomeDocument struct {
	app.Head
	view.ReadAt
	lane.Reading
	lane.Outcome
	Ships []projections.Shipped `json:"ships,omitzero"` // the ships that brought work of the lane, the oldest first
}

// outcomeOptions are the flags of claw lane outcome.
type outcomeOptions struct {
	exit bool // the exit code reports the outcome, see outcomeCode
}

func (o *outcomeOptions) flags(f *pflag.FlagSet) {
	f.BoolVar(&o.exit, "exit", false, "exit 0 finished, 10 failed, 11 canceled, 12 pending or unverified, 13 contested or unknown")
}

func laneOutcome(a *app.App) *cobra.Command {
	var o outcomeOptions
	cmd := a.Verb("outcome LANE", "look", "Print the outcome of a lane", app.Exactly(1, "LANE"), func(args []string) (app.Document, error) {
		d, err := outcome(a, args[0])
		if err == nil && o.exit {
			a.Code = outcomeCode(d.Outcome.Outcome)
		}
		return d, err
	})
	o.flags(cmd.Flags())
	return a.AsOf(cmd)
}

func outcome(a *app.App, id string) (*OutcomeDocument, error) {
	v, err := view.Open(a)
	if err != nil {
		return nil, err
	}
	o, err := v.Outcome(id)
	if err != nil {
		return nil, err
	}
	ships, err := query.ShipsThatCarried(v, o.Lane)
	if len(ships) == 0 {
		ships = nil
	}
	return &OutcomeDocument{app.HeadOf("lane_outcome"), v.ReadAt(), lane.Freshness(o, v.AsOf), o, ships}, err
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

func (d *OutcomeDocument) Text(p *term.Page) {
	p.Line("lane %s", d.Lane)
	writeOutcome(p, view.Proof{Outcome: &d.Outcome, Ships: d.Ships}, d.Reading.Freshness)
	writeShips(p, d.Ships)
}

// writeShips writes how the work of a lane reached a ref.
func writeShips(p *term.Page, ships []projections.Shipped) {
	for i := range ships {
		p.Field("shipped", term.StyleGreen, "%s", shippedText(&ships[i]))
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
		text += ", " + term.Clock(s.PushedAt.Time())
	}
	return text + " by " + s.Ship.String()
}

// writeOutcome writes the parts of an outcome that matter most to a person.
func writeOutcome(p *term.Page, of view.Proof, f lane.Fresh) {
	o := of.Outcome
	p.Field("outcome", view.OutcomeStyle(o.Outcome), "%s", view.OutcomeText(o))
	state := string(o.State)
	if o.Subphase != "" {
		state += " (" + string(o.Subphase) + ")"
	}
	p.Field("state", term.StylePlain, "%s, %s; attempt %d", state, f, o.Attempt)
	for _, e := range o.Evidence {
		known := ""
		if e.Basis != "" {
			known = ", known as " + string(e.Basis)
		}
		p.Field("expects", term.StylePlain, "%s: %s%s", e.Expects, e.Verdict, known)
	}
	if proof := of.Text(); proof != "" {
		p.Field("proof", term.StylePlain, "%s", proof)
	}
	for _, c := range o.Contested {
		p.Field("contest", term.StylePlain, "%s, trust %s: %s", view.EndingText(c.Kind, c.FailureClass), c.Trust, c.Events[0])
	}
	for _, c := range o.Differs {
		p.Field("differs", term.StylePlain, "%s, %s: %s", view.EndingText(c.Kind, c.FailureClass), c.Relation, c.Events[0])
	}
	for _, h := range o.History {
		p.Field("before", term.StylePlain, "attempt %d: %s %s", h.Attempt, h.Outcome, h.FailureClass)
	}
	for _, x := range o.Outages {
		p.Field("outage", term.StylePlain, "%s", outageText(&x))
	}
	for _, x := range o.Doubts {
		p.Field("doubt", term.StyleYellow, "%s", x.Doubt)
	}
	if o.LastKnown != nil {
		p.Field("last", term.StylePlain, "%s, before the outage", o.LastKnown.State)
	}
	if !o.Fingerprint.IsZero() {
		p.Field("fingerprint", term.StyleDim, "%s", o.Fingerprint)
	}
}
