package profile

import (
	"bytes"
	"slices"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/lane/fact"
)

// State is what the adoptions of a log come to.
type State struct {
	// Profile is the one in force: that of the last adoptions where they say the same, else the built-in one.
	Profile Profile
	// Last are the adoptions that no other replaces, of those that are heard, sorted by id; none where the
	// log adopted nothing.
	Last []Adoption
	// Why states why the built-in profile is in force although an adoption was heard; "" where none was, or
	// where one of them adopted it.
	Why Reason
	// Unheard are the adoptions that do not count because of the adopter, sorted by id.
	Unheard []Adoption
}

// Adoption is one event that adopts a profile.
type Adoption struct {
	Event   domain.EventID
	Profile Profile
	Trust   domain.Trust
	By      domain.EmitterID
	// Unreadable reports that this program cannot read what was adopted: it was erased, or is of a later
	// version.
	Unreadable bool
}

// Reason is the reason why no adopted profile is in force.
type Reason string

// The reasons.
const (
	ReasonContested  Reason = "contested"  // adoptions that do not know each other adopt different profiles
	ReasonUnreadable Reason = "unreadable" // this program cannot read the last adoption
	ReasonCycle      Reason = "cycle"      // each adoption is replaced by another one
)

// Enum lists the values.
func (Reason) Enum() []string {
	return []string{string(ReasonContested), string(ReasonUnreadable), string(ReasonCycle)}
}

// InForce returns what adoptions come to; facts that adopt nothing are left out. It depends on the set
// of the facts alone. An adoption is heard where it is trusted and none has a higher trust, or is live
// where it is recorded.
func InForce(facts []*fact.Fact) (s State) {
	all := distinct(facts)
	trusted := slices.DeleteFunc(slices.Clone(all), func(f *fact.Fact) bool { return !f.Trusted() })
	heard := fact.Highest(trusted)
	replaced := map[domain.EventID]bool{}
	for _, f := range heard {
		for _, id := range f.Causes {
			replaced[id] = true
		}
	}
	for _, f := range all {
		switch {
		case !slices.Contains(heard, f):
			s.Unheard = append(s.Unheard, adoptionOf(f))
		case !replaced[f.ID]:
			s.Last = append(s.Last, adoptionOf(f))
		}
	}
	s.decide(len(heard) > 0)
	return s
}

// decide sets the profile that the last adoptions put in force.
func (s *State) decide(heard bool) {
	for _, a := range s.Last {
		switch first := s.Last[0]; {
		case a.Unreadable:
			s.Why = ReasonUnreadable
			return
		case a.Profile.Digest() != first.Profile.Digest():
			s.Why = ReasonContested
			return
		}
	}
	switch {
	case len(s.Last) > 0:
		s.Profile = s.Last[0].Profile
	case heard:
		s.Why = ReasonCycle
	}
}

func adoptionOf(f *fact.Fact) Adoption {
	a := Adoption{Event: f.ID, Trust: f.Trust, By: f.Emitter, Unreadable: f.Erased || f.Newer || f.Foreign}
	if p := f.Payload.Profile; p != nil && !a.Unreadable {
		a.Profile, a.Unreadable = Profile{p}, len(Problems(p)) > 0
	}
	return a
}

// distinct are the adoptions among facts, each once, sorted by id and by what they say.
func distinct(facts []*fact.Fact) []*fact.Fact {
	out := slices.DeleteFunc(slices.Clone(facts), func(f *fact.Fact) bool {
		return f.Kind != domain.KindExpectsAdopted || f.Source != domain.SourceLive
	})
	form := func(f *fact.Fact) []byte { return fact.Append(nil, f) }
	slices.SortFunc(out, func(a, b *fact.Fact) int { return bytes.Compare(form(a), form(b)) })
	return slices.CompactFunc(out, func(a, b *fact.Fact) bool { return bytes.Equal(form(a), form(b)) })
}
