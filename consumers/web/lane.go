package web

import "net/url"

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
	p.Drawing = draw(p.Timeline.Entries)
	q.name, q.Title, q.Body = "lane", line(p.Title()), p
	return nil
}

// route is the path of one thing in the API.
func route(of, id string) string { return "/v1/" + of + "/" + url.PathEscape(id) }
