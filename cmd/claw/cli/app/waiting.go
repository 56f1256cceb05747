package app

import (
	"time"

	"github.com/clawable/claw/cmd/claw/cli/term"
	"github.com/clawable/claw/eventlog/spool"
)

// WaitingEvents describes the spool of a log: durable events of hooks that are not in the log yet.
type WaitingEvents struct {
	Spool   string    `json:"spool"` // the folder
	Files   int       `json:"files"`
	Events  int       `json:"events"`
	Since   time.Time `json:"since,omitzero"` // when the oldest was stored
	Refused int       `json:"refused"`        // files that the log rejected
}

// Waiting describes the spool of a log, which need not exist; nil where the spool is empty, or the
// log has none.
//
// Errors: those of the operating system.
func Waiting(a *App, at Setting) (*WaitingEvents, error) {
	s, ok := SpoolOf(a, at)
	if !ok {
		return nil, nil
	}
	w, err := s.Look()
	if err != nil || w == (spool.Waiting{}) {
		return nil, err
	}
	return &WaitingEvents{Spool: s.Folder(), Files: w.Files, Events: w.Events, Since: w.Since, Refused: w.Refused}, nil
}

// MakeLog makes the log where there is none, and appends the events of its spool; made is false
// where the log exists. The log stays open until the run ends.
//
// Errors: why no log can be made in this place; those of opening it.
func MakeLog(a *App, at Setting) (made bool, err error) {
	if LogExists(at) {
		return false, nil
	}
	_, _, err = a.OpenLog(ToCreate)
	return err == nil, err
}

// Count is how many events are in the spool; 0 for nil.
func (w *WaitingEvents) Count() int {
	if w == nil {
		return 0
	}
	return w.Events
}

// Text describes the events in the spool.
func (w *WaitingEvents) Text(now time.Time) string {
	verb := "wait"
	if w.Events == 1 {
		verb = "waits"
	}
	return term.Many(w.Events, "event") + " of hooks " + verb + " in " + w.Spool + "; the oldest was laid aside " + term.Age(now, w.Since)
}
