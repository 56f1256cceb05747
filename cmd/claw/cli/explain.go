package cli

import (
	"errors"
	"maps"
	"slices"

	"github.com/spf13/cobra"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/lane"
	"github.com/clawable/claw/eventlog"
)

// explainDocument is the answer of lane explain: for each derived field its value,
// the rule, and the events that decided it.
type explainDocument struct {
	Head
	reading
	Lane   domain.LaneID    `json:"lane"`
	Fields []explainedField `json:"fields"`
}

type explainedField struct {
	Field  string           `json:"field"`
	Value  string           `json:"value"`
	Rule   lane.Rule        `json:"rule"`
	Says   string           `json:"rule_says"`
	Events []explainedEvent `json:"events"`
}

// explainedEvent is an event as far as it helps to see why.
type explainedEvent struct {
	ID         domain.EventID   `json:"id"`
	Kind       domain.Kind      `json:"kind"`
	Position   uint64           `json:"position"`
	ObservedAt domain.Instant   `json:"observed_at,omitzero"`
	Emitter    domain.EmitterID `json:"emitter"`
	Trust      domain.Trust     `json:"trust"`
	Missing    bool             `json:"missing,omitzero"` // the log cannot give it
}

func (a *app) laneExplain() *cobra.Command {
	return a.asOf(a.verb("explain LANE [FIELD]", "look", "Why: the rule and the events behind each derived field", between(1, 2, "LANE [FIELD]"),
		func(args []string) (document, error) {
			v, err := a.views()
			if err != nil {
				return nil, err
			}
			o, err := v.lane(args[0])
			if err != nil {
				return nil, err
			}
			fields := slices.Sorted(maps.Keys(o.Because))
			if len(args) == 2 {
				if !slices.Contains(fields, args[1]) {
					return nil, usageError("explain lane", args[1], "this lane has no such derived field", "its fields: "+joinWords(fields))
				}
				fields = args[1:]
			}
			return a.explain(v.reading(), &o, fields)
		}))
}

func (a *app) explain(r reading, o *lane.Outcome, fields []string) (document, error) {
	log, _, err := a.openLog(toRead)
	if err != nil {
		return nil, err
	}
	values, err := fieldValues(o)
	if err != nil {
		return nil, err
	}
	d := &explainDocument{Head: headOf("lane_explain"), reading: r, Lane: o.Lane, Fields: []explainedField{}}
	for _, name := range fields {
		b := o.Because[name]
		f := explainedField{Field: name, Value: values[name], Rule: b.Rule, Says: b.Rule.Says(), Events: []explainedEvent{}}
		for _, id := range b.Events {
			e, err := a.explained(log, id)
			if err != nil {
				return nil, err
			}
			f.Events = append(f.Events, e)
		}
		d.Fields = append(d.Fields, f)
	}
	return d, nil
}

func (a *app) explained(log eventlog.Log, id domain.EventID) (explainedEvent, error) {
	e, err := log.Get(a.ctx, id)
	if errors.Is(err, eventlog.ErrNotFound) || errors.Is(err, eventlog.ErrCorrupt) {
		return explainedEvent{ID: id, Missing: true}, nil
	}
	return explainedEvent{ID: id, Kind: e.Kind, Position: e.Position.Number(), ObservedAt: e.ObservedAt,
		Emitter: e.Emitter, Trust: e.Source.Trust}, err
}

func (d *explainDocument) text(p *page) {
	p.line("lane %s", d.Lane)
	for _, f := range d.Fields {
		p.gap()
		p.heading(f.Field + " = " + firstOf(f.Value, "not stated"))
		p.para(2, string(f.Rule)+": "+f.Says)
		var rows [][]cell
		for _, e := range f.Events {
			rows = append(rows, []cell{{"  " + e.ID.String(), styleDim}, plain(string(e.Kind)), plain(e.ObservedAt.String()),
				plain(string(e.Emitter)), plain(string(e.Trust))})
		}
		if len(rows) > 0 {
			p.table([]column{{name: "  EVENT"}, {name: "KIND", rank: 1}, {name: "OBSERVED", rank: 3},
				{name: "EMITTER", least: 12, rank: 2}, {name: "TRUST", rank: 4}}, rows)
		}
	}
}
