package page

import (
	"math"
	"net/url"

	"github.com/clawable/claw/domain/money"
)

type usageRow struct {
	Key       string `json:"key"`
	Named     string `json:"-"` // the title of the lane
	Responses int    `json:"responses"`
	Total     int64  `json:"total_tokens"`
	Cost      *cost  `json:"cost"`
}

type usageDocument struct {
	By     string     `json:"by"`
	Rows   []usageRow `json:"rows"`
	Total  usageRow   `json:"total"`
	Zone   string     `json:"time_zone"`
	Prices *struct {
		Date string `json:"date"`
	} `json:"prices"`
	Next string `json:"next_cursor"`
}

// usagePage has two plots: by day, and by the requested dimension.
type usagePage struct {
	Days, By usageDocument
	Plot     plot
	Bars     []bar
	NextURL  string
	Sums     []string // that can be requested
	Filter   url.Values
}

// plot is a column for each day.
type plot struct {
	Width   int
	Columns []column
	Most    string
}

type column struct {
	X, Y, Height int
	Label, Says  string
}

// bar is a row of a table with its part of the greatest.
type bar struct {
	usageRow
	Width int
}

// plotDays bounds the days that are drawn, the last ones.
const plotDays = 60

func (m *maker) usage() (title string, err error) {
	title = "Usage and cost"
	p := &usagePage{Sums: []string{"model", "repository", "agent", "lane"}, Filter: m.chosen("repo", "branch", "agent", "since", "lane")}
	m.Body = p
	days := m.chosen("repo", "branch", "agent", "since", "lane")
	days.Set("by", "day")
	days.Set("limit", "1000")
	if err := m.read("/v1/usage", days, &p.Days); err != nil {
		return title, err
	}
	by := m.chosen("repo", "branch", "agent", "since", "lane", "by", "cursor")
	if by.Get("by") == "" {
		by.Set("by", "model")
	}
	if err := m.read("/v1/usage", by, &p.By); err != nil {
		return title, err
	}
	if p.By.By == "lane" {
		if err := m.nameLanes(p.By.Rows); err != nil {
			return title, err
		}
	}
	p.NextURL = m.next(p.By.Next)
	p.Plot = plotOf(p.Days.Rows)
	most := greatest(p.By.Rows)
	for _, r := range p.By.Rows {
		p.Bars = append(p.Bars, bar{r, part(r.sum(), most, 240)})
	}
	return title, nil
}

// nameLanes gives rows of lanes their titles, of the lanes that a document may list at once.
func (m *maker) nameLanes(rows []usageRow) error {
	var all boardDocument
	if err := m.read("/v1/lanes", url.Values{"limit": {"1000"}}, &all); err != nil {
		return err
	}
	titles := make(map[string]string, len(all.Lanes))
	for _, r := range all.Lanes {
		titles[r.Lane] = r.Title()
	}
	for i := range rows {
		rows[i].Named = titles[rows[i].Key]
	}
	return nil
}

func (r usageRow) sum() money.NanoUSD {
	if r.Cost == nil {
		return 0
	}
	return r.Cost.Sum
}

func greatest(rows []usageRow) (most money.NanoUSD) {
	for _, r := range rows {
		most = max(most, r.sum())
	}
	return most
}

// part is the length of a value where the greatest has the whole.
func part(value, most money.NanoUSD, whole int) int {
	if most <= 0 || value <= 0 {
		return 0
	}
	return max(1, int(math.Round(float64(value)/float64(most)*float64(whole))))
}

// plotOf draws what days cost.
func plotOf(days []usageRow) plot {
	for len(days) > 0 && days[0].Key == "" { // whose day is not known
		days = days[1:]
	}
	days = days[max(0, len(days)-plotDays):]
	most := greatest(days)
	p := plot{Width: 130 + 18*len(days), Most: dollars(most)}
	for i, d := range days {
		h := part(d.sum(), most, 110)
		c := column{X: 66 + 18*i, Y: 130 - h, Height: h, Says: line(d.Key) + ": " + costText(d.Cost) + ", " + number(d.Responses) + " responses"}
		if i%6 == 0 && len(d.Key) == len("2006-01-02") {
			c.Label = line(d.Key)
		}
		p.Columns = append(p.Columns, c)
	}
	return p
}
