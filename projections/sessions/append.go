package sessions

import (
	"github.com/clawable/claw/projections/statejson"
	"github.com/clawable/claw/projections/values"
)

// AppendState writes the RFC 8785 form.
func (s *Session) AppendState(w *statejson.Writer) {
	w.Open('{')
	w.Texts("channels", s.Channels)
	w.Texts("clears", s.Clears)
	w.Texts("compactions", s.Compactions)
	s.Ended.AppendMember(w, "ended")
	values.AppendRegisters(w, "fields", s.Fields)
	s.First.AppendMember(w, "first")
	w.Texts("forks", s.Forks)
	s.Last.AppendMember(w, "last")
	w.Texts("models", s.Models)
	s.Opening.appendMember(w, "opening")
	w.Texts("resumes", s.Resumes)
	s.Turns.appendMember(w, "turns")
	appendWithdrawals(w, s.Withdrawal)
	s.Work.appendMember(w, "work")
	w.Close('}')
}

// appendMember writes a member unless there is no turn.
func (all Turns) appendMember(w *statejson.Writer, n string) {
	if all == nil {
		return
	}
	w.Name(n)
	w.Open('{')
	for _, id := range statejson.SortedNames(all) {
		w.QuotedName(id)
		w.Open('{')
		all[id].Ends.AppendMember(w, "ends")
		all[id].Model.AppendMember(w, "model")
		all[id].Starts.AppendMember(w, "starts")
		w.Close('}')
	}
	w.Close('}')
}

// appendWithdrawals writes the member "withdrawals", unless there are none.
func appendWithdrawals(w *statejson.Writer, all []Withdrawal) {
	if all == nil {
		return
	}
	w.Name("withdrawals")
	w.Open('[')
	for i := range all {
		w.Comma()
		w.Open('{')
		w.Name("by")
		all[i].By.AppendState(w)
		if all[i].Last != 0 {
			w.Number("last", all[i].Last)
		}
		w.Texts("turns", all[i].Turns)
		w.Close('}')
	}
	w.Close(']')
}
