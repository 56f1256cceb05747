package pinpointcmd

import (
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/clawable/claw/cmd/claw/cli/app"
	"github.com/clawable/claw/cmd/claw/cli/term"
	tracking "github.com/clawable/claw/commands/pinpoint"
	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/reports/nudge"
	"github.com/clawable/claw/reports/pinpoint"
)

// NudgeDocument is the answer of nudge send and ack.
type NudgeDocument struct {
	app.Head
	Event      domain.EventID        `json:"event"`
	Nudge      string                `json:"nudge_id"`
	Cycle      string                `json:"cycle"`
	Class      domain.NudgeClass     `json:"class,omitzero"`           // of a delivery
	Wants      tracking.Wants        `json:"wants,omitzero"`           // of a delivery: what it asks
	Handling   nudge.Handling        `json:"handling"`                 // of the cycle
	Answer     domain.NudgeAnswer    `json:"answer,omitzero"`          // of an acknowledgment
	Already    bool                  `json:"already"`                  // the cycle was answered before, and nothing was recorded
	NoChange   domain.EventID        `json:"no_change,omitzero"`       // the report.unchanged
	Meaningful domain.LastMeaningful `json:"last_meaningful,omitzero"` // of no_change: the last report that said something new of the pinpoint
	Pinpoint   domain.StreamID       `json:"pinpoint,omitzero"`
	State      domain.PinpointState  `json:"state,omitzero"` // of the pinpoint
	StateSince domain.Instant        `json:"state_since,omitzero"`
	LastAnswer *nudge.Answer         `json:"last_answer,omitzero"` // about the pinpoint, before a delivery
	Now        nudge.Nudge           `json:"now"`
}

// about puts what the nudge asks about to the answer.
func (d *NudgeDocument) about(item *pinpoint.Item) {
	if item != nil {
		d.Pinpoint, d.State, d.StateSince = item.Pinpoint, item.State, item.StateSince
	}
}

// sendOptions are the flags of claw nudge send.
type sendOptions struct{ cycle, pinpoint, channel, to, outcome, at string }

func nudgeSend(a *app.App) *cobra.Command {
	var o sendOptions
	cmd := a.Verb("send NUDGE", "do", "Record that a reminder was delivered, or what kept it: the answer says what it asks", app.Exactly(1, "NUDGE"),
		func(args []string) (app.Document, error) { return send(a, o, args[0]) })
	cmd.Long = `Record a delivery of NUDGE, which is its stable id. Whether it is new, a retry or a stale duplicate
follows from what was delivered and acknowledged before in the cycle. What it asks is an answer, or
no_change where its pinpoint is closed and unchanged since the last answer, or nothing where the
cycle was answered.`
	f := cmd.Flags()
	f.StringVar(&o.cycle, "cycle", "", "the reporting cycle")
	f.StringVar(&o.pinpoint, "pinpoint", "", "the pinpoint that it asks about, its id or a name")
	f.StringVar(&o.channel, "channel", "", "the channel that it went to")
	f.StringVar(&o.to, "to", "", "whom it asks: human:NAME or agent:SESSION")
	f.Var(app.NewChoice(&o.outcome, domain.NudgeOutcome("").Enum()), "outcome", "what became of it: "+app.JoinWords(domain.NudgeOutcome("").Enum())+" (default delivered)")
	f.StringVar(&o.at, "at", "", "when it was delivered, RFC 3339 (default now)")
	return cmd
}

func send(a *app.App, o sendOptions, id string) (app.Document, error) {
	if err := oneWord("NUDGE", id); err != nil {
		return nil, err
	}
	p := &domain.NudgeDelivered{Nudge: id, Cycle: o.cycle, Channel: o.channel, Outcome: domain.NudgeOutcome(o.outcome), DeliveredAt: domain.At(a.Now())}
	if o.outcome == "" {
		p.Outcome = domain.NudgeOutcomeDelivered
	}
	if o.at != "" {
		at, err := time.Parse(time.RFC3339Nano, o.at)
		if err != nil {
			return nil, app.UsageError("parse arguments", "--at "+o.at, "is no time", "RFC 3339, as in 2026-06-01T12:00:00Z")
		}
		p.DeliveredAt = domain.At(at)
	}
	var err error
	if p.To, err = actorOf("--to", o.to); err != nil {
		return nil, err
	}
	t, s, err := trackerOf(a, app.ToAppend)
	if err != nil {
		return nil, err
	}
	if o.pinpoint != "" {
		item, err := s.Find(o.pinpoint)
		if err != nil {
			return nil, err
		}
		p.Pinpoint = item.Pinpoint
	}
	n, err := t.Send(a.Ctx, p)
	if err != nil {
		return nil, err
	}
	d := &NudgeDocument{Head: app.HeadOf("nudge"), Event: n.Event, Nudge: id, Cycle: o.cycle, Class: n.Delivery.Class, Wants: n.Wants, Handling: n.Nudge.Cycle(o.cycle).Handling,
		LastAnswer: n.Last, Now: n.Nudge}
	d.about(n.Item)
	return d, nil
}

// oneWord refuses an id of several words.
func oneWord(what, id string) error {
	if strings.ContainsAny(id, " \t\n") {
		return app.UsageError("parse arguments", what+" "+id, "is no id", "an id is one word, as in daily or n-7")
	}
	return nil
}

// ackOptions are the flags of claw nudge ack.
type ackOptions struct{ cycle, by, report string }

func nudgeAck(a *app.App) *cobra.Command {
	var o ackOptions
	cmd := a.Verb("ack NUDGE", "do", "Answer a reminder; a second one about what is closed and unchanged is answered with no_change", app.Exactly(1, "NUDGE"),
		func(args []string) (app.Document, error) { return ack(a, o, args[0]) })
	cmd.Long = `Answer NUDGE in a cycle, the last one by default. A cycle is answered once. Where its pinpoint is
closed, and stands as it did at the last answer, the answer is no_change: the log records that
somebody looked, and nothing in a lane.`
	f := cmd.Flags()
	f.StringVar(&o.cycle, "cycle", "", "the reporting cycle (default the last)")
	f.StringVar(&o.by, "by", "", "who answers: human:NAME or agent:SESSION")
	f.StringVar(&o.report, "report", "", "the event that filed the report which answers it")
	return cmd
}

func ack(a *app.App, o ackOptions, id string) (app.Document, error) {
	by, err := actorOf("--by", o.by)
	if err != nil {
		return nil, err
	}
	var report domain.EventID
	if o.report != "" {
		if report, err = domain.ParseEventID(o.report); err != nil {
			return nil, err
		}
	}
	t, _, err := trackerOf(a, app.ToAppend)
	if err != nil {
		return nil, err
	}
	if !report.IsZero() {
		if _, err := t.Log.Get(a.Ctx, report); err != nil {
			return nil, err
		}
	}
	n, err := t.Acknowledge(a.Ctx, id, o.cycle, by, report)
	if err != nil {
		return nil, err
	}
	d := &NudgeDocument{Head: app.HeadOf("nudge"), Event: n.Event, Nudge: id, Cycle: n.Cycle, Handling: nudge.HandlingAnswered, Answer: n.Answer.Answer,
		Already: n.Already, NoChange: n.Unchanged.Event, Meaningful: n.Meaningful, Now: n.Nudge}
	d.about(n.Item)
	return d, nil
}

func (d *NudgeDocument) Text(p *term.Page) {
	still := ""
	if d.State != "" {
		still = "still " + string(d.State) + " as of " + term.Clock(d.StateSince.Time())
	}
	in := orText(" in cycle ", d.Cycle)
	switch {
	case d.Already:
		p.Line("answered before%s: %s, event %s", in, d.Answer, d.Event)
	case d.Answer != "":
		p.Line("%s%s: %s%s", d.Nudge, in, strings.ReplaceAll(string(d.Answer), "_", " "), noChangeText(d, still))
	case d.Wants == tracking.WantsNothing:
		p.Line("%s%s is a stale duplicate: the cycle was answered", d.Nudge, in)
	case d.Wants == tracking.WantsNoChange:
		p.Line("%s%s is %s: %s", d.Nudge, in, strings.ReplaceAll(string(d.Class), "_", " "), still)
		p.Line("answer it: %s", app.Next(p, "claw nudge ack "+d.Nudge))
	default:
		p.Line("%s%s is %s", d.Nudge, in, strings.ReplaceAll(string(d.Class), "_", " "))
		p.Line("answer it: %s", app.Next(p, "claw nudge ack "+d.Nudge))
	}
	if d.Meaningful.Report != "" {
		p.Line("the last finding about it: %s", app.Next(p, "claw report show "+d.Meaningful.Report))
	}
}

func noChangeText(d *NudgeDocument, still string) string {
	if d.Answer != domain.NudgeAnswerNoChange {
		return ""
	}
	return orText(", ", still)
}

// NudgesDocument is the answer of nudge list.
type NudgesDocument struct {
	app.Head
	Nudges []nudgeRow `json:"nudges"` // the first delivered first
	Total  int        `json:"total"`
}

// nudgeRow is a nudge, and the pinpoints whose filings say that it led to them.
type nudgeRow struct {
	nudge.Nudge
	Filed []domain.StreamID `json:"filed,omitzero"` // items
}

// nudgeListOptions are the flags of claw nudge list.
type nudgeListOptions struct{ waiting bool }

func (o *nudgeListOptions) flags(f *pflag.FlagSet) {
	f.BoolVar(&o.waiting, "waiting", false, "only those whose last cycle nobody answered")
}

func nudgeList(a *app.App) *cobra.Command {
	var o nudgeListOptions
	cmd := a.Verb("list", "look", "List reminders, and whether somebody answered their last cycle", app.NoArgs,
		func([]string) (app.Document, error) {
			_, s, err := trackerOf(a, app.ToRead)
			if err != nil {
				return nil, err
			}
			d := &NudgesDocument{Head: app.HeadOf("nudges"), Nudges: []nudgeRow{}}
			filed := map[string][]domain.StreamID{}
			for i := range s.All {
				for _, id := range s.All[i].Nudges {
					filed[id] = append(filed[id], s.All[i].Pinpoint)
				}
			}
			for _, n := range s.Nudges {
				if !o.waiting || n.Last().Handling == nudge.HandlingWaits {
					d.Nudges = append(d.Nudges, nudgeRow{n, filed[n.Nudge]})
				}
			}
			d.Total = len(d.Nudges)
			return d, nil
		})
	o.flags(cmd.Flags())
	return cmd
}

func (d *NudgesDocument) Text(p *term.Page) {
	rows := make([][]term.Cell, 0, len(d.Nudges))
	for i := range d.Nudges {
		n := &d.Nudges[i]
		c := n.Last()
		class, answer := "", ""
		if len(c.Deliveries) > 0 {
			class = strings.ReplaceAll(string(c.Deliveries[len(c.Deliveries)-1].Class), "_", " ")
		}
		if len(c.Answers) > 0 {
			answer = strings.ReplaceAll(string(c.Answers[len(c.Answers)-1].Answer), "_", " ")
		}
		rows = append(rows, []term.Cell{term.Plain(n.Nudge.Nudge), term.Plain(c.Cycle), term.Plain(strings.ReplaceAll(string(c.Handling), "_", " ")), term.Plain(class), term.Plain(answer),
			term.Plain(n.Pinpoint.String())})
	}
	p.Table([]term.Column{{Name: "NUDGE"}, {Name: "CYCLE", Rank: 2}, {Name: "HANDLING"}, {Name: "LAST DELIVERY", Rank: 1}, {Name: "ANSWER", Rank: 3}, {Name: "PINPOINT", Rank: 4}}, rows)
	if d.Total == 0 {
		p.Line("no nudges; to record one: %s", app.Next(p, "claw nudge send NUDGE"))
	}
}
