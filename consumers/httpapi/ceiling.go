package httpapi

import (
	"context"
	"slices"
	"sync"

	"github.com/cockroachdb/errors"

	reporting "github.com/clawable/claw/commands/report"
	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/eventlog"
)

// labels is the greatest class of sensitivity that an event of the log carries, by its labels and by the
// classes that a report states. Events without a class count as internal. Documents are made from events: for a caller below the greatest class, no document
// can be distinguished from one that contains something of that class. Safe for concurrent use.
type labels struct {
	mu    sync.Mutex
	after domain.Position
	most  domain.Sensitivity
	by    domain.EventID // the first event that carries it
}

// read reads the labels of the events that are new, up to a position at least.
func (l *labels) read(ctx context.Context, log Log, until domain.Position) (domain.Sensitivity, domain.EventID, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.most != "" && l.after.Number() >= until.Number() {
		return l.most, l.by, nil
	}
	if l.most == "" {
		l.most = domain.SensitivityInternal
	}
	for e, err := range log.Read(ctx, eventlog.Query{After: l.after, EnvelopeOnly: true}) {
		if err != nil {
			return "", l.by, errors.Wrap(err, "read the labels of events")
		}
		if reporting.StatesClasses(e.Kind) {
			if e, err = log.Get(ctx, e.ID); err != nil {
				return "", l.by, errors.Wrap(err, "read the classes of a report")
			}
		}
		l.after = e.Position
		if class := reporting.ClassOf(&e); class != "" && class.Rank() > l.most.Rank() {
			l.most, l.by = class, e.ID
		}
	}
	return l.most, l.by, nil
}

// What holds nothing of the log is read by any token.
var public = []string{"schema list", "schema show", "schema fields"}

// readable reports why the caller may not read what a verb prints: nil where it may. It is called
// before the answer is made, and afterwards for events that arrived in the meantime.
//
// Errors: kind policy, which names the verb; those of the log.
func (a *API) readable(ctx context.Context, verb string) error {
	by := callerOf(ctx)
	if by == nil || by.Ceiling == domain.SensitivitySecret || slices.Contains(public, verb) {
		return nil
	}
	why := func(message, hint string) error {
		return &domain.Error{Kind: domain.ErrPolicy, Operation: "read with the token " + by.Name, Target: verb, Message: message, Hint: hint}
	}
	switch {
	case verb == "report view": // rendered for the token
		return nil
	case by.Ceiling == domain.SensitivityPublic:
		return why("the token reads what is public, and what the log holds is internal where it carries no other label", "read a view of a report, or ask for a token that reads what is internal")
	case verb == "report show":
		return why("a whole report is not reduced to what is "+string(by.Ceiling), "read its view: /v1/reports/{report}/view")
	}
	head, err := a.heads.now(ctx)
	if err != nil {
		return err
	}
	most, event, err := a.labels.read(ctx, a.Log, head.Position)
	if err != nil || most.Rank() <= by.Ceiling.Rank() {
		return err
	}
	return why("the log holds what is labelled "+string(most)+", such as event "+event.String()+", and this answer is not reduced to what is "+string(by.Ceiling),
		"read a view of a report, or ask for a token that reads what is "+string(most))
}

// rendered bounds the question for a view by the token: its audience, and its ceiling.
//
// Errors: kind policy for another audience, and for a greater ceiling.
func rendered(ctx context.Context, in *viewParams) error {
	by := callerOf(ctx)
	if by == nil {
		return nil
	}
	refuse := func(param, value, most string) error {
		return &domain.Error{Kind: domain.ErrPolicy, Operation: "read with the token " + by.Name, Target: param + "=" + value,
			Message: "the token reads views for " + most, Hint: "leave the parameter out"}
	}
	if in.Audience != "" && string(in.Audience) != by.Audience {
		return refuse("audience", string(in.Audience), by.Audience)
	}
	most := by.Ceiling
	if most == domain.SensitivitySecret { // which no view shows
		most = domain.SensitivityOperatorOnly
	}
	if asked := domain.Sensitivity(in.Ceiling); asked != "" && asked.Rank() > most.Rank() {
		return refuse("max_sensitivity", string(asked), string(most)+" at most")
	}
	in.Audience = audience(by.Audience)
	if in.Ceiling == "" {
		in.Ceiling = ceiling(most)
	}
	return nil
}
