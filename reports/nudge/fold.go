package nudge

import (
	"cmp"
	"slices"

	"github.com/clawable/claw/domain"
)

// Fact is an event of the stream of a nudge. Payload is nil for one that cannot be read.
type Fact struct {
	Event   domain.EventID
	At      domain.Instant // observed
	By      domain.EmitterID
	Trust   domain.Trust
	Causes  []domain.EventID
	Payload domain.NudgePayload // a pointer
}

// Delivery is one try to deliver a nudge.
type Delivery struct {
	Event       domain.EventID      `json:"event"`
	DeliveredAt domain.Instant      `json:"delivered_at"` // as the sender says
	ObservedAt  domain.Instant      `json:"observed_at"`
	By          domain.EmitterID    `json:"by"`
	To          domain.Actor        `json:"to,omitzero"`
	Class       domain.NudgeClass   `json:"class"`
	Claimed     domain.NudgeClass   `json:"claimed,omitzero"`  // by the sender, where it is another
	Original    domain.EventID      `json:"original,omitzero"` // the first delivery of the cycle that may have arrived
	Outcome     domain.NudgeOutcome `json:"outcome"`
	Channel     string              `json:"channel,omitzero"`
	causes      []domain.EventID
}

// Arrived reports whether the delivery may have reached a recipient.
func (d *Delivery) Arrived() bool {
	return d.Outcome == domain.NudgeOutcomeDelivered || d.Outcome == domain.NudgeOutcomeTimedOutAfter
}

// Answer is an acknowledgment.
type Answer struct {
	Event    domain.EventID     `json:"event"`
	At       domain.Instant     `json:"at"`
	By       domain.EmitterID   `json:"by"`
	Answerer domain.Actor       `json:"answerer,omitzero"`
	Answer   domain.NudgeAnswer `json:"answer"`
	Report   domain.EventID     `json:"report,omitzero"` // report.filed or report.unchanged
	Pinpoint domain.StreamID    `json:"pinpoint,omitzero"`
	State    domain.Digest      `json:"state,omitzero"` // of the pinpoint
	causes   []domain.EventID
}

// Handling says what silence about a cycle means.
type Handling string

// The handlings.
const (
	HandlingWaits       Handling = "not_yet_handled"
	HandlingAnswered    Handling = "acknowledged"
	HandlingUndelivered Handling = "undelivered"
)

// Enum lists the values.
func (Handling) Enum() []string {
	return []string{string(HandlingWaits), string(HandlingAnswered), string(HandlingUndelivered)}
}

// Cycle is what became of a nudge in one reporting cycle.
type Cycle struct {
	Cycle      string     `json:"cycle"` // "" for a nudge without cycles
	Handling   Handling   `json:"handling"`
	Deliveries []Delivery `json:"deliveries"` // the first first
	Answers    []Answer   `json:"answers"`    // the first first
}

// Nudge is a reminder under its stable id.
type Nudge struct {
	Nudge    string          `json:"nudge"`
	Pinpoint domain.StreamID `json:"pinpoint,omitzero"` // of the last delivery that names one
	Cycles   []Cycle         `json:"cycles"`            // the first first
}

// Last is the cycle that began last.
func (n *Nudge) Last() *Cycle { return &n.Cycles[len(n.Cycles)-1] }

// Cycle is the cycle of a name, nil for none.
func (n *Nudge) Cycle(name string) *Cycle {
	i := slices.IndexFunc(n.Cycles, func(c Cycle) bool { return c.Cycle == name })
	if i < 0 {
		return nil
	}
	return &n.Cycles[i]
}

// Fold makes nudges of facts, in any order and with any repeats, the first delivered first. Facts of
// low trust count for nothing.
func Fold(facts []Fact) []Nudge {
	all := slices.Clone(facts)
	slices.SortFunc(all, func(a, b Fact) int { return before(a.At, b.At, a.Event, b.Event) })
	all = slices.CompactFunc(all, func(a, b Fact) bool { return a.Event == b.Event })
	var nudges []Nudge
	at, cycles := map[string]int{}, map[[2]string]int{}
	for i := range all {
		if all[i].Trust.Rank() < domain.TrustMedium.Rank() {
			continue
		}
		name, cycle := named(&all[i])
		if name == "" {
			continue
		}
		n, known := at[name]
		if !known {
			n = len(nudges)
			at[name] = n
			nudges = append(nudges, Nudge{Nudge: name, Cycles: []Cycle{}})
		}
		c, begun := cycles[[2]string{name, cycle}]
		if !begun {
			c = len(nudges[n].Cycles)
			cycles[[2]string{name, cycle}] = c
			nudges[n].Cycles = append(nudges[n].Cycles, Cycle{Cycle: cycle, Deliveries: []Delivery{}, Answers: []Answer{}})
		}
		nudges[n].add(&all[i], &nudges[n].Cycles[c])
	}
	for n := range nudges {
		for c := range nudges[n].Cycles {
			nudges[n].Cycles[c].classify()
		}
	}
	return nudges
}

func before(a, b domain.Instant, x, y domain.EventID) int {
	var order int
	switch {
	case a.Known() && b.Known():
		order = cmp.Compare(a.UnixNano(), b.UnixNano())
	case a.Known():
		order = 1
	case b.Known():
		order = -1
	}
	return cmp.Or(order, x.Compare(y))
}

func named(f *Fact) (nudge, cycle string) {
	switch p := f.Payload.(type) {
	case *domain.NudgeDelivered:
		return p.Nudge, p.Cycle
	case *domain.NudgeAcknowledged:
		return p.Nudge, p.Cycle
	}
	return "", ""
}

// add puts a fact to its cycle.
func (n *Nudge) add(f *Fact, c *Cycle) {
	switch p := f.Payload.(type) {
	case *domain.NudgeDelivered:
		if !p.Pinpoint.IsZero() {
			n.Pinpoint = p.Pinpoint
		}
		c.Deliveries = append(c.Deliveries, Delivery{Event: f.Event, DeliveredAt: p.DeliveredAt, ObservedAt: f.At, By: f.By, To: p.To, Claimed: p.Class,
			Outcome: cmp.Or(p.Outcome, domain.NudgeOutcomeDelivered), Channel: p.Channel, causes: f.Causes})
	case *domain.NudgeAcknowledged:
		c.Answers = append(c.Answers, Answer{Event: f.Event, At: f.At, By: f.By, Answerer: p.By, Answer: cmp.Or(p.Answer, domain.NudgeAnswerSeen),
			Report: p.Report, Pinpoint: p.Pinpoint, State: p.State, causes: f.Causes})
	}
}

// classify sets the class of each delivery, and what silence means for the cycle.
func (c *Cycle) classify() {
	arrived, o := false, newOrder(c)
	for i := range c.Deliveries {
		d := &c.Deliveries[i]
		d.Class, d.Original = o.class(o.at[d.Event])
		if d.Claimed == d.Class {
			d.Claimed = ""
		}
		arrived = arrived || d.Arrived()
	}
	switch {
	case len(c.Answers) > 0:
		c.Handling = HandlingAnswered
	case arrived:
		c.Handling = HandlingWaits
	default:
		c.Handling = HandlingUndelivered
	}
}

// ClassOf returns the class of a delivery that will be observed in the cycle at a time under a new id:
// a stale duplicate where the cycle was answered before, a retry where an earlier delivery may have
// arrived, and new otherwise. causes are the events that its sender had read.
func (c *Cycle) ClassOf(at domain.Instant, id domain.EventID, causes []domain.EventID) (class domain.NudgeClass, original domain.EventID) {
	o := newOrder(c, placed{event: id, at: at, causes: causes})
	return o.class(o.at[id])
}

// LastAnswer returns the last answer about one of some pinpoints that states the pinpoint's state; nil
// for none.
func LastAnswer(nudges []Nudge, about func(domain.StreamID) bool) (latest *Answer) {
	for n := range nudges {
		for c := range nudges[n].Cycles {
			for i := range nudges[n].Cycles[c].Answers {
				a := &nudges[n].Cycles[c].Answers[i]
				if a.State.IsZero() || !about(a.Pinpoint) {
					continue
				}
				if latest == nil || before(latest.At, a.At, latest.Event, a.Event) < 0 {
					latest = a
				}
			}
		}
	}
	return latest
}
