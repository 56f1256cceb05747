package view

import (
	"bytes"
	"cmp"
	"slices"
	"strconv"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/jcs"
	"github.com/clawable/claw/projections"
	"github.com/clawable/claw/reports"
)

// listing is what a section lists, read in one pass.
type listing struct {
	all             []listed // in the order of the document
	left, unchanged value    // counts of items that are not here
	stub            value    // in the place of all
}

// listed is an item, and what orders it as far as the reader sees it: the more urgent first, then the more
// frequent, then the newer.
type listed struct {
	name, of       []byte // parts of the text of the section; the name has no quotes
	group, urgency []byte // values

	now                           value // of a lane: what depends on the time of reading
	blocker, outcome, disposition value // of a lane
	needs                         reports.LaneGroup
	rank, count                   int
	at                            int64
}

// listingOf lists the items of a section.
func listingOf(section string, text []byte) (l listing) {
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
	return listingAt(&c)
}

// listingAt lists the members of the object at c, and steps over it.
func listingAt(c *jcs.Cursor) (l listing) {
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
	for quoted := c.Name(); quoted != nil; quoted = c.Name() {
		switch string(quoted) {
		case `"` + truncatedName + `"`:
			l.left = value{of: c.Value()}
		case `"` + unchangedName + `"`:
			l.unchanged = value{of: c.Value()}
		default:
			l.all = append(l.all, listedAt(c))
			l.all[len(l.all)-1].name = jcs.NameOf(quoted)
		}
	}
	return l
}

// listedAt reads what orders the item at c, and steps over it.
func listedAt(c *jcs.Cursor) (l listed) {
	begin := c.Offset()
	if c.At("{") {
		c.Enter()
		for name := c.Name(); name != nil; name = c.Name() {
			switch of := c.Value(); string(name) {
			case `"group"`:
				l.group = of
			case `"urgency"`:
				l.urgency = of
			case `"blocker"`:
				l.blocker = value{of: of}
			case `"outcome"`:
				l.outcome = value{of: of}
			case `"disposition"`:
				l.disposition = value{of: of}
			case `"why"`: // what is held comes before what is to be looked at
				l.count = 1
			case `"count"`, `"responses"`:
				l.count, _ = strconv.Atoi(string(of))
			case `"observed_at"`, `"requested_at"`:
				l.at = seenAt(of)
			}
		}
	} else {
		c.Value()
	}
	var a projections.Advice
	text, _ := jcs.Unquote(l.group)
	a.Group = projections.Group(text)
	a.Urgency, _ = strconv.Atoi(string(l.urgency))
	l.rank, l.of = a.Rank(), c.Text(begin, c.Offset())
	return l
}

// ranked are the items, the most important first.
func (l *listing) ranked() []*listed {
	all := make([]*listed, len(l.all))
	for i := range l.all {
		all[i] = &l.all[i]
	}
	slices.SortFunc(all, func(a, b *listed) int {
		return cmp.Or(cmp.Compare(a.needs, b.needs), cmp.Compare(a.rank, b.rank), cmp.Compare(b.count, a.count), cmp.Compare(b.at, a.at), bytes.Compare(a.name, b.name))
	})
	return all
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
