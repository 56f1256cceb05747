package page

import (
	"cmp"
	"net/url"
	"slices"
	"strconv"
)

// lanePage is the story of a lane, its standing, and why.
type lanePage struct {
	laneDocument
	Row   rowCells // as the board has it
	Why   explainDocument
	Story storyPart
}

// storyPart is a story as a page shows it: as a drawing, and as a list.
type storyPart struct {
	storyDocument
	Drawing drawing
	Query   url.Values
	Errors  bool // only what failed is shown
	Full    bool
}

func (m *maker) story(d storyDocument) storyPart {
	nameCauses(d.Entries)
	return storyPart{d, draw(d.Entries), m.Query, m.Query.Get("errors") != "", m.Query.Get("full") != ""}
}

// toldQuery are the parameters of a story.
func (m *maker) toldQuery() url.Values {
	query := m.chosen("errors", "full", "since", "limit")
	if query.Get("limit") == "" {
		query.Set("limit", storyEntries)
	}
	return query
}

// storyEntries is how many entries a page shows; more are shown on demand.
const storyEntries = "200"

func (m *maker) lane() (title string, err error) {
	p := &lanePage{}
	if err := m.read(route("lanes", m.ID), m.toldQuery(), &p.laneDocument); err != nil {
		return title, err
	}
	if err := m.read(route("lanes", p.Lane)+"/explanation", url.Values{"events": {strconv.Itoa(Reasons)}}, &p.Why); err != nil {
		return title, err
	}
	var b boardDocument
	if err := m.read("/v1/board", url.Values{"lane": {p.Lane}}, &b); err != nil {
		return title, err
	}
	p.Row = rowCells{p.laneRow, m.Now}
	if len(b.Lanes) == 1 {
		p.Row.laneRow = b.Lanes[0]
	}
	p.Why.sort()
	p.Story = m.story(p.Timeline)
	m.Body = p
	return line(p.Title()), nil
}

// sort puts first the fields that people ask about first.
func (d *explainDocument) sort() {
	slices.SortStableFunc(d.Fields, func(a, b explained) int { return cmp.Compare(orderOf(a.Field), orderOf(b.Field)) })
}

// askedFirst are the fields that people ask about first.
var askedFirst = []string{"outcome", "state", "standing", "blocker", "next", "contested"}

// orderOf returns the place of a field among those that people ask about first, the last place
// for any other.
func orderOf(field string) int {
	if i := slices.Index(askedFirst, field); i >= 0 {
		return i
	}
	return len(askedFirst)
}

// route is the path of one thing in the API.
func route(of, id string) string { return "/v1/" + of + "/" + url.PathEscape(id) }
