package pinpointcmd

import (
	"slices"
	"strconv"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/clawable/claw/cmd/claw/cli/app"
	"github.com/clawable/claw/cmd/claw/cli/term"
	"github.com/clawable/claw/cmd/claw/cli/view"
	tracking "github.com/clawable/claw/commands/pinpoint"
	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/reports/pinpoint"
)

// PinpointsDocument is the answer of pinpoint list.
type PinpointsDocument struct {
	app.Head
	Pinpoints []pinpoint.Item `json:"pinpoints"` // the most urgent first
	Total     int             `json:"total"`     // of the selected items
	Filings   int             `json:"filings"`   // of them, those of one item counted each
	States    map[string]int  `json:"states"`    // of them
	Void      []pinpoint.Void `json:"void_events,omitzero"`
}

// listOptions are the flags of claw pinpoint list.
type listOptions struct {
	states     []string
	priorities []string
	lane       string
	all        bool
	limit      int
}

func (o *listOptions) flags(f *pflag.FlagSet) {
	f.StringArrayVar(&o.states, "state", nil, "only "+app.JoinWords(domain.PinpointState("").Enum())+" (repeat for more)")
	f.StringArrayVar(&o.priorities, "priority", nil, "only "+app.JoinWords(domain.Priority("").Enum())+" (repeat for more)")
	f.StringVar(&o.lane, "lane", "", "only what was handed to this lane, its id or a beginning of it")
	f.BoolVar(&o.all, "all", false, "also what is done or superseded")
	f.IntVar(&o.limit, "limit", 50, "at most so many (0: all)")
}

func pinpointList(a *app.App) *cobra.Command {
	var o listOptions
	cmd := a.Verb("list", "look", "List the gaps that are open, the most urgent first", app.NoArgs, func([]string) (app.Document, error) { return listPinpoints(a, o) })
	o.flags(cmd.Flags())
	return cmd
}

// ranked are the items in the order of their urgency.
func ranked(s *tracking.State) []*pinpoint.Item {
	items := make([]*pinpoint.Item, len(s.All))
	for i := range s.All {
		items[i] = &s.All[i]
	}
	slices.SortFunc(items, pinpoint.ByUrgency)
	return items
}

func listPinpoints(a *app.App, o listOptions) (app.Document, error) {
	if o.limit < 0 {
		return nil, app.UsageError("parse arguments", "--limit "+strconv.Itoa(o.limit), "is negative", "0 is no limit")
	}
	if err := chosen("--state", o.states, domain.PinpointState("").Enum()); err != nil {
		return nil, err
	}
	if err := chosen("--priority", o.priorities, domain.Priority("").Enum()); err != nil {
		return nil, err
	}
	_, s, err := trackerOf(a, app.ToRead)
	if err != nil {
		return nil, err
	}
	lane, err := view.LaneTyped(a, o.lane)
	if err != nil {
		return nil, err
	}
	d := &PinpointsDocument{Head: app.HeadOf("pinpoints"), Pinpoints: []pinpoint.Item{}, States: map[string]int{}, Void: s.Void}
	for _, item := range ranked(s) {
		if !o.selects(item, lane) {
			continue
		}
		d.Total, d.Filings = d.Total+1, d.Filings+len(item.Filings)
		d.States[string(item.State)]++
		if o.limit == 0 || len(d.Pinpoints) < o.limit {
			d.Pinpoints = append(d.Pinpoints, *item)
		}
	}
	return d, nil
}

func (o *listOptions) selects(item *pinpoint.Item, lane domain.LaneID) bool {
	switch {
	case len(o.states) > 0 && !slices.Contains(o.states, string(item.State)), len(o.priorities) > 0 && !slices.Contains(o.priorities, string(item.Priority)):
		return false
	case lane != "" && !slices.Contains(item.Lanes, lane):
		return false
	}
	return o.all || len(o.states) > 0 || !item.Closed()
}

func (d *PinpointsDocument) Text(p *term.Page) {
	rows := make([][]term.Cell, 0, len(d.Pinpoints))
	for i := range d.Pinpoints {
		item := &d.Pinpoints[i]
		rows = append(rows, []term.Cell{term.Plain(string(item.Priority)), term.Styled(stateText(item), stateStyle(item.State)), term.Plain(item.Pinpoint.String()),
			term.Plain(term.Joined(item.Names)), term.Plain(strconv.Itoa(len(item.Filings))), term.Plain(term.Age(p.Now, item.StateSince.Time())), term.Plain(titleText(item))})
	}
	p.Table([]term.Column{{Name: "PRIORITY"}, {Name: "STATE"}, {Name: "PINPOINT", Rank: 2}, {Name: "NAMES", Rank: 3}, {Name: "FILED", Right: true, Rank: 5}, {Name: "SINCE", Rank: 4},
		{Name: "TITLE", Rank: 1}}, rows)
	switch {
	case d.Total == 0:
		p.Line("no open pinpoints; to file one: %s", app.Next(p, "claw pinpoint file TITLE"))
	case len(d.Pinpoints) < d.Total:
		p.Line("%d of %d; all of them: %s", len(d.Pinpoints), d.Total, app.Next(p, "claw pinpoint list --limit 0"))
	}
}

func titleText(item *pinpoint.Item) string {
	if item.Title == "" {
		return "(erased)"
	}
	return item.Title
}

func stateText(item *pinpoint.Item) string {
	text := string(item.State)
	if len(item.Contested) > 0 {
		text += ", contested"
	}
	if item.Recurred > 0 {
		text += ", came again"
	}
	return text
}

func stateStyle(s domain.PinpointState) term.Style {
	switch s {
	case domain.PinpointStateDone, domain.PinpointStateSuperseded:
		return term.StyleDim
	case domain.PinpointStateBlocked:
		return term.StyleRed
	case domain.PinpointStateInProgress:
		return term.StyleGreen
	case domain.PinpointStateFiled, domain.PinpointStateAcknowledged:
	}
	return term.StyleYellow
}
