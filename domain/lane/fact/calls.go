package fact

import (
	"slices"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/calls"
)

// itemKey names the calls of one id.
type itemKey struct {
	session domain.SessionID
	id      domain.ItemID
}

// Calls returns the facts of each call that has an id: those of a session's item, taken
// apart where the item's id is not unique. Facts about leave for a call are none of them.
func Calls(tools []*Fact) [][]*Fact {
	said := map[itemKey][]*Fact{}
	for _, f := range tools {
		if IsTool(f.Kind) && f.Kind != domain.KindMessageRecorded && f.Item != "" {
			key := itemKey{f.Session, f.Item}
			said[key] = append(said[key], f)
		}
	}
	var out [][]*Fact
	for key, facts := range said {
		if calls.Unique(key.id) {
			out = append(out, facts)
			continue
		}
		out = append(out, takeApart(facts)...)
	}
	return out
}

// Open returns, by session, the facts of the calls that never returned. A call is the same call
// whichever emitter records it: its end may be recorded under another name of the turn, that of an
// import.
func Open(tools []*Fact) map[domain.SessionID][]*Fact {
	open := map[domain.SessionID][]*Fact{}
	for _, call := range Calls(tools) {
		if slices.ContainsFunc(call, func(f *Fact) bool { return !asks(f.Kind) }) {
			continue
		}
		for _, f := range call {
			open[f.Session] = append(open[f.Session], f)
		}
	}
	return open
}

// asks reports whether the kind begins a call.
func asks(kind domain.Kind) bool {
	return kind == domain.KindToolRequested || kind == domain.KindToolStarted
}

// IsAnswer reports whether events of a kind say that the agent's last message of a turn ended.
func IsAnswer(kind domain.Kind) bool {
	return kind == domain.KindTurnAnswered || kind == domain.KindTurnCompleted
}

// someInput represents what a request contains: facts leave it out, so that two requests of one emitter
// at one time are taken for two records of one.
var someInput = calls.Said{1}

// takeApart returns the facts of each call of an id.
func takeApart(facts []*Fact) (out [][]*Fact) {
	words := make([]calls.Word, len(facts))
	for i, f := range facts {
		words[i] = calls.Word{ID: f.ID, Role: calls.RoleOf(f.Kind), Emitter: f.Emitter, Epoch: f.Epoch, Seq: f.Seq, Turn: f.Turn, Causes: f.Causes, Said: someInput}
		if f.Observed.Known() {
			words[i].At = f.Observed.UnixNano()
		}
	}
	for _, part := range calls.Split(words) {
		var call []*Fact
		for _, i := range part {
			call = append(call, facts[i])
		}
		out = append(out, call)
	}
	return out
}
