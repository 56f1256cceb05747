package reportcmd

import (
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/clawable/claw/cmd/claw/cli/app"
	"github.com/clawable/claw/cmd/claw/cli/term"
	"github.com/clawable/claw/cmd/claw/cli/view"
	tracking "github.com/clawable/claw/commands/pinpoint"
	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/reports/status"
)

// StatusPostedDocument is the answer of report status post.
type StatusPostedDocument struct {
	app.Head
	Event       domain.EventID     `json:"event"`
	Position    uint64             `json:"position"`
	Outcome     string             `json:"outcome"`              // posted, or suppressed: it means what the last one meant
	Suppression status.Suppression `json:"suppression,omitzero"` // why it is no event of its channel
	Status      status.Status      `json:"status"`
}

// StatusesDocument is the answer of report status list and expire.
type StatusesDocument struct {
	app.Head
	AsOf     domain.Instant `json:"as_of"`
	Statuses []statusRow    `json:"statuses"`
	Total    int            `json:"total"`
	Promoted bool           `json:"promoted"` // the statuses are those that expire promoted
	// Suppressed counts the repeats of these statuses, which are in the log and were no events of
	// their channels.
	Suppressed status.Suppressions `json:"suppressed"`
}

// statusRow is a status as of a time.
type statusRow struct {
	status.Status
	Standing    status.Standing    `json:"standing"`
	Suppression status.Suppression `json:"suppression,omitzero"` // of a repeat at that time
}

func reportStatus(a *app.App) *cobra.Command {
	cmd := app.VerbFamily("status", "do", "Say how far work is before it has a result; what stands unchanged too long is stale")
	cmd.AddGroup(&cobra.Group{ID: "do", Title: "Status:"}, &cobra.Group{ID: "look", Title: "Look:"})
	cmd.AddCommand(statusPost(a), statusExpire(a), statusList(a))
	return cmd
}

// statusOptions are the flags of claw report status post.
type statusOptions struct {
	pinpoint, lane, nudge, topic, channel, owner, blocker, eta, note string
	step, steps                                                      int
	ttl                                                              time.Duration
}

func (o *statusOptions) flags(f *pflag.FlagSet) {
	f.StringVar(&o.lane, "lane", "", "what it is about: a lane, its id or a beginning of it")
	f.StringVar(&o.pinpoint, "pinpoint", "", "what it is about: a pinpoint, its id or a name")
	f.StringVar(&o.nudge, "nudge", "", "what it is about: a nudge")
	f.StringVar(&o.topic, "topic", "", "what it is about, in one word")
	f.StringVar(&o.channel, "channel", "", "the channel that it is for")
	f.StringVar(&o.owner, "owner", "", "who works on it: human:NAME or agent:SESSION")
	f.StringVar(&o.blocker, "blocker", "", "what holds it, in one word: an id, or a failure class")
	f.StringVar(&o.eta, "eta", "", "when it will be done: a time (RFC 3339), or a time from now such as 30m")
	f.IntVar(&o.step, "step", 0, "the step that it is at, from 1")
	f.IntVar(&o.steps, "steps", 0, "how many steps there are")
	f.DurationVar(&o.ttl, "ttl", 0, "how long it may stand unchanged, such as 15m (0: as policy "+status.TTLPolicy+" says, "+status.TTL.String()+")")
	f.StringVar(&o.note, "description", "", "more about it, in words, which do not count")
}

func statusPost(a *app.App) *cobra.Command {
	var o statusOptions
	known := domain.ProgressState("").Enum()
	cmd := a.Verb("post PROGRESS", "do", "Say how far work is; what means the same as the last word is recorded, and is no event of the channel", app.Exactly(1, "PROGRESS"),
		func(args []string) (app.Document, error) { return postStatus(a, &o, args[0]) })
	cmd.Long = `Say how far work is. PROGRESS is ` + app.JoinWords(known) + `.
A status means its progress, step, owner, blocker and ETA to the minute; words do not count. The TTL
counts from the first word that meant this: saying it again does not make it fresh.`
	o.flags(cmd.Flags())
	return cmd
}

func postStatus(a *app.App, o *statusOptions, progress string) (app.Document, error) {
	p, err := o.payload(a, progress)
	if err != nil {
		return nil, err
	}
	in, err := reportsOf(a, app.ToAppend)
	if err != nil {
		return nil, err
	}
	if p.Lane, err = view.LaneTyped(a, o.lane); err != nil {
		return nil, err
	}
	if o.pinpoint != "" {
		s, err := (&tracking.Tracker{Log: in.Log}).Load(a.Ctx)
		if err != nil {
			return nil, err
		}
		item, err := s.Find(o.pinpoint)
		if err != nil {
			return nil, err
		}
		p.Pinpoint = item.Pinpoint
	}
	posted, err := in.PostStatus(a.Ctx, p)
	if err != nil {
		return nil, err
	}
	d := &StatusPostedDocument{Head: app.HeadOf("report_status"), Event: posted.Event, Position: posted.Receipt.Position.Number(), Outcome: "posted",
		Suppression: posted.Suppressed, Status: posted.Status}
	if posted.Suppressed != "" {
		d.Outcome = "suppressed"
	}
	return d, nil
}

// payload is what the flags state.
func (o *statusOptions) payload(a *app.App, progress string) (*domain.ReportStatusPosted, error) {
	known := domain.ProgressState("").Enum()
	p := &domain.ReportStatusPosted{Nudge: o.nudge, Topic: o.topic, Channel: o.channel, Progress: domain.ProgressState(progress), Step: o.step, Steps: o.steps,
		Owner: domain.Actor(o.owner), Blocker: o.blocker, TTLSeconds: int(o.ttl / time.Second), Note: domain.TextOf(o.note)}
	switch {
	case !slices.Contains(known, progress):
		return nil, app.UsageError("parse arguments", progress, "is no progress", app.DidYouMean(progress, known)+"one of "+app.JoinWords(known))
	case strings.ContainsAny(o.owner, " \t\n"):
		return nil, app.UsageError("parse arguments", "--owner "+o.owner, "is no actor", "human:NAME or agent:SESSION")
	case o.ttl < 0 || o.ttl > status.MostTTL || o.ttl%time.Second != 0:
		return nil, app.UsageError("parse arguments", "--ttl "+o.ttl.String(), "is no time that a status can stand", "whole seconds, at most 30 days, such as 15m")
	case o.eta == "":
		return p, nil
	}
	if at, err := time.Parse(time.RFC3339, o.eta); err == nil {
		p.ETA = domain.At(at)
	} else if d, err := time.ParseDuration(o.eta); err == nil && d > 0 {
		p.ETA = domain.At(a.Now().Add(d).Truncate(time.Minute))
	} else {
		return nil, app.UsageError("parse arguments", "--eta "+o.eta, "is neither a time nor a time from now", "2026-01-02T03:04:05Z or 30m")
	}
	return p, nil
}

func statusExpire(a *app.App) *cobra.Command {
	cmd := a.Verb("expire", "do", "Promote each status whose TTL ran out to a stale signal, once", app.NoArgs,
		func([]string) (app.Document, error) {
			in, err := reportsOf(a, app.ToAppend)
			if err != nil {
				return nil, err
			}
			promoted, err := in.ExpireStatuses(a.Ctx)
			return statuses(domain.At(a.Now()), promoted, true), err
		})
	cmd.Long = `Record a stale signal for each status that stood unchanged until its TTL ran out. The signal names
the policy whose TTL it was, and comes once for each meaning. Run it as often as somebody watches.`
	return cmd
}

// statusListOptions are the flags of claw report status list.
type statusListOptions struct{ all bool }

func (o *statusListOptions) flags(f *pflag.FlagSet) {
	f.BoolVar(&o.all, "all", false, "also what is finished or abandoned")
}

func statusList(a *app.App) *cobra.Command {
	var o statusListOptions
	cmd := a.Verb("list", "look", "List what was said of work that has no result yet, and what of it is stale", app.NoArgs,
		func([]string) (app.Document, error) { return listStatuses(a, o.all) })
	o.flags(cmd.Flags())
	return a.AsOf(cmd)
}

func listStatuses(a *app.App, all bool) (app.Document, error) {
	in, err := reportsOf(a, app.ToRead)
	if err != nil {
		return nil, err
	}
	at, err := app.ReadingTime(a)
	if err != nil {
		return nil, err
	}
	found, err := in.Statuses(a.Ctx)
	if err != nil {
		return nil, err
	}
	var some []status.Status
	for i := range found {
		if all || found[i].StandingAt(at) != status.StandingEnded {
			some = append(some, found[i])
		}
	}
	return statuses(at, some, false), nil
}

func statuses(at domain.Instant, all []status.Status, promoted bool) *StatusesDocument {
	d := &StatusesDocument{Head: app.HeadOf("report_statuses"), AsOf: at, Statuses: []statusRow{}, Total: len(all), Promoted: promoted}
	for i := range all {
		row := statusRow{Status: all[i], Standing: all[i].StandingAt(at)}
		if row.Standing != status.StandingEnded {
			row.Suppression = all[i].SuppressedAt(at)
		}
		d.Statuses = append(d.Statuses, row)
		d.Suppressed.Add(all[i].Suppressed)
	}
	return d
}

func (d *StatusPostedDocument) Text(p *term.Page) {
	s := &d.Status
	about := aboutText(s)
	switch d.Suppression {
	case status.SuppressedFresh:
		p.Line("%s: unchanged since %s, said %s; still fresh until %s", about, term.Clock(s.Since.Time()), term.Many(s.Repeats+1, "time"), term.Clock(s.ExpiresAt.Time()))
	case status.SuppressedSuspicious:
		p.Line("%s: unchanged since %s, said %s; its TTL ran out at %s (%s)", about, term.Clock(s.Since.Time()), term.Many(s.Repeats+1, "time"), term.Clock(s.ExpiresAt.Time()), s.TTLPolicy)
		p.Line("promote it: %s", app.Next(p, "claw report status expire"))
	default:
		p.Line("%s: %s, recorded at %d; fresh until %s", about, meaningText(s), d.Position, term.Clock(s.ExpiresAt.Time()))
	}
}

// aboutText is what a status is about.
func aboutText(s *status.Status) string {
	switch {
	case s.Lane != "":
		return "lane " + string(s.Lane)
	case !s.Pinpoint.IsZero():
		return s.Pinpoint.String()
	case s.Nudge != "":
		return "nudge " + s.Nudge
	}
	return s.Topic
}

// meaningText is what a status means.
func meaningText(s *status.Status) string {
	text := string(s.Progress)
	if s.Steps > 0 {
		text += " (" + term.Count(s.Step) + " of " + term.Count(s.Steps) + ")"
	}
	text += orText(", ", string(s.Owner)) + orText(", held by ", s.Blocker)
	if s.ETA.Known() {
		text += ", done at " + term.Clock(s.ETA.Time())
	}
	return text
}

func (d *StatusesDocument) Text(p *term.Page) {
	rows := make([][]term.Cell, 0, len(d.Statuses))
	for i := range d.Statuses {
		s := &d.Statuses[i]
		style := term.StyleGreen
		switch s.Standing {
		case status.StandingStale:
			style = term.StyleRed
		case status.StandingUnknown:
			style = term.StyleYellow
		case status.StandingFresh, status.StandingEnded:
		}
		rows = append(rows, []term.Cell{term.Styled(string(s.Standing), style), term.Plain(aboutText(&s.Status)), term.Plain(meaningText(&s.Status)),
			term.Plain(term.Age(d.AsOf.Time(), s.Since.Time())), term.Plain(term.Count(s.Repeats + 1)), term.Plain(s.TTLPolicy), term.Plain(s.Channel)})
	}
	p.Table([]term.Column{{Name: "STANDING"}, {Name: "ABOUT", Rank: 1}, {Name: "SAYS"}, {Name: "SINCE", Rank: 2}, {Name: "SAID", Right: true, Rank: 4}, {Name: "POLICY", Rank: 3},
		{Name: "CHANNEL", Rank: 5}}, rows)
	if d.Suppressed != (status.Suppressions{}) {
		p.Field("suppressed", term.StyleDim, "%s while still fresh, %d suspicious", term.Many(d.Suppressed.StillFresh, "repeat"), d.Suppressed.Suspicious)
	}
	switch {
	case d.Total > 0:
	case d.Promoted:
		p.Line("nothing to promote: no status stood unchanged until its TTL ran out")
	default:
		p.Line("no statuses; to say one: %s", app.Next(p, "claw report status post working --topic TOPIC"))
	}
}
