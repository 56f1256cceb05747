package verify

import (
	"bytes"
	"cmp"
	"encoding/json"
	"slices"
	"strconv"
	"strings"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/lane"
	"github.com/clawable/claw/domain/lane/index"
	"github.com/clawable/claw/domain/lane/profile"
	"github.com/clawable/claw/projections"
	"github.com/clawable/claw/projections/entitykey"
	"github.com/clawable/claw/projections/feed"
	"github.com/clawable/claw/projections/store/origin"
	"github.com/clawable/claw/projections/store/tables"
)

// place finds for each finding where it diverges, and sorts them by it.
func (c *comparison) place() error {
	if c.found.Total == 0 {
		return nil
	}
	suspects := projections.Suspects{}
	of := map[int]*projections.Suspect{}
	for i := range c.found.Findings {
		f := &c.found.Findings[i]
		table := f.Table
		if table == "lane_sessions" {
			table = projections.Sessions.Name // a session's first event
			f.stored = nil
		}
		key := f.Key
		if words := wordsAt(f); words != "" {
			table, key, f.stored = projections.ToolCalls.Name, words, nil
		}
		switch {
		case f.Table == packsTable: // it has its place
		case f.Table == "observed", f.Table == "paths", f.Table == "labels":
			event, _, _ := strings.Cut(f.Key, " ")
			f.At = c.placeOfNote(event).Number()
		case f.Key == "" || !slices.Contains(tables.StateTables(), table) || table == projections.LanesName:
			f.At = c.placeOfLane(f).Number()
		case table == projections.ParkedName:
			f.At = c.placeOfNote(f.Key).Number()
		default:
			if suspects[table] == nil {
				suspects[table] = map[string]*projections.Suspect{}
			}
			if suspects[table][key] == nil {
				suspects[table][key] = &projections.Suspect{Stored: f.stored}
			}
			of[i] = suspects[table][key]
		}
	}
	from := feed.Amended{Source: origin.Past{Source: c.log, Damaged: func(domain.Position) error { return nil }}, By: c.amends.Again()}
	if err := projections.Trace(c.ctx, from, projections.Options{Replay: c.log.At.Replay}, suspects); err != nil {
		return err
	}
	for i, s := range of {
		c.found.Findings[i].At = s.Diverges().Number()
	}
	slices.SortStableFunc(c.found.Findings, func(a, b Finding) int {
		return cmp.Or(cmp.Compare(a.At-1, b.At-1), strings.Compare(a.Table, b.Table)) // those without one last
	})
	c.found.Diverges = c.found.Findings[0].At
	return nil
}

// placeOfNote is where the event of a note is.
func (c *comparison) placeOfNote(key string) domain.Position {
	if at, ok := strings.CutPrefix(key, "position:"); ok {
		n, _ := strconv.ParseUint(at, 10, 64)
		return domain.PositionAt(n)
	}
	id, err := domain.ParseEventID(key)
	if err != nil {
		return domain.Position{}
	}
	return c.placeOf(id)
}

func (c *comparison) placeOf(id domain.EventID) domain.Position {
	e, held, err := origin.Find(c.ctx, c.log, id, c.log.At.Position)
	if err != nil || !held {
		return domain.Position{}
	}
	return e.Position
}

// placeOfLane is the first of the events that decide what differs in a lane's outcome.
func (c *comparison) placeOfLane(f *Finding) (first domain.Position) {
	if f.Table != projections.LanesName || f.Key == "" {
		return first
	}
	var want lane.Outcome
	load := tables.NewLoader(&tables.Access{Conn: c.fresh}, nil, func(id domain.EventID) (domain.Event, bool, error) {
		return origin.FindAmended(c.ctx, c.log, c.amends, id, c.log.At.Position)
	})
	opts := lane.Options{Replay: c.log.At.Replay, Profile: profile.InForce(load.Load(index.ProfileKey)).Profile}
	want = lane.Derive(index.Collect(load.Load, domain.LaneID(f.Key)), opts)
	state, err := projections.OutcomeState(&want)
	if err != nil || load.Err != nil {
		return first
	}
	for field, because := range want.Because {
		if !differs(f.stored, state, field) {
			continue
		}
		for _, id := range because.Events {
			if at := c.placeOf(id); !at.IsZero() && (first.IsZero() || first.After(at)) {
				first = at
			}
		}
	}
	return first
}

// differs reports that two JSON objects have not the same member of a name; when one is
// none, they differ in all.
func differs(a, b []byte, name string) bool {
	var x, y map[string]json.RawMessage
	if json.Unmarshal(a, &x) != nil || json.Unmarshal(b, &y) != nil {
		return true
	}
	for member := range y {
		if member != name && y[name] != nil && member != "because" && !bytes.Equal(x[member], y[member]) {
			return !bytes.Equal(x[name], y[name])
		}
	}
	return true
}

// wordsAt is the key of the entity whose words a finding is about, "" for another finding.
func wordsAt(f *Finding) string {
	switch f.Table {
	case projections.ToolCalls.Name:
		words, _ := entitykey.WordsOf(f.Key)
		return words
	case "call_words", "call_marks":
		words, _, _ := strings.Cut(f.Key, "\n")
		return words
	}
	return ""
}
