package lane

import (
	"slices"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/lane/fact"
	"github.com/clawable/claw/domain/lane/index"
)

// Explain is [Derive], with reasons also for what an outcome tells without naming
// under Because who said it: it is asked for one lane at a time, and lists everything.
func Explain(set index.Set, opts Options) Outcome {
	d := newDerivation(set, opts)
	d.derive()
	d.explainCounts()
	d.explainLists()
	return d.out
}

// explainCounts names what was counted and the last that was seen.
func (d *derivation) explainCounts() {
	counted := d.ids(d.where(func(_ int, f *fact.Fact) bool { return d.owns(f) }))
	for _, f := range slices.Concat(d.tools, d.unheard) {
		counted = append(counted, f.ID)
	}
	d.explained("counts", "1.live", counted)
	if newest := d.newest(); newest != nil {
		d.explained("last_observed", "last_observed", []domain.EventID{newest.ID})
	}
	if d.out.Missing > 0 {
		d.explained("missing_causes", "2.missing", d.ids(d.ord.Orphans()))
	}
	h := d.endingsOf(d.top)
	if d.out.Duplicates > 0 {
		d.explained("duplicates", "8.fingerprint", d.ids(h.standing()))
	}
	if len(d.out.Data) > 0 {
		d.explained("data", "8.shared", d.ids([]int{d.least(h.standing())}))
	}
}

// explainLists names what stands in the lists of an outcome.
func (d *derivation) explainLists() {
	var evidence, contested, differs, history, doubts, outages []domain.EventID
	for _, x := range d.out.Evidence {
		evidence = append(evidence, x.Events...)
	}
	for _, x := range d.out.Contested {
		contested = append(contested, x.Events...)
	}
	for _, x := range d.out.Differs {
		differs = append(differs, x.Events...)
	}
	for _, x := range d.out.History {
		history = append(history, x.Events...)
	}
	for _, x := range d.out.Doubts {
		doubts = append(doubts, x.Events...)
	}
	for _, x := range d.out.Outages {
		outages = append(outages, x.Events...)
	}
	for _, list := range []struct {
		field string
		n     int
		rule  Rule
		ids   []domain.EventID
	}{
		{"evidence", len(d.out.Evidence), "6.speaks", evidence}, {"contested", len(d.out.Contested), RuleContested, contested},
		{"differs", len(d.out.Differs), RuleFingerprint, differs}, {"history", len(d.out.History), RuleAttempt, history},
		{"doubts", len(d.out.Doubts), "doubts", doubts}, {"outages", len(d.out.Outages), "7.covers", outages},
	} {
		if list.n > 0 {
			d.explained(list.field, list.rule, list.ids)
		}
	}
}

func (d *derivation) explained(field string, rule Rule, ids []domain.EventID) {
	slices.SortFunc(ids, domain.EventID.Compare)
	d.out.Because[field] = Because{rule, slices.Compact(ids)}
}

// Because names what decided a derived field (rule 9): the sentence that fired, and events
// that are enough. Derived from these events and what lies on causal paths between them
// alone, the field has the same value.
type Because struct {
	Rule   Rule             `json:"rule"`
	Events []domain.EventID `json:"events,omitzero"` // sorted
}

// because notes why a field has its value: the facts that decided it, and those by which
// they are the lane's.
func (d *derivation) because(field string, rule Rule, some []int) {
	d.rests(field, rule, d.at(some))
}

// rests is because of facts, which may be calls.
func (d *derivation) rests(field string, rule Rule, some []*fact.Fact) {
	d.out.Because[field] = Because{rule, idsOf(d.grounded(some))}
}

// also adds what another field rests on.
func (d *derivation) also(field string, others ...string) {
	b := d.out.Because[field]
	for _, other := range others {
		b.Events = append(b.Events, d.out.Because[other].Events...)
	}
	d.out.Because[field] = Because{b.Rule, sortedIDs(b.Events)}
}

// at returns the facts at some places.
func (d *derivation) at(some []int) []*fact.Fact {
	out := make([]*fact.Fact, len(some))
	for n, i := range some {
		out[n] = d.facts[i]
	}
	return out
}

// ids returns the ids of facts, sorted, each once.
func (d *derivation) ids(some []int) []domain.EventID { return idsOf(d.at(some)) }

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
