package app

import (
	"time"

	"github.com/clawable/claw/cmd/claw/cli/term"
	"github.com/clawable/claw/eventlog/spool"
)

// WaitingEvents is what lies in the spool of a log: events of hooks that are durable and not in
// the log yet.
type WaitingEvents struct {
	Spool   string    `json:"spool"` // the folder
	Files   int       `json:"files"`
	Events  int       `json:"events"`
	Since   time.Time `json:"since,omitzero"` // when the oldest was laid aside
	Refused int       `json:"refused"`        // files that the log would not take
}

// Waiting returns what lies in the spool of a log, whether the log is there or not; nil: nothing
// lies there, or nothing can wait for such a log.
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

// MakeLog makes the log where there is none, and appends what waits for it; made is false where
// one is there. It stays open until the run ends.
//
// Errors: why no log can be made in this place; those of opening it.
func MakeLog(a *App, at Setting) (made bool, err error) {
	if LogExists(at) {
		return false, nil
	}
	_, _, err = a.OpenLog(ToCreate)
	return err == nil, err
}

// Count is how many events wait for the log, 0 where nothing does.
func (w *WaitingEvents) Count() int {
	if w == nil {
		return 0
	}
	return w.Events
}

// Text describes what waits for the log.
func (w *WaitingEvents) Text(now time.Time) string {
	verb := "wait"
	if w.Events == 1 {
		verb = "waits"
	}
	return term.Many(w.Events, "event") + " of hooks " + verb + " in " + w.Spool + "; the oldest was laid aside " + term.Age(now, w.Since)
}
