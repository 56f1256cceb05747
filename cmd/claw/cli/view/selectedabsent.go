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
	"github.com/clawable/claw/projections/store"
)

// sought is a value that a selection asks for.
type sought struct {
	store.Absent
	has    func(*domain.Event) bool
	others func(*domain.Event) []string // values that would have been right; nil for ids
}

// seeks are the values that s asks for and that an event has whatever the others select.
func (s *Selected) seeks() []sought {
	all := []sought{
		{store.Absent{Of: "stream", Value: s.Query.Stream.String()}, func(e *domain.Event) bool { return e.Stream == s.Query.Stream }, nil},
		{store.Absent{Of: "session", Value: string(s.Kept.session)}, (&Keeping{session: s.Kept.session}).keeps, nil},
		{store.Absent{Of: "kind", Value: string(s.Kept.kind)}, (&Keeping{kind: s.Kept.kind}).keeps,
			func(e *domain.Event) []string { return []string{string(e.Kind)} }},
		{store.Absent{Of: "source", Value: s.Kept.source}, (&Keeping{source: s.Kept.source}).keeps,
			func(e *domain.Event) []string { return []string{string(e.Source.Kind), e.Source.Channel} }},
	}
	return slices.DeleteFunc(all, func(v sought) bool { return v.Value == "" })
}

// absent returns what s asks for in vain, whatever else it selects. It reads the log
// until every value was met, so ask when nothing was found. Damaged events are passed over.
//
// Errors: those of the log.
func (s *Selected) absent(ctx context.Context, log eventlog.Log) ([]store.Absent, error) {
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
	absent := make([]store.Absent, len(left))
	for i := range left {
		absent[i] = left[i].Absent
		named := slices.Sorted(maps.Keys(there[absent[i].Of]))
		absent[i].There = named[:min(len(named), store.MostThere)]
	}
	return absent, nil
}

// collect notes what an event has of what is asked for.
func (v *sought) collect(e *domain.Event, into map[string]bool) {
	if v.others == nil {
		return
	}
	for _, value := range v.others(e) {
		if value != "" && !into[value] {
			into[strings.Clone(value)] = true // an event's text is part of a page of the log
		}
	}
}

// WarnOfUnmet says on the error stream which values sel asks for that no event of the log
// has: the output is events alone, and none would look like an answer to what was meant.
func WarnOfUnmet(a *app.App, log eventlog.Log, sel *Selected) error {
	absent, err := sel.absent(a.Ctx, log)
	WarnOfValues(a, absent)
	app.TellWarnings(a)
	return err
}
