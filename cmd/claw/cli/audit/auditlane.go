package auditcmd

import (
	"slices"
	"strings"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
	"github.com/spf13/cobra"

	"github.com/clawable/claw/cmd/claw/cli/app"
	"github.com/clawable/claw/cmd/claw/cli/term"
	"github.com/clawable/claw/cmd/claw/cli/view"
	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/projections"
	"github.com/clawable/claw/projections/store/query"
)

// AuditLaneDocument is the answer of audit lane: the statements about a lane, in the order of the log.
type AuditLaneDocument struct {
	app.Head
	view.ReadAt
	Lane       domain.LaneID   `json:"lane"`
	Statements []laneStatement `json:"statements"`
	Total      int             `json:"total"`
}

// laneStatement is one event by which an actor started, led, judged or closed a lane.
type laneStatement struct {
	Event    domain.EventID   `json:"event"`
	Kind     domain.Kind      `json:"kind"`
	Position uint64           `json:"position"`
	Observed domain.Instant   `json:"observed_at,omitzero"`
	Scope    domain.Scope     `json:"scope,omitzero"`
	Word     authorityOfWords `json:"on_the_word_of"`
	// Data is the payload; absent where it was erased.
	Data jsontext.Value `json:"data,omitzero"`
}

// authorityOfWords is the actor who made a statement, how far it is trusted, and how it was given: by a
// person at a terminal, with a signature, by an unattended program.
type authorityOfWords struct {
	projections.Authority
	Channel string `json:"channel,omitzero"`
}

func auditLane(a *app.App) *cobra.Command {
	cmd := a.Verb("lane LANE", "look", "Show who started, bound, claimed, accepted, reopened or closed a lane, and with what trust", app.Exactly(1, "LANE"),
		func(args []string) (app.Document, error) { return statementsOn(a, args[0]) })
	cmd.Long = `List every statement about a lane in the order of the log: starts, bindings, claims of an end,
settlements, acceptances and reopenings, each with who made it, its trust, and the way it came. An
operator's verb has high trust if a trusted signer signed it, medium at a terminal, and low in an
agent's session or without a terminal.`
	return a.AsOf(cmd)
}

func statementsOn(a *app.App, typed string) (app.Document, error) {
	v, err := view.Open(a)
	if err != nil {
		return nil, err
	}
	o, err := query.LaneOutcome(v, typed)
	if err != nil {
		return nil, err
	}
	ids, err := query.StatementsOn(v, o.Lane)
	if err != nil {
		return nil, err
	}
	words, err := view.SpeakersOf(a, v)
	if err != nil {
		return nil, err
	}
	d := &AuditLaneDocument{Head: app.HeadOf("audit_lane"), ReadAt: v.ReadAt(), Lane: o.Lane, Statements: []laneStatement{}}
	for _, id := range ids {
		e, word, held, err := words.Of(id)
		if err != nil {
			return nil, err
		}
		if held {
			d.Statements = append(d.Statements, laneStatement{Event: e.ID, Kind: e.Kind, Position: e.Position.Number(), Observed: e.ObservedAt, Scope: e.Scope,
				Word: authorityOfWords{word, e.Source.Channel}, Data: jsontext.Value(e.Data)})
		}
	}
	slices.SortFunc(d.Statements, func(x, y laneStatement) int { return int(int64(x.Position) - int64(y.Position)) })
	d.Total = len(d.Statements)
	return d, nil
}

// Text implements [app.Document].
func (d *AuditLaneDocument) Text(p *term.Page) {
	p.Heading("lane " + string(d.Lane))
	rows := make([][]term.Cell, 0, len(d.Statements))
	for i := range d.Statements {
		s := &d.Statements[i]
		rows = append(rows, []term.Cell{term.Plain(term.Clock(s.Observed.Time())), term.Plain(strings.TrimPrefix(string(s.Kind), "lane.")),
			term.Plain(string(s.Word.Emitter)), term.Styled(view.TrustText(&s.Word.Authority), trustStyle(s.Word.Trust)), term.Plain(s.Word.Channel), term.Plain(s.says())})
	}
	p.Table([]term.Column{{Name: "WHEN", Rank: 3}, {Name: "WHAT"}, {Name: "BY", Least: 12}, {Name: "TRUST"}, {Name: "CHANNEL", Rank: 4}, {Name: "SAYS", Least: 16, Rank: 2}}, rows)
	p.Line("%s", term.Many(d.Total, "statement"))
}

// trustStyle marks what nothing rests on.
func trustStyle(t domain.Trust) term.Style {
	if t.Rank() < domain.TrustMedium.Rank() {
		return term.StyleYellow
	}
	return term.StylePlain
}

// says returns the words of a statement that explain why or what, as far as it has any.
func (s *laneStatement) says() string {
	var p struct {
		Purpose      string `json:"purpose"`
		Reason       string `json:"reason"`
		Result       string `json:"result"`
		Session      string `json:"session"`
		FailureClass string `json:"failure_class"`
	}
	if json.Unmarshal(s.Data, &p) != nil {
		return ""
	}
	return app.FirstOf(p.Reason, p.Result, p.Purpose, p.FailureClass, p.Session)
}
