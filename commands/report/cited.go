package reporting

import (
	"context"
	"errors"
	"slices"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/eventlog"
	"github.com/clawable/claw/reports"
)

// CheckCited holds the statements of a document to the events that they cite: each has to be in the
// log, that of an observed fact has to be of medium trust at least, that of a flake has to show a
// failure, and that of a claim or a pinpoint must not be labelled with a greater class than it has. An erased event counts, because its envelope does.
//
// Errors: kind not_found for an event that the log does not hold; kind policy for one that does not
// carry what is claimed; those of the log.
func (r *Reports) CheckCited(ctx context.Context, d *reports.Document) error {
	for _, c := range d.Cited() {
		e, err := r.Log.Get(ctx, c.Event)
		if errors.Is(err, eventlog.ErrNotFound) {
			return &domain.Error{Kind: domain.ErrNotFound, Operation: "check report", Target: c.Member, Message: "cites event " + c.Event.String() + ", which is not in the log",
				Detail: map[string]any{"member": c.Member, "event": c.Event.String()}, Hint: "an event has to be in this log to be cited"}
		}
		if err != nil {
			return err
		}
		if why, hint := refuted(&e, c); why != "" {
			return &domain.Error{Kind: domain.ErrPolicy, Operation: "check report", Target: c.Member, Message: "cites event " + c.Event.String() + ", which " + why,
				Detail: map[string]any{"member": c.Member, "event": c.Event.String(), "kind": string(e.Kind), "trust": string(e.Source.Trust)},
				Hint:   hint}
		}
	}
	return nil
}

// ErasedCited lists the events that the statements of a document cite and whose data are erased, in the order of their
// first citation. Their envelopes are in the log, and nobody can read any more what they showed.
//
// Errors: those of the log, but for an event that it does not hold.
func ErasedCited(ctx context.Context, r *Reports, d *reports.Document) (ids []domain.EventID, err error) {
	for _, c := range d.Cited() {
		e, err := r.Log.Get(ctx, c.Event)
		if err != nil && !errors.Is(err, eventlog.ErrNotFound) {
			return nil, err
		}
		if err == nil && e.Erased && !slices.Contains(ids, c.Event) {
			ids = append(ids, c.Event)
		}
	}
	return ids, nil
}

// refuted returns why an event does not support what cites it, and what to do; "" where it does.
func refuted(e *domain.Event, c reports.Cited) (why, hint string) {
	switch {
	case c.Fact && e.Source.Trust.Rank() < domain.TrustMedium.Rank():
		return "is of trust " + string(e.Source.Trust) + " and makes no fact", "cite an event that shows it, or make it an inference or a hypothesis"
	case c.Red && e.Kind != domain.KindTestFailed && e.Kind != domain.KindLaneRed && e.Kind != domain.KindTestHung:
		return "is of kind " + string(e.Kind) + " and does not show that something failed on the base", "cite the test.failed, test.hung or lane.red of the base"
	case c.Class != "" && e.MostSensitive() != "" && e.MostSensitive().Rank() > c.Class.Rank():
		class := string(e.MostSensitive())
		return "is labelled " + class + ", and " + c.Member + " is not", c.Member + " has to have sensitivity " + class + ", so that a view withholds it where it withholds the event"
	}
	return "", ""
}

// LabelCited gives each claim and each pinpoint the greatest class of the events that it cites, unless it
// states a greater one. An event that the log does not hold is left to [Reports.CheckCited].
//
// Errors: those of the log.
func LabelCited(ctx context.Context, r *Reports, claims map[string]reports.Claim, pinpoints ...map[string]reports.Pinpoint) error {
	for name, c := range claims {
		if err := label(ctx, r, &c.Labelled, c.Evidence); err != nil {
			return err
		}
		claims[name] = c
	}
	for _, some := range pinpoints {
		for name, p := range some {
			if err := label(ctx, r, &p.Labelled, p.Evidence); err != nil {
				return err
			}
			some[name] = p
		}
	}
	return nil
}

// label gives what cites events the greatest class of them.
func label(ctx context.Context, r *Reports, l *reports.Labelled, cited []domain.EventID) error {
	for _, id := range cited {
		e, err := r.Log.Get(ctx, id)
		if errors.Is(err, eventlog.ErrNotFound) {
			continue
		}
		if err != nil {
			return err
		}
		if class := e.MostSensitive(); class != "" && class.Rank() > l.Class().Rank() {
			l.Sensitivity = class
		}
	}
	return nil
}

// CheckPromoted holds the claims that d promotes to the reports that they come from.
//
// Errors: kind not_found for a report that is not filed here, or whose document is gone; those of
// [reports.CheckPromotions] and of the log.
func (r *Reports) CheckPromoted(ctx context.Context, d *reports.Document) error {
	from := reports.Promoted(d)
	if len(from) == 0 {
		return nil
	}
	all, err := r.All(ctx)
	for i := 0; err == nil && i < len(from); i++ {
		v := versionOf(all, from[i])
		if v == nil {
			return &domain.Error{Kind: domain.ErrNotFound, Operation: "check report", Target: from[i].String(), Message: "a claim is promoted from this content, which is not filed here",
				Hint: "promoted_from.report_hash is the content hash of a filed version of a report"}
		}
		var old *reports.Document
		if old, err = v.Proven(from[i].String()); err == nil {
			err = reports.CheckPromotions(d, &reports.Previous{Hash: v.Hash, Document: old})
		}
	}
	return err
}

// versionOf is the version that has a content, nil for none.
func versionOf(all []reports.Filing, hash domain.Digest) *reports.Version {
	for i := range all {
		for n := range all[i].Versions {
			if v := &all[i].Versions[n]; v.Hash == hash {
				return v
			}
		}
	}
	return nil
}
