package logcmd

import (
	"github.com/spf13/cobra"

	"github.com/clawable/claw/cmd/claw/cli/app"
	"github.com/clawable/claw/cmd/claw/cli/term"
	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/eventlog"
)

// VerifyDocument is the answer of log verify.
type VerifyDocument struct {
	app.Head
	Log      string         `json:"log"`
	LogID    string         `json:"log_id"`
	Level    eventlog.Level `json:"level"`
	Events   int            `json:"events"`
	Erased   int            `json:"erased"`
	Position uint64         `json:"position"`
	Root     domain.Digest  `json:"root"` // RFC 6962, of all leaves
	Damaged  []damage       `json:"damaged"`
}

func logVerify(a *app.App) *cobra.Command {
	return a.Verb("verify", "", "Check every event against its seal and the others", app.NoArgs,
		func([]string) (app.Document, error) { return verify(a) })
}

func verify(a *app.App) (app.Document, error) {
	log, at, err := a.OpenLog(app.ToRead)
	if err != nil {
		return nil, err
	}
	r, err := eventlog.Verify(a.Ctx, log)
	if err != nil {
		return nil, err
	}
	if keeper, ok := log.(eventlog.DamageKeeper); ok {
		if err := keeper.KeepDamage(r.Damage); err != nil {
			a.Warn("damage_not_noted", app.Typed(err).Error())
		}
	}
	d := &VerifyDocument{Head: app.HeadOf("log_verify"), Log: at.Value, LogID: r.LogID, Level: r.Level, Events: r.Events,
		Erased: r.Erased, Position: r.Head.Number(), Root: r.Root, Damaged: []damage{}}
	for _, x := range r.Damage {
		d.Damaged = append(d.Damaged, damage{x.Position.Number(), x.Message})
	}
	if len(d.Damaged) > 0 {
		a.Code = app.ExitCode(domain.ErrCorrupt)
	}
	return d, nil
}

func (d *VerifyDocument) Text(p *term.Page) {
	p.Line("%s verified: %s", term.Many(d.Events, "event"), d.Level)
	if d.Level == eventlog.LevelSelfConsistent {
		p.Para(2, "The log agrees with itself. That it is whole and the one you think it is, only something kept outside it can show: its id "+d.LogID)
	}
	p.Line("root %s", d.Root)
	for _, x := range d.Damaged {
		if x.Position == 0 {
			p.Line("damaged in the file: %s", x.Message)
			continue
		}
		p.Line("damaged at position %d: %s", x.Position, x.Message)
	}
}
