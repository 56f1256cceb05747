package lane

import (
	"slices"

	"github.com/clawable/claw/domain"
)

// openCalls says where calls were asked for that never came back.
type openCalls struct {
	turns    map[turnKey]bool // by the turn they name; "" for those that name none
	sessions map[domain.SessionID]bool
}

// openCall reports whether a call of the turn never came back, under this or another
// name of the turn. A call that names no turn may be of any turn of its session, and a
// turn without an id may have any call.
func (d *derivation) openCall(t turn) bool {
	open := d.openCalls()
	if t.id == "" {
		return open.sessions[t.session]
	}
	names := append([]domain.TurnID{t.id, ""}, t.others...)
	return slices.ContainsFunc(names, func(id domain.TurnID) bool { return open.turns[turnKey{t.session, id}] })
}

// openCalls looks through the calls when the first is asked for. A call is one whoever
// tells of it: its end may stand under another name of the turn, an import's.
func (d *derivation) openCalls() *openCalls {
	if d.filed.calls != nil {
		return d.filed.calls
	}
	type call struct {
		session domain.SessionID
		item    domain.ItemID
	}
	over := map[call]bool{}
	for _, f := range d.tools {
		if !asks(f.Kind) {
			over[call{f.Session, f.Item}] = true
		}
	}
	open := &openCalls{map[turnKey]bool{}, map[domain.SessionID]bool{}}
	for _, f := range d.tools {
		if f.Item != "" && asks(f.Kind) && !over[call{f.Session, f.Item}] {
			open.turns[turnKey{f.Session, f.Turn}] = true
			open.sessions[f.Session] = true
		}
	}
	d.filed.calls = open
	return open
}

// asks reports whether the kind begins a call.
func asks(kind domain.Kind) bool { return kind == "tool.requested" || kind == "tool.started" }
