package cli

import (
	"math"
	"strconv"
	"time"

	"github.com/spf13/cobra"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/lane"
	"github.com/clawable/claw/projections"
	"github.com/clawable/claw/projections/store"
)

// listing is the flags that every list has: what to select, and which page.
type listing struct {
	// only says what --state selects, and states are the values that it takes.
	only   string
	states []string

	since, repo, branch, agent, state string
	session, lane                     string
	// ofCommit says that the rows are sessions, of which commits may have come.
	ofCommit bool
	commit   string
	kind     string // of an event
	tool     string
	failure  string // a kind of error
	limit    int
	cursor   string
}

// laneStates are the values of --state where it speaks of lanes.
func laneStates() []string { return append(lane.State("").Enum(), lane.Result("").Enum()...) }

func (l *listing) flags(cmd *cobra.Command) {
	l.selects(cmd)
	f := cmd.Flags()
	f.StringVar(&l.since, "since", "", "last seen at or after: a time (RFC 3339), a day, or an age such as 36h or 7d")
	f.IntVar(&l.limit, "limit", defaultLimit, "rows of a page")
	f.StringVar(&l.cursor, "cursor", "", "the next page: next_cursor of the page before")
}

// selects gives cmd the flags that select rows by what they are.
func (l *listing) selects(cmd *cobra.Command) {
	f := cmd.Flags()
	f.StringVar(&l.repo, "repo", "", "only this repository")
	f.StringVar(&l.branch, "branch", "", "only this branch")
	f.StringVar(&l.agent, "agent", "", "only this agent, such as codex")
	f.StringVar(&l.session, "session", "", "only this session")
	f.StringVar(&l.lane, "lane", "", "only this lane, its id or a beginning of it")
	if l.ofCommit {
		f.StringVar(&l.commit, "commit", "", "only those that this commit came from, its name or a beginning of it")
	}
	if len(l.states) > 0 {
		f.Var(choice{&l.state, l.states}, "state", "only "+l.only+" "+joinWords(l.states))
	}
}

const defaultLimit = 100

func (l *listing) page() (store.Page, error) {
	if l.limit < 1 || l.limit > 10_000 {
		return store.Page{}, usageError("parse arguments", "--limit "+strconv.Itoa(l.limit), "is not between 1 and 10000", "page on with --cursor")
	}
	return store.Page{Limit: l.limit, Cursor: l.cursor}, nil
}

func (l *listing) filter(now time.Time) (store.Filter, error) {
	f := store.Filter{Repo: l.repo, Branch: l.branch, Agent: l.agent, State: l.state, Session: domain.SessionID(l.session),
		Tool: l.tool, Kind: firstOf(l.kind, l.failure)}
	if _, known := domain.LookupKind(domain.Kind(l.kind)); l.kind != "" && !known {
		return f, usageError("parse arguments", "--kind "+l.kind, "is no kind of event", "claw log stat lists the kinds that are in the log")
	}
	if source, own := f.Session.Split(); l.session != "" && (source == "" || own == "") {
		return f, noSession("--session " + l.session)
	}
	if l.commit != "" && !namesCommit(l.commit) {
		return f, noCommitName("--commit " + l.commit)
	}
	f.Commit = domain.CommitID(l.commit)
	since, err := parseSince(l.since, now)
	f.Since = since
	return f, err
}

// parseSince reads a time, a day, or an age with d for days.
func parseSince(s string, now time.Time) (projections.Time, error) {
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
		return 0, usageError("parse arguments", "--since "+s, "is neither a time nor an age", "2026-01-02, 2026-01-02T03:04:05Z, 36h or 7d")
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

func noSession(target string) error {
	return usageError("parse arguments", target, "is no session id", "a session id is <agent>/<its own id>, as claw sessions prints it")
}

// list makes the verb of a list; ask fills the document from the read model.
func (a *app) list(use, short string, l *listing, ask asking) *cobra.Command {
	cmd := a.verb(use, "look", short, noArgs, func([]string) (document, error) {
		v, filter, page, err := l.asked(a)
		if err != nil {
			return nil, err
		}
		return ask(v, filter, page)
	})
	l.flags(cmd)
	return a.asOf(cmd)
}

// asked opens the read model for what the flags select.
func (l *listing) asked(a *app) (*views, store.Filter, store.Page, error) {
	page, err := l.page()
	if err != nil {
		return nil, store.Filter{}, page, err
	}
	v, filter, err := l.selected(a)
	if err == nil {
		err = l.warnOfAbsent(a, v, filter)
	}
	return v, filter, page, err
}

// warnOfAbsent says which values the flags ask for that nothing in the log has: an
// empty list alone would look like an answer to what was meant.
func (l *listing) warnOfAbsent(a *app, v *views, filter store.Filter) error {
	if l.kind != "" {
		filter.Kind = "" // of events, which may all be
	}
	absent, err := v.Absent(filter)
	a.warnOfValues(absent)
	return err
}

// warnOfValues warns of what is asked for and not there.
func (a *app) warnOfValues(absent []store.Absent) {
	for _, one := range absent {
		message := "--" + one.Of + " " + one.Value + ": nothing in this log has it"
		if len(one.There) > 0 {
			message += "; others are " + joinWords(one.There)
		}
		a.warn("no_such_value", message)
	}
}

// selected is asked for who wants no page.
func (l *listing) selected(a *app) (*views, store.Filter, error) {
	at, err := a.readingTime()
	if err != nil {
		return nil, store.Filter{}, err
	}
	filter, err := l.filter(at.Time())
	if err != nil {
		return nil, filter, err
	}
	v, err := a.views()
	if err != nil || l.lane == "" {
		return v, filter, err
	}
	o, err := v.lane(l.lane)
	if filter.Lane = o.Lane; err != nil && typed(err).Kind == domain.ErrNotFound {
		filter.Lane, err = absentLane(l.lane), nil
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

// more tells a person that there is another page.
func (p *page) more(shown, total int, next string) {
	switch {
	case total == 0:
		p.line("none")
	case next != "":
		p.line("%d of %d; the next: --cursor %s", shown, total, next)
	case shown < total:
		p.line("the last %d of %d", shown, total)
	}
}
