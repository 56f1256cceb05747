package lookcmd

import (
	"errors"
	"iter"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/clawable/claw/cmd/claw/cli/app"
	"github.com/clawable/claw/cmd/claw/cli/view"
	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/lane"
	"github.com/clawable/claw/eventlog"
	"github.com/clawable/claw/projections/store/query"
	"github.com/clawable/claw/projections/store/selection"
	"github.com/clawable/claw/projections/store/timeline"
)

// TimelineDocument is the answer of timeline: what happened in a lane or a session.
type TimelineDocument struct {
	app.Head
	view.ReadAt
	Title   string      `json:"title,omitzero"`
	Outcome lane.Result `json:"outcome,omitzero"`
	timeline.Timeline
	story storyText
}

// timelineOptions are the flags of claw timeline.
type timelineOptions struct {
	since  string // a time (RFC 3339), a day, or an age such as 36h or 7d
	errors bool   // only what failed
	full   bool   // all words
	limit  int    // of the last entries; 0: all
}

func (o *timelineOptions) flags(f *pflag.FlagSet) {
	f.StringVar(&o.since, "since", "", "only what happened at or after: a time (RFC 3339), a day, or an age such as 36h or 7d")
	f.BoolVar(&o.errors, "errors", false, "only what failed: calls, tests, turns, calls to the model, decisions")
	f.BoolVar(&o.full, "full", false, "all words, all output, and the reasoning as far as it is recorded")
	f.IntVar(&o.limit, "limit", o.limit, "at most so many entries, the last ones (0: all)")
}

// terms are the terms that the flags describe.
func (o *timelineOptions) terms(a *app.App, v *view.Views) (t timeline.Terms, err error) {
	if o.limit < 0 {
		return t, app.UsageError("parse arguments", "--limit "+strconv.Itoa(o.limit), "is negative", "0 is no limit")
	}
	t = timeline.Terms{Errors: o.errors, Full: o.full, Last: o.limit}
	if t.Since, err = view.ParseSince(o.since, v.AsOf.Time()); err != nil {
		return t, err
	}
	t.Prices, err = view.PricesInUse(a)
	return t, err
}

// TimelineVerb is claw timeline.
func TimelineVerb(a *app.App) *cobra.Command {
	var o timelineOptions
	var file view.PageFile
	cmd := a.Verb("timeline LANE|SESSION", "look", "Tell what happened in a lane or a session, in order and in words", app.Exactly(1, "LANE|SESSION"),
		func(args []string) (app.Document, error) {
			d, err := showTimeline(a, args[0], o)
			switch {
			case err != nil || !file.Asked():
				return d, err
			case d.Session != "":
				return sessionPage(a, &file, d, o)
			}
			return lanePage(a, &file, string(d.Lane), o)
		})
	cmd.Long = `Tell what happened in a lane, or in one session, the oldest first: prompts, answers, commands with
their exit and the lines of their output that matter, files written, tests, commits, approvals,
errors, the turns with what they cost, and silences of a quarter of an hour and more. Long texts are
cut, and say how much is left out; --full shows all. Times are those of the local time zone.`
	o.flags(cmd.Flags())
	file.FlagsOfVerb(cmd)
	return a.AsOf(cmd)
}

func showTimeline(a *app.App, typed string, o timelineOptions) (*TimelineDocument, error) {
	v, err := view.Open(a)
	if err != nil {
		return nil, err
	}
	t, story, err := tell(a, v, typed, o)
	if err != nil {
		return nil, err
	}
	d := &TimelineDocument{Head: app.HeadOf("timeline"), ReadAt: v.ReadAt(), Timeline: t, story: story}
	return d, d.describe(v)
}

// tell returns the timeline of the typed lane or session, and how it is written.
func tell(a *app.App, v *view.Views, typed string, o timelineOptions) (t timeline.Timeline, story storyText, err error) {
	terms, err := o.terms(a, v)
	if err != nil {
		return t, story, err
	}
	story = storyText{typed: typed, full: o.full}
	stream, err := streamsOf(a)
	if err != nil {
		return t, story, err
	}
	if strings.Contains(typed, "/") {
		t, err = timeline.OfSession(v, typed, stream, terms)
		return t, story, err
	}
	t, err = timeline.OfLane(v, typed, stream, terms)
	if domain.KindOf(err) == domain.ErrNotFound {
		if session, none := timeline.OfSession(v, typed, stream, terms); none == nil {
			return session, story, nil
		}
	}
	return t, story, err
}

// describe adds the name and the outcome of the lane.
func (d *TimelineDocument) describe(v *view.Views) error {
	if d.Session != "" {
		list, err := query.Sessions(v, selection.Filter{Session: d.Session}, selection.Page{Limit: 1})
		if err == nil && len(list.Sessions) > 0 {
			s := &list.Sessions[0]
			d.Title, d.story.workspace = view.What(s.Title, s.Opening, s.Workspace, s.Parent.Value != ""), string(s.Workspace.Value)
		}
		return err
	}
	list, err := query.Lanes(v, selection.Filter{Lane: d.Lane}, selection.Page{Limit: 1}, v.AsOf)
	if err == nil && len(list.Lanes) > 0 {
		row := &list.Lanes[0]
		d.Title, d.Outcome, d.story.workspace = view.LaneTitle(row), row.Outcome, string(row.Workspace.Value)
	}
	return err
}

// streamsOf reads streams of the log. Events that are damaged are passed over: the read model warns
// of them.
func streamsOf(a *app.App) (timeline.Stream, error) {
	log, _, err := a.OpenLog(app.ToRead)
	if err != nil {
		return nil, err
	}
	return func(id domain.StreamID) iter.Seq2[domain.Event, error] {
		return func(yield func(domain.Event, error) bool) {
			for e, err := range eventlog.ReadPast(a.Ctx, log, eventlog.Query{Stream: id}) {
				if errors.Is(err, eventlog.ErrCorrupt) {
					continue
				}
				if !yield(e, err) {
					return
				}
			}
		}
	}, nil
}

// storyText is how a story is written for people.
type storyText struct {
	typed     string // by which the story is requested
	full      bool
	workspace string // folder, which paths in it are shown without
}
