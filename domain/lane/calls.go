package lane

import (
	"slices"

	"github.com/clawable/claw/domain"
)

// openCalls returns the calls of a turn that never came back, under this or another
// name of the turn. A call that names no turn may be of any turn of its session, and a
// turn without an id may have any call.
func (d *derivation) openCalls(t turn) []*Fact {
	open := d.callsLeft()[t.session]
	if t.id == "" {
		return open
	}
	names := append([]domain.TurnID{t.id, ""}, t.others...)
	return slices.DeleteFunc(slices.Clone(open), func(f *Fact) bool { return !slices.Contains(names, f.Turn) })
}

// callsLeft looks through the calls when the first is asked for. A call is one whoever
// tells of it: its end may stand under another name of the turn, an import's.
func (d *derivation) callsLeft() map[domain.SessionID][]*Fact {
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
	open := map[domain.SessionID][]*Fact{}
	for _, f := range d.tools {
		if f.Item != "" && asks(f.Kind) && !over[call{f.Session, f.Item}] {
			open[f.Session] = append(open[f.Session], f)
		}
	}
	d.filed.calls = open
	return open
}

// asks reports whether the kind begins a call.
func asks(kind domain.Kind) bool { return kind == "tool.requested" || kind == "tool.started" }
