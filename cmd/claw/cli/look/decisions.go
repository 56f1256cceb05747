package lookcmd

import (
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/clawable/claw/cmd/claw/cli/app"
	approvaltext "github.com/clawable/claw/cmd/claw/cli/approval"
	"github.com/clawable/claw/cmd/claw/cli/term"
	"github.com/clawable/claw/cmd/claw/cli/view"
	"github.com/clawable/claw/commands/record"
	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/lane"
	"github.com/clawable/claw/projections/store/query"
	"github.com/clawable/claw/projections/store/selection"
)

// bindOptions are the flags of claw lane bind.
type bindOptions struct {
	worktree string // a folder; "" is not recorded
	by       approvaltext.OperatorOptions
}

func (o *bindOptions) flags(f *pflag.FlagSet) {
	f.StringVar(&o.worktree, "worktree", "", "the folder the lane's work belongs in")
	o.by.Flags(f, "decision")
}

func laneBind(a *app.App) *cobra.Command {
	var o bindOptions
	cmd := a.Verb("bind LANE SESSION", "decide", "Record which lane a session works for", app.Exactly(2, "LANE SESSION"),
		func(args []string) (app.Document, error) { return bind(a, o, args[0], domain.SessionID(args[1])) })
	o.flags(cmd.Flags())
	return cmd
}

func bind(a *app.App, o bindOptions, lane string, session domain.SessionID) (app.Document, error) {
	id, err := laneID(a, lane)
	if err != nil {
		return nil, err
	}
	if source, own := session.Split(); source == "" || own == "" {
		return nil, view.NoSession(string(session))
	}
	earlier, err := bindings(a, session)
	if err != nil {
		return nil, err
	}
	return decide(a, o.by, id, func(op *record.Operator) (record.Decided, error) {
		return op.Bind(a.Ctx, session, id, domain.Path(o.worktree), earlier)
	})
}

// bindings returns the bindings of session that are valid or contested, which a new one replaces.
//
// Errors: kind not_found for a session that is not in the log; kind usage for the beginning of an
// id.
func bindings(a *app.App, session domain.SessionID) ([]domain.EventID, error) {
	v, err := view.Open(a)
	if err != nil {
		return nil, err
	}
	known, err := query.Sessions(v, selection.Filter{Session: session}, selection.Page{Limit: 1})
	if err == nil && len(known.Sessions) == 0 {
		err = notBound(v, session)
	}
	if err != nil || known.Sessions[0].Lane == "" {
		return nil, err
	}
	o, err := v.Outcome(string(known.Sessions[0].Lane))
	if err != nil {
		return nil, err
	}
	var stated []domain.EventID
	for _, s := range o.Sessions {
		if s.Session == session && !s.BoundBy.IsZero() {
			stated = append(stated, s.BoundBy)
		}
	}
	for _, d := range o.Doubts {
		if d.Doubt == lane.DoubtBinding {
			stated = append(stated, d.Events...)
		}
	}
	return ofSession(a, session, stated)
}

// notBound returns why a session without a row cannot be bound: a binding is permanent, and the
// log has no event of this session.
func notBound(v *view.Views, session domain.SessionID) error {
	doc, err := query.Session(v, string(session))
	begun := []string{string(doc.Session)}
	switch {
	case domain.KindOf(err) == domain.ErrNotFound:
		return err
	case err != nil:
		begun, _ = app.Typed(err).Detail["candidates"].([]string)
	}
	if len(begun) > 0 && !slices.ContainsFunc(begun, func(id string) bool { return !strings.HasPrefix(id, string(session)+"/") }) {
		return &domain.Error{Kind: domain.ErrNotFound, Operation: "bind lane", Target: string(session),
			Message: "the log knows subagents of this session, and nothing of the session itself", Hint: "list them: claw sessions"}
	}
	if err != nil {
		return err
	}
	return app.UsageError("bind lane", string(session), "is a beginning of the id of a session, and is to be its whole id",
		"did you mean "+begun[0]+"?")
}

// ofSession returns those of the events that belong to session, each once.
func ofSession(a *app.App, session domain.SessionID, ids []domain.EventID) (own []domain.EventID, err error) {
	log, _, err := a.OpenLog(app.ToRead)
	if err != nil {
		return nil, err
	}
	for _, id := range ids {
		e, err := log.Get(a.Ctx, id)
		if err != nil {
			return nil, err
		}
		if e.Session() == session && !slices.Contains(own, id) {
			own = append(own, id)
		}
	}
	return own, nil
}

// settleOptions are the flags of claw lane settle; the first two are needed.
type settleOptions struct {
	event  string // the id of the ending that stands
	reason string
	by     approvaltext.OperatorOptions
}

func (o *settleOptions) flags(f *pflag.FlagSet) {
	f.StringVar(&o.event, "event", "", "the ending that stands")
	f.StringVar(&o.reason, "reason", "", "why, in a few words")
	o.by.Flags(f, "decision")
}

func laneSettle(a *app.App) *cobra.Command {
	var o settleOptions
	cmd := a.Verb("settle LANE", "decide", "Record which of several contested endings stands", app.Exactly(1, "LANE"),
		func(args []string) (app.Document, error) { return settle(a, o, args[0]) })
	o.flags(cmd.Flags())
	return cmd
}

func settle(a *app.App, o settleOptions, lane string) (app.Document, error) {
	if o.event == "" || o.reason == "" {
		return nil, app.UsageError("settle lane", lane, "needs --event and --reason", app.NextStep(a, "claw lane outcome "+lane)+" names the contested endings")
	}
	chosen, err := domain.ParseEventID(o.event)
	if err != nil {
		return nil, err
	}
	now, err := LaneNow(a, lane)
	if err != nil {
		return nil, err
	}
	var contested []domain.EventID
	for _, c := range now.Contested {
		contested = append(contested, c.Events...)
	}
	return decide(a, o.by, now.Lane, func(op *record.Operator) (record.Decided, error) {
		return op.Settle(a.Ctx, now.Lane, chosen, contested, o.reason)
	})
}

// closeOptions are the flags of claw lane close.
type closeOptions struct {
	reason string
	by     approvaltext.OperatorOptions
}

func (o *closeOptions) flags(f *pflag.FlagSet) {
	f.StringVar(&o.reason, "reason", "", "why, in a few words")
	o.by.Flags(f, "decision")
}

func laneClose(a *app.App) *cobra.Command {
	var o closeOptions
	cmd := a.Verb("close LANE", "decide", "Record that nobody will continue a lane", app.Exactly(1, "LANE"),
		func(args []string) (app.Document, error) { return closeLane(a, o, args[0]) })
	o.flags(cmd.Flags())
	return cmd
}

func closeLane(a *app.App, o closeOptions, lane string) (app.Document, error) {
	now, err := LaneNow(a, lane)
	if err != nil {
		return nil, err
	}
	return decide(a, o.by, now.Lane, func(op *record.Operator) (record.Decided, error) {
		return op.Under(ownSession(&now)).Close(a.Ctx, now.Lane, o.reason)
	})
}

// ownSession identifies the run of the session whose own lane this is, "" for a lane that was
// started by a decision.
func ownSession(o *lane.Outcome) domain.CorrelationID {
	for _, s := range o.Sessions {
		if s.Session.Lane() == o.Lane {
			return s.Session.Correlation()
		}
	}
	return ""
}

// LaneNow is the present outcome of a lane of the log.
func LaneNow(a *app.App, id string) (lane.Outcome, error) {
	v, err := view.Open(a)
	if err != nil {
		return lane.Outcome{}, err
	}
	return v.Outcome(id)
}

// laneID finds a lane of the log, or returns a whole new id.
func laneID(a *app.App, id string) (domain.LaneID, error) {
	if whole, err := domain.ParseLaneID(id); err == nil {
		return whole, nil
	}
	o, err := LaneNow(a, id)
	return o.Lane, err
}

// decide appends an operator's decision and returns it with the outcome of the lane after it.
func decide(a *app.App, o approvaltext.OperatorOptions, id domain.LaneID, by func(*record.Operator) (record.Decided, error)) (app.Document, error) {
	log, _, err := a.OpenLog(app.ToAppend)
	if err != nil {
		return nil, err
	}
	op, standing := o.Operator(a, log)
	decided, err := by(op)
	if err != nil {
		return nil, approvaltext.NotRecorded(err, id)
	}
	if standing.Signer, err = approvaltext.SignerOf(a, log, decided.Event); err != nil {
		return nil, err
	}
	approvaltext.WarnOfTrust(a, standing)
	now, err := LaneNow(a, string(id))
	if err != nil {
		return nil, err
	}
	if notInForce(&now, decided.Event) {
		a.Warn("settlement_not_in_force", "the settlement changes nothing: the ending that it names does not count here; "+
			app.NextStep(a, "claw lane explain "+string(id)+" outcome")+" lists those that do")
	}
	causes := append([]domain.EventID{}, decided.Causes...)
	return &DecidedDocument{Head: app.HeadOf("lane_decided"), Lane: id, Event: decided.Event, EvtKind: decided.Kind,
		Position: decided.Receipt.Position.Number(), Already: decided.Receipt.Repeated, Operator: standing, Causes: causes, Outcome: now}, nil
}

// notInForce reports whether o disregards the settlement.
func notInForce(o *lane.Outcome, settlement domain.EventID) bool {
	return slices.ContainsFunc(o.Doubts, func(d lane.Doubt) bool {
		return d.Doubt == lane.DoubtSettlementUnmet && slices.Contains(d.Events, settlement)
	})
}

// DecidedDocument is the answer of the verbs that decide.
type DecidedDocument struct {
	app.Head
	Lane     domain.LaneID    `json:"lane"`
	Event    domain.EventID   `json:"event"`
	EvtKind  domain.Kind      `json:"event_kind"`
	Position uint64           `json:"position"`
	Already  bool             `json:"already_known,omitzero"` // it was recorded before, nothing was now
	Operator app.Standing     `json:"operator"`
	Causes   []domain.EventID `json:"causes"` // the events that it replaces or settles
	Outcome  lane.Outcome     `json:"outcome"`
}

func (d *DecidedDocument) Text(p *term.Page) {
	already := ""
	if d.Already {
		already = "already "
	}
	p.Line("%s %srecorded at position %d, %s", d.EvtKind, already, d.Position, d.Operator.Text())
	accepted := ""
	if d.Outcome.Accepted != nil {
		accepted = ", accepted"
	}
	p.Line("lane %s is now %s, %s%s", d.Lane, d.Outcome.State, view.OutcomeText(&d.Outcome), accepted)
}
