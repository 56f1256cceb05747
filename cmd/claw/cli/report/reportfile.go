package reportcmd

import (
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/clawable/claw/cmd/claw/cli/app"
	"github.com/clawable/claw/cmd/claw/cli/term"
	"github.com/clawable/claw/cmd/claw/cli/view"
	reporting "github.com/clawable/claw/commands/report"
	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/reports"
)

// FiledDocument is the answer of report file and amend.
type FiledDocument struct {
	app.Head
	Report   string          `json:"report_id"` // of the last one, for no_change; "" for none
	Outcome  string          `json:"outcome"`   // report or no_change
	Hash     domain.Digest   `json:"content_hash,omitzero"`
	Previous domain.Digest   `json:"previous_hash,omitzero"` // of the version that it replaces
	Event    domain.EventID  `json:"event"`
	Stream   domain.StreamID `json:"stream"`
	Position uint64          `json:"position"`
	Already  bool            `json:"already"`
	Nudge    string          `json:"nudge,omitzero"`
	Cycle    string          `json:"cycle,omitzero"`
	Channel  string          `json:"channel,omitzero"`
	SameAs   []string        `json:"same_content_as,omitzero"` // other reports that say the same
	// Meaningful is, for no_change, the last report of the channel that said something new.
	Meaningful domain.LastMeaningful `json:"last_meaningful,omitzero"`
	// Pinpoints are those that it is about, and what it is for them.
	Pinpoints []domain.ReportedPinpoint `json:"pinpoints,omitzero"`
}

// The outcomes of a cycle.
const (
	outcomeReport   = "report"
	outcomeNoChange = "no_change"
)

// fileOptions are the flags of claw report file.
type fileOptions struct {
	provisional bool
	detached    bool
	lane        string // an id or the beginning of one
	channel     string
	nudge       string
	cycle       string
	supersedes  string // a report
	noChange    bool
	checked     []string // surfaces
	since       string   // of the window that was looked at
	filings     []string // PINPOINT=FILING
}

func (o *fileOptions) flags(f *pflag.FlagSet) {
	f.BoolVar(&o.provisional, "provisional", false, "it is not the last word of its cycle")
	f.BoolVar(&o.detached, "detached", false, "record the hash alone; the document stays in its file")
	f.StringVar(&o.lane, "lane", "", "the lane that expects a report, its id or a beginning of it")
	f.StringVar(&o.channel, "channel", "", "the channel that it is for")
	f.StringVar(&o.nudge, "nudge", "", "the nudge that it answers")
	f.StringVar(&o.cycle, "cycle", "", "the reporting cycle that it answers")
	f.StringVar(&o.supersedes, "supersedes", "", "the report that it takes the place of")
	f.StringArrayVar(&o.filings, "filing", nil, "PINPOINT=first_filing, status_update or closure: refuse the report where it is something else for this pinpoint (repeat for more)")
	f.BoolVar(&o.noChange, "no-change", false, "file no report: record that somebody looked and nothing changed; needs --nudge or --cycle, and --checked")
	f.StringArrayVar(&o.checked, "checked", nil, "with --no-change: what was looked at, such as lanes, or the channel ops (repeat for more)")
	f.StringVar(&o.since, "since", "", "with --no-change: looked at since: a time (RFC 3339), a day, or an age such as 36h or 7d")
}

// check refuses flags and arguments that contradict each other.
func (o *fileOptions) check(args []string) error {
	switch {
	case o.noChange && len(args) > 0:
		return app.UsageError("parse arguments", "--no-change "+args[0], "files no report", "leave the file out, or --no-change")
	case !o.noChange && len(args) == 0:
		return app.UsageError("parse arguments", "claw report file", "needs FILE", "claw report new --json > FILE makes one; - is standard input")
	case !o.noChange && (len(o.checked) > 0 || o.since != ""):
		return app.UsageError("parse arguments", "--checked", "goes with --no-change", "a report says in itself what was looked at")
	}
	return nil
}

func reportFile(a *app.App) *cobra.Command {
	var o fileOptions
	cmd := a.Verb("file [FILE]", "do", "File a report in the log: what claw report new --json printed, or a document of another program", app.AtMostOne,
		func(args []string) (app.Document, error) {
			if err := o.check(args); err != nil {
				return nil, err
			}
			if o.noChange {
				return noChange(a, o)
			}
			return fileReport(a, o, args[0])
		})
	cmd.Long = `File a report in the log, under an id of its own. The document has to have the content hash that
stands beside it, and every event that its claims cite has to be in the log: an observed fact
without an event is refused. With --channel, a closure state that moved since the last report of the
channel says from where, and a claim that became a fact says that it did. With --no-change nothing is filed: the log records that a nudge was
answered, by whom, and what was looked at.`
	o.flags(cmd.Flags())
	return cmd
}

func fileReport(a *app.App, o fileOptions, file string) (app.Document, error) {
	got, err := readInput(a, file)
	if err != nil {
		return nil, err
	}
	in, err := reportsOf(a, app.ToAppend)
	if err != nil {
		return nil, err
	}
	details := reporting.Details{Status: domain.ReportFinal, Channel: o.channel, Nudge: o.nudge, Cycle: o.cycle, Detached: o.detached}
	if o.provisional {
		details.Status = domain.ReportProvisional
	}
	if details.Lane, err = view.LaneTyped(a, o.lane); err != nil {
		return nil, err
	}
	if o.supersedes != "" {
		old, err := in.Find(a.Ctx, o.supersedes)
		if err != nil {
			return nil, err
		}
		details.Supersedes = old.Report
	}
	doc, s, err := prepared(a, in, &got)
	if err != nil {
		return nil, err
	}
	if err := reporting.CheckFollows(a.Ctx, in, o.channel, doc); err != nil {
		return nil, err
	}
	declared, err := declaredFilings(o.filings)
	if err != nil {
		return nil, err
	}
	if details.Pinpoints, err = trackerOf(in).Reported(a.Ctx, "", doc, declared); err != nil {
		return nil, err
	}
	filed, err := in.File(a.Ctx, s, details)
	if err != nil {
		return nil, err
	}
	return answered(a, in, filed, details.Pinpoints, o)
}

// prepared returns a document as it is filed. Where secrets were removed, a warning states that it
// differs from the content of the file.
func prepared(a *app.App, in *reporting.Reports, got *input) (*reports.Document, reports.Sealed, error) {
	d, s, err := in.Prepare(a.Ctx, got.Document)
	if err == nil && s.Hash != got.Hash {
		a.Warn("scrubbed", "secrets were taken out of the document: its content hash is "+s.Hash.String())
	}
	return d, s, err
}

// answered returns the answer for a filed report. It mentions another report with the same
// content: a consumer that sees both acts once.
func answered(a *app.App, in *reporting.Reports, f reporting.Filed, about []domain.ReportedPinpoint, o fileOptions) (app.Document, error) {
	d := &FiledDocument{Head: app.HeadOf("report_filed"), Report: f.Report, Outcome: outcomeReport, Hash: f.Hash, Event: f.Event, Stream: f.Receipt.Stream,
		Position: f.Receipt.Position.Number(), Already: f.Receipt.Repeated, Nudge: o.nudge, Cycle: o.cycle, Channel: o.channel, Pinpoints: about}
	var err error
	if d.SameAs, err = in.WithHash(a.Ctx, f.Hash, f.Report); len(d.SameAs) > 0 {
		a.Warn("same_content_as", "says what "+term.Joined(d.SameAs)+" says already")
	}
	return d, err
}

// noChange records that a nudge or a cycle was answered and nothing changed.
func noChange(a *app.App, o fileOptions) (app.Document, error) {
	in, err := reportsOf(a, app.ToAppend)
	if err != nil {
		return nil, err
	}
	c := reporting.Checked{Nudge: o.nudge, Cycle: o.cycle, Surfaces: o.checked}
	after, err := view.ParseSince(o.since, a.Now())
	if err != nil {
		return nil, err
	}
	if after.Known() {
		c.Window = reports.Window{After: domain.AtUnixNano(int64(after)), Until: domain.At(a.Now())}
	}
	last, found, err := in.InChannel(a.Ctx, o.channel)
	if err != nil {
		return nil, err
	}
	d := &FiledDocument{Head: app.HeadOf("report_filed"), Outcome: outcomeNoChange, Nudge: o.nudge, Cycle: o.cycle, Channel: o.channel}
	if found {
		c.Last, d.Report, d.Hash = &last, last.Report, last.Last().Hash
	}
	if c.Meaningful, err = reporting.LastMeaningful(a.Ctx, in, func(f *reports.Filing, _ *reports.Version) bool { return f.Channel == o.channel }); err != nil {
		return nil, err
	}
	d.Meaningful = c.Meaningful
	decided, err := in.Unchanged(a.Ctx, c)
	d.Event, d.Stream, d.Position, d.Already = decided.Event, decided.Receipt.Stream, decided.Receipt.Position.Number(), decided.Receipt.Repeated
	return d, err
}

func (d *FiledDocument) Text(p *term.Page) {
	if d.Outcome == outcomeNoChange {
		p.Line("no change, recorded at %d", d.Position)
		if d.Report != "" {
			p.Line("still as %s says", d.Report)
		}
		if m := &d.Meaningful; m.Report != "" {
			p.Field("last finding", term.StylePlain, "%s", m.Report)
			for _, name := range m.Pinpoints {
				p.Field("pinpoint", term.StylePlain, "%s", name)
			}
			if len(m.Changed) > 0 {
				p.Field("changed", term.StylePlain, "%s", strings.ReplaceAll(strings.Join(m.Changed, ", "), "_", " "))
				p.Field("since", term.StyleDim, "%s", m.Against)
			}
		}
		return
	}
	p.Line("%s filed at %d", d.Report, d.Position)
	p.Field("content", term.StyleDim, "%s", d.Hash)
	if !d.Previous.IsZero() {
		p.Field("replaces", term.StyleDim, "%s", d.Previous)
	}
	for _, about := range d.Pinpoints {
		p.Field("pinpoint", term.StylePlain, "%s: %s", about.Pinpoint, strings.ReplaceAll(string(about.Filing), "_", " "))
	}
	p.Line("show it: %s", app.Next(p, "claw report show "+d.Report))
}
