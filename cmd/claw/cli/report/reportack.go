package reportcmd

import (
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/clawable/claw/cmd/claw/cli/app"
	"github.com/clawable/claw/cmd/claw/cli/term"
	reporting "github.com/clawable/claw/commands/report"
	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/reports"
)

// AcknowledgedDocument is the answer of report ack.
type AcknowledgedDocument struct {
	app.Head
	Report   string         `json:"report_id"`
	Hash     domain.Digest  `json:"content_hash"`
	Event    domain.EventID `json:"event"`
	Position uint64         `json:"position"`
	Already  bool           `json:"already"`
	Cursor   reports.Cursor `json:"cursor"` // of the channel, now
}

// ackOptions are the flags of claw report ack.
type ackOptions struct {
	channel  string
	consumer string
	view     string // an id
}

func (o *ackOptions) flags(f *pflag.FlagSet) {
	f.StringVar(&o.channel, "channel", "", "the channel that has the report")
	f.StringVar(&o.consumer, "consumer", "", "a reader of the channel that acknowledges for itself (default: all who read it)")
	f.StringVar(&o.view, "view", "", "the id of the view that was delivered")
}

func reportAck(a *app.App) *cobra.Command {
	var o ackOptions
	cmd := a.Verb("ack REPORT", "do", "Record that a channel has a report: what does not change since is not told there again", app.Exactly(1, "REPORT"),
		func(args []string) (app.Document, error) { return acknowledge(a, o, args[0]) })
	cmd.Long = `Record that a channel, or one consumer of it, received a report (its last version, or ID@2). The
cursor of the channel is then at this report: claw report view --channel counts what did not change
since, and claw report new --channel compares with it. A report that was filed before the one at the
cursor does not move the cursor back. The same acknowledgement given twice is one.`
	o.flags(cmd.Flags())
	return cmd
}

func acknowledge(a *app.App, o ackOptions, typed string) (app.Document, error) {
	to := reporting.Receiver{Channel: o.channel, Consumer: o.consumer}
	if o.view != "" && to.View.UnmarshalText([]byte(o.view)) != nil {
		return nil, app.UsageError("parse arguments", "--view "+o.view, "is no id of a view", "64 hex digits, as view_id of claw report view --json")
	}
	in, err := reportsOf(a, app.ToAppend)
	if err != nil {
		return nil, err
	}
	f, v, err := filedNamed(a, in, typed)
	if err != nil {
		return nil, err
	}
	stream, err := domain.ParseStreamID(f.Report)
	if err != nil {
		return nil, err
	}
	decided, err := in.Acknowledge(a.Ctx, stream, v, to)
	if err != nil {
		return nil, err
	}
	d := &AcknowledgedDocument{Head: app.HeadOf("report_acknowledged"), Report: f.Report, Hash: v.Hash, Event: decided.Event,
		Position: decided.Receipt.Position.Number(), Already: decided.Receipt.Repeated}
	c, err := in.Cursor(a.Ctx, o.channel, o.consumer)
	if c != nil {
		d.Cursor = *c
	}
	return d, err
}

func (d *AcknowledgedDocument) Text(p *term.Page) {
	p.Line("channel %s has %s, recorded at %d", d.Cursor.Channel, d.Report, d.Position)
	p.Field("content", term.StyleDim, "%s", d.Hash)
	if d.Cursor.Hash != d.Hash {
		p.Line("it has a later one as well, where its cursor stays: %s", d.Cursor.Report)
	}
}
