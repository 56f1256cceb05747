package lane

import (
	"slices"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/lane/fact"
	"github.com/clawable/claw/domain/lane/index"
)

// Explain is [Derive], with reasons also for the fields of an outcome whose facts Derive
// does not list under Because: it is called for one lane at a time, and lists everything.
func Explain(set index.Set, opts Options) Outcome {
	d := newDerivation(set, opts)
	d.derive()
	explainCounts(d)
	d.out.explainLists()
	return d.out
}

// explainCounts names what was counted and the last that was seen.
func explainCounts(d *derivation) {
	counted := d.facts.ids(d.where(func(_ int, f *fact.Fact) bool { return d.owns(f) }))
	for _, f := range slices.Concat(d.tools, d.unheard) {
		counted = append(counted, f.ID)
	}
	d.out.explained("counts", "1.live", counted)
	if newest := newestOf(d); newest != nil {
		d.out.explained("last_observed", "last_observed", []domain.EventID{newest.ID})
	}
	if d.out.Missing > 0 {
		d.out.explained("missing_causes", "2.missing", d.facts.ids(d.ord.Orphans()))
	}
	h := d.endingsOf(d.top)
	if d.out.Duplicates > 0 {
		d.out.explained("duplicates", "8.fingerprint", d.facts.ids(h.standing()))
	}
	if len(d.out.Data) > 0 {
		d.out.explained("data", "8.shared", d.facts.ids([]int{d.facts.least(h.standing())}))
	}
}

// explainLists names the events in the lists of an outcome.
func (o *Outcome) explainLists() {
	var evidence, contested, differs, history, doubts, outages []domain.EventID
	for _, x := range o.Evidence {
		evidence = append(evidence, x.Events...)
	}
	for _, x := range o.Contested {
		contested = append(contested, x.Events...)
	}
	for _, x := range o.Differs {
		differs = append(differs, x.Events...)
	}
	for _, x := range o.History {
		history = append(history, x.Events...)
	}
	for _, x := range o.Doubts {
		doubts = append(doubts, x.Events...)
	}
	for _, x := range o.Outages {
		outages = append(outages, x.Events...)
	}
	for _, list := range []struct {
		field string
		n     int
		rule  Rule
		ids   []domain.EventID
	}{
		{"evidence", len(o.Evidence), "6.speaks", evidence}, {"contested", len(o.Contested), RuleContested, contested},
		{"differs", len(o.Differs), RuleFingerprint, differs}, {"history", len(o.History), RuleAttempt, history},
		{"doubts", len(o.Doubts), "doubts", doubts}, {"outages", len(o.Outages), "7.covers", outages},
	} {
		if list.n > 0 {
			o.explained(list.field, list.rule, list.ids)
		}
	}
}

func (o *Outcome) explained(field string, rule Rule, ids []domain.EventID) {
	slices.SortFunc(ids, domain.EventID.Compare)
	o.Because[field] = Because{rule, slices.Compact(ids)}
}

// Because names what decided a derived field (rule 9): the sentence that fired, and events
// that are sufficient. Derived only from these events and the events on causal paths between
// them, the field has the same value.
type Because struct {
	Rule   Rule             `json:"rule"`
	Events []domain.EventID `json:"events,omitzero"` // sorted
}

// because notes why a field has its value: the facts that decided it, and those by which
// they are the lane's.
func (d *derivation) because(field string, rule Rule, some []int) {
	d.rests(field, rule, d.facts.at(some))
}

// rests is because of facts, which may be calls.
func (d *derivation) rests(field string, rule Rule, some []*fact.Fact) {
	d.out.Because[field] = Because{rule, idsOf(d.grounded(some))}
}

// also adds what another field rests on.
func (o *Outcome) also(field string, others ...string) {
	b := o.Because[field]
	for _, other := range others {
		b.Events = append(b.Events, o.Because[other].Events...)
	}
	o.Because[field] = Because{b.Rule, sortedIDs(b.Events)}
}

// at returns the facts at some places.
func (fs factList) at(some []int) []*fact.Fact {
	out := make([]*fact.Fact, len(some))
	for n, i := range some {
		out[n] = fs[i]
	}
	return out
}

// ids returns the ids of facts, sorted, each once.
func (fs factList) ids(some []int) []domain.EventID { return idsOf(fs.at(some)) }

func idsOf(some []*fact.Fact) []domain.EventID {
	out := make([]domain.EventID, len(some))
	for n, f := range some {
		out[n] = f.ID
	}
	return sortedIDs(out)
}

// sortedIDs sorts ids, in place, and keeps each once.
func sortedIDs(some []domain.EventID) []domain.EventID {
	slices.SortFunc(some, domain.EventID.Compare)
	return slices.Compact(some)
}
