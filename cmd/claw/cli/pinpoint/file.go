package pinpointcmd

import (
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/clawable/claw/cmd/claw/cli/app"
	"github.com/clawable/claw/cmd/claw/cli/term"
	"github.com/clawable/claw/cmd/claw/cli/view"
	tracking "github.com/clawable/claw/commands/pinpoint"
	shipping "github.com/clawable/claw/commands/ship"
	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/reports/pinpoint"
)

// FiledDocument is the answer of pinpoint file.
type FiledDocument struct {
	app.Head
	Pinpoint domain.StreamID  `json:"pinpoint"` // of this filing
	Item     domain.StreamID  `json:"item"`     // the item that it is of: itself where it is new
	Novelty  tracking.Novelty `json:"novelty"`
	Key      string           `json:"similarity_key"` // "" where nothing can be like it
	Event    domain.EventID   `json:"event"`
	Position uint64           `json:"position"`
	Now      pinpoint.Item    `json:"now"` // the item
}

// rankOptions are the flags of a rank.
type rankOptions struct {
	priority, severity, harm string
	reasons                  []string
}

func (o *rankOptions) flags(f *pflag.FlagSet) {
	f.Var(app.NewChoice(&o.priority, domain.Priority("").Enum()), "priority", "what comes first: "+app.JoinWords(domain.Priority("").Enum()))
	f.Var(app.NewChoice(&o.severity, domain.Severity("").Enum()), "severity", "how bad it is: "+app.JoinWords(domain.Severity("").Enum()))
	f.Var(app.NewChoice(&o.harm, domain.Harm("").Enum()), "harm", "what it does: "+app.JoinWords(domain.Harm("").Enum()))
	f.StringArrayVar(&o.reasons, "reason", nil, "why it is as urgent as that: "+app.JoinWords(domain.PriorityReason("").Enum())+" (repeat for more)")
}

// ranking is the rank that the flags state.
//
// Errors: kind usage for a reason that there is not.
func (o *rankOptions) ranking() (domain.Ranking, error) {
	r := domain.Ranking{Priority: domain.Priority(o.priority), Severity: domain.Severity(o.severity), Harm: domain.Harm(o.harm)}
	for _, why := range o.reasons {
		r.Reasons = append(r.Reasons, domain.PriorityReason(why))
	}
	return r, chosen("--reason", o.reasons, domain.PriorityReason("").Enum())
}

// fileOptions are the flags of claw pinpoint file.
type fileOptions struct {
	rankOptions
	description, class, place, signature, reporter, lane, nudge, cycle, report string
	names                                                                      []string
}

func (o *fileOptions) flags(f *pflag.FlagSet) {
	f.StringVar(&o.description, "description", "", "what the gap is, in words")
	f.Var(app.NewChoice(&o.class, domain.FailureClass("").Enum()), "class", "the failure class: "+app.JoinWords(domain.FailureClass("").Enum()))
	f.StringVar(&o.place, "place", "", "where it fails: a module, a path or a verb")
	f.StringVar(&o.signature, "signature", "", "what the error says; numbers and ids in it do not count")
	f.StringArrayVar(&o.names, "name", nil, "another name of it, one word such as #31 (repeat for more)")
	f.StringVar(&o.reporter, "reporter", "", "who found it: human:NAME or agent:SESSION")
	f.StringVar(&o.lane, "lane", "", "the lane in which it was found, its id or a beginning of it")
	f.StringVar(&o.nudge, "nudge", "", "the nudge that led to it")
	f.StringVar(&o.cycle, "cycle", "", "the cycle of that nudge")
	f.StringVar(&o.report, "report", "", "the report that it stands in")
	o.rankOptions.flags(f)
}

func pinpointFile(a *app.App) *cobra.Command {
	var o fileOptions
	cmd := a.Verb("file TITLE", "do", "File a gap under an id of its own; the same gap of another claw is the same item", app.Exactly(1, "TITLE"),
		func(args []string) (app.Document, error) { return filePinpoint(a, o, args[0]) })
	cmd.Long = `File a gap. It gets its id at once, and keeps it. Failure class, place and error signature make the
similarity key: a filing with the key of an earlier one is the same item, with the evidence of both.
Titles and descriptions never count for that. Without all three there is no key, and claw pinpoint
link says what is the same.`
	o.flags(cmd.Flags())
	return cmd
}

func filePinpoint(a *app.App, o fileOptions, title string) (app.Document, error) {
	ranking, err := o.ranking()
	if err != nil {
		return nil, err
	}
	p := &domain.PinpointFiled{Ranking: ranking, Title: domain.TextOf(title), Description: domain.TextOf(o.description), FailureClass: domain.FailureClass(o.class),
		Place: o.place, ErrorSignature: o.signature, Nudge: o.nudge, Cycle: o.cycle, Report: o.report}
	for _, typed := range o.names {
		name, ok := shipping.PinpointName(typed)
		if !ok {
			return nil, app.UsageError("parse arguments", "--name "+typed, "is no name of a pinpoint", "one word, as in --name '#31'")
		}
		p.Names = append(p.Names, name)
	}
	if p.Reporter, err = actorOf("--reporter", o.reporter); err != nil {
		return nil, err
	}
	t, _, err := trackerOf(a, app.ToAppend)
	if err != nil {
		return nil, err
	}
	if p.Lane, err = view.LaneTyped(a, o.lane); err != nil {
		return nil, err
	}
	f, err := t.File(a.Ctx, p)
	if err != nil {
		return nil, err
	}
	return &FiledDocument{Head: app.HeadOf("pinpoint_filed"), Pinpoint: f.Pinpoint, Item: f.Item.Pinpoint, Novelty: f.Novelty, Key: f.Item.SimilarityKey, Event: f.Event,
		Position: f.Receipt.Position.Number(), Now: f.Item}, nil
}

func (d *FiledDocument) Text(p *term.Page) {
	p.Line("%s filed at %d", d.Pinpoint, d.Position)
	switch d.Novelty {
	case tracking.NoveltyKnown:
		p.Line("known: it is %s, filed %s", d.Item, term.Many(len(d.Now.Filings), "time"))
	case tracking.NoveltyReturn:
		p.Line("it came again: %s is %s since %s", d.Item, d.Now.State, term.Clock(d.Now.StateSince.Time()))
		p.Line("open it again: %s", app.Next(p, "claw pinpoint move "+d.Item.String()+" in_progress"))
	case tracking.NoveltyNew:
	}
	if d.Key == "" {
		p.Line("no similarity key: nothing is recognized as the same without --class, --place and --signature")
	}
	p.Line("show it: %s", app.Next(p, "claw pinpoint show "+d.Item.String()))
}
