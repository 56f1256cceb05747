package view

import (
	"strconv"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/clawable/claw/cmd/claw/cli/app"
	"github.com/clawable/claw/cmd/claw/cli/term"
	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/projections"
	"github.com/clawable/claw/projections/sessions"
	"github.com/clawable/claw/projections/store/query"
	"github.com/clawable/claw/projections/store/selection"
	"github.com/clawable/claw/projections/tools"
	"github.com/clawable/claw/projections/values"
)

// LanesDocument lists lanes.
type LanesDocument struct {
	app.Head
	ReadAt
	query.LaneList
	short []string // the lanes' ids, as people type them
	costs Costs
}

// LanesVerb is claw lanes.
func LanesVerb(a *app.App) *cobra.Command {
	o := LiveOptions{ListOptions: ListOptions{Only: "lanes whose state or outcome is", States: LaneStates()}}
	return LiveList(a, "lanes", "List lanes, the newest first", o, func(v *Views, f selection.Filter, p selection.Page) (app.Document, error) {
		return listLanes(a, v, f, p)
	})
}

func listLanes(a *app.App, v *Views, f selection.Filter, p selection.Page) (*LanesDocument, error) {
	list, err := query.Lanes(v, f, p, v.AsOf)
	if err != nil {
		return nil, err
	}
	d := &LanesDocument{Head: app.HeadOf("lanes"), ReadAt: v.ReadAt(), LaneList: list}
	if a.Format == app.FormatText {
		if d.short, err = v.ShortLanes(len(list.Lanes), func(i int) domain.LaneID { return list.Lanes[i].Lane }); err != nil {
			return nil, err
		}
	}
	d.costs, err = CostsOf(a, v, query.UsageByLane, len(list.Lanes), func(i int) string { return string(list.Lanes[i].Lane) })
	return d, err
}

func (d *LanesDocument) Text(p *term.Page) {
	rows := make([][]term.Cell, 0, len(d.Lanes))
	for i := range d.Lanes {
		r := &d.Lanes[i]
		rows = append(rows, []term.Cell{term.Styled(d.short[i], term.StyleDim), term.Styled(OutcomeWord(r), OutcomeStyle(r.Outcome)), term.Plain(string(r.State)),
			term.Plain(r.Agent), term.Plain(Seen(p, r.LastObserved)), term.Plain(RepoName(r.Repo)), term.Plain(r.Branch), d.costs.Cell(string(r.Lane)), term.Plain(LaneTitle(r))})
	}
	p.Table([]term.Column{{Name: "LANE"}, {Name: "OUTCOME"}, StateColumn(4), AgentColumn(5),
		{Name: "LAST", Rank: 2}, RepoColumn(7), BranchColumn(6), {Name: "COST", Right: true, Rank: 3}, {Name: "WHAT", Least: 16, Rank: 1}}, rows)
	More(p, len(d.Lanes), d.Total, d.Next)
}

// The widths to which columns shrink so that titles have room.
const (
	leastState = 7
	leastAgent = 6
	leastName  = 10 // of a repository or a branch
)

// RepoColumn and BranchColumn are the columns of what a lane or a session works on.
func RepoColumn(rank int) term.Column {
	return term.Column{Name: "REPO", Least: leastName, Yields: true, Optional: true, Rank: rank}
}

// BranchColumn is the column of a branch, see [RepoColumn].
func BranchColumn(rank int) term.Column {
	return term.Column{Name: "BRANCH", Least: leastName, Yields: true, Optional: true, Rank: rank}
}

// StateColumn and AgentColumn are columns that shrink before titles do.
func StateColumn(rank int) term.Column {
	return term.Column{Name: "STATE", Least: leastState, Yields: true, Rank: rank}
}

// AgentColumn is the column of an agent, see [StateColumn].
func AgentColumn(rank int) term.Column {
	return term.Column{Name: "AGENT", Least: leastAgent, Yields: true, Rank: rank}
}

// RepoName is the name of a repository in a list: its last part.
func RepoName(repo string) string {
	return strings.TrimSuffix(repo[strings.LastIndexByte(repo, '/')+1:], ".git")
}

// Seen is how long ago something was, for people.
func Seen(p *term.Page, t values.Time) string {
	if !t.Known() {
		return "?"
	}
	return term.Age(p.Now, t.Time())
}

// LaneTitle is the name of a lane for people.
func LaneTitle(r *query.LaneRow) string {
	return app.FirstOf(What(r.Title, r.Opening, r.Workspace, false), r.Purpose, r.Repo)
}

// longPath is the length from which a path is shortened to its end.
const longPath = 32

// shortPath is a path, shortened to its end where it is long.
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

// OutcomeWord is the outcome of a lane in a list.
func OutcomeWord(r *query.LaneRow) string {
	s := string(r.Outcome)
	if r.FailureClass != "" {
		s += " " + string(r.FailureClass)
	}
	if r.Disposition != "" {
		s += ", " + string(r.Disposition)
	}
	return s
}

// SessionsDocument lists sessions.
type SessionsDocument struct {
	app.Head
	ReadAt
	query.SessionList
	short []string // the sessions' ids, as people type them
	costs Costs
}

// sessionsOptions are the flags of claw sessions.
type sessionsOptions struct{ ListOptions }

func (o *sessionsOptions) flags(f *pflag.FlagSet) {
	o.Flags(f)
	f.StringVar(&o.commit, "commit", "", "only those that this commit came from, its name or a beginning of it")
}

// SessionsVerb is claw sessions.
func SessionsVerb(a *app.App) *cobra.Command {
	o := sessionsOptions{ListOptions{Only: "sessions that are", States: sessions.State("").Enum()}}
	cmd := List(a, "sessions", "List sessions, the newest first", &o.ListOptions, func(v *Views, f selection.Filter, p selection.Page) (app.Document, error) {
		list, err := query.Sessions(v, f, p)
		if err != nil {
			return nil, err
		}
		short, err := v.ShortSessions(a, len(list.Sessions), func(i int) domain.SessionID { return list.Sessions[i].Session })
		if err != nil {
			return nil, err
		}
		costs, err := CostsOf(a, v, query.UsageBySession, len(list.Sessions), func(i int) string { return string(list.Sessions[i].Session) })
		return &SessionsDocument{app.HeadOf("sessions"), v.ReadAt(), list, short, costs}, err
	})
	o.flags(cmd.Flags())
	return cmd
}

// shortSession is the width of the short id of a subagent's session.
const shortSession = len("claude-code/5b6f0c1e/a7f3c1d0")

func (d *SessionsDocument) Text(p *term.Page) {
	rows := make([][]term.Cell, 0, len(d.Sessions))
	for i := range d.Sessions {
		s := &d.Sessions[i]
		rows = append(rows, []term.Cell{term.Styled(d.short[i], term.StyleDim), term.Plain(string(s.State)), term.Plain(term.TurnsWord(s.Turns)), term.Plain(term.Count(term.Sum(s.ToolCalls))),
			term.Styled(term.Count(s.Errors), term.ErrorStyle(s.Errors)), term.Plain(term.TokensText(s.Tokens.Total())), term.Plain(Seen(p, s.LastObserved)),
			term.Plain(RepoName(s.Repo)), term.Plain(s.Branch), d.costs.Cell(string(s.Session)), term.Plain(SessionWork(s)), term.Plain(What(s.Title, s.Opening, s.Workspace, s.Parent.Value != ""))})
	}
	p.Table([]term.Column{{Name: "SESSION", Least: shortSession}, StateColumn(6), {Name: "TURNS", Least: 12, Yields: true, Rank: 11}, {Name: "TOOLS", Right: true, Rank: 7},
		{Name: "ERRORS", Right: true, Rank: 5}, {Name: "TOKENS", Right: true, Rank: 8}, {Name: "LAST", Rank: 2}, RepoColumn(10), BranchColumn(9), {Name: "COST", Right: true, Rank: 4},
		{Name: "WORK", Least: 17, Optional: true, Rank: 3}, {Name: "WHAT", Least: 16, Rank: 1}}, rows)
	More(p, len(d.Sessions), d.Total, d.Next)
}

// ToolsDocument lists tool calls.
type ToolsDocument struct {
	app.Head
	ReadAt
	query.ToolList
}

// toolsOptions are the flags of claw tools.
type toolsOptions struct{ ListOptions }

func (o *toolsOptions) flags(f *pflag.FlagSet) {
	o.Flags(f)
	f.StringVar(&o.tool, "tool", "", "only this tool")
}

// ToolsVerb is claw tools.
func ToolsVerb(a *app.App) *cobra.Command {
	o := toolsOptions{ListOptions{Only: "calls that are", States: tools.Status("").Enum()}}
	cmd := List(a, "tools", "List tool calls, the oldest first", &o.ListOptions, func(v *Views, f selection.Filter, p selection.Page) (app.Document, error) {
		list, err := query.Tools(v, f, p)
		for i := range list.ToolCalls {
			if t := &list.ToolCalls[i]; err == nil && t.ErrorKind != "" {
				t.ErrorLine, err = errorLine(a, t.Events)
			}
		}
		return &ToolsDocument{app.HeadOf("tools"), v.ReadAt(), list}, err
	})
	o.flags(cmd.Flags())
	return cmd
}

func (d *ToolsDocument) Text(p *term.Page) {
	rows := make([][]term.Cell, 0, len(d.ToolCalls))
	for i := range d.ToolCalls {
		t := &d.ToolCalls[i]
		rows = append(rows, []term.Cell{term.Plain(term.Clock(t.Started.Time())), term.Plain(t.Name), term.Styled(string(t.Status), StatusStyle(t.Status)),
			term.Plain(t.ExitCode), term.Plain(term.DurationText(t.DurationMS)), about(t.Command, t.Paths, t.Files),
			told(t.ErrorLine), term.Styled(string(t.Item), term.StyleDim)})
	}
	p.Table([]term.Column{{Name: "STARTED", Rank: 2}, {Name: "TOOL", Least: 8}, {Name: "STATUS"}, {Name: "EXIT", Right: true},
		{Name: "TOOK", Right: true, Rank: 4}, {Name: "WHAT", Least: 16}, {Name: "ERROR", Least: 16, Rank: 1}, {Name: "ITEM", Least: 12, Rank: 5}}, rows)
	if d.Total > 0 {
		p.Line("%s%s", term.Many(d.Total, "call"), term.CountsText(d.ByStatus))
	}
	More(p, len(d.ToolCalls), d.Total, d.Next)
}

// StatusStyle is the style of the status of a tool call.
func StatusStyle(s tools.Status) term.Style {
	switch s {
	case tools.Failed, tools.TimedOut:
		return term.StyleRed
	case tools.Denied, tools.Canceled:
		return term.StyleYellow
	case tools.Requested, tools.Running:
		return term.StyleCyan
	case tools.Completed:
	}
	return term.StylePlain
}

// ErrorsDocument lists errors.
type ErrorsDocument struct {
	app.Head
	ReadAt
	query.ErrorList
	short []string // the sessions' ids, as people type them
}

// errorsOptions are the flags of claw errors.
type errorsOptions struct {
	ListOptions
	origin  string // a value of projections.ErrorOrigin
	command string // a part of a command
}

func (o *errorsOptions) flags(f *pflag.FlagSet) {
	o.Flags(f)
	f.StringVar(&o.failure, "kind", "", "only errors of this kind")
	f.StringVar(&o.command, "command", "", "only errors of commands that hold this text, from the beginning of a word")
	origins := projections.ErrorOrigin("").Enum()
	f.Var(app.NewChoice(&o.origin, origins), "origin", "only errors of "+app.JoinWords(origins))
}

// ErrorsVerb is claw errors.
func ErrorsVerb(a *app.App) *cobra.Command {
	o := errorsOptions{ListOptions: ListOptions{Only: "errors whose state is", States: projections.ErrorState("").Enum()}}
	cmd := List(a, "errors", "List what failed, by kind", &o.ListOptions, func(v *Views, f selection.Filter, p selection.Page) (app.Document, error) {
		f.Origin, f.Command = projections.ErrorOrigin(o.origin), o.command
		list, err := query.Errors(v, f, p)
		for i := range list.Errors {
			if e := &list.Errors[i]; err == nil && e.Origin != projections.OriginLane {
				e.ErrorLine, err = errorLine(a, e.Events)
			}
		}
		if err != nil {
			return nil, err
		}
		short, err := v.ShortSessions(a, len(list.Errors), func(i int) domain.SessionID { return list.Errors[i].Session })
		return &ErrorsDocument{app.HeadOf("errors"), v.ReadAt(), list, short}, err
	})
	o.flags(cmd.Flags())
	return cmd
}

func (d *ErrorsDocument) Text(p *term.Page) {
	rows := make([][]term.Cell, 0, len(d.ByKind))
	for _, k := range d.ByKind {
		rows = append(rows, []term.Cell{term.Styled(strconv.Itoa(k.Count), term.StyleRed), term.Plain(string(k.Origin)), term.Plain(k.Kind)})
	}
	p.Table([]term.Column{{Name: "COUNT", Right: true}, {Name: "OF"}, {Name: "KIND", Least: 12}}, rows)
	if d.Total > 0 {
		p.Gap()
	}
	rows = rows[:0]
	for i := range d.Errors {
		e := &d.Errors[i]
		rows = append(rows, []term.Cell{term.Plain(term.Clock(e.At.Time())), term.Plain(string(e.Origin)), term.Plain(e.Kind), term.Plain(e.Tool), term.Plain(e.ExitCode),
			about(e.Command, nil, e.Files), told(e.ErrorLine),
			term.Styled(app.FirstOf(d.short[i], string(e.Lane)), term.StyleDim)})
	}
	p.Table([]term.Column{{Name: "AT", Rank: 2}, {Name: "OF"}, {Name: "KIND"}, {Name: "TOOL", Least: 8}, {Name: "EXIT", Right: true},
		{Name: "WHAT", Least: 16, Rank: 1}, {Name: "ERROR", Least: 16}, {Name: "IN", Least: 16, Rank: 4}}, rows)
	More(p, len(d.Errors), d.Total, d.Next)
}
