package lane

import (
	"slices"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/calls"
	"github.com/clawable/claw/domain/lane/fact"
)

// openCalls returns the calls of a turn that never came back, under this or another
// name of the turn. A call that names no turn may be of any turn of its session, and a
// turn without an id may have any call.
func openCalls(d *derivation, t turn) []*fact.Fact {
	open := callsLeft(d)[t.session]
	if t.id == "" {
		return open
	}
	names := append([]domain.TurnID{t.id, ""}, t.others...)
	return slices.DeleteFunc(slices.Clone(open), func(f *fact.Fact) bool { return !slices.Contains(names, f.Turn) })
}

// callsLeft looks through the calls when the first is asked for. A call is one whoever
// tells of it: its end may stand under another name of the turn, an import's.
func callsLeft(d *derivation) map[domain.SessionID][]*fact.Fact {
	if d.cached.calls != nil {
		return d.cached.calls
	}
	open := map[domain.SessionID][]*fact.Fact{}
	for _, call := range callsOf(d.tools) {
		if slices.ContainsFunc(call, func(f *fact.Fact) bool { return !asks(f.Kind) }) {
			continue
		}
		for _, f := range call {
			open[f.Session] = append(open[f.Session], f)
		}
	}
	d.cached.calls = open
	return open
}

// callsOf returns the facts of each call that has an id: those of a session's item, taken
// apart where the item's id is not unique.
func callsOf(tools []*fact.Fact) [][]*fact.Fact {
	type item struct {
		session domain.SessionID
		id      domain.ItemID
	}
	said := map[item][]*fact.Fact{}
	for _, f := range tools {
		if fact.IsTool(f.Kind) && f.Item != "" {
			key := item{f.Session, f.Item}
			said[key] = append(said[key], f)
		}
	}
	var out [][]*fact.Fact
	for key, facts := range said {
		if calls.Unique(key.id) {
			out = append(out, facts)
			continue
		}
		out = append(out, takeApart(facts)...)
	}
	return out
}

// someInput stands for what a request says: facts leave it out, so that two requests of one
// emitter at one time are taken for two records of one.
var someInput = calls.Said{1}

// takeApart returns the facts of each call of an id.
func takeApart(facts []*fact.Fact) (out [][]*fact.Fact) {
	words := make([]calls.Word, len(facts))
	for i, f := range facts {
		words[i] = calls.Word{ID: f.ID, Role: calls.RoleOf(f.Kind), Emitter: f.Emitter, Epoch: f.Epoch, Seq: f.Seq, Turn: f.Turn, Causes: f.Causes, Said: someInput}
		if f.Observed.Known() {
			words[i].At = f.Observed.UnixNano()
		}
	}
	for _, part := range calls.Split(words) {
		var call []*fact.Fact
		for _, i := range part {
			call = append(call, facts[i])
		}
		out = append(out, call)
	}
	return out
}

// asks reports whether the kind begins a call.
func asks(kind domain.Kind) bool {
	return kind == domain.KindToolRequested || kind == domain.KindToolStarted
}
