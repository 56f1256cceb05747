package view

import (
	"errors"
	"io/fs"

	"github.com/clawable/claw/cmd/claw/cli/app"
	"github.com/clawable/claw/cmd/claw/cli/term"
	"github.com/clawable/claw/consumers/sink/status"
)

// Sink is a sink of the person's settings and how it does.
type Sink struct {
	Name string `json:"name"`
	// Status is what its process wrote last; its state is never_ran where none did.
	status.Status
	Dead bool   `json:"dead"`         // it has failed for a minute or longer, or gives no sign though it did not stop
	Lag  uint64 `json:"lag,omitzero"` // events of the log that it has not looked at
}

// Sinks are the sinks of the person's settings, and how each does with a log, given its id and the position
// of its head.
//
// Errors: those of the settings and of the operating system; kind parse for a status that is none.
func Sinks(a *app.App, log string, head uint64) (all []Sink, err error) {
	tables, err := app.Tables(a, "sink")
	if err != nil {
		return nil, err
	}
	for _, t := range tables {
		_, file := status.Paths(app.StateFolder(a), log, t.Name)
		now, err := status.Read(file)
		if errors.Is(err, fs.ErrNotExist) {
			now, err = status.Status{State: status.StateNeverRan}, nil
		}
		if err != nil {
			return nil, err
		}
		all = append(all, Sink{t.Name, now, now.IsDead(a.Now()), head - min(head, now.Position)})
	}
	return all, nil
}

// WarnOfSinks warns of the sinks that are dead, and of what prevents them from delivering.
func WarnOfSinks(a *app.App, v *Views) {
	all, err := Sinks(a, v.Status.Log, v.Status.Position)
	if err != nil {
		a.Warn("sink_status", "how the sinks do is not known: "+err.Error())
	}
	for i := range all {
		switch s := &all[i]; {
		case s.Dead && s.Trouble != nil:
			a.Warn("sink_dead", "sink "+s.Name+" fails since "+term.Clock(s.Trouble.Since)+": "+s.Trouble.Error)
		case s.Dead:
			a.Warn("sink_dead", "sink "+s.Name+" gives no sign since "+term.Clock(s.At)+": its process was killed, or hangs")
		}
	}
}
