package values

import (
	"cmp"
	"slices"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/projections/statejson"
)

// Said is what one emitter said last about one field.
type Said struct {
	At      Time             `json:"at,omitzero"`
	Emitter domain.EmitterID `json:"emitter,omitzero"`
	Epoch   domain.Epoch     `json:"epoch,omitzero"`
	ID      domain.EventID   `json:"id"`
	// Imported reports that the event came by an import; only words of turns have it.
	Imported bool           `json:"imported,omitzero"`
	Seq      uint64         `json:"seq,omitzero,string"`
	Trust    int            `json:"trust"` // rank, see [domain.Trust.Rank]
	Unknown  domain.Unknown `json:"unknown,omitzero"`
	Value    string         `json:"value,omitzero"`
}

// Register is one field that several events may state. Of one emitter the word with the
// greatest (epoch, seq) is in force, whenever it arrives: its own order is causal. Between
// emitters only trust and the clock can decide, and no outcome depends on it: the highest
// trust, then the latest observed_at, then the greatest id. A value outranks every reason for
// not knowing. One entry an emitter, sorted by emitter.
type Register []Said

// Say is a value, or the reason for not knowing it, as the emitter of an event states it.
func Say(e *domain.Event, value string, why domain.Unknown) Said {
	return Said{At: TimeOf(e), Emitter: e.Emitter, Epoch: e.Epoch, ID: e.ID, Seq: e.Seq,
		Trust: e.Source.Trust.Rank(), Unknown: why, Value: value}
}

// Text is the value, "" for none and for an absent word.
func (s *Said) Text() string {
	if s == nil {
		return ""
	}
	return s.Value
}

// Trusted reports whether the word is of medium trust at least.
func (s Said) Trusted() bool { return s.Trust >= domain.TrustMedium.Rank() }

func (s *Said) known() int {
	if s.Value != "" {
		return 1
	}
	return 0
}

// compareTail decides where nothing else does, so that the order is total also
// over copies of one id with other content.
func compareTail(a, b *Said) int {
	return cmp.Or(cmp.Compare(a.At, b.At), a.ID.Compare(b.ID), cmp.Compare(a.Trust, b.Trust),
		cmp.Compare(a.Value, b.Value), cmp.Compare(a.Unknown, b.Unknown), compareBool(a.Imported, b.Imported))
}

// Compare orders words by their emitters, in the order of each, and then by all that they say.
func (s *Said) Compare(u *Said) int {
	return cmp.Or(cmp.Compare(s.Emitter, u.Emitter), s.Epoch.Compare(u.Epoch), cmp.Compare(s.Seq, u.Seq), compareTail(s, u))
}

func compareBool(a, b bool) int {
	switch {
	case a == b:
		return 0
	case b:
		return -1
	}
	return 1
}

// Add offers one word.
func (r *Register) Add(s Said) {
	if s.Value == "" && s.Unknown == "" {
		return
	}
	i, held := slices.BinarySearchFunc(*r, s.Emitter, func(x Said, name domain.EmitterID) int {
		return cmp.Compare(x.Emitter, name)
	})
	if !held {
		*r = slices.Insert(*r, i, s)
		return
	}
	old := &(*r)[i]
	if cmp.Or(cmp.Compare(s.known(), old.known()), s.Epoch.Compare(old.Epoch), cmp.Compare(s.Seq, old.Seq),
		compareTail(&s, old)) > 0 {
		*old = s
	}
}

// Last is the word in force, nil when nothing was recorded.
func (r Register) Last() *Said {
	var best *Said
	for i := range r {
		s := &r[i]
		if best == nil || cmp.Or(cmp.Compare(s.known(), best.known()), cmp.Compare(s.Trust, best.Trust),
			compareTail(s, best)) > 0 {
			best = s
		}
	}
	return best
}

// Value is the value in force, "" for none.
func (r Register) Value() string {
	if s := r.Last(); s != nil {
		return s.Value
	}
	return ""
}

// AppendMember writes a member unless nothing was recorded.
func (r Register) AppendMember(w *statejson.Writer, n string) {
	if r == nil {
		return
	}
	w.Name(n)
	r.appendState(w)
}

func (r Register) appendState(w *statejson.Writer) {
	w.Open('[')
	for i := range r {
		w.Comma()
		r[i].AppendState(w)
	}
	w.Close(']')
}

// AppendRegisters writes a member that holds registers by their names, unless there is none.
func AppendRegisters(w *statejson.Writer, n string, all map[string]Register) {
	if all == nil {
		return
	}
	w.Name(n)
	w.Open('{')
	for _, name := range statejson.SortedNames(all) {
		w.QuotedName(name)
		all[name].appendState(w)
	}
	w.Close('}')
}

// AppendState writes the RFC 8785 form.
func (s *Said) AppendState(w *statejson.Writer) {
	w.Open('{')
	s.At.AppendMember(w, "at")
	w.Text("emitter", string(s.Emitter))
	w.Epoch(s.Epoch)
	w.ID("id", s.ID)
	w.Flag("imported", s.Imported)
	w.Seq(s.Seq)
	w.Number("trust", int64(s.Trust))
	w.Text("unknown", string(s.Unknown))
	w.Text("value", s.Value)
	w.Close('}')
}

// Pick is a value that one event states and others repeat: the word of the least id is kept.
type Pick struct {
	ID    domain.EventID `json:"id"`
	Value string         `json:"value"`
}

// IsZero reports whether nothing was recorded.
func (p Pick) IsZero() bool { return p.Value == "" }

// Offer takes the word of an event unless one of a lesser id is held.
func (p *Pick) Offer(id domain.EventID, value string) {
	if value == "" {
		return
	}
	if p.Value == "" || cmp.Or(id.Compare(p.ID), cmp.Compare(value, p.Value)) < 0 {
		*p = Pick{id, value}
	}
}

// AppendMember writes a member unless nothing was recorded.
func (p Pick) AppendMember(w *statejson.Writer, n string) {
	if p.IsZero() {
		return
	}
	w.Name(n)
	w.Open('{')
	w.ID("id", p.ID)
	w.Name("value")
	w.Quote(p.Value)
	w.Close('}')
}

// MostIDs bounds the ids that an entity names.
const MostIDs = 8

// AddID keeps the least ids, sorted.
func AddID(ids []domain.EventID, id domain.EventID) []domain.EventID {
	i, held := slices.BinarySearchFunc(ids, id, domain.EventID.Compare)
	if held || i >= MostIDs {
		return ids
	}
	ids = slices.Insert(ids, i, id)
	return ids[:min(len(ids), MostIDs)]
}

// LeastID is the lesser of two ids, of which the first may be none.
func LeastID(a, b domain.EventID) domain.EventID {
	if a.IsZero() || b.Compare(a) < 0 {
		return b
	}
	return a
}

// AddText keeps a sorted set.
func AddText(set []string, s string) []string {
	i, held := slices.BinarySearch(set, s)
	if held || s == "" {
		return set
	}
	return slices.Insert(set, i, s)
}
