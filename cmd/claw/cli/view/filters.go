package view

import (
	"math"
	"strconv"
	"time"

	"github.com/spf13/cobra"

	"github.com/clawable/claw/cmd/claw/cli/app"
	"github.com/clawable/claw/cmd/claw/cli/term"
	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/lane"
	"github.com/clawable/claw/projections"
	"github.com/clawable/claw/projections/store"
)

// Listing is the flags that every list has: what to select, and which page.
type Listing struct {
	// only says what --state selects, and states are the values that it takes.
	Only   string
	States []string

	Since, Repo, branch, agent, State string
	session, Lane                     string
	// ofCommit says that the rows are sessions, of which commits may have come.
	ofCommit bool
	commit   string
	Kind     string // of an event
	tool     string
	failure  string // a kind of error
	Limit    int
	Cursor   string
}

// LaneStates are the values of --state where it speaks of lanes.
func LaneStates() []string { return append(lane.State("").Enum(), lane.Result("").Enum()...) }

func (l *Listing) Flags(cmd *cobra.Command) {
	l.Selects(cmd)
	f := cmd.Flags()
	f.StringVar(&l.Since, "since", "", "last seen at or after: a time (RFC 3339), a day, or an age such as 36h or 7d")
	f.IntVar(&l.Limit, "limit", DefaultLimit, "rows of a page")
	f.StringVar(&l.Cursor, "cursor", "", "the next page: next_cursor of the page before")
}

// Selects gives cmd the flags that select rows by what they are.
func (l *Listing) Selects(cmd *cobra.Command) {
	f := cmd.Flags()
	f.StringVar(&l.Repo, "repo", "", "only this repository")
	f.StringVar(&l.branch, "branch", "", "only this branch")
	f.StringVar(&l.agent, "agent", "", "only this agent, such as codex")
	f.StringVar(&l.session, "session", "", "only this session")
	f.StringVar(&l.Lane, "lane", "", "only this lane, its id or a beginning of it")
	if l.ofCommit {
		f.StringVar(&l.commit, "commit", "", "only those that this commit came from, its name or a beginning of it")
	}
	if len(l.States) > 0 {
		f.Var(app.NewChoice(&l.State, l.States), "state", "only "+l.Only+" "+app.JoinWords(l.States))
	}
}

const DefaultLimit = 100

func (l *Listing) Page() (store.Page, error) {
	if l.Limit < 1 || l.Limit > 10_000 {
		return store.Page{}, app.UsageError("parse arguments", "--limit "+strconv.Itoa(l.Limit), "is not between 1 and 10000", "page on with --cursor")
	}
	return store.Page{Limit: l.Limit, Cursor: l.Cursor}, nil
}

func (l *Listing) filter(now time.Time) (store.Filter, error) {
	f := store.Filter{Repo: l.Repo, Branch: l.branch, Agent: l.agent, State: l.State, Session: domain.SessionID(l.session),
		Tool: l.tool, Kind: app.FirstOf(l.Kind, l.failure)}
	if _, known := domain.LookupKind(domain.Kind(l.Kind)); l.Kind != "" && !known {
		return f, app.UsageError("parse arguments", "--kind "+l.Kind, "is no kind of event", "claw log stat lists the kinds that are in the log")
	}
	if source, own := f.Session.Split(); l.session != "" && (source == "" || own == "") {
		return f, NoSession("--session " + l.session)
	}
	if l.commit != "" && !NamesCommit(l.commit) {
		return f, NoCommitName("--commit " + l.commit)
	}
	f.Commit = domain.CommitID(l.commit)
	since, err := ParseSince(l.Since, now)
	f.Since = since
	return f, err
}

// ParseSince reads a time, a day, or an age with d for days.
func ParseSince(s string, now time.Time) (projections.Time, error) {
	if s == "" {
		return 0, nil
	}
	for _, layout := range []string{time.RFC3339Nano, time.DateOnly} {
		if t, err := time.Parse(layout, s); err == nil {
			return nearest(t), nil
		}
	}
	text, unit := s, time.Duration(1)
	if n := len(s) - 1; n > 0 && s[n] == 'd' {
		text, unit = s[:n]+"h", 24
	}
	d, err := time.ParseDuration(text)
	if err != nil || d < 0 || d > math.MaxInt64/unit {
		return 0, app.UsageError("parse arguments", "--since "+s, "is neither a time nor an age", "2026-01-02, 2026-01-02T03:04:05Z, 36h or 7d")
	}
	return projections.Time(now.Add(-d * unit).UnixNano()), nil
}

// nearest is the time that a log can hold which is nearest to t: of the years 1678 to 2262.
func nearest(t time.Time) projections.Time {
	switch {
	case t.Before(time.Unix(0, math.MinInt64)):
		return math.MinInt64
	case t.After(time.Unix(0, math.MaxInt64)):
		return math.MaxInt64
	}
	return projections.Time(t.UnixNano())
}

// NoSession is the error about a session that the log does not know.
func NoSession(target string) error {
	return app.UsageError("parse arguments", target, "is no session id", "a session id is <agent>/<its own id>, as claw sessions prints it")
}

// List makes the verb of a list; ask fills the document from the read model.
func List(a *app.App, use, short string, l *Listing, ask asking) *cobra.Command {
	cmd := a.Verb(use, "look", short, app.NoArgs, func([]string) (app.Document, error) {
		v, filter, page, err := l.Asked(a)
		if err != nil {
			return nil, err
		}
		return ask(v, filter, page)
	})
	l.Flags(cmd)
	return a.AsOf(cmd)
}

// Asked opens the read model for what the flags select.
func (l *Listing) Asked(a *app.App) (*Views, store.Filter, store.Page, error) {
	page, err := l.Page()
	if err != nil {
		return nil, store.Filter{}, page, err
	}
	v, filter, err := l.Selected(a)
	if err == nil {
		err = l.WarnOfAbsent(a, v, filter)
	}
	return v, filter, page, err
}

// WarnOfAbsent says which values the flags ask for that nothing in the log has: an
// empty list alone would look like an answer to what was meant.
func (l *Listing) WarnOfAbsent(a *app.App, v *Views, filter store.Filter) error {
	if l.Kind != "" {
		filter.Kind = "" // of events, which may all be
	}
	absent, err := v.Absent(filter)
	WarnOfValues(a, absent)
	return err
}

// WarnOfValues warns of what is asked for and not there.
func WarnOfValues(a *app.App, absent []store.Absent) {
	for _, one := range absent {
		message := "--" + one.Of + " " + one.Value + ": nothing in this log has it"
		if len(one.There) > 0 {
			message += "; others are " + app.JoinWords(one.There)
		}
		a.Warn("no_such_value", message)
	}
}

// Selected is asked for who wants no page.
func (l *Listing) Selected(a *app.App) (*Views, store.Filter, error) {
	at, err := app.ReadingTime(a)
	if err != nil {
		return nil, store.Filter{}, err
	}
	filter, err := l.filter(at.Time())
	if err != nil {
		return nil, filter, err
	}
	v, err := Open(a)
	if err != nil || l.Lane == "" {
		return v, filter, err
	}
	o, err := v.Outcome(l.Lane)
	if filter.Lane = o.Lane; err != nil && app.Typed(err).Kind == domain.ErrNotFound {
		filter.Lane, err = absentLane(l.Lane), nil
	}
	return v, filter, err
}

// absentLane is a lane that the log does not know, as a filter has it: it selects nothing
// until the lane comes, and never anything where a beginning of an id was typed.
func absentLane(typed string) domain.LaneID {
	id, err := domain.ParseLaneID(typed)
	if err != nil {
		return domain.LaneID(typed)
	}
	return id
}

// More tells a person that there is another page.
func More(p *term.Page, shown, total int, next string) {
	switch {
	case total == 0:
		p.Line("none")
	case next != "":
		p.Line("%d of %d; the next: --cursor %s", shown, total, next)
	case shown < total:
		p.Line("the last %d of %d", shown, total)
	}
}
