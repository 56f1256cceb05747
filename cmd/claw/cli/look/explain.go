package lookcmd

import (
	"iter"
	"maps"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/clawable/claw/cmd/claw/cli/app"
	"github.com/clawable/claw/cmd/claw/cli/term"
	"github.com/clawable/claw/cmd/claw/cli/view"
	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/lane"
	"github.com/clawable/claw/eventlog"
	"github.com/clawable/claw/projections"
	"github.com/clawable/claw/projections/store/explain"
	"github.com/clawable/claw/projections/store/query"
)

// ExplainDocument is the answer of lane explain: for each derived field its value,
// the rule, and the events that decided it.
type ExplainDocument struct {
	app.Head
	view.ReadAt
	Lane    domain.LaneID    `json:"lane"`             // of a session, its own lane if it has one
	Session domain.SessionID `json:"session,omitzero"` // when a session was asked about
	Fields  []explainedField `json:"fields"`
	// Words are the authorities that the outcome rests on.
	Words []projections.Authority `json:"on_the_word_of"`
	came  string                  // what came out of a lane and why, in one sentence
}

type explainedField struct {
	Field string `json:"field"`
	view.FieldValue
	Rule   string           `json:"rule"`
	Says   string           `json:"rule_says"`
	Events []explainedEvent `json:"events"`
	More   int              `json:"events_left_out,omitzero"` // beside events
}

// explainedEvent is the part of an event that helps to see why.
type explainedEvent struct {
	ID         domain.EventID `json:"id"`
	Kind       domain.Kind    `json:"kind"`
	Position   uint64         `json:"position"`
	ObservedAt domain.Instant `json:"observed_at,omitzero"`
	projections.Authority
	Missing bool `json:"missing,omitzero"` // the log cannot return it
}

// explainOptions are the flags of claw lane explain.
type explainOptions struct {
	events uint32 // of each field, the first ones; 0: all
}

func laneExplain(a *app.App) *cobra.Command {
	o := explainOptions{}
	cmd := a.AsOf(a.Verb("explain LANE [FIELD]", "look", "Explain each derived value of a lane or session: the rule and the events behind it",
		app.Between(1, 2, "LANE [FIELD]"), func(args []string) (app.Document, error) { return explainID(a, args[0], args[1:], o) }))
	cmd.Flags().Uint32Var(&o.events, "events", 0, "at most so many events of each field, the first ones (0: all; in text "+strconv.Itoa(fewEvents)+" where several fields are printed)")
	return cmd
}

// explainID explains the lane or session of an id: the field that is named, or all of them.
func explainID(a *app.App, id string, named []string, o explainOptions) (app.Document, error) {
	v, err := view.Open(a)
	if err != nil {
		return nil, err
	}
	d, because, values, err := derived(a, v, id)
	if err != nil {
		return nil, err
	}
	fields := slices.Sorted(maps.Keys(because))
	if len(named) > 0 {
		if field := named[0]; !slices.Contains(fields, field) {
			return nil, d.notExplained(field, fields)
		}
		fields = named
	} else if o.events == 0 && a.Format == app.FormatText {
		o.events = fewEvents
	}
	return d, explainFields(a, v, d, fields, o, because, values)
}

// derived finds the lane or session to explain: the id of a session contains a slash.
func derived(a *app.App, v *view.Views, id string) (d *ExplainDocument, because explain.Reasons, values map[string]view.FieldValue, err error) {
	d = &ExplainDocument{Head: app.HeadOf("lane_explain"), ReadAt: v.ReadAt(), Fields: []explainedField{}, Words: []projections.Authority{}}
	if strings.Contains(id, "/") {
		log, _, err := a.OpenLog(app.ToRead)
		if err != nil {
			return nil, nil, nil, err
		}
		x, err := explain.Session(v, id, func(stream domain.StreamID) iter.Seq2[domain.Event, error] {
			return log.Read(a.Ctx, eventlog.Query{Stream: stream})
		})
		if err != nil {
			return nil, nil, nil, err
		}
		d.Session, d.Lane = x.Row.Session, x.Row.Lane
		values, err = view.FieldValues(&x.Row)
		return d, x.Because, values, err
	}
	asks, err := Asks(a, v)
	if err != nil {
		return nil, nil, nil, err
	}
	x, err := explain.Lane(a.Ctx, v, id, v.AsOf, byLane(asks))
	if err != nil {
		return nil, nil, nil, err
	}
	d.Lane, d.came = x.Outcome.Lane, view.Proof{Outcome: &x.Outcome, Ships: x.Row.Ships, Waits: x.Row.Waits}.OutcomeSentence()
	if values, err = view.FieldValues(&x.Outcome); err != nil {
		return nil, nil, nil, err
	}
	rows := []query.BoardRow{x.Row}
	if err := describe(a, v, rows); err != nil {
		return nil, nil, nil, err
	}
	row, err := view.FieldValues(&rows[0])
	maps.Copy(values, row)
	values["cost"] = view.FieldValue{Value: view.CostText(rows[0].Cost)}
	return d, x.Because, values, err
}

// notExplained is the error for a field that has no reason: nothing that is recorded decides it, or no
// document has it.
func (d *ExplainDocument) notExplained(field string, fields []string) error {
	hint := "its fields: " + app.JoinWords(fields)
	absent := func(of, message string) error {
		return &domain.Error{Kind: domain.ErrNotFound, Operation: "explain " + field, Target: of, Message: message, Hint: hint}
	}
	switch {
	case d.Session != "" && hasMember(reflect.TypeFor[query.SessionRow](), field):
		return absent(string(d.Session), "nothing that is recorded of this session states it")
	case d.Session == "" && field == "trust":
		return absent(string(d.Lane), "there is no recorded ending of this lane that could be trusted")
	case d.Session == "" && (hasMember(reflect.TypeFor[query.BoardRow](), field) || hasMember(reflect.TypeFor[lane.Outcome](), field)):
		return absent(string(d.Lane), "nothing that is recorded of this lane decides it")
	}
	return app.UsageError("explain", field, "there is no such derived field here", app.DidYouMean(field, fields)+hint)
}

// hasMember reports whether documents of a struct may have a member.
func hasMember(of reflect.Type, name string) bool {
	return slices.ContainsFunc(reflect.VisibleFields(of), func(f reflect.StructField) bool {
		member, _, _ := strings.Cut(f.Tag.Get("json"), ",")
		return member == name && name != "-"
	})
}

// explainFields fills in the fields of d.
func explainFields(a *app.App, v *view.Views, d *ExplainDocument, fields []string, o explainOptions, because explain.Reasons, values map[string]view.FieldValue) error {
	w, err := view.SpeakersOf(a, v)
	if err != nil {
		return err
	}
	for _, id := range because["outcome"].Events {
		_, word, held, err := w.Of(id)
		if err != nil {
			return err
		}
		if held {
			d.Words = append(d.Words, word)
		}
	}
	d.Words = view.DistinctWords(d.Words)
	for _, name := range fields {
		b := because[name]
		shown := b.Events
		if o.events > 0 {
			shown = shown[:min(len(shown), int(o.events))]
		}
		f := explainedField{Field: name, FieldValue: values[name], Rule: b.Rule, Says: b.Says, Events: []explainedEvent{}, More: len(b.Events) - len(shown)}
		for _, id := range shown {
			e, err := explained(w, id)
			if err != nil {
				return err
			}
			f.Events = append(f.Events, e)
		}
		d.Fields = append(d.Fields, f)
	}
	return nil
}

// fewEvents is how many events of a field are listed in text, where there are several fields.
const fewEvents = 5

func explained(w *view.Speakers, id domain.EventID) (explainedEvent, error) {
	e, word, held, err := w.Of(id)
	if err != nil || !held {
		return explainedEvent{ID: id, Missing: true}, err
	}
	return explainedEvent{ID: id, Kind: e.Kind, Position: e.Position.Number(), ObservedAt: e.ObservedAt, Authority: word}, nil
}

func (d *ExplainDocument) Text(p *term.Page) {
	about := app.FirstOf(string(d.Session), string(d.Lane))
	if d.came != "" {
		p.Para(0, d.came)
	}
	if d.Session == "" {
		p.Line("lane %s", d.Lane)
	} else {
		p.Line("session %s", d.Session)
	}
	for i := range d.Words {
		lead := "                        "
		if i == 0 {
			lead = "outcome on the word of: "
		}
		p.Line("%s%s, trust %s", lead, d.Words[i].Emitter, view.TrustText(&d.Words[i]))
	}
	for _, f := range d.Fields {
		p.Gap()
		p.Heading(f.Field + " = " + app.FirstOf(f.Words, f.Value, "not stated"))
		p.Para(2, f.Rule+": "+f.Says)
		var rows [][]term.Cell
		for _, e := range f.Events {
			rows = append(rows, []term.Cell{term.Styled("  "+e.ID.String(), term.StyleDim), term.Plain(string(e.Kind)), term.Plain(term.Clock(e.ObservedAt.Time())),
				term.Plain(string(e.Emitter)), term.Plain(view.TrustText(&e.Authority))})
		}
		if len(rows) > 0 {
			p.Table([]term.Column{{Name: "  EVENT"}, {Name: "KIND", Rank: 1}, {Name: "OBSERVED", Rank: 3},
				{Name: "EMITTER", Least: 12, Rank: 2}, {Name: "TRUST", Rank: 4}}, rows)
		}
		if f.More > 0 {
			p.Line("  and %d more: %s", f.More, app.Next(p, "claw lane explain "+about+" "+f.Field))
		}
	}
}
