package cli

import (
	"fmt"
	"strings"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
	"github.com/spf13/cobra"

	"github.com/clawable/claw/domain/lane"
	"github.com/clawable/claw/projections"
	"github.com/clawable/claw/projections/store"
)

// laneDocument is the answer of lane show.
type laneDocument struct {
	Head
	reading
	store.LaneDocument
}

func (a *app) laneShow() *cobra.Command {
	return a.asOf(a.verb("show LANE", "look", "Show what a lane did: outcome, sessions, turns, tools", exactly(1, "LANE"), func(args []string) (document, error) {
		v, err := a.views()
		if err != nil {
			return nil, err
		}
		d, err := v.Lane(args[0], v.asOf)
		if err != nil {
			return nil, err
		}
		asks, err := a.asks(v)
		if err != nil {
			return nil, err
		}
		d.Waits, err = v.Waits(d.Lane, asks.byLane()[d.Lane])
		return &laneDocument{headOf("lane"), v.reading(), d}, err
	}))
}

func (d *laneDocument) text(p *page) {
	p.heading("lane " + string(d.Lane))
	if title := laneTitle(&d.LaneRow); title != "" {
		p.field("what", stylePlain, "%s", title)
	}
	if d.Workspace.Value != "" {
		p.field("where", stylePlain, "%s %s", d.Workspace.Value, d.Branch)
	}
	p.field("when", stylePlain, "%s", whenText(p, d.FirstObserved, d.LastObserved))
	writeOutcome(p, &d.Outcome, d.Freshness)
	p.writeWaits(d.Waits)
	p.field("turns", stylePlain, "%s", firstOf(turnsWord(d.Turns), "none"))
	p.field("tools", stylePlain, "%d%s; errors %d", sum(d.ToolCalls), countsText(d.ToolCalls), d.Errors)
	for i := range d.Sessions {
		s := &d.Sessions[i]
		p.field("session", stylePlain, "%s: %s; %s, %s tokens", s.Session, firstOf(turnsWord(s.Turns), "no turns"), many(sum(s.ToolCalls), "tool call"), tokensText(s.Tokens.Total()))
	}
	for _, c := range d.Commits {
		p.field("commit", stylePlain, "%.12s of %s (%s)", c.Commit, c.Session, firstOf(string(c.Checkpoint), "its trailer"))
	}
	for _, c := range d.Landed {
		p.field("landed", styleGreen, "%s on %s %s by %s", shortName(c.Commit), c.Repo, c.Ref, c.Ship)
	}
	writeShips(p, d.Ships)
	p.line("why: %s", p.next("claw lane explain "+string(d.Lane)))
}

// whenText says from when to when a lane was heard of, as far as that is recorded.
func whenText(p *page, first, last projections.Time) string {
	switch {
	case !last.Known():
		return "not recorded"
	case !first.Known():
		return fmt.Sprintf("until %s (%s)", clock(last.Time()), seen(p, last))
	}
	return fmt.Sprintf("%s to %s (%s)", clock(first.Time()), clock(last.Time()), seen(p, last))
}

func outageText(o *lane.Outage) string {
	state := "over"
	if o.Open {
		state = "open"
	}
	return strings.TrimSpace(string(o.Scope)+" "+firstOf(string(o.Host), string(o.ControlServer), string(o.Session))) + ": " + state
}

// fieldValues returns the members of a document as text, by name.
func fieldValues(o any) (map[string]string, error) {
	raw, err := json.Marshal(o)
	if err != nil {
		return nil, err
	}
	var members map[string]jsontext.Value
	if err := json.Unmarshal(raw, &members); err != nil {
		return nil, err
	}
	values := make(map[string]string, len(members))
	for name, v := range members {
		var text string
		if json.Unmarshal(v, &text) != nil {
			text = string(v)
		}
		values[name] = text
	}
	return values, nil
}
