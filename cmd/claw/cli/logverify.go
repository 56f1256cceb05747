package cli

import (
	"github.com/spf13/cobra"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/eventlog"
)

// verifyDocument is the answer of log verify.
type verifyDocument struct {
	Head
	Log      string         `json:"log"`
	LogID    string         `json:"log_id"`
	Level    eventlog.Level `json:"level"`
	Events   int            `json:"events"`
	Erased   int            `json:"erased"`
	Position uint64         `json:"position"`
	Root     domain.Digest  `json:"root"` // RFC 6962, of all leaves
	Damaged  []damage       `json:"damaged"`
}

func (a *app) logVerify() *cobra.Command {
	return a.verb("verify", "", "Check every event against its seal and the others", noArgs, func([]string) (document, error) {
		log, at, err := a.openLog(toRead)
		if err != nil {
			return nil, err
		}
		r, err := eventlog.Verify(a.ctx, log)
		if err != nil {
			return nil, err
		}
		if keeper, ok := log.(eventlog.DamageKeeper); ok {
			if err := keeper.KeepDamage(r.Damage); err != nil {
				a.warn("damage_not_noted", typed(err).Error())
			}
		}
		d := &verifyDocument{Head: headOf("log_verify"), Log: at.Value, LogID: r.LogID, Level: r.Level, Events: r.Events,
			Erased: r.Erased, Position: r.Head.Number(), Root: r.Root, Damaged: []damage{}}
		for _, x := range r.Damage {
			d.Damaged = append(d.Damaged, damage{x.Position.Number(), x.Message})
		}
		if len(d.Damaged) > 0 {
			a.code = exitCode(domain.ErrCorrupt)
		}
		return d, nil
	})
}

func (d *verifyDocument) text(p *page) {
	p.line("%s verified: %s", many(d.Events, "event"), d.Level)
	if d.Level == eventlog.LevelSelfConsistent {
		p.para(2, "The log agrees with itself. That it is whole and the one you think it is, only something kept outside it can show: its id "+d.LogID)
	}
	p.line("root %s", d.Root)
	for _, x := range d.Damaged {
		if x.Position == 0 {
			p.line("damaged in the file: %s", x.Message)
			continue
		}
		p.line("damaged at position %d: %s", x.Position, x.Message)
	}
}
