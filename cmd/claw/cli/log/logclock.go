package logcmd

import (
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/clawable/claw/cmd/claw/cli/app"
	approvaltext "github.com/clawable/claw/cmd/claw/cli/approval"
	"github.com/clawable/claw/cmd/claw/cli/term"
	"github.com/clawable/claw/commands/approve"
	"github.com/clawable/claw/commands/record"
	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/approval"
)

// logClock is the verbs about the log's time.
func logClock(a *app.App) *cobra.Command {
	cmd := app.VerbFamily("clock", "", "The log's time, by which grants expire")
	cmd.AddCommand(logClockReset(a))
	return cmd
}

// ClockResetDocument is the answer of log clock reset.
type ClockResetDocument struct {
	app.Head
	LogID    domain.Digest  `json:"log_id"`
	Reset    bool           `json:"reset"`             // false: the two agreed, and nothing was appended
	Event    domain.EventID `json:"event,omitzero"`    // the reset
	Position uint64         `json:"position,omitzero"` // of the reset
	Wall     time.Time      `json:"wall"`              // what this machine's clock says, and the log's time was set to
	BackMS   int64          `json:"back_ms"`           // by how much it was set back
	Resets   []ClockReset   `json:"resets"`            // all of the log, refused ones too
}

// ClockReset is a reset of the log's time, as documents have it.
type ClockReset struct {
	Event      domain.EventID         `json:"event"`
	Position   uint64                 `json:"position"`
	By         domain.Actor           `json:"by,omitzero"`
	RecordedAt time.Time              `json:"recorded_at"`
	Wall       time.Time              `json:"wall,omitzero"`
	BackMS     int64                  `json:"back_ms"`
	Refused    domain.ApprovalRefusal `json:"refused,omitzero"`
}

// ClockResets lists the resets of the log's time.
func ClockResets(h *approval.SignersHistory) []ClockReset {
	resets := []ClockReset{}
	for _, r := range h.Clock.Resets() {
		resets = append(resets, ClockReset{r.Event, r.Position.Number(), r.By, r.RecordedAt, r.Wall, r.Back.Milliseconds(), r.Refused})
	}
	return resets
}

// clockOptions are the flags of claw log clock reset.
type clockOptions struct {
	key string // to sign with, see approvaltext.KeyFlag
}

func (o *clockOptions) flags(f *pflag.FlagSet) { approvaltext.KeyFlag(f, &o.key) }

func logClockReset(a *app.App) *cobra.Command {
	var o clockOptions
	cmd := a.Verb("reset", "", "Set the log's time back to this machine's clock: shows both, asks, signs", app.NoArgs,
		func([]string) (app.Document, error) { return resetClock(a, o) })
	cmd.Long = `Set the log's time back to this machine's clock. The log's time never goes back by itself: after an
append with a clock that was ahead, or after the clock was set back, the two differ, and nothing is
granted or used. Check this machine's clock first: if it is wrong, correct it instead. A signer of
the log signs the reset. From then on grants expire by this machine's clock; what has expired by the
log's time stays expired. Times in the log stay in order: recorded_at stays as far ahead as it is.`
	o.flags(cmd.Flags())
	return cmd
}

func resetClock(a *app.App, o clockOptions) (app.Document, error) {
	log, _, err := a.OpenLog(app.ToAppend)
	if err != nil {
		return nil, err
	}
	in := approvaltext.Approvals(a, log)
	s, state, err := in.Signers().OfferClockReset(a.Ctx)
	if err != nil {
		return nil, err
	}
	d := &ClockResetDocument{Head: app.HeadOf("log_clock_reset"), LogID: state.LogID, Wall: state.Wall, Resets: ClockResets(state.Signers)}
	if s == nil {
		return d, nil
	}
	if err := app.Consent(a, "reset clock", func(p *term.Page) { showClockReset(p, s, state) }); err != nil {
		return nil, err
	}
	signature, err := approvaltext.Sign(a, o.key, s.Bytes(), approval.SignersNamespace, state.Signers.Now())
	if err != nil {
		return nil, err
	}
	decided, err := in.Signers().ResetClock(a.Ctx, s, signature)
	if err != nil {
		return nil, record.KeptWriting(err, "clock")
	}
	if state, err = in.Signers().Clock(a.Ctx); err != nil {
		return nil, err
	}
	d.Reset, d.Event, d.Position, d.Resets = true, decided.Event, decided.Receipt.Position.Number(), ClockResets(state.Signers)
	for _, r := range d.Resets {
		if r.Event == d.Event {
			d.BackMS = r.BackMS
		}
	}
	return d, nil
}

func showClockReset(p *term.Page, s *approval.ClockStatement, state *approve.ClockState) {
	p.Line("Set the time of log %s back to this machine's clock", s.LogID)
	p.Field("log's time", term.StylePlain, "%s", term.Clock(state.Log))
	p.Field("clock", term.StyleBold, "%s", term.Clock(s.Wall.Time()))
	p.Field("back by", term.StylePlain, "%s", approvaltext.Roughly(state.Ahead()))
	p.Styled(term.StyleYellow, "If this machine's clock is wrong, say no and set it right.")
	p.Line("From then on grants are over by this machine's clock. Grants that are over by the log's time stay over.")
}

func (d *ClockResetDocument) Text(p *term.Page) {
	if d.Reset {
		p.Line("the log's time was set back by %s to %s, at position %d", approvaltext.Roughly(time.Duration(d.BackMS)*time.Millisecond), term.Clock(d.Wall), d.Position)
	} else {
		p.Line("the log's time and this machine's clock agree: there is nothing to reset")
	}
	for _, r := range d.Resets {
		if r.Refused != "" {
			p.Styled(term.StyleYellow, "a reset at position "+term.Count(int(r.Position))+" does not count: "+string(r.Refused))
		}
	}
}
