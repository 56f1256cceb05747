package view

import (
	"context"
	"errors"
	"maps"
	"slices"
	"strings"

	"github.com/clawable/claw/cmd/claw/cli/app"
	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/eventlog"
	"github.com/clawable/claw/projections/store/query"
)

// sought is a value that a selection asks for.
type sought struct {
	query.Absent
	has    func(*domain.Event) bool
	others func(*domain.Event) []string // existing values to suggest; nil for ids
}

// seeks are the values that s selects and that an event can have independently of the others.
func (s *Selected) seeks() []sought {
	all := []sought{
		{query.Absent{Of: "stream", Value: s.Query.Stream.String()}, func(e *domain.Event) bool { return e.Stream == s.Query.Stream }, nil},
		{query.Absent{Of: "session", Value: string(s.Filter.session)}, (&EventFilter{session: s.Filter.session}).matches, nil},
		{query.Absent{Of: "kind", Value: string(s.Filter.kind)}, (&EventFilter{kind: s.Filter.kind}).matches,
			func(e *domain.Event) []string { return []string{string(e.Kind)} }},
		{query.Absent{Of: "source", Value: s.Filter.source}, (&EventFilter{source: s.Filter.source}).matches,
			func(e *domain.Event) []string { return []string{string(e.Source.Kind), e.Source.Channel} }},
	}
	return slices.DeleteFunc(all, func(v sought) bool { return v.Value == "" })
}

// absent returns the values that s selects and that no event has. It reads the log until each value
// was found, therefore it is called only where nothing was selected. Damaged events are skipped.
//
// Errors: those of the log.
func (s *Selected) absent(ctx context.Context, log eventlog.Log) ([]query.Absent, error) {
	left := s.seeks()
	there := make(map[string]map[string]bool, len(left))
	for i := range left {
		there[left[i].Of] = map[string]bool{}
	}
	if len(left) > 0 {
		for e, err := range eventlog.ReadPast(ctx, log, eventlog.Query{EnvelopeOnly: true}) {
			if errors.Is(err, eventlog.ErrCorrupt) {
				continue
			}
			if err != nil {
				return nil, err
			}
			if left = slices.DeleteFunc(left, func(v sought) bool { return v.has(&e) }); len(left) == 0 {
				return nil, nil
			}
			for i := range left {
				left[i].collect(&e, there[left[i].Of])
			}
		}
	}
	absent := make([]query.Absent, len(left))
	for i := range left {
		absent[i] = left[i].Absent
		named := slices.Sorted(maps.Keys(there[absent[i].Of]))
		absent[i].There = named[:min(len(named), query.MostThere)]
	}
	return absent, nil
}

// collect adds the values of an event to those that can be suggested.
func (v *sought) collect(e *domain.Event, into map[string]bool) {
	if v.others == nil {
		return
	}
	for _, value := range v.others(e) {
		if value != "" && !into[value] {
			into[strings.Clone(value)] = true // the text of an event is valid only while its page of the log is
		}
	}
}

// WarnOfUnmet warns on the error stream of the values that sel selects and that no event has,
// because empty output alone would look like the answer to the question.
func WarnOfUnmet(a *app.App, log eventlog.Log, sel *Selected) error {
	absent, err := sel.absent(a.Ctx, log)
	WarnOfValues(a, absent)
	app.PrintWarnings(a)
	return err
}
