package page

import (
	"net/url"
	"slices"
	"strings"
	"time"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/internal/table"
)

// boardFilters are the parameters of the board that a page passes on.
var boardFilters = []string{"repo", "branch", "agent", "session", "state", "owner", "workflow", "actionable", "since"}

// boardRows is the number of lanes on a page.
const boardRows = "100"

// boardPage is what the board shows.
type boardPage struct {
	boardDocument
	Groups  []laneGroup
	Filter  url.Values // the filters in force
	Stream  string     // of changes of the same lanes
	Words   []string   // of outcomes, with their counts in the document
	NextURL string
}

// laneGroup are neighbours on the board that need the same.
type laneGroup struct {
	ID, Name string
	Rows     []rowCells
}

// rowCells is a row, as of a time.
type rowCells struct {
	laneRow
	Now time.Time
}

// groupNames say what the lanes of a part of the board need.
var groupNames = table.Table[string, string]{{"person", "Needs a person"}, {"runs", "Needs time"}, {"unclear", "Failed, or not clear"}, {"rest", "Needs nothing"}}

// part returns the part of the board to which a row belongs: of the rest, what did not end well has
// its own.
func (r laneRow) part() string {
	if r.Group == "rest" && r.Urgency <= 2 {
		return "unclear"
	}
	return r.Group
}

func (m *maker) board() (title string, err error) {
	title = "Board"
	filter := m.chosen(boardFilters...)
	query := m.chosen(append([]string{"cursor"}, boardFilters...)...)
	query.Set("limit", boardRows)
	b := &boardPage{Filter: filter}
	if err := m.read("/v1/board", query, &b.boardDocument); err != nil {
		return title, err
	}
	for _, r := range b.Lanes {
		if n := len(b.Groups); n == 0 || b.Groups[n-1].ID != r.part() {
			b.Groups = append(b.Groups, laneGroup{ID: r.part(), Name: groupNames.At(r.part())})
		}
		of := &b.Groups[len(b.Groups)-1]
		of.Rows = append(of.Rows, rowCells{r, m.Now})
	}
	for word := range b.ByOutcome {
		b.Words = append(b.Words, word)
	}
	slices.Sort(b.Words)
	streamed := url.Values{}
	for name := range filter {
		if name != "since" { // which a stream does not have
			streamed.Set(name, filter.Get(name))
		}
	}
	b.Stream = strings.TrimSuffix("/v1/stream/board?"+streamed.Encode(), "?")
	if b.Next != "" {
		next := url.Values{"cursor": {b.Next}}
		for name := range filter {
			next.Set(name, filter.Get(name))
		}
		b.NextURL = "/?" + next.Encode()
	}
	m.Body = b
	return title, nil
}

// boardRow is one row, as it is now.
func (m *maker) boardRow() (title string, err error) {
	var b boardDocument
	if err := m.read("/v1/board", url.Values{"lane": {m.ID}}, &b); err != nil {
		return title, err
	}
	if len(b.Lanes) != 1 {
		return title, &domain.Error{Kind: domain.ErrNotFound, Operation: "find lane", Target: m.ID, Message: "the board has no such lane"}
	}
	m.Body = rowCells{b.Lanes[0], m.Now}
	return title, nil
}

// Shown is how many lanes the page has.
func (b *boardPage) Shown() int { return len(b.Lanes) }
