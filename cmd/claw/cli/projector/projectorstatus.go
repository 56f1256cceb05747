package projectorcmd

import (
	"fmt"
	"time"

	"github.com/spf13/cobra"

	"github.com/clawable/claw/cmd/claw/cli/app"
	"github.com/clawable/claw/cmd/claw/cli/term"
	"github.com/clawable/claw/cmd/claw/cli/view"
	sinks "github.com/clawable/claw/consumers/sink/status"
	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/projections/store"
	"github.com/clawable/claw/projections/store/claim"
	"github.com/clawable/claw/projections/store/query"
	"github.com/clawable/claw/projections/store/tables"
)

// ProjectorDocument is the answer of projector status: the process that maintains the read model,
// and the position of the model.
type ProjectorDocument struct {
	app.Head
	Log     string `json:"log"`
	Running bool   `json:"running"`
	// PID and Since are of the projector that runs.
	PID   int       `json:"pid,omitzero"`
	Since time.Time `json:"since,omitzero"`
	// State is current, behind, retrying, or none: there is no read model.
	State    string           `json:"state"`
	Position uint64           `json:"position"` // of the read model
	LogHead  uint64           `json:"head"`     // position
	Lag      uint64           `json:"lag"`      // events that the read model does not show
	Parked   int              `json:"parked"`   // events that are not understood
	Path     string           `json:"path,omitzero"`
	Trouble  *claim.Trouble   `json:"trouble,omitzero"`
	Versions []tables.Version `json:"projections"`
	// Machines are the logs that forward their events to this one, the one that was heard last first.
	Machines []view.Machine `json:"machines,omitzero"`
	// Sinks are the sinks of the person's settings, in the order of the settings.
	Sinks []view.Sink `json:"sinks,omitzero"`
	// Forwards are the logs of teams that the person's settings name, in the order of the settings.
	Forwards []view.Forward `json:"forwards,omitzero"`
}

func projectorStatus(a *app.App) *cobra.Command {
	return a.Verb("status", "look", "Report whether a projector runs, and the position of the read model", app.NoArgs,
		func([]string) (app.Document, error) { return status(a) })
}

func status(a *app.App) (app.Document, error) {
	log, at, path, err := modelOnDisk(a)
	if err != nil {
		return nil, err
	}
	note, running, err := claim.Held(path)
	if err != nil {
		return nil, err
	}
	d := &ProjectorDocument{Head: app.HeadOf("projector_status"), Log: at.Value, Running: running, PID: note.PID, Since: note.Since,
		Trouble: note.Trouble, Versions: tables.Versions()}
	s := store.New(path, view.Projected{Log: log}, store.Options{})
	a.Closers = append(a.Closers, s.Close)
	head, err := log.Head(a.Ctx)
	if err != nil {
		return nil, err
	}
	status, usable, err := s.Look(a.Ctx)
	if err != nil {
		return nil, err
	}
	d.LogHead = max(head.Position.Number(), status.Position) // others append meanwhile
	if usable {
		d.Position, d.Path = status.Position, status.Path
		d.Parked, err = query.CountParked(s)
	}
	d.Lag = d.LogHead - d.Position
	d.State = d.state(usable)
	if err == nil {
		d.Machines, err = view.MachinesNow(a, log, s, usable, domain.PositionAt(d.Position))
	}
	if err == nil {
		d.Sinks, err = view.Sinks(a, head.ID, d.LogHead)
	}
	if err == nil {
		d.Forwards, err = view.Forwards(a, head.ID, d.LogHead)
	}
	return d, err
}

func (d *ProjectorDocument) state(usable bool) string {
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

func (d *ProjectorDocument) Text(p *term.Page) {
	if d.Running {
		p.Line("projector   runs, process %d, %s", d.PID, term.Age(p.Now, d.Since))
	} else {
		p.Line("projector   none runs; verbs bring the read model to the head themselves")
	}
	p.Line("log         %s", d.Log)
	if d.Path == "" {
		p.Line("read model  none yet")
	} else {
		p.Line("read model  %s at position %d of %d, %d behind%s", d.State, d.Position, d.LogHead, d.Lag, view.ParkedText(d.Parked))
	}
	for _, m := range d.Machines {
		p.Line("heard       %s", m.Text(p.Now))
	}
	for i := range d.Sinks {
		p.Line("sink        %s", sinkText(&d.Sinks[i]))
	}
	for i := range d.Forwards {
		p.Line("forward     %s", forwardText(&d.Forwards[i]))
	}
	if t := d.Trouble; t != nil {
		p.Line("trouble     since %s, try %d, at position %d: %s", term.Clock(t.Since), t.Tries, t.Position, t.Error)
	}
}

// forwardText is how far a forward is, in one line.
func forwardText(f *view.Forward) string {
	if f.Cursor == nil {
		return f.Name + ": never ran: projector forward run"
	}
	text := fmt.Sprintf("%s: to %s, %d behind; %s sent, %d known there", f.Name, f.To, f.Lag, term.Many(f.Cursor.Sent, "event"), f.Cursor.Known)
	if f.Cursor.Refused > 0 {
		text += fmt.Sprintf(", %d refused", f.Cursor.Refused)
	}
	return text
}

// sinkText is how a sink does, in one line.
func sinkText(s *view.Sink) string {
	if s.State == sinks.StateNeverRan {
		return s.Name + ": never ran: projector sink run"
	}
	text := fmt.Sprintf("%s: %s at position %d", s.Name, s.State, s.Position)
	if s.Pending > 0 {
		text += fmt.Sprintf(", %d pending", s.Pending)
	}
	if s.Parked > 0 {
		text += fmt.Sprintf(", %d refused", s.Parked)
	}
	if t := s.Trouble; t != nil {
		word := "fails"
		if s.Dead {
			word = "dead, fails"
		}
		text += fmt.Sprintf("; %s since %s, try %d: %s", word, term.Clock(t.Since), t.Tries, t.Error)
	} else if s.Dead {
		text += "; dead, gives no sign since " + term.Clock(s.At)
	}
	return text
}
