package web

import (
	"cmp"
	"net/url"
	"slices"
)

// lanePage is the story of a lane, how it stands, and why.
type lanePage struct {
	laneDocument
	Row     rowCells // as the board has it
	Why     explainDocument
	Drawing drawing
	Errors  bool // only what failed is told
	Full    bool
}

// storyEntries is how many entries a page tells; more are told on demand.
const storyEntries = "200"

func (s site) lane(q *request) error {
	id := q.PathValue("lane")
	query := q.chosen("errors", "full", "since", "limit")
	if query.Get("limit") == "" {
		query.Set("limit", storyEntries)
	}
	p := &lanePage{Errors: query.Get("errors") != "", Full: query.Get("full") != ""}
	if err := q.read(route("lanes", id), query, &p.laneDocument); err != nil {
		return err
	}
	if err := q.read(route("lanes", p.Lane)+"/explanation", nil, &p.Why); err != nil {
		return err
	}
	var b boardDocument
	if err := q.read("/v1/board", url.Values{"lane": {p.Lane}}, &b); err != nil {
		return err
	}
	p.Row = rowCells{p.laneRow, q.Now}
	if len(b.Lanes) == 1 {
		p.Row.laneRow = b.Lanes[0]
	}
	slices.SortStableFunc(p.Why.Fields, func(a, b explained) int { return cmp.Compare(orderOf(a.Field), orderOf(b.Field)) })
	p.Drawing = draw(p.Timeline.Entries)
	q.name, q.Title, q.Body = "lane", line(p.Title()), p
	return nil
}

// askedFirst are the fields that people ask about first.
var askedFirst = []string{"outcome", "state", "standing", "blocker", "next", "contested"}

// orderOf is the place of a field among those that are asked about first, the last for each other.
func orderOf(field string) int {
	if i := slices.Index(askedFirst, field); i >= 0 {
		return i
	}
	return len(askedFirst)
}

// route is the path of one thing in the API.
func route(of, id string) string { return "/v1/" + of + "/" + url.PathEscape(id) }
