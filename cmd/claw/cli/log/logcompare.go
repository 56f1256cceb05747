package logcmd

import (
	"iter"
	"strings"

	"github.com/spf13/cobra"

	"github.com/clawable/claw/cmd/claw/cli/app"
	"github.com/clawable/claw/cmd/claw/cli/term"
	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/seal"
	"github.com/clawable/claw/eventlog"
)

// CompareDocument is the answer of log compare. Events are the same where their core is: all but what a
// log adds, which is position, revision, time of recording and chain.
type CompareDocument struct {
	app.Head
	Log         string          `json:"log"`
	Other       string          `json:"other"`
	Events      int             `json:"events"` // of the log
	OtherEvents int             `json:"other_events"`
	Same        int             `json:"same"`
	OnlyHere    int             `json:"only_here"`
	OnlyThere   int             `json:"only_there"`
	Differ      int             `json:"differ"`         // of one id and two cores
	First       *firstDifferent `json:"first,omitzero"` // in the order of the log, then of the other
}

// firstDifferent is the first event that is not the same in both.
type firstDifferent struct {
	Event  domain.EventID  `json:"event"`
	Kind   domain.Kind     `json:"event_kind"`
	How    difference      `json:"how"`
	Stream domain.StreamID `json:"stream"`
}

type difference string

const (
	onlyHere  difference = "only_here"
	onlyThere difference = "only_there"
	differs   difference = "differs"
)

// Enum lists the values.
func (difference) Enum() []string {
	return []string{string(onlyHere), string(onlyThere), string(differs)}
}

func logCompare(a *app.App) *cobra.Command {
	cmd := a.Verb("compare [ONE] OTHER", "", "Say whether another log holds the same events, and the first that differs", app.Between(1, 2, "[ONE] OTHER"),
		func(args []string) (app.Document, error) { return compare(a, args[:len(args)-1], args[len(args)-1]) })
	cmd.Long = `Compare the log, or ONE, with OTHER: each is a log, a backup, or what claw log export printed. Events are the
same where their id and their core are: what a log adds to an event, its position, revision, time of
recording and chain, does not count, nor does the order across streams. The exit code is 1 where
something differs.`
	cmd.Annotations = map[string]string{app.TakesLogs: "yes"}
	return cmd
}

func compare(a *app.App, of []string, other string) (app.Document, error) {
	own, ended, one, err := wholeLog(a, of)
	if err != nil {
		return nil, err
	}
	events, end, err := eventsOf(a, other)
	if err != nil {
		return nil, app.FirstError(err, ended())
	}
	progress := app.NewProgress(a)
	defer progress.Done()
	d := &CompareDocument{Head: app.HeadOf("log_compare"), Log: one, Other: other}
	c := comparison{d, map[domain.EventID]heldEvent{}}
	err = c.there(app.Counted(events, func(n int) { progress.Say("reading  %d events of %s", n, other) }))
	if err = app.FirstError(err, end()); err != nil {
		return nil, unfit("compare", other, app.FirstError(err, ended()), "name another log, a backup, or what claw log export printed")
	}
	err = c.here(app.Counted(own, func(n int) { progress.Say("comparing  %d events", n) }))
	if err = app.FirstError(err, ended()); err != nil {
		return nil, unfit("compare", one, err, "name a log, a backup, or what claw log export printed")
	}
	c.rest()
	if d.First != nil {
		a.Code = 1
	}
	return d, nil
}

// eventsOf reads another log, a backup or an export; end closes it.
func eventsOf(a *app.App, other string) (iter.Seq2[domain.Event, error], func() error, error) {
	at := app.Setting{Value: other, Source: "argument", From: other}
	if !strings.Contains(other, ":") {
		file := app.Path(a, other)
		if !isDatabase(file) {
			return savedEvents(a, file)
		}
		at.Value = "sqlite:" + file
	}
	log, err := app.Engine(a, a.Ctx, at, app.ToRead, a.Patience)
	if err != nil {
		return nil, nil, err
	}
	return log.Read(a.Ctx, eventlog.Query{}), log.Close, nil
}

// heldEvent is what is kept of an event of the other log until the log is read.
type heldEvent struct {
	core   domain.Digest
	order  int // in the other log
	kind   domain.Kind
	stream domain.StreamID
}

// comparison counts. left are the events of the other log that were not met in the log.
type comparison struct {
	*CompareDocument
	left map[domain.EventID]heldEvent
}

func (c *comparison) there(events iter.Seq2[domain.Event, error]) error {
	for e, err := range events {
		if err != nil {
			return err
		}
		if _, twice := c.left[e.ID]; twice {
			return &domain.Error{Kind: domain.ErrCorrupt, Operation: "compare", Target: c.Other, Message: "event " + e.ID.String() + " stands there twice: it is no log, nor an export of one"}
		}
		c.left[e.ID] = heldEvent{seal.Core(&e), c.OtherEvents, e.Kind, e.Stream}
		c.OtherEvents++
	}
	return nil
}

func (c *comparison) here(events iter.Seq2[domain.Event, error]) error {
	for e, err := range events {
		if err != nil {
			return err
		}
		c.Events++
		held, known := c.left[e.ID]
		delete(c.left, e.ID)
		switch {
		case !known:
			c.OnlyHere++
			c.first(e.ID, e.Kind, e.Stream, onlyHere)
		case held.core != seal.Core(&e):
			c.Differ++
			c.first(e.ID, e.Kind, e.Stream, differs)
		default:
			c.Same++
		}
	}
	return nil
}

// rest counts what only the other log has, and names its first.
func (c *comparison) rest() {
	c.OnlyThere = len(c.left)
	var first domain.EventID
	for id, held := range c.left {
		if first.IsZero() || held.order < c.left[first].order {
			first = id
		}
	}
	if c.OnlyThere > 0 {
		c.first(first, c.left[first].kind, c.left[first].stream, onlyThere)
	}
}

func (c *comparison) first(id domain.EventID, kind domain.Kind, stream domain.StreamID, how difference) {
	if c.First == nil {
		c.First = &firstDifferent{id, kind, how, stream}
	}
}

func (d *CompareDocument) Text(p *term.Page) {
	if d.First == nil {
		p.Line("the same %s in both", term.Many(d.Same, "event"))
		return
	}
	p.Line("%s the same, %d only here, %d only in %s, %d of one id differ", term.Many(d.Same, "event"), d.OnlyHere, d.OnlyThere, d.Other, d.Differ)
	says := map[difference]string{onlyHere: "is only here", onlyThere: "is only in " + d.Other, differs: "is another one there"}
	p.Line("first: %s %s of %s %s", d.First.Kind, d.First.Event, d.First.Stream, says[d.First.How])
}
