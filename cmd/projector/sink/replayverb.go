package sinkcmd

import (
	"github.com/cockroachdb/errors"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/clawable/claw/cmd/claw/cli/app"
	"github.com/clawable/claw/cmd/claw/cli/term"
	"github.com/clawable/claw/consumers/sink"
	"github.com/clawable/claw/consumers/watch"
)

// SinkReplayDocument is the answer of projector sink replay.
type SinkReplayDocument struct {
	app.Head
	Sink     string `json:"sink"`
	Since    uint64 `json:"since"`    // position
	Outcomes int    `json:"outcomes"` // that will be sent again
}

// replayOptions are the flags of projector sink replay.
type replayOptions struct {
	since uint64
	named func() bool // whether --since is there
}

func (o *replayOptions) flags(f *pflag.FlagSet) {
	f.Uint64Var(&o.since, "since", 0, "a position of the log; 0 is its start")
	o.named = func() bool { return f.Changed("since") }
}

func replayVerb(a *app.App) *cobra.Command {
	var o replayOptions
	cmd := a.Verb("replay NAME", "do", "Have a sink send again what stands since a position of the log", app.Exactly(1, "NAME"),
		func(args []string) (app.Document, error) {
			if !o.named() {
				return nil, app.UsageError("parse arguments", "projector sink replay", "needs --since", "a position of the log; --since 0 is its start")
			}
			return replay(a, args[0], o.since)
		})
	cmd.Long = `Have a sink send again the outcomes that stand and were written after a position of the log, also those
that were refused. projector sink run sends them, with their old idempotency keys: a receiver that has
them ignores them. Outcomes that others took the place of are not sent. Stop projector sink run first.`
	o.flags(cmd.Flags())
	return cmd
}

func replay(a *app.App, name string, since uint64) (_ app.Document, err error) {
	s, err := open(a)
	if err != nil {
		return nil, err
	}
	c, err := s.named(name)
	if err != nil {
		return nil, err
	}
	path, _, err := s.paths(a, name)
	if err != nil {
		return nil, err
	}
	from, err := s.source(a, c)
	if err != nil {
		return nil, err
	}
	if err := from.CatchUp(a.Ctx); err != nil {
		return nil, err
	}
	var again []watch.Outcome
	for o, err := range from.Changed(since, false) {
		if err != nil {
			return nil, err
		}
		if o.Tellable() {
			again = append(again, o)
		}
	}
	cursor, err := sink.OpenCursor(name, path)
	if err != nil {
		return nil, err
	}
	err = errors.CombineErrors(cursor.Forget(again, since), cursor.Close())
	return &SinkReplayDocument{Head: app.HeadOf("sink_replay"), Sink: name, Since: since, Outcomes: len(again)}, err
}

// Text implements [app.Document].
func (d *SinkReplayDocument) Text(p *term.Page) {
	p.Line("%s will be sent again: projector sink run", term.Many(d.Outcomes, "outcome"))
}
