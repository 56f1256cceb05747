package projections

import (
	"cmp"
	"maps"
	"slices"
	"strconv"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/clawable/claw/domain"
)

func (s *Session) appendState(w *stateWriter) {
	w.open('{')
	w.texts("channels", s.Channels)
	w.texts("clears", s.Clears)
	w.texts("compactions", s.Compactions)
	w.register("ended", s.Ended)
	if s.Fields != nil {
		w.name("fields")
		w.open('{')
		for _, name := range sortedNames(s.Fields) {
			w.register(name, s.Fields[name])
		}
		w.close('}')
	}
	w.moment("first", s.First)
	w.texts("forks", s.Forks)
	w.moment("last", s.Last)
	w.texts("models", s.Models)
	w.opening("opening", s.Opening)
	w.texts("resumes", s.Resumes)
	w.turns(s.Turns)
	w.withdrawals(s.Withdrawal)
	w.close('}')
}

func (w *stateWriter) turns(turns map[string]Turn) {
	if turns == nil {
		return
	}
	w.name("turns")
	w.open('{')
	for _, id := range sortedNames(turns) {
		w.quotedName(id)
		w.open('{')
		w.register("ends", turns[id].Ends)
		w.register("starts", turns[id].Starts)
		w.close('}')
	}
	w.close('}')
}

func (w *stateWriter) withdrawals(all []Withdrawal) {
	if all == nil {
		return
	}
	w.name("withdrawals")
	w.open('[')
	for i := range all {
		w.comma()
		w.open('{')
		w.name("by")
		w.said(&all[i].By)
		if all[i].Last != 0 {
			w.number("last", all[i].Last)
		}
		w.texts("turns", all[i].Turns)
		w.close('}')
	}
	w.close(']')
}

func (w *stateWriter) moment(n string, m Moment) {
	if m.IsZero() {
		return
	}
	w.name(n)
	w.open('{')
	w.time("at", m.At)
	w.id("id", m.ID)
	w.close('}')
}

func (w *stateWriter) opening(n string, o Opening) {
	if o.IsZero() {
		return
	}
	w.name(n)
	w.open('{')
	w.time("at", o.At)
	w.id("id", o.ID)
	w.seq(o.Seq)
	w.text("text", o.Text)
	w.close('}')
}

// register writes a member unless nobody said anything.
func (w *stateWriter) register(n string, r Register) {
	if r == nil {
		return
	}
	w.name(n)
	w.open('[')
	for i := range r {
		w.comma()
		w.said(&r[i])
	}
	w.close(']')
}

func (w *stateWriter) said(s *Said) {
	w.open('{')
	w.time("at", s.At)
	w.text("emitter", string(s.Emitter))
	w.epoch(s.Epoch)
	w.id("id", s.ID)
	w.flag("imported", s.Imported)
	w.seq(s.Seq)
	w.number("trust", int64(s.Trust))
	w.text("unknown", string(s.Unknown))
	w.text("value", s.Value)
	w.close('}')
}

// epoch writes a member unless it is none.
func (w *stateWriter) epoch(e domain.Epoch) {
	if !e.IsZero() {
		w.name("epoch")
		w.b, _ = e.AppendText(append(w.b, '"')) // it never fails
		w.b = append(w.b, '"')
	}
}

// seq writes a number of an emitter as a text, unless it is 0.
func (w *stateWriter) seq(n uint64) {
	if n != 0 {
		w.name("seq")
		w.b = append(strconv.AppendUint(append(w.b, '"'), n, 10), '"')
	}
}

// sortedNames returns the names of members in the order of RFC 8785.
func sortedNames[V any](members map[string]V) []string {
	return slices.SortedFunc(maps.Keys(members), compareNames)
}

// compareNames orders names by their UTF-16 code units.
func compareNames(a, b string) int {
	if isASCII(a) && isASCII(b) {
		return cmp.Compare(a, b)
	}
	return slices.Compare(utf16.Encode([]rune(a)), utf16.Encode([]rune(b)))
}

func isASCII(s string) bool {
	for i := range len(s) {
		if s[i] >= utf8.RuneSelf {
			return false
		}
	}
	return true
}
