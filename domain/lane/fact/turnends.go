package fact

import (
	"cmp"
	"slices"

	"github.com/clawable/claw/domain"
)

// speaker identifies the numbering of the turns of a session: trusted and untrusted facts
// are numbered separately.
type speaker struct {
	session domain.SessionID
	emitter domain.EmitterID
	trusted bool
}

func speakerOf(f *Fact) speaker { return speaker{f.Session, f.Emitter, f.Trusted()} }

// NameEnds gives each end that names no turn the name of the turn that its emitter started
// last before it. One of an emitter that started none, or several of which none is known to
// be the last, stays without a name. The facts given are not changed: what gets a name is
// replaced in the list. It returns the starts by which each such end has a name or none.
func NameEnds(facts []*Fact) map[*Fact][]*Fact {
	var starts map[speaker][]*Fact
	by := map[*Fact][]*Fact{}
	for i, f := range facts {
		if f.Turn != "" || f.Session == "" || f.Seq == 0 || !EndsTurn(f.Kind) {
			continue
		}
		if starts == nil {
			starts = startsOf(facts)
		}
		name, those := lastBefore(starts[speakerOf(f)], f)
		if name != "" {
			named := *f
			named.Turn = name
			facts[i] = &named
		}
		by[f], by[facts[i]] = those, those
	}
	return by
}

// startsOf returns the starts of turns that have a number, by speaker, in their order.
func startsOf(facts []*Fact) map[speaker][]*Fact {
	starts := map[speaker][]*Fact{}
	for _, f := range facts {
		if f.Kind == domain.KindTurnStarted && f.Session != "" && f.Seq != 0 {
			starts[speakerOf(f)] = append(starts[speakerOf(f)], f)
		}
	}
	for _, own := range starts {
		slices.SortFunc(own, compareNumbers)
	}
	return starts
}

func compareNumbers(f *Fact, o *Fact) int {
	return cmp.Or(f.Epoch.Compare(o.Epoch), cmp.Compare(f.Seq, o.Seq))
}

// lastBefore returns the name of the last turn that began before an end, by numbers of the
// end's own kind, "" for none; and the starts that say so.
func lastBefore(starts []*Fact, end *Fact) (domain.TurnID, []*Fact) {
	n, _ := slices.BinarySearchFunc(starts, end, compareNumbers)
	switch {
	case n == 0:
		return "", nil
	case starts[n-1].SeqKind != end.SeqKind:
		return "", starts[n-1 : n]
	}
	last := starts[n-1]
	if n > 1 && starts[n-2].Turn != last.Turn && compareNumbers(starts[n-2], last) == 0 {
		return "", starts[n-2 : n]
	}
	return last.Turn, starts[n-1 : n]
}

// EndsTurn reports whether an event of a kind says how its turn ended.
func EndsTurn(kind domain.Kind) bool {
	return IsTurn(kind) && kind != domain.KindTurnStarted && kind != domain.KindTurnAnswered
}
