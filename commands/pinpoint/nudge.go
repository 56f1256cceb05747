package tracking

import (
	"context"
	"slices"
	"time"

	"github.com/clawable/claw/commands/record"
	reporting "github.com/clawable/claw/commands/report"
	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/nextstep"
	"github.com/clawable/claw/reports"
	"github.com/clawable/claw/reports/nudge"
	"github.com/clawable/claw/reports/pinpoint"
)

// Wants is what a delivery requests from its receiver.
type Wants string

// What a delivery asks.
const (
	WantsAnswer   Wants = "answer"
	WantsNoChange Wants = "no_change" // the pinpoint is closed, and did not change since the last answer
	WantsNothing  Wants = "nothing"   // the cycle was answered
)

// Enum lists the values.
func (Wants) Enum() []string {
	return []string{string(WantsAnswer), string(WantsNoChange), string(WantsNothing)}
}

// Nudged is a delivery in the log.
type Nudged struct {
	record.Decided
	Nudge    nudge.Nudge // its state now
	Delivery nudge.Delivery
	Wants    Wants
	Item     *pinpoint.Item // that it asks about, nil for none
	Last     *nudge.Answer  // about that item, before; nil for none
}

// nudgeStream is the stream of a nudge.
func nudgeStream(id string) domain.StreamID {
	return domain.StreamID{Family: domain.FamilyNudge, ULID: domain.Derive(time.Time{}, "nudge", id)}
}

// Nudge is a nudge by its id.
//
// Errors: kind not_found for one that was not delivered.
func (s *State) Nudge(id string) (*nudge.Nudge, error) {
	for i := range s.Nudges {
		if s.Nudges[i].Nudge == id {
			return &s.Nudges[i], nil
		}
	}
	return nil, &domain.Error{Kind: domain.ErrNotFound, Operation: "find nudge", Target: id, Message: "no nudge of this id was delivered here", Next: domain.Step{Code: nextstep.ListKnown, Near: "", List: domain.ListNudges}}
}

// events are the events of a cycle, which whoever reads the log has read.
func events(c *nudge.Cycle) (ids []domain.EventID) {
	if c == nil {
		return nil
	}
	for i := range c.Deliveries {
		ids = append(ids, c.Deliveries[i].Event)
	}
	for i := range c.Answers {
		ids = append(ids, c.Answers[i].Event)
	}
	return record.SortedIDs(ids)
}

// Send records a delivery, or what prevented it. The fold determines its class, whatever p states.
//
// Errors: kind usage for a nudge without an id; those of the log.
func (t *Tracker) Send(ctx context.Context, p *domain.NudgeDelivered) (Nudged, error) {
	if p.Nudge == "" {
		return Nudged{}, domain.Usage("send nudge", "id", "a nudge has an id, which its repeats have too")
	}
	id := domain.EventID(t.Op.NewID())
	decided, err := t.Op.DecideAs(ctx, nudgeStream(p.Nudge), domain.Subject{}, func([]domain.Event) (domain.EventID, domain.Payload, []domain.EventID, error) {
		s, err := t.Load(ctx)
		if err != nil {
			return id, nil, nil, err
		}
		var c *nudge.Cycle
		if n, err := s.Nudge(p.Nudge); err == nil {
			c = n.Cycle(p.Cycle)
		}
		p.Class, p.Original = domain.NudgeNew, ""
		causes := events(c)
		if c != nil {
			p.Class, _ = c.ClassOf(t.Op.Now(), id, causes)
		}
		if p.Class != domain.NudgeNew {
			p.Original = p.Nudge
		}
		return id, p, causes, nil
	})
	if err != nil {
		return Nudged{}, err
	}
	return t.nudged(ctx, decided, p)
}

// nudged is a delivery as the log has it now.
func (t *Tracker) nudged(ctx context.Context, decided record.Decided, p *domain.NudgeDelivered) (Nudged, error) {
	s, err := t.Load(ctx)
	if err != nil {
		return Nudged{}, err
	}
	n, err := s.Nudge(p.Nudge)
	if err != nil {
		return Nudged{}, err
	}
	d := Nudged{Decided: decided, Nudge: *n, Wants: WantsAnswer, Item: s.Of(n.Pinpoint)}
	for _, one := range n.Cycle(p.Cycle).Deliveries {
		if one.Event == decided.Event {
			d.Delivery = one
		}
	}
	d.Last = s.lastAnswer(d.Item)
	switch {
	case d.Delivery.Class == domain.NudgeStaleDuplicate:
		d.Wants = WantsNothing
	case unchanged(d.Item, d.Last):
		d.Wants = WantsNoChange
	}
	return d, nil
}

// lastAnswer is the last answer about an item, nil for none.
func (s *State) lastAnswer(item *pinpoint.Item) *nudge.Answer {
	if item == nil {
		return nil
	}
	return nudge.LastAnswer(s.Nudges, func(id domain.StreamID) bool { return s.Of(id) == item })
}

// unchanged reports whether an item is closed, and is in the same state as at an answer.
func unchanged(item *pinpoint.Item, last *nudge.Answer) bool {
	return item != nil && last != nil && item.Closed() && last.State == item.Fingerprint()
}

// Answered is an acknowledgment in the log.
type Answered struct {
	record.Decided
	Nudge      nudge.Nudge // its state now
	Answer     nudge.Answer
	Item       *pinpoint.Item        // that it is about, nil for none
	Unchanged  record.Decided        // the report.unchanged of no_change
	Meaningful domain.LastMeaningful // about the item, of no_change
	Cycle      string
	Already    bool // the cycle was answered before, and nothing was recorded
}

// Acknowledge answers a nudge in a cycle, the last one for "". Where the pinpoint that it asks about
// is closed, and is in the same state as at the last answer, the answer is no_change, and nothing
// else is recorded but that. A cycle that was answered is answered with that event, unless report is
// a report that it does not name.
//
// Errors: kind not_found for a nudge or a cycle that was not delivered; those of the log.
func (t *Tracker) Acknowledge(ctx context.Context, id, cycle string, by domain.Actor, report domain.EventID) (Answered, error) {
	s, err := t.Load(ctx)
	if err != nil {
		return Answered{}, err
	}
	n, err := s.Nudge(id)
	if err != nil {
		return Answered{}, err
	}
	c := n.Last()
	if cycle != "" {
		if c = n.Cycle(cycle); c == nil {
			return Answered{}, &domain.Error{Kind: domain.ErrNotFound, Operation: "find nudge", Target: id + " in cycle " + cycle, Message: "the nudge was not delivered in this cycle",
				Next: domain.Step{Code: nextstep.ListKnown, Near: "", List: domain.ListNudges}}
		}
	}
	item := s.Of(n.Pinpoint)
	for i := range c.Answers {
		if a := &c.Answers[i]; report.IsZero() || a.Report == report {
			return Answered{Decided: record.Decided{Event: a.Event}, Nudge: *n, Answer: *a, Item: item, Cycle: c.Cycle, Already: true}, nil
		}
	}
	p := &domain.NudgeAcknowledged{Nudge: id, Cycle: c.Cycle, By: by, Report: report, Answer: domain.NudgeAnswerSeen}
	if !report.IsZero() {
		p.Answer = domain.NudgeAnswerReport
	}
	answer := Answered{Item: item, Cycle: c.Cycle}
	if item != nil {
		p.Pinpoint, p.State = item.Pinpoint, item.Fingerprint()
		if report.IsZero() && unchanged(item, s.lastAnswer(item)) {
			p.Answer = domain.NudgeAnswerNoChange
			if answer.Unchanged, answer.Meaningful, err = t.noChange(ctx, s, item, p); err != nil {
				return Answered{}, err
			}
			p.Report = answer.Unchanged.Event
		}
	}
	answer.Decided, err = t.Op.Decide(ctx, nudgeStream(id), domain.Subject{}, func([]domain.Event) (domain.Payload, []domain.EventID, error) {
		return p, events(c), nil
	})
	if err != nil {
		return Answered{}, err
	}
	return answer, t.answered(ctx, &answer, c.Cycle, id)
}

// noChange records that a nudge was looked at and nothing changed.
func (t *Tracker) noChange(ctx context.Context, s *State, item *pinpoint.Item, p *domain.NudgeAcknowledged) (record.Decided, domain.LastMeaningful, error) {
	in := &reporting.Reports{Log: t.Log, Op: t.Op}
	last, err := reporting.LastMeaningful(ctx, in, func(_ *reports.Filing, v *reports.Version) bool {
		return slices.ContainsFunc(v.Named(), func(key string) bool { return s.named(key) == item })
	})
	if err != nil {
		return record.Decided{}, last, err
	}
	decided, err := in.Unchanged(ctx, reporting.Checked{Nudge: p.Nudge, Cycle: p.Cycle, Surfaces: []string{p.Pinpoint.String()}, Pinpoint: p.Pinpoint, Meaningful: last})
	return decided, last, err
}

// answered reads the nudge and the answer as the log has them now.
func (t *Tracker) answered(ctx context.Context, to *Answered, cycle, id string) error {
	s, err := t.Load(ctx)
	if err != nil {
		return err
	}
	n, err := s.Nudge(id)
	if err != nil {
		return err
	}
	to.Nudge = *n
	for _, a := range n.Cycle(cycle).Answers {
		if a.Event == to.Event {
			to.Answer = a
		}
	}
	return nil
}
