package view

import (
	"bytes"
	"cmp"
	"slices"
	"strconv"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/jcs"
	"github.com/clawable/claw/domain/lane"
	"github.com/clawable/claw/projections"
	"github.com/clawable/claw/reports"
)

// listing is what a section lists, read in one pass.
type listing struct {
	all             []listed // in the order of the document
	byNeeds         bool     // lanes that need the same are next to each other
	left, unchanged value    // counts of items that are not here
	stub            value    // in the place of all
}

// listed is an item, and what orders it as far as the reader sees it: the more urgent first, then the more
// frequent, then the newer.
type listed struct {
	name, of    []byte // parts of the text of the section; the name has no quotes
	now         value  // of a lane: what depends on the time of reading
	needs       reports.LaneGroup
	rank, count int
	at          int64
	nth         int  // in the order of the document, from 0
	isOpen      bool // nothing says how a lane ended
}

// ordering are the members of items that order them, see [listedAt].
var ordering = []string{"group", "urgency", "blocker", "outcome", "disposition", "why", "count", "responses", "observed_at", "requested_at"}

// cut is how many items were left out before.
func (l *listing) cut() int { return int(l.left.at("left_out").number()) }

// listingOf lists the items of a section, in room as far as it goes.
func listingOf(section string, text []byte, room []listed) (l listing) {
	if v := valueOf(text); v.isStub() {
		return listing{stub: v}
	}
	c := jcs.NewCursor(text)
	if !isFlat(section) {
		c.Enter()
		for name := c.Name(); string(name) != `"items"`; name = c.Name() {
			if name == nil {
				return l
			}
			c.Value()
		}
	}
	return listingAt(&c, room)
}

// listingAt lists the members of the object at c, in room as far as it goes, and steps over it.
func listingAt(c *jcs.Cursor, room []listed) (l listing) {
	if !c.At("{") {
		c.Value()
		return l
	}
	ahead := *c
	if c.At(`{"$`) || c.At(`{"u`) {
		if v := (value{of: ahead.Value()}); v.isStub() {
			*c = ahead
			return listing{stub: v}
		}
	}
	c.Enter()
	l.all = room[:0]
	for quoted := c.Name(); quoted != nil; quoted = c.Name() {
		switch string(quoted) {
		case `"` + truncatedName + `"`:
			l.left = value{of: c.Value()}
		case `"` + unchangedName + `"`:
			l.unchanged = value{of: c.Value()}
		default:
			if len(l.all) == cap(l.all) {
				l.all = slices.Grow(l.all, c.Remaining(len(l.all)))
			}
			one := listedAt(c)
			one.name, one.nth = jcs.NameOf(quoted), len(l.all)
			l.all = append(l.all, one)
		}
	}
	return l
}

// listedAt reads what orders the item at c, and steps over it.
func listedAt(c *jcs.Cursor) (l listed) {
	begin := c.Offset()
	if !c.At("{") {
		l.of = c.Value()
		l.rank, l.needs = projections.Advice{}.Rank(), reports.LanesNotVisible
		return l
	}
	var group, urgency, blocker, outcome, disposition []byte
	c.Enter()
	for name := c.Name(); name != nil; name = c.Name() {
		switch of := c.Value(); string(name) {
		case `"group"`:
			group = of
		case `"urgency"`:
			urgency = of
		case `"blocker"`:
			blocker = of
		case `"outcome"`:
			outcome = of
		case `"disposition"`:
			disposition = of
		case `"why"`: // what is held comes before what is to be looked at
			l.count = 1
		case `"count"`, `"responses"`:
			l.count = int(value{of: of}.number())
		case `"observed_at"`, `"requested_at"`:
			l.at = seenAt(of)
		}
	}
	a := projections.Advice{Group: projections.Group(wordOf(group)), Blocker: string(wordOf(blocker))}
	a.Urgency = int(value{of: urgency}.number())
	ended := lane.Result(wordOf(outcome))
	l.of, l.rank, l.needs = c.Text(begin, c.Offset()), a.Rank(), reports.LanesNotVisible
	l.isOpen = ended == lane.ResultNone && len(wordOf(disposition)) == 0
	if len(group) > 0 && group[0] == '"' && !bytes.HasPrefix(urgency, []byte("{")) {
		l.needs = reports.GroupOf(a, ended, lane.Disposition(wordOf(disposition)))
	}
	return l
}

// ranked are the items, the most important first.
func (l *listing) ranked() []*listed {
	all := make([]*listed, len(l.all))
	for i := range l.all {
		all[i] = &l.all[i]
	}
	slices.SortFunc(all, func(a, b *listed) int {
		switch {
		case l.byNeeds && a.needs != b.needs:
			return cmp.Compare(a.needs, b.needs)
		case a.rank != b.rank:
			return cmp.Compare(a.rank, b.rank)
		case a.count != b.count:
			return cmp.Compare(b.count, a.count)
		case a.at != b.at:
			return cmp.Compare(b.at, a.at)
		}
		return bytes.Compare(a.name, b.name)
	})
	return all
}

// wordOf is one of a few words, or the text of what is none.
func wordOf(text []byte) []byte {
	if len(text) > 0 && text[0] == '"' {
		return jcs.NameOf(text)
	}
	return text
}

// seenAt is a time to order by, 0 for one that the reader does not see.
func seenAt(text []byte) int64 {
	s, ok := jcs.Unquote(text)
	at, err := domain.ParseInstant(s)
	if !ok || err != nil || !at.Known() {
		return 0
	}
	return at.UnixNano()
}

// leftText says how many items were cut for size, "" for none.
func leftText(cut value) string {
	if left := cut.at("left_out").number(); left > 0 {
		return "[" + strconv.FormatInt(left, 10) + " more, cut for size]"
	}
	return ""
}
