package timeline

import (
	"cmp"
	"slices"
	"strings"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/projections"
	"github.com/clawable/claw/projections/entitykey"
	"github.com/clawable/claw/projections/feed"
	"github.com/clawable/claw/projections/store/query"
	"github.com/clawable/claw/projections/store/tables"
	"github.com/clawable/claw/projections/values"
)

// narrator collects the entries of a story.
type narrator struct {
	model      query.Model
	stream     Stream
	amendments *feed.Amendments
	terms      Terms
	only       domain.SessionID // of the streams of lanes, only what is of this session; "" for all

	entries []Entry
	calls   map[domain.EventID]int // entry of the call that an event is about
	items   map[item]int           // entry of the call of an item
	once    map[string]bool        // what is reported already
	told    map[words]map[domain.EmitterID]int
	ends    map[query.TurnKey]ending
	spent   map[query.TurnKey]query.UsageRow
	heard   map[domain.StreamID]bool
	causes  map[domain.EventID][]domain.EventID // what events name as their causes
	begins  map[domain.EventID]query.TurnKey    // the turns that events begin
	unread  int
	reached values.Time // of the stream that is being heard
}

// item names a call within its session.
type item struct {
	session domain.SessionID
	item    domain.ItemID
}

// words are words that were said in a session.
type words struct {
	session domain.SessionID
	role    What
	text    string
}

// ending is the place of the last event of a turn, and what is recorded about its end.
type ending struct {
	at    values.Time
	place uint64
	ended domain.EventID
	words *Words // of a failure
}

func newNarrator(s query.Model, stream Stream, terms Terms) (*narrator, error) {
	amendments, err := s.Amendments()
	return &narrator{model: s, stream: stream, amendments: amendments, terms: terms, calls: map[domain.EventID]int{}, items: map[item]int{},
		once: map[string]bool{}, told: map[words]map[domain.EmitterID]int{}, ends: map[query.TurnKey]ending{},
		spent: map[query.TurnKey]query.UsageRow{}, heard: map[domain.StreamID]bool{},
		causes: map[domain.EventID][]domain.EventID{}, begins: map[domain.EventID]query.TurnKey{}}, err
}

// entry is an entry of an event.
func (n *narrator) entry(e *domain.Event, what What, says string) Entry {
	at := values.TimeOf(e)
	return Entry{At: at, What: what, Says: says, Session: e.Session(), Turn: e.Subject.Turn.Value, Events: []domain.EventID{e.ID},
		about: e.Subject.Item.Value, place: e.Position.Number(), sorted: cmp.Or(at, n.reached)}
}

func (n *narrator) add(x Entry) { n.entries = append(n.entries, x) }

// isTold reports whether a thing was reported before, and marks it as reported.
func (n *narrator) isTold(parts ...string) bool {
	key := strings.Join(parts, "\x00")
	told := n.once[key]
	n.once[key] = true
	return told
}

// event adds what one event records.
//
// Errors: its data do not have the form of its kind.
func (n *narrator) event(e *domain.Event) error {
	if at := values.TimeOf(e); at.Known() {
		n.reached = at
	}
	caused(n, e)
	kind := string(e.Kind)
	family, _, _ := strings.Cut(kind, ".")
	if e.Stream.Family == domain.FamilySession && e.Subject.Turn.Value != "" {
		n.end(e)
	}
	switch family {
	case "tool":
		return n.tool(e)
	case "turn", "message":
		return n.speech(e)
	case "session":
		return n.identity(e)
	case "provider":
		return n.provider(e)
	case "work":
		return n.work(e)
	case "test":
		return n.test(e)
	case "approval":
		return n.approval(e)
	case "usage", "hook", "policy":
		return nil // turns, calls and their rulings cover them
	}
	if e.Stream.Family == domain.FamilyLane {
		n.decision(e)
	}
	return nil
}

// end keeps where a turn is for the last time.
func (n *narrator) end(e *domain.Event) {
	key := query.TurnKey{Session: e.Session(), Turn: e.Subject.Turn.Value}
	x := n.ends[key]
	if x.place < e.Position.Number() {
		x.at, x.place = cmp.Or(values.TimeOf(e), n.reached), e.Position.Number()
	}
	n.ends[key] = x
}

// turn reports how a turn ended and what it took.
func (n *narrator) turn(id domain.SessionID, row *query.TurnRow) {
	key := query.TurnKey{Session: id, Turn: row.Turn}
	end, seen := n.ends[key]
	x := Entry{At: row.Ended, What: Turn, Session: id, Turn: row.Turn, Failed: isFailure(row.Status), Words: end.words,
		Spent: spentOf(n, key), place: end.place, sorted: cmp.Or(row.Ended, end.at)}
	x.Says = turnText(row)
	if !end.ended.IsZero() {
		x.Events = []domain.EventID{end.ended}
	}
	if !seen && !row.Ended.Known() && x.Spent == nil {
		return
	}
	n.add(x)
}

// tellShip reports how work of the lane reached a ref.
func tellShip(n *narrator, s *projections.Shipped) {
	at := values.Time(tables.Known(s.PushedAt))
	n.add(Entry{At: at, What: Ship, Says: shipText(s), sorted: at, place: ^uint64(0)})
}

// timeline is the story of all that was heard.
func (n *narrator) timeline() Timeline {
	t := Timeline{Entries: []Entry{}}
	slices.SortStableFunc(n.entries, func(a, b Entry) int {
		if c := compareTimes(a.sorted, b.sorted); c != 0 {
			return c
		}
		return cmp.Compare(a.place, b.place)
	})
	n.answers()
	nameCauses(n)
	for _, x := range withGaps(n.entries) {
		if n.terms.selects(&x) && (x.What != Gap || !n.terms.Errors) {
			t.Entries = append(t.Entries, x)
		}
	}
	t.Total, t.Unread = len(t.Entries), n.unread
	if last := n.terms.Last; last > 0 && t.Total > last {
		t.Earlier = t.Total - last
		t.Entries = t.Entries[t.Earlier:]
	}
	for i := range t.Entries {
		x := &t.Entries[i]
		shorten(n, x)
		t.count(x.Words)
		if x.Call != nil {
			t.count(x.Call.Output)
		}
	}
	all := query.UsageRow{}
	for _, row := range n.spent {
		all = query.SumOf(all, row)
	}
	t.Spent = Spent{all.Responses, all.Tokens, all.Total, all.Cost}
	if p := n.terms.Prices; p != nil {
		t.Prices = &query.PricesUsed{Date: p.Date, Sources: p.Sources}
	}
	return t
}

func (t *Timeline) count(w *Words) {
	if w != nil {
		t.LeftOut += w.LeftOut
		t.Missing += w.Missing
	}
}

// compareTimes puts what has no time last.
func compareTimes(a, b values.Time) int {
	switch {
	case a.Before(b):
		return -1
	case b.Before(a):
		return 1
	}
	return 0
}

// isCopy reports whether an item is a copy of one that was reported: a resumed session repeats
// the messages of the one before it.
func isCopy(n *narrator, e *domain.Event) bool {
	key := entitykey.Of(e)
	return !entitykey.NamesEvent(key) && n.isTold("item", string(e.Kind), key)
}
