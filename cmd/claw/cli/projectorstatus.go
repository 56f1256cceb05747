package cli

import (
	"time"

	"github.com/spf13/cobra"

	"github.com/clawable/claw/projections/store"
)

// projectorDocument is the answer of projector status: who keeps the read model, and
// how far it has come. Asking changes nothing.
type projectorDocument struct {
	Head
	Log     string `json:"log"`
	Running bool   `json:"running"`
	// PID and Since are of the projector that runs.
	PID   int       `json:"pid,omitzero"`
	Since time.Time `json:"since,omitzero"`
	// State is current, behind, retrying, or none: there is no read model.
	State    string          `json:"state"`
	Position uint64          `json:"position"` // of the read model
	LogHead  uint64          `json:"head"`     // position
	Lag      uint64          `json:"lag"`      // events that the read model does not show
	Parked   int             `json:"parked"`   // events that are not understood
	Path     string          `json:"path,omitzero"`
	Trouble  *store.Trouble  `json:"trouble,omitzero"`
	Versions []store.Version `json:"projections"`
}

func (a *app) projectorStatus() *cobra.Command {
	return a.verb("status", "look", "Report whether a projector runs, and the position of the read model", noArgs, func([]string) (document, error) {
		log, at, path, err := a.kept()
		if err != nil {
			return nil, err
		}
		note, running, err := store.Claimed(path)
		if err != nil {
			return nil, err
		}
		d := &projectorDocument{Head: headOf("projector_status"), Log: at.Value, Running: running, PID: note.PID, Since: note.Since,
			Trouble: note.Trouble, Versions: store.Versions()}
		s := store.New(path, projected{log}, store.Options{})
		a.closers = append(a.closers, s.Close)
		head, err := log.Head(a.ctx)
		if err != nil {
			return nil, err
		}
		status, usable, err := s.Look(a.ctx)
		if err != nil {
			return nil, err
		}
		d.LogHead = max(head.Position.Number(), status.Position) // the log goes on meanwhile
		if usable {
			d.Position, d.Path = status.Position, status.Path
			d.Parked, err = s.CountParked()
		}
		d.Lag = d.LogHead - d.Position
		d.State = d.state(usable)
		return d, err
	})
}

func (d *projectorDocument) state(usable bool) string {
	switch {
	case d.Trouble != nil:
		return "retrying"
	case !usable:
		return "none"
	case d.Lag > 0:
		return "behind"
	}
	return "current"
}

func (d *projectorDocument) text(p *page) {
	if d.Running {
		p.line("projector   runs, process %d, %s", d.PID, age(p.now, d.Since))
	} else {
		p.line("projector   none runs; verbs bring the read model to the head themselves")
	}
	p.line("log         %s", d.Log)
	if d.Path == "" {
		p.line("read model  none yet")
	} else {
		p.line("read model  %s at position %d of %d, %d behind%s", d.State, d.Position, d.LogHead, d.Lag, parkedText(d.Parked))
	}
	if t := d.Trouble; t != nil {
		p.line("trouble     since %s, try %d, at position %d: %s", clock(t.Since), t.Tries, t.Position, t.Error)
	}
}
