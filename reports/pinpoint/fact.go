package pinpoint

import (
	"cmp"
	"slices"

	"github.com/clawable/claw/domain"
)

// Fact is an event of the stream of a pinpoint. Payload is nil for an erased event, and for one that
// cannot be read.
type Fact struct {
	Event   domain.EventID
	Kind    domain.Kind
	Stream  domain.StreamID
	At      domain.Instant // observed
	By      domain.EmitterID
	Trust   domain.Trust
	Causes  []domain.EventID
	Erased  bool
	Payload domain.PinpointPayload // a pointer
}

// VoidReason says why an event does not count.
type VoidReason string

// The reasons.
const (
	VoidTrust     VoidReason = "low_trust"        // a decision of an actor who may not decide
	VoidUnread    VoidReason = "unreadable"       // erased, or of a form that is not known
	VoidFiled     VoidReason = "already_filed"    // a pinpoint is filed once
	VoidNothing   VoidReason = "nothing_filed"    // about a pinpoint whose filing is not here
	VoidSelf      VoidReason = "itself"           // a link of an item to itself
	VoidCycle     VoidReason = "lineage_cycle"    // it would make an item its own successor
	VoidDistinct  VoidReason = "distinct"         // it would unite items that a link states to be distinct
	VoidSuccessor VoidReason = "no_such_pinpoint" // superseded by what is not filed here
)

// Enum lists the values.
func (VoidReason) Enum() []string {
	return []string{string(VoidTrust), string(VoidUnread), string(VoidFiled), string(VoidNothing), string(VoidSelf), string(VoidCycle), string(VoidDistinct), string(VoidSuccessor)}
}

// Void is an event that does not count.
type Void struct {
	Event    domain.EventID  `json:"event"`
	Pinpoint domain.StreamID `json:"pinpoint"` // whose stream it is in
	Reason   VoidReason      `json:"void"`
}

// earlier orders facts by their time, and those of one time by their ids. A time that is not known
// is before all others.
func earlier(a, b *Fact) int {
	return cmp.Or(a.At.Compare(b.At), a.Event.Compare(b.Event))
}

func compareStreams(a, b domain.StreamID) int {
	return cmp.Or(cmp.Compare(a.Family, b.Family), a.ULID.Compare(b.ULID))
}

// ordered are the facts in their order, each once.
func ordered(facts []Fact) []*Fact {
	all := make([]*Fact, len(facts))
	for i := range facts {
		all[i] = &facts[i]
	}
	slices.SortFunc(all, earlier)
	return slices.CompactFunc(all, func(a, b *Fact) bool { return a.Event == b.Event })
}

// heads returns the facts that no other of them follows, in order: the current ones of several
// statements about one thing. A decision names the statements that it is based on as causes, so that
// a late clock has no effect.
func heads(words []*Fact) []*Fact {
	if len(words) < 2 {
		return words
	}
	followed := map[domain.EventID]bool{}
	for _, f := range words {
		for _, c := range f.Causes {
			if c != f.Event {
				followed[c] = true
			}
		}
	}
	standing := slices.DeleteFunc(slices.Clone(words), func(f *Fact) bool { return followed[f.Event] })
	if len(standing) == 0 { // causes that name each other: neither came first
		return words
	}
	return standing
}

// last returns the statement in force, nil for none.
func last(words []*Fact) *Fact {
	if standing := heads(words); len(standing) > 0 {
		return standing[len(standing)-1]
	}
	return nil
}
