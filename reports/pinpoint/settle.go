package pinpoint

import (
	"cmp"
	"slices"

	"github.com/clawable/claw/domain"
)

// settle computes the state, the rank and the readiness of an item from the words about it.
func (i *Item) settle() {
	i.Names, i.Nudges, i.Reports = firsts(i.Names), firsts(i.Nudges), firsts(i.Reports)
	slices.SortFunc(i.states, earlier)
	if fact := last(i.states); fact != nil {
		i.State, i.SupersededBy, i.StateNote = stateOf(fact)
		i.StateSince, i.StateEvent = fact.At, fact.Event
	}
	i.contest()
	slices.SortFunc(i.ranks, earlier)
	i.rank()
	i.proved()
	slices.SortFunc(i.Evidence, func(a, b Evidence) int {
		return cmp.Or(a.AddedAt.Compare(b.AddedAt), a.Events[0].Compare(b.Events[0]))
	})
	slices.SortFunc(i.Handoffs, func(a, b Handoff) int { return cmp.Or(a.At.Compare(b.At), a.Event.Compare(b.Event)) })
	for n := range i.Handoffs {
		if lane := i.Handoffs[n].Lane; lane != "" {
			i.Lanes = append(i.Lanes, lane)
		}
	}
	i.Lanes = firsts(i.Lanes)
	i.Readiness, i.weight = i.readiness(), i.weigh()
	if !i.Closed() {
		return
	}
	for n := range i.Filings {
		if n > 0 && i.Filings[n].FiledAt.Compare(i.StateSince) > 0 {
			i.Recurred++
		}
	}
}

// stateOf returns what a statement says about the state: a change, or a link of the item's
// successor.
func stateOf(f *Fact) (state domain.PinpointState, by domain.StreamID, note string) {
	if p, ok := f.Payload.(*domain.PinpointStateChanged); ok {
		return p.State, p.SupersededBy, p.Note.Preview()
	}
	return domain.PinpointStateSuperseded, f.Stream, f.Payload.(*domain.PinpointLinked).Note.Preview()
}

// contest lists concurrent statements that differ.
func (i *Item) contest() {
	standing := heads(i.states)
	for _, f := range standing {
		if state, by, _ := stateOf(f); state != i.State || by != i.SupersededBy {
			for _, f := range standing {
				i.Contested = append(i.Contested, f.Event)
			}
			return
		}
	}
}

// The ranks, from the most urgent.
var (
	priorities = []domain.Priority{domain.PriorityP0, domain.PriorityP1, domain.PriorityP2, domain.PriorityP3}
	severities = []domain.Severity{domain.SeverityCritical, domain.SeverityHigh, domain.SeverityMedium, domain.SeverityLow}
)

// place is the place of a value in a list, behind all for one that is not in it.
func place[T comparable](of []T, one T) int {
	if i := slices.Index(of, one); i >= 0 {
		return i
	}
	return len(of)
}

// ranked applies what a filing states about the rank. Of several filings the most urgent rank
// counts: a claw that saw less harm does not hide what another saw.
func (i *Item) ranked(one *filing) {
	p := &one.said.Ranking
	if place(priorities, p.Priority) < place(priorities, i.Priority) {
		i.Priority, i.RankedBy = p.Priority, one.fact.Event
	}
	if place(severities, p.Severity) < place(severities, i.Severity) {
		i.Severity = p.Severity
	}
	i.Harm = cmp.Or(i.Harm, p.Harm)
	i.Reasons = append(i.Reasons, p.Reasons...)
}

// rank applies the later words: of each member the last that states it.
func (i *Item) rank() {
	said := func(states func(*domain.PinpointPrioritized) bool) (*domain.PinpointPrioritized, *Fact) {
		words := slices.DeleteFunc(slices.Clone(i.ranks), func(f *Fact) bool { return !states(f.Payload.(*domain.PinpointPrioritized)) })
		f := last(words)
		if f == nil {
			return nil, nil
		}
		return f.Payload.(*domain.PinpointPrioritized), f
	}
	i.Reasons = firsts(i.Reasons)
	if len(i.ranks) == 0 {
		return
	}
	if p, f := said(func(p *domain.PinpointPrioritized) bool { return p.Priority != "" }); p != nil {
		i.Priority, i.RankedBy = p.Priority, f.Event
	}
	if p, _ := said(func(p *domain.PinpointPrioritized) bool { return p.Severity != "" }); p != nil {
		i.Severity = p.Severity
	}
	if p, _ := said(func(p *domain.PinpointPrioritized) bool { return p.Harm != "" }); p != nil {
		i.Harm = p.Harm
	}
	if p, _ := said(func(p *domain.PinpointPrioritized) bool { return len(p.Reasons) > 0 }); p != nil {
		i.Reasons = p.Reasons
	}
}

// MostPreview is how many bytes of a preview an item shows.
const MostPreview = 280

// proof distinguishes one piece of evidence from another: its role and its reference, without a
// preview.
type proof struct {
	role domain.EvidenceRole
	ref  domain.EvidenceRef
}

// prove adds a piece of evidence. The same reference in the same role is one piece.
func (i *Item) prove(f *Fact, r *room) {
	p := f.Payload.(*domain.PinpointEvidenceAttached)
	one := proof{p.Role, p.Ref}
	one.ref.Preview = domain.Text{}
	if n := i.placeOf(one); n >= 0 {
		e := &i.Evidence[n]
		e.Events, e.By = append(e.Events, f.Event), append(e.By, f.By)
		if f.At.Compare(e.AddedAt) < 0 {
			e.AddedAt = f.At
		}
		return
	}
	if i.proven != nil {
		i.proven[one] = len(i.Evidence)
	}
	one.ref.Preview = Bounded(p.Ref.Preview)
	i.Evidence = append(i.Evidence, Evidence{Role: p.Role, Ref: one.ref, Events: r.event(f.Event), By: r.emitter(f.By), AddedAt: f.At})
}

// placeOf is the place of a piece of evidence in those of the item, -1 for none.
func (i *Item) placeOf(one proof) int {
	if i.proven == nil && len(i.Evidence) <= fewest {
		for n := range i.Evidence {
			if i.Evidence[n].proof() == one {
				return n
			}
		}
		return -1
	}
	if i.proven == nil {
		i.proven = make(map[proof]int, cap(i.Evidence))
		for n := range i.Evidence {
			i.proven[i.Evidence[n].proof()] = n
		}
	}
	if n, there := i.proven[one]; there {
		return n
	}
	return -1
}

func (e *Evidence) proof() proof {
	one := proof{e.Role, e.Ref}
	one.ref.Preview = domain.Text{}
	return one
}

// proved orders what shows each piece of evidence.
func (i *Item) proved() {
	for n := range i.Evidence {
		e := &i.Evidence[n]
		e.Events, e.By = sorted(e.Events, domain.EventID.Compare), sorted(e.By, cmp.Compare)
	}
	i.proven = nil
}

// Bounded cuts a preview to [MostPreview] bytes, between characters.
func Bounded(t domain.Text) domain.Text {
	s := t.Preview()
	if len(s) <= MostPreview {
		return domain.TextOf(s)
	}
	end := MostPreview - len("…")
	for end > 0 && s[end]&0xc0 == 0x80 {
		end--
	}
	return domain.TextOf(s[:end] + "…")
}

func (i *Item) hand(f *Fact) {
	p := f.Payload.(*domain.PinpointHandedOff)
	h := Handoff{Event: f.Event, At: f.At, By: f.By, Readiness: p.Readiness, Objective: p.Objective.Preview(), Scope: p.Scope, Evidence: p.Evidence, Priority: p.Priority,
		Lane: p.Lane, Worktree: p.Worktree, PRNumber: p.PRNumber}
	for _, v := range p.Verification {
		h.Verification = append(h.Verification, v.Preview())
	}
	i.Handoffs = append(i.Handoffs, h)
}

// readiness returns what the last hand-off states; without one, what rank and evidence imply.
func (i *Item) readiness() domain.Readiness {
	if n := len(i.Handoffs); n > 0 {
		return i.Handoffs[n-1].Readiness
	}
	return i.Ready()
}

// Ready returns what an item needs before it can be fixed, by its rank and its evidence.
func (i *Item) Ready() domain.Readiness {
	switch {
	case i.Priority == "":
		return domain.NeedsTriage
	case !slices.ContainsFunc(i.Evidence, func(e Evidence) bool { return e.Role == domain.EvidenceRepro }):
		return domain.NeedsRepro
	}
	return domain.ReadyToImplement
}
