package view

import (
	"fmt"
	"math"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/clawable/claw/cmd/claw/cli/app"
	"github.com/clawable/claw/cmd/claw/cli/term"
	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/lane"
	"github.com/clawable/claw/projections/store/query"
	"github.com/clawable/claw/projections/store/selection"
	"github.com/clawable/claw/projections/values"
)

// ListOptions are the flags that every list has: which rows, and which page of them. An empty
// value selects all.
type ListOptions struct {
	// Only names in the help of --state what it selects, and States are the values that it takes.
	// The verb sets both; without States there is no --state.
	Only   string
	States []string

	Since   string // a time (RFC 3339), a day, or an age such as 36h or 7d
	Repo    string
	Lane    string // an id or the beginning of one
	State   string // one of States
	Kind    string // of an event; declared by claw search alone
	branch  string
	agent   string
	session string // an id or the beginning of one
	commit  string // a name or the beginning of one; declared by claw sessions alone
	tool    string // declared by claw tools alone
	failure string // a kind of error; declared by claw errors alone
	// The scope of a lane, and whether its outcome requires action; declared by [ListOptions.LaneFlags].
	owner, workflow string
	actionable      bool
	PageOptions
}

// LaneStates are the values of --state where it is about lanes.
func LaneStates() []string { return append(lane.State("").Enum(), lane.Result("").Enum()...) }

// Flags declares the flags of a list.
func (o *ListOptions) Flags(f *pflag.FlagSet) {
	o.SelectFlags(f)
	o.PageOptions.Flags(f)
}

// SelectFlags declares the flags of a list that has no pages.
func (o *ListOptions) SelectFlags(f *pflag.FlagSet) {
	o.RowFlags(f)
	f.StringVar(&o.Since, "since", "", "last seen at or after: a time (RFC 3339), a day, or an age such as 36h or 7d")
}

// RowFlags declares the flags that select rows by what they are, without --since and pages.
func (o *ListOptions) RowFlags(f *pflag.FlagSet) {
	f.StringVar(&o.Repo, "repo", "", "only this repository")
	f.StringVar(&o.branch, "branch", "", "only this branch")
	f.StringVar(&o.agent, "agent", "", "only this agent, such as codex")
	f.StringVar(&o.session, "session", "", "only this session, its id or a beginning of it")
	f.StringVar(&o.Lane, "lane", "", "only this lane, its id or a beginning of it")
	if len(o.States) > 0 {
		f.Var(app.NewChoice(&o.State, o.States), "state", "only "+o.Only+" "+app.JoinWords(o.States))
	}
}

// LaneFlags declares the flags that select lanes by their scope.
func (o *ListOptions) LaneFlags(f *pflag.FlagSet) {
	f.StringVar(&o.owner, "owner", "", "only lanes of this owner")
	f.StringVar(&o.workflow, "workflow", "", "only lanes of this workflow")
	f.BoolVar(&o.actionable, "actionable", false, "only outcomes on which somebody is to act")
}

// filter is the filter of the read model without lane and session; ages count back from now.
func (o *ListOptions) filter(now time.Time) (selection.Filter, error) {
	f := selection.Filter{Repo: o.Repo, Branch: o.branch, Agent: o.agent, State: o.State,
		Tool: o.tool, Kind: app.FirstOf(o.Kind, o.failure), Owner: o.owner, Workflow: o.workflow, Actionable: o.actionable}
	if _, known := domain.LookupKind(domain.Kind(o.Kind)); o.Kind != "" && !known {
		return f, app.UsageError("parse arguments", "--kind "+o.Kind, "is no kind of event", "claw log stat lists the kinds that are in the log")
	}
	if o.commit != "" && !NamesCommit(o.commit) {
		return f, NoCommitName("--commit " + o.commit)
	}
	f.Commit = domain.CommitID(o.commit)
	since, err := ParseSince(o.Since, now)
	f.Since = since
	return f, err
}

// Day is the begin of a day such as 2026-01-02 in a time zone, and whether s is one.
func Day(s string, zone *time.Location) (at values.Time, is bool) {
	midnight, err := time.Parse(time.DateOnly, s)
	return nearest(beginOf(midnight, zone)), err == nil
}

// beginOf is the first time in a zone of a day that is given by its midnight in UTC: clocks that are set forward may
// skip the midnight, or the whole day, and clocks that are set back may show the midnight twice.
func beginOf(midnight time.Time, zone *time.Location) time.Time {
	for from := midnight.Add(-24 * time.Hour).In(zone); ; { // no zone is a day ahead
		_, offset := from.Zone()
		begin := midnight.Add(-time.Duration(offset) * time.Second)
		if begin.Before(from) { // the clocks were set past it
			begin = from
		}
		_, until := from.ZoneBounds()
		if until.IsZero() || begin.Before(until) {
			return begin
		}
		from = until
	}
}

// ParseSince reads a time, a day of the local time zone, or an age with d for days.
func ParseSince(s string, now time.Time) (values.Time, error) {
	if s == "" {
		return 0, nil
	}
	if t, err := time.Parse(time.RFC3339Nano, s); err == nil {
		return nearest(t), nil
	}
	if day, is := Day(s, time.Local); is {
		return day, nil
	}
	text, unit := s, time.Duration(1)
	if n := len(s) - 1; n > 0 && s[n] == 'd' {
		text, unit = s[:n]+"h", 24
	}
	d, err := time.ParseDuration(text)
	if err != nil || d < 0 || d > math.MaxInt64/unit {
		return 0, app.UsageError("parse arguments", "--since "+s, "is neither a time nor an age", "2026-01-02, 2026-01-02T03:04:05Z, 36h or 7d")
	}
	return values.Time(now.Add(-d * unit).UnixNano()), nil
}

// nearest is the time nearest to t that a log can hold: of the years 1678 to 2262.
func nearest(t time.Time) values.Time {
	switch {
	case t.Before(time.Unix(0, math.MinInt64)):
		return math.MinInt64
	case t.After(time.Unix(0, math.MaxInt64)):
		return math.MaxInt64
	}
	return values.Time(t.UnixNano())
}

// NoSession is the error of a text that is no session id.
func NoSession(target string) error {
	return app.UsageError("parse arguments", target, "is no session id", "a session id is <agent>/<its own id>, as claw sessions prints it")
}

// List makes the verb of a list without its flags; ask fills the document from the read model
// when o is parsed.
func List(a *app.App, use, short string, o *ListOptions, ask asking) *cobra.Command {
	cmd := a.Verb(use, "look", short, app.NoArgs, func([]string) (app.Document, error) {
		v, filter, page, err := o.Asked(a)
		if err != nil {
			return nil, err
		}
		return ask(v, filter, page)
	})
	return a.AsOf(cmd)
}

// Asked opens the read model, and returns the filter and the page that the flags describe.
func (o *ListOptions) Asked(a *app.App) (*Views, selection.Filter, selection.Page, error) {
	page, err := o.Page()
	if err != nil {
		return nil, selection.Filter{}, page, err
	}
	v, filter, err := o.Selected(a)
	if err == nil {
		err = o.WarnOfAbsent(a, v, filter)
	}
	return v, filter, page, err
}

// WarnOfAbsent warns of selected values that occur nowhere in the log, because an empty list alone
// would look like the answer to the question.
func (o *ListOptions) WarnOfAbsent(a *app.App, v *Views, filter selection.Filter) error {
	if o.Kind != "" {
		filter.Kind = "" // the kind is of events, and the list may be of something else
	}
	absent, err := query.AbsentFrom(v, filter)
	WarnOfValues(a, absent)
	return err
}

// WarnOfValues warns of selected values that do not occur.
func WarnOfValues(a *app.App, absent []query.Absent) {
	for _, one := range absent {
		message := "--" + one.Of + " " + one.Value + ": nothing in this log has it"
		if len(one.There) > 0 {
			message += "; others are " + app.JoinWords(one.There)
		}
		a.Warn("no_such_value", message)
	}
}

// Selected opens the read model and returns the filter that the flags describe, for verbs without
// pages.
func (o *ListOptions) Selected(a *app.App) (*Views, selection.Filter, error) {
	at, err := app.ReadingTime(a)
	if err != nil {
		return nil, selection.Filter{}, err
	}
	filter, err := o.filter(at.Time())
	if err != nil {
		return nil, filter, err
	}
	v, err := Open(a)
	if err == nil {
		filter.Session, err = v.Session(o.session)
	}
	if err != nil || o.Lane == "" {
		return v, filter, err
	}
	outcome, err := v.Outcome(o.Lane)
	if filter.Lane = outcome.Lane; err != nil && app.Typed(err).Kind == domain.ErrNotFound {
		filter.Lane, err = absentLane(o.Lane), nil
	}
	return v, filter, err
}

// absentLane is the filter for a lane that is not in the log: a whole id selects the lane once it
// exists, the beginning of an id selects nothing.
func absentLane(typed string) domain.LaneID {
	id, err := domain.ParseLaneID(typed)
	if err != nil {
		return domain.LaneID(typed)
	}
	return id
}

// More writes how many rows of the list are shown, and how to get the next page.
func More(p *term.Page, shown, total int, next string) {
	switch {
	case total == 0:
		p.Line("none")
	case next != "":
		p.Raw(fmt.Sprintf("%d of %d; the next: --cursor %s\n", shown, total, next)) // not wrapped: it is copied
	case shown < total:
		p.Line("the last %d of %d", shown, total)
	}
}
