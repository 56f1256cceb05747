package lookcmd

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/clawable/claw/cmd/claw/cli/app"
	"github.com/clawable/claw/cmd/claw/cli/term"
	"github.com/clawable/claw/cmd/claw/cli/view"
	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/lane"
	"github.com/clawable/claw/projections/store/query"
	"github.com/clawable/claw/projections/store/timeline"
	"github.com/clawable/claw/projections/values"
)

// LaneDocument is the answer of lane show.
type LaneDocument struct {
	app.Head
	view.ReadAt
	query.LaneDocument
	Timeline timeline.Timeline `json:"timeline"` // its last entries
	story    storyText
}

// entriesBeside is how many entries of its story are shown beside the outcome of a lane.
const entriesBeside = 40

func laneShow(a *app.App) *cobra.Command {
	o := timelineOptions{limit: entriesBeside}
	var file view.PageFile
	cmd := a.Verb("show LANE", "look", "Show how a lane stands and what happened in it", app.Exactly(1, "LANE"),
		func(args []string) (app.Document, error) {
			if file.Asked() {
				return lanePage(a, &file, args[0], o)
			}
			return showLane(a, args[0], o)
		})
	cmd.Long = `Show how a lane stands: its outcome with what shows it, its sessions and their work. Below that stands
what happened in it, the last entries of claw timeline.`
	o.flags(cmd.Flags())
	file.FlagsOfVerb(cmd)
	return a.AsOf(cmd)
}

func showLane(a *app.App, id string, o timelineOptions) (*LaneDocument, error) {
	v, err := view.Open(a)
	if err != nil {
		return nil, err
	}
	d, err := query.Lane(v, id, v.AsOf)
	if err != nil {
		return nil, err
	}
	asks, err := Asks(a, v)
	if err != nil {
		return nil, err
	}
	if d.Waits, err = query.WaitsOf(v, d.Lane, byLane(asks)[d.Lane]); err != nil {
		return nil, err
	}
	t, story, err := tell(a, v, string(d.Lane), o)
	story.typed, story.workspace = id, string(d.Workspace.Value)
	return &LaneDocument{app.HeadOf("lane"), v.ReadAt(), d, t, story}, err
}

func (d *LaneDocument) Text(p *term.Page) {
	p.Heading("lane " + string(d.Lane))
	if title := view.LaneTitle(&d.LaneRow); title != "" {
		p.Field("what", term.StylePlain, "%s", title)
	}
	if d.Workspace.Value != "" {
		p.Field("where", term.StylePlain, "%s %s", d.Workspace.Value, d.Branch)
	}
	writeStated(p, &d.Outcome, view.LaneTitle(&d.LaneRow))
	p.Field("when", term.StylePlain, "%s", whenText(p, d.FirstObserved, d.LastObserved))
	writeOutcome(p, view.Proof{Outcome: &d.Outcome, Ships: d.Ships, Waits: d.Waits}, d.Freshness)
	writeWaits(p, d.Waits)
	p.Field("turns", term.StylePlain, "%s", app.FirstOf(term.TurnsWord(d.Turns), "none"))
	p.Field("tools", term.StylePlain, "%d%s; errors %d", term.Sum(d.ToolCalls), term.CountsText(d.ToolCalls), d.Errors)
	p.Field("spent", term.StylePlain, "%s", spentText(&d.Timeline.Spent))
	for i := range d.Sessions {
		s := &d.Sessions[i]
		p.Field("session", term.StylePlain, "%s: %s; %s, %s tokens", s.Session, app.FirstOf(term.TurnsWord(s.Turns), "no turns"), term.Many(term.Sum(s.ToolCalls), "tool call"), term.TokensText(s.Tokens.Total()))
		if made := view.SessionWork(s); made != "" {
			p.Field("work", term.StylePlain, "%s", made)
		}
	}
	for _, c := range d.Commits {
		p.Field("commit", term.StylePlain, "%.12s of %s (%s)", c.Commit, c.Session, tieText(c.ByCall, c.Checkpoint))
	}
	for _, c := range d.Landed {
		p.Field("landed", term.StyleGreen, "%s on %s %s by %s", term.ShortName(c.Commit), c.Repo, c.Ref, c.Ship)
	}
	writeShips(p, d.Ships)
	p.Line("why: %s", app.Next(p, "claw lane explain "+string(d.Lane)))
	if d.Timeline.Total > 0 {
		p.Gap()
		d.story.write(p, &d.Timeline)
	}
}

// tieText describes what ties a commit to its session.
func tieText(byCall bool, checkpoint domain.CheckpointID) string {
	if byCall {
		return "a call made it"
	}
	return app.FirstOf(string(checkpoint), "its trailer")
}

// whenText is the time from the first to the last event of a lane, as far as it is recorded.
func whenText(p *term.Page, first, last values.Time) string {
	switch {
	case !last.Known():
		return "not recorded"
	case !first.Known():
		return fmt.Sprintf("until %s (%s)", term.Clock(last.Time()), view.Seen(p, last))
	}
	return fmt.Sprintf("%s to %s (%s)", term.Clock(first.Time()), term.Clock(last.Time()), view.Seen(p, last))
}

func outageText(o *lane.Outage) string {
	state := "over"
	if o.Open {
		state = "open"
	}
	return strings.TrimSpace(string(o.Scope)+" "+app.FirstOf(string(o.Host), string(o.ControlServer), string(o.Session))) + ": " + state
}
