package claudecode_test

import (
	"strings"
	"testing"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/producers/claudecode"
	"github.com/clawable/claw/producers/readertest"
)

// imported folds drafts into the same counts that recount makes of lines.
type imported struct {
	lines, unreadable int

	seen     map[domain.EventID]bool
	calls    map[string]string
	turns    map[string]string
	ended    map[string]uint64 // turn → seq of its last end
	errors   map[domain.EventID]bool
	usage    map[string]domain.UsageRecorded
	sessions map[string]bool
	children map[string]bool
	compacts map[domain.EventID]bool
}

func newImported() *imported {
	return &imported{seen: map[domain.EventID]bool{}, calls: map[string]string{}, turns: map[string]string{},
		ended: map[string]uint64{}, errors: map[domain.EventID]bool{}, usage: map[string]domain.UsageRecorded{},
		sessions: map[string]bool{}, children: map[string]bool{}, compacts: map[domain.EventID]bool{}}
}

func (m *imported) file(t testing.TB, content []byte) {
	for _, r := range readertest.Read(t, claudecode.New(), content) {
		m.lines++
		if r.Unreadable != "" {
			m.unreadable++
		}
		for i := range r.Drafts {
			m.draft(t, &r.Drafts[i])
		}
	}
}

func (m *imported) draft(t testing.TB, d *domain.Draft) {
	if m.seen[d.ID] {
		return
	}
	m.seen[d.ID] = true
	_, own := d.Session().Split()
	root, _, child := strings.Cut(own, "/")
	m.sessions[root] = true
	if child && d.Kind != "session.identity_enriched" { // which a call's result says of a subagent without records
		m.children[own] = true
	}
	item, turn := string(d.Subject.Item.Value), string(d.Subject.Turn.Value)
	family, what, _ := strings.Cut(string(d.Kind), ".")
	switch {
	case d.Kind == "tool.requested":
		if m.calls[item] == "" {
			m.calls[item] = "open"
		}
	case family == "tool" && what != "started" && what != "output":
		m.calls[item] = what
	case family == "turn" && !child:
		m.turnEvent(t, d, turn, what)
	case d.Kind == "provider.failed":
		m.errors[d.ID] = true
	case d.Kind == "session.compacted":
		m.compacts[d.ID] = true
	case d.Kind == "usage.recorded":
		u := readertest.Payload[domain.UsageRecorded](t, d)
		if old, there := m.usage[item]; !there || u.Output > old.Output {
			m.usage[item] = u
		}
	}
}

func (m *imported) turnEvent(t testing.TB, d *domain.Draft, turn, what string) {
	switch {
	case what == "started":
		if m.turns[turn] == "" {
			m.turns[turn] = "open"
		}
	case what == "withdrawn":
		for _, id := range readertest.Payload[domain.TurnWithdrawn](t, d).Turns {
			m.turns[string(id)], m.ended[string(id)] = "withdrawn", 1<<63
		}
	case d.Seq >= m.ended[turn]:
		m.turns[turn], m.ended[turn] = what, d.Seq
	}
}

// totals in the form of recount's; drafts do not distinguish records.
func (m *imported) totals(records int) totals {
	r := newRecount()
	r.lines, r.records, r.unreadable = m.lines, records, m.unreadable
	r.calls, r.turns, r.sessions, r.children = m.calls, m.turns, m.sessions, m.children
	for id := range m.errors {
		r.errors[id.String()] = true
	}
	for id := range m.compacts {
		r.compacts[id.String()] = true
	}
	for item, u := range m.usage {
		r.model[item] = u.Model
		r.usage[item] = map[string]any{"input_tokens": float64(u.Input), "cache_read_input_tokens": float64(u.CacheRead),
			"cache_creation_input_tokens": float64(u.CacheCreation), "output_tokens": float64(u.Output)}
	}
	return r.totals()
}
