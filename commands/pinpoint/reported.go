package tracking

import (
	"cmp"
	"context"
	"maps"
	"slices"

	reporting "github.com/clawable/claw/commands/report"
	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/reports"
	"github.com/clawable/claw/reports/pinpoint"
)

// Observed returns the pinpoints of a scope about which something was recorded in its window, by their
// ids; nil for a log that holds none at all. A scope that is not everything has those of its lanes.
func (s *State) Observed(o *reports.Observed) map[string]reports.Pinpoint {
	if len(s.All) == 0 {
		return nil
	}
	found := map[string]reports.Pinpoint{}
	for i := range s.All {
		item := &s.All[i]
		ofLane := func(l domain.LaneID) bool { _, ok := o.Lanes.Items[string(l)]; return ok }
		if !o.Window.Holds(item.UpdatedAt) || o.Scope != (reports.Scope{}) && !slices.ContainsFunc(lanesOf(item), ofLane) {
			continue
		}
		p := reports.Pinpoint{Title: item.Title, State: item.State, Priority: item.Priority, Severity: item.Severity, ObservedAt: item.UpdatedAt, Evidence: []domain.EventID{item.StateEvent}}
		if n := len(item.Lanes); n > 0 {
			p.Lane = item.Lanes[n-1]
		}
		for _, f := range item.Filings {
			if class := s.classes[f.Pinpoint]; class != "" && class.Rank() > p.Class().Rank() {
				p.Sensitivity = class
			}
			if f.Event != item.StateEvent {
				p.Evidence = append(p.Evidence, f.Event)
			}
		}
		found[item.Pinpoint.String()] = p
	}
	return found
}

// lanesOf are the lanes that an item was found in, and that it was handed to.
func lanesOf(item *pinpoint.Item) []domain.LaneID {
	lanes := slices.Clone(item.Lanes)
	for _, f := range item.Filings {
		if f.Lane != "" {
			lanes = append(lanes, f.Lane)
		}
	}
	return lanes
}

// named is the item that a key of exact_pinpoint names, by an id or by a name that it alone has; nil
// for none.
func (s *State) named(key string) (found *pinpoint.Item) {
	if id, err := domain.ParseStreamID(key); err == nil {
		return s.Of(id)
	}
	for i := range s.All {
		if slices.Contains(s.All[i].Names, domain.PinpointName(key)) {
			if found != nil {
				return nil
			}
			found = &s.All[i]
		}
	}
	return found
}

// until returns what the log recorded about pinpoints at a time, as far as is known now.
func (s *State) until(at domain.Instant) *State {
	later := func(f *pinpoint.Fact) bool { return f.At.Compare(at) > 0 }
	if !slices.ContainsFunc(s.facts, func(f pinpoint.Fact) bool { return later(&f) }) {
		return s
	}
	facts := slices.DeleteFunc(slices.Clone(s.facts), func(f pinpoint.Fact) bool { return later(&f) })
	return &State{Items: pinpoint.Fold(facts), Nudges: s.Nudges, facts: facts, at: s.at}
}

// Version is one version of a report: the id of the report, and when and by which event it was filed.
type Version struct {
	Report string
	At     domain.Instant
	Event  domain.EventID // zero for one that is not filed yet
}

// Reported says what a version of a report is for each pinpoint that it names: the first report of
// it, a closure where report and log agree that it is closed, or an update. What counts is what the log
// shows at the time of the version, never what the reporter states. all are the reports of the log.
func (s *State) Reported(all []reports.Filing, v Version, d *reports.Document) (of []domain.ReportedPinpoint) {
	then := s.until(v.At)
	for _, key := range slices.Sorted(maps.Keys(d.Pinpoints.Items)) {
		item := then.named(key)
		if item == nil || slices.ContainsFunc(of, func(r domain.ReportedPinpoint) bool { return r.Pinpoint == item.Pinpoint }) {
			continue
		}
		filing := domain.FilingUpdate
		switch state := d.Pinpoints.Items[key].State; {
		case item.Closed() && (state == domain.PinpointStateDone || state == domain.PinpointStateSuperseded):
			filing = domain.FilingClosure
		case then.before(all, v, item) == "":
			filing = domain.FilingFirst
		}
		of = append(of, domain.ReportedPinpoint{Pinpoint: item.Pinpoint, Filing: filing})
	}
	slices.SortFunc(of, func(a, b domain.ReportedPinpoint) int { return cmp.Compare(a.Pinpoint.String(), b.Pinpoint.String()) })
	return of
}

// before is another report that named an item earlier than a version, "" for none.
func (s *State) before(all []reports.Filing, v Version, item *pinpoint.Item) string {
	for i := range all {
		if all[i].Report == v.Report {
			continue // an amendment repeats what its report stated
		}
		for n := range all[i].Versions {
			w := &all[i].Versions[n]
			if order := w.FiledAt.Compare(v.At); order > 0 || order == 0 && !v.Event.IsZero() && w.Event.Compare(v.Event) > 0 {
				continue
			}
			if slices.ContainsFunc(w.Named(), func(key string) bool { return s.named(key) == item }) {
				return all[i].Report
			}
		}
	}
	return ""
}

// Reported says what a report is for the pinpoints that it names, as it would be filed now; report is
// its id, "" for a new one. declared is what the reporter says that it is, by the names that the report
// has for them.
//
// Errors: kind conflict where the log shows something else than declared says; kind not_found for a
// pinpoint that the report does not name; those of the log.
func (t *Tracker) Reported(ctx context.Context, report string, d *reports.Document, declared map[string]domain.ReportFiling) ([]domain.ReportedPinpoint, error) {
	if len(d.Pinpoints.Items) == 0 && len(declared) == 0 {
		return nil, nil
	}
	s, err := t.Load(ctx)
	if err != nil {
		return nil, err
	}
	all, err := cmp.Or(t.Reports, &reporting.Reports{Log: t.Log}).All(ctx)
	if err != nil {
		return nil, err
	}
	v := Version{Report: report, At: t.Op.Now()}
	of := s.Reported(all, v, d)
	for _, key := range slices.Sorted(maps.Keys(declared)) {
		if err := s.declared(all, v, of, key, declared[key]); err != nil {
			return nil, err
		}
	}
	return of, nil
}

// declared compares what a reporter states that a report is for a pinpoint with what the log shows.
func (s *State) declared(all []reports.Filing, v Version, of []domain.ReportedPinpoint, typed string, says domain.ReportFiling) error {
	item, err := s.Find(typed)
	if err != nil {
		return err
	}
	i := slices.IndexFunc(of, func(r domain.ReportedPinpoint) bool { return r.Pinpoint == item.Pinpoint })
	if i < 0 {
		return &domain.Error{Kind: domain.ErrNotFound, Operation: "file report", Target: typed, Message: "the report does not name this pinpoint", Hint: "name one of its exact_pinpoint"}
	}
	if of[i].Filing == says {
		return nil
	}
	e := &domain.Error{Kind: domain.ErrConflict, Operation: "file report", Target: typed, Message: "the report is no " + string(says) + " of this pinpoint, but a " + string(of[i].Filing),
		Detail: map[string]any{"filing": string(of[i].Filing)}, Hint: "leave the declaration out, and the log decides"}
	if earlier := s.before(all, v, item); earlier != "" {
		e.Message, e.Detail["reported_in"] = e.Message+": report "+earlier+" named it before", earlier
	}
	return e
}
