package cli

import (
	"time"

	"github.com/spf13/cobra"

	"github.com/clawable/claw/commands/approve"
	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/approval"
)

// logClock is the verbs about the log's time.
func (a *app) logClock() *cobra.Command {
	cmd := &cobra.Command{Use: "clock", Short: "The log's time, by which grants are over", Args: noArgs,
		RunE: func(cmd *cobra.Command, _ []string) error { return cmd.Help() }}
	cmd.AddCommand(a.logClockReset())
	return cmd
}

// clockResetDocument is the answer of log clock reset.
type clockResetDocument struct {
	Head
	LogID    domain.Digest  `json:"log_id"`
	Reset    bool           `json:"reset"`             // false: the two agreed, and nothing was appended
	Event    domain.EventID `json:"event,omitzero"`    // the reset
	Position uint64         `json:"position,omitzero"` // of the reset
	Wall     time.Time      `json:"wall"`              // what this machine's clock says, and the log's time was set to
	BackMS   int64          `json:"back_ms"`           // by how much it was set back
	Resets   []clockReset   `json:"resets"`            // all of the log, refused ones too
}

// clockReset is what documents say of a reset of the log's time.
type clockReset struct {
	Event      domain.EventID         `json:"event"`
	Position   uint64                 `json:"position"`
	By         domain.Actor           `json:"by,omitzero"`
	RecordedAt time.Time              `json:"recorded_at"`
	Wall       time.Time              `json:"wall,omitzero"`
	BackMS     int64                  `json:"back_ms"`
	Refused    domain.ApprovalRefusal `json:"refused,omitzero"`
}

func clockResets(h *approval.SignersHistory) []clockReset {
	resets := []clockReset{}
	for _, r := range h.Clock.Resets() {
		resets = append(resets, clockReset{r.Event, r.Position.Number(), r.By, r.RecordedAt, r.Wall, r.Back.Milliseconds(), r.Refused})
	}
	return resets
}

func (a *app) logClockReset() *cobra.Command {
	var key string
	cmd := a.verb("reset", "", "Set the log's time back to this machine's clock: shows both, asks you, signs", noArgs, func([]string) (document, error) {
		return a.resetClock(key)
	})
	cmd.Long = `Set the log's time back to this machine's clock. The log's time never goes back by itself: after an append with a clock that was ahead,
or after the clock was set back, the two part, and nothing is granted or used. Look at this machine's clock first: if it is wrong, set it right instead.
A signer of the log signs the reset. From then on grants are over by this machine's clock; what was over by the log's time stays over.
Times in the log stay in order: recorded_at runs on, as far ahead as it is.`
	a.keyFlag(cmd, &key)
	return cmd
}

func (a *app) resetClock(key string) (document, error) {
	log, _, err := a.openLog(toAppend)
	if err != nil {
		return nil, err
	}
	in := a.approvals(log)
	s, state, err := in.OfferClockReset(a.ctx)
	if err != nil {
		return nil, err
	}
	d := &clockResetDocument{Head: headOf("log_clock_reset"), LogID: state.LogID, Wall: state.Wall, Resets: clockResets(state.Signers)}
	if s == nil {
		return d, nil
	}
	if err := a.consent("reset clock", func(p *page) { showClockReset(p, s, state) }); err != nil {
		return nil, err
	}
	signature, err := a.sign(key, s.Bytes(), approval.SignersNamespace, state.Signers.Now())
	if err != nil {
		return nil, err
	}
	decided, err := in.ResetClock(a.ctx, s, signature)
	if err != nil {
		return nil, keptWriting(err, "clock")
	}
	if state, err = in.Clock(a.ctx); err != nil {
		return nil, err
	}
	d.Reset, d.Event, d.Position, d.Resets = true, decided.Event, decided.Receipt.Position.Number(), clockResets(state.Signers)
	for _, r := range d.Resets {
		if r.Event == d.Event {
			d.BackMS = r.BackMS
		}
	}
	return d, nil
}

func showClockReset(p *page, s *domain.ClockStatement, state *approve.ClockState) {
	p.line("Set the time of log %s back to this machine's clock", s.LogID)
	p.field("log's time", stylePlain, "%s", clock(state.Log))
	p.field("clock", styleBold, "%s", clock(s.Wall.Time()))
	p.field("back by", stylePlain, "%s", roughly(state.Ahead()))
	p.styled(styleYellow, "If this machine's clock is wrong, say no and set it right.")
	p.line("From then on grants are over by this machine's clock. Grants that are over by the log's time stay over.")
}

func (d *clockResetDocument) text(p *page) {
	if d.Reset {
		p.line("the log's time was set back by %s to %s, at position %d", roughly(time.Duration(d.BackMS)*time.Millisecond), clock(d.Wall), d.Position)
	} else {
		p.line("the log's time and this machine's clock agree: there is nothing to reset")
	}
	for _, r := range d.Resets {
		if r.Refused != "" {
			p.styled(styleYellow, "a reset at position "+count(int(r.Position))+" does not count: "+string(r.Refused))
		}
	}
}
