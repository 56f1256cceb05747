package cli

import (
	"iter"
	"maps"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/eventlog"
	"github.com/clawable/claw/projections"
	"github.com/clawable/claw/projections/store"
)

// explainDocument is the answer of lane explain: for each derived field its value,
// the rule, and the events that decided it.
type explainDocument struct {
	Head
	reading
	Lane    domain.LaneID    `json:"lane"`             // of a session its own, if it has one
	Session domain.SessionID `json:"session,omitzero"` // when a session was asked about
	Fields  []explainedField `json:"fields"`
	// Words are those that the outcome rests on.
	Words []projections.Authority `json:"on_the_word_of"`
	whole bool                    // one field, with all its events
}

type explainedField struct {
	Field  string           `json:"field"`
	Value  string           `json:"value"`
	Rule   string           `json:"rule"`
	Says   string           `json:"rule_says"`
	Events []explainedEvent `json:"events"`
	more   int              // events that are left out
}

// explainedEvent is an event as far as it helps to see why.
type explainedEvent struct {
	ID         domain.EventID `json:"id"`
	Kind       domain.Kind    `json:"kind"`
	Position   uint64         `json:"position"`
	ObservedAt domain.Instant `json:"observed_at,omitzero"`
	projections.Authority
	Missing bool `json:"missing,omitzero"` // the log cannot give it
}

func (a *app) laneExplain() *cobra.Command {
	return a.asOf(a.verb("explain LANE [FIELD]", "look", "Explain each derived value of a lane or session: the rule and the events behind it",
		between(1, 2, "LANE [FIELD]"), func(args []string) (document, error) {
			v, err := a.views()
			if err != nil {
				return nil, err
			}
			d, because, values, err := a.derived(v, args[0])
			if err != nil {
				return nil, err
			}
			fields := slices.Sorted(maps.Keys(because))
			if len(args) == 2 {
				if !slices.Contains(fields, args[1]) {
					return nil, usageError("explain", args[1], "there is no such derived field here", didYouMean(args[1], fields)+"its fields: "+joinWords(fields))
				}
				fields, d.whole = args[1:], true
			}
			return d, a.explain(v, d, fields, because, values)
		}))
}

// derived looks for what is to be explained: a session's id has a slash in it.
func (a *app) derived(v *views, id string) (d *explainDocument, because store.Reasons, values map[string]string, err error) {
	d = &explainDocument{Head: headOf("lane_explain"), reading: v.reading(), Fields: []explainedField{}, Words: []projections.Authority{}}
	if strings.Contains(id, "/") {
		log, _, err := a.openLog(toRead)
		if err != nil {
			return nil, nil, nil, err
		}
		x, err := v.ExplainSession(id, func(stream domain.StreamID) iter.Seq2[domain.Event, error] {
			return log.Read(a.ctx, eventlog.Query{Stream: stream})
		})
		if err != nil {
			return nil, nil, nil, err
		}
		d.Session, d.Lane = x.Row.Session, x.Row.Lane
		values, err = fieldValues(&x.Row)
		return d, x.Because, values, err
	}
	asks, err := a.asks(v)
	if err != nil {
		return nil, nil, nil, err
	}
	x, err := v.ExplainLane(a.ctx, id, v.asOf, asks.byLane())
	if err != nil {
		return nil, nil, nil, err
	}
	d.Lane = x.Outcome.Lane
	if values, err = fieldValues(&x.Outcome); err != nil {
		return nil, nil, nil, err
	}
	row, err := fieldValues(&x.Row)
	maps.Copy(values, row)
	return d, x.Because, values, err
}

// explain fills in the fields. For people the events of many fields are a few of each.
func (a *app) explain(v *views, d *explainDocument, fields []string, because store.Reasons, values map[string]string) error {
	w, err := a.speakers(v)
	if err != nil {
		return err
	}
	for _, id := range because["outcome"].Events {
		_, word, held, err := w.of(id)
		if err != nil {
			return err
		}
		if held {
			d.Words = append(d.Words, word)
		}
	}
	d.Words = distinctWords(d.Words)
	for _, name := range fields {
		b := because[name]
		f := explainedField{Field: name, Value: values[name], Rule: b.Rule, Says: b.Says, Events: []explainedEvent{}}
		shown := b.Events
		if a.format == formatText && !d.whole {
			shown = shown[:min(len(shown), fewEvents)]
		}
		f.more = len(b.Events) - len(shown)
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

// fewEvents is how many events of a field people see among those of other fields.
const fewEvents = 5

func explained(w *speakers, id domain.EventID) (explainedEvent, error) {
	e, word, held, err := w.of(id)
	if err != nil || !held {
		return explainedEvent{ID: id, Missing: true}, err
	}
	return explainedEvent{ID: id, Kind: e.Kind, Position: e.Position.Number(), ObservedAt: e.ObservedAt, Authority: word}, nil
}

func (d *explainDocument) text(p *page) {
	about := firstOf(string(d.Session), string(d.Lane))
	if d.Session == "" {
		p.line("lane %s", d.Lane)
	} else {
		p.line("session %s", d.Session)
	}
	for i := range d.Words {
		lead := "                        "
		if i == 0 {
			lead = "outcome on the word of: "
		}
		p.line("%s%s, trust %s", lead, d.Words[i].Emitter, trustText(&d.Words[i]))
	}
	for _, f := range d.Fields {
		p.gap()
		p.heading(f.Field + " = " + firstOf(f.Value, "not stated"))
		p.para(2, f.Rule+": "+f.Says)
		var rows [][]cell
		for _, e := range f.Events {
			rows = append(rows, []cell{{"  " + e.ID.String(), styleDim}, plain(string(e.Kind)), plain(clock(e.ObservedAt.Time())),
				plain(string(e.Emitter)), plain(trustText(&e.Authority))})
		}
		if len(rows) > 0 {
			p.table([]column{{name: "  EVENT"}, {name: "KIND", rank: 1}, {name: "OBSERVED", rank: 3},
				{name: "EMITTER", least: 12, rank: 2}, {name: "TRUST", rank: 4}}, rows)
		}
		if f.more > 0 {
			p.line("  and %d more: %s", f.more, p.next("claw lane explain "+about+" "+f.Field))
		}
	}
}
