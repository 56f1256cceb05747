package lookcmd

import (
	"net/url"
	"strconv"
	"time"

	"github.com/clawable/claw/cmd/claw/cli/app"
	"github.com/clawable/claw/cmd/claw/cli/view"
	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/projections/store/selection"
)

// boardPage writes the board as a page.
func boardPage(a *app.App, file *view.PageFile, f selection.Filter, d *BoardDocument) (app.Document, error) {
	query := url.Values{"repo": {f.Repo}, "branch": {f.Branch}, "agent": {f.Agent}, "session": {string(f.Session)}, "state": {f.State}, "owner": {f.Owner}, "workflow": {f.Workflow}}
	if f.Actionable {
		query.Set("actionable", strconv.FormatBool(true))
	}
	if f.Since != 0 {
		query.Set("since", domain.AtUnixNano(int64(f.Since)).Time().Format(time.RFC3339))
	}
	return file.Make(a, app.PageRequest{Name: "board", Query: query}, map[string]app.Document{"/v1/board": d})
}

// lanePage writes a lane as a page: its story as the terms have it, and the reasons for its
// state.
func lanePage(a *app.App, file *view.PageFile, typed string, o timelineOptions) (app.Document, error) {
	shown, err := showLane(a, typed, o)
	if err != nil {
		return nil, err
	}
	lane := shown.Lane
	because, err := explainID(a, string(lane), nil, explainOptions{app.PageReasons})
	if err != nil {
		return nil, err
	}
	v, err := view.Open(a)
	if err != nil {
		return nil, err
	}
	row, err := BoardOf(a, v, selection.Filter{Lane: lane}, selection.Page{Limit: 1})
	if err != nil {
		return nil, err
	}
	path := "/v1/lanes/" + string(lane)
	return file.Make(a, app.PageRequest{Name: "lane", ID: string(lane), Query: o.query()},
		map[string]app.Document{path: shown, path + "/explanation": because, "/v1/board": row})
}

// sessionPage writes a session as a page.
func sessionPage(a *app.App, file *view.PageFile, d *TimelineDocument, o timelineOptions) (app.Document, error) {
	because, err := explainID(a, string(d.Session), nil, explainOptions{app.PageReasons})
	if err != nil {
		return nil, err
	}
	query := o.query()
	query.Set("session", string(d.Session))
	return file.Make(a, app.PageRequest{Name: "session", Query: query},
		map[string]app.Document{"/v1/sessions/timeline": d, "/v1/sessions/explanation": because})
}

// query is the terms as the page of the server has them.
func (o *timelineOptions) query() url.Values {
	query := url.Values{"since": {o.since}}
	if o.errors {
		query.Set("errors", strconv.FormatBool(true))
	}
	if o.full {
		query.Set("full", strconv.FormatBool(true))
	}
	return query
}
