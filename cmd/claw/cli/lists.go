package cli

import (
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/projections"
	"github.com/clawable/claw/projections/store"
)

type lanesDocument struct {
	Head
	reading
	store.LaneList
	short []string // the lanes' ids, as people type them
}

func (a *app) lanesVerb() *cobra.Command {
	l := listing{only: "lanes whose state or outcome is", states: laneStates()}
	return a.liveList("lanes", "List lanes, the newest first", &l, func(v *views, f store.Filter, p store.Page) (document, error) {
		list, err := v.Lanes(f, p, v.asOf)
		if err != nil {
			return nil, err
		}
		d := &lanesDocument{Head: headOf("lanes"), reading: v.reading(), LaneList: list}
		if a.format == formatText {
			d.short, err = v.shortLanes(len(list.Lanes), func(i int) domain.LaneID { return list.Lanes[i].Lane })
		}
		return d, err
	})
}

func (d *lanesDocument) text(p *page) {
	rows := make([][]cell, 0, len(d.Lanes))
	for i := range d.Lanes {
		r := &d.Lanes[i]
		rows = append(rows, []cell{{d.short[i], styleDim}, {outcomeWord(r), outcomeStyle(r.Outcome)}, plain(string(r.State)),
			plain(r.Agent), plain(seen(p, r.LastObserved)), plain(laneTitle(r))})
	}
	p.table([]column{{name: "LANE"}, {name: "OUTCOME"}, {name: "STATE", rank: 3}, {name: "AGENT", rank: 4},
		{name: "LAST", rank: 2}, {name: "WHAT", least: 16, rank: 1}}, rows)
	p.more(len(d.Lanes), d.Total, d.Next)
}

func seen(p *page, t projections.Time) string {
	if !t.Known() {
		return "?"
	}
	return age(p.now, t.Time())
}

// laneTitle is what a person knows the lane by.
func laneTitle(r *store.LaneRow) string {
	return firstOf(what(r.Title, r.Opening, r.Workspace), r.Repo)
}

// what is what a person knows a conversation by: its title, else how its first prompt
// begins, else where it was held.
func what(title domain.Maybe[domain.ShortLabel], opening string, workspace domain.Maybe[domain.Path]) string {
	return firstOf(string(title.Value), opening, shortPath(workspace.Value))
}

// longPath is the length from which a path is told by its end.
const longPath = 32

// shortPath is a path as people know it: the end tells more than the beginning.
func shortPath(p domain.Path) string {
	s := strings.ReplaceAll(string(p), `\`, "/")
	if len(s) <= longPath {
		return s
	}
	last := strings.LastIndexByte(s, '/')
	if before := strings.LastIndexByte(s[:max(last, 0)], '/'); before > 0 {
		return "…" + s[before:]
	}
	return s
}

func outcomeWord(r *store.LaneRow) string {
	s := string(r.Outcome)
	if r.FailureClass != "" {
		s += " " + string(r.FailureClass)
	}
	if r.Disposition != "" {
		s += ", " + string(r.Disposition)
	}
	return s
}

type sessionsDocument struct {
	Head
	reading
	store.SessionList
}

func (a *app) sessionsVerb() *cobra.Command {
	l := listing{only: "sessions that are", states: projections.SessionState("").Enum(), ofCommit: true}
	return a.list("sessions", "List sessions, the newest first", &l, func(v *views, f store.Filter, p store.Page) (document, error) {
		list, err := v.Sessions(f, p)
		return &sessionsDocument{headOf("sessions"), v.reading(), list}, err
	})
}

// wholeSession is the width of a session's id: an agent's name and a UUID.
const wholeSession = 48

func (d *sessionsDocument) text(p *page) {
	rows := make([][]cell, 0, len(d.Sessions))
	for i := range d.Sessions {
		s := &d.Sessions[i]
		rows = append(rows, []cell{{string(s.Session), styleDim}, plain(string(s.State)), plain(turnsWord(s.Turns)), plain(count(sum(s.ToolCalls))),
			{count(s.Errors), errorStyle(s.Errors)}, plain(tokensText(s.Tokens.Total())), plain(seen(p, s.LastObserved)),
			plain(what(s.Title, s.Opening, s.Workspace))})
	}
	p.table([]column{{name: "SESSION", least: wholeSession}, {name: "STATE", rank: 4}, {name: "TURNS", least: 20, rank: 7}, {name: "TOOLS", right: true, rank: 5},
		{name: "ERRORS", right: true, rank: 3}, {name: "TOKENS", right: true, rank: 6}, {name: "LAST", rank: 2},
		{name: "WHAT", least: 16, rank: 1}}, rows)
	p.more(len(d.Sessions), d.Total, d.Next)
}

type toolsDocument struct {
	Head
	reading
	store.ToolList
}

func (a *app) toolsVerb() *cobra.Command {
	l := listing{only: "calls that are", states: projections.ToolStatus("").Enum()}
	cmd := a.list("tools", "List tool calls, the oldest first", &l, func(v *views, f store.Filter, p store.Page) (document, error) {
		list, err := v.Tools(f, p)
		return &toolsDocument{headOf("tools"), v.reading(), list}, err
	})
	cmd.Flags().StringVar(&l.tool, "tool", "", "only this tool")
	return cmd
}

func (d *toolsDocument) text(p *page) {
	rows := make([][]cell, 0, len(d.ToolCalls))
	for i := range d.ToolCalls {
		t := &d.ToolCalls[i]
		rows = append(rows, []cell{plain(clock(t.Started.Time())), plain(t.Name), {string(t.Status), statusStyle(t.Status)},
			plain(t.ExitCode), plain(durationText(t.DurationMS)), {string(t.Item), styleDim}})
	}
	p.table([]column{{name: "STARTED", rank: 2}, {name: "TOOL", least: 8}, {name: "STATUS"}, {name: "EXIT", right: true},
		{name: "TOOK", right: true, rank: 3}, {name: "ITEM", least: 12, rank: 4}}, rows)
	if d.Total > 0 {
		p.line("%s%s", many(d.Total, "call"), countsText(d.ByStatus))
	}
	p.more(len(d.ToolCalls), d.Total, d.Next)
}

func statusStyle(s projections.ToolStatus) style {
	switch s {
	case projections.ToolFailed, projections.ToolTimedOut:
		return styleRed
	case projections.ToolDenied, projections.ToolCanceled:
		return styleYellow
	case projections.ToolRequested, projections.ToolRunning:
		return styleCyan
	case projections.ToolCompleted:
	}
	return stylePlain
}

type errorsDocument struct {
	Head
	reading
	store.ErrorList
}

func (a *app) errorsVerb() *cobra.Command {
	l := listing{only: "errors whose state is", states: projections.ErrorState("").Enum()}
	var origin string
	cmd := a.list("errors", "List what failed, by kind", &l, func(v *views, f store.Filter, p store.Page) (document, error) {
		f.Origin = projections.ErrorOrigin(origin)
		list, err := v.Errors(f, p)
		return &errorsDocument{headOf("errors"), v.reading(), list}, err
	})
	cmd.Flags().StringVar(&l.failure, "kind", "", "only errors of this kind")
	origins := projections.ErrorOrigin("").Enum()
	cmd.Flags().Var(choice{&origin, origins}, "origin", "only errors of "+joinWords(origins))
	return cmd
}

func (d *errorsDocument) text(p *page) {
	rows := make([][]cell, 0, len(d.ByKind))
	for _, k := range d.ByKind {
		rows = append(rows, []cell{{strconv.Itoa(k.Count), styleRed}, plain(string(k.Origin)), plain(k.Kind)})
	}
	p.table([]column{{name: "COUNT", right: true}, {name: "OF"}, {name: "KIND", least: 12}}, rows)
	if d.Total > 0 {
		p.gap()
	}
	rows = rows[:0]
	for i := range d.Errors {
		e := &d.Errors[i]
		rows = append(rows, []cell{plain(clock(e.At.Time())), plain(string(e.Origin)), plain(e.Kind), plain(e.Tool), plain(e.ExitCode),
			{firstOf(string(e.Session), string(e.Lane)), styleDim}})
	}
	p.table([]column{{name: "AT", rank: 2}, {name: "OF"}, {name: "KIND"}, {name: "TOOL", least: 8}, {name: "EXIT", right: true},
		{name: "IN", least: 16, rank: 3}}, rows)
	p.more(len(d.Errors), d.Total, d.Next)
}
