package sinkcmd

import (
	"github.com/cockroachdb/errors"
	"github.com/spf13/cobra"

	"github.com/clawable/claw/cmd/claw/cli/app"
	"github.com/clawable/claw/cmd/claw/cli/term"
	"github.com/clawable/claw/consumers/sink"
)

// SinkTestDocument is the answer of projector sink test.
type SinkTestDocument struct {
	app.Head
	Sink   string `json:"sink"`
	Target string `json:"target"`
	Key    string `json:"idempotency_key"` // of the delivery that was sent
}

func testVerb(a *app.App) *cobra.Command {
	cmd := a.Verb("test NAME", "do", "Send one delivery to a sink now, which tells of no lane", app.Exactly(1, "NAME"),
		func(args []string) (app.Document, error) { return test(a, args[0]) })
	cmd.Long = `Send one delivery that tells of no lane to a sink, as projector sink run would, and report whether the
receiver took it. Nothing is remembered. It works while projector sink run runs.`
	return cmd
}

func test(a *app.App, name string) (_ app.Document, err error) {
	s, err := open(a)
	if err != nil {
		return nil, err
	}
	c, err := s.named(name)
	if err != nil {
		return nil, err
	}
	sender, err := sink.NewSender(c, outside(a))
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.CombineErrors(err, sink.CloseSender(sender)) }()
	d := sink.Trial(c, s.head.ID, a.NewID().String())
	if err := sender.Send(a.Ctx, d); err != nil {
		return nil, err
	}
	return &SinkTestDocument{Head: app.HeadOf("sink_test"), Sink: c.Name, Target: c.Target(), Key: d.Key}, nil
}

// Text implements [app.Document].
func (d *SinkTestDocument) Text(p *term.Page) {
	p.Line("%s took a delivery: %s", d.Sink, d.Target)
	p.Line("idempotency key  %s", d.Key)
}
