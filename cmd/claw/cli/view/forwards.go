package view

import (
	"errors"
	"io/fs"

	"github.com/clawable/claw/cmd/claw/cli/app"
	"github.com/clawable/claw/consumers/forward/cursor"
)

// Forward is a forward of the person's settings: the log of a team to which a log goes.
type Forward struct {
	Name string `json:"name"`
	To   string `json:"to"` // of a URL of a server the scheme and the host
	// Cursor is what was forwarded; absent for one that never ran.
	Cursor *cursor.Cursor `json:"cursor,omitzero"`
	Lag    uint64         `json:"lag,omitzero"` // events of the log that were not looked at
}

// Forwards are the forwards of the person's settings, and how far each is with a log, given its id and the
// position of its head.
//
// Errors: those of the settings and of the operating system; kind parse for a cursor that is none.
func Forwards(a *app.App, log string, head uint64) (all []Forward, err error) {
	tables, err := app.Tables(a, "forward")
	if err != nil {
		return nil, err
	}
	for _, t := range tables {
		f := Forward{Name: t.Name, To: cursor.Team(t.To), Lag: head}
		f.Cursor, err = cursor.Read(cursor.Path(app.StateFolder(a), log, f.To))
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return nil, err
		}
		if err == nil {
			f.Lag = head - min(head, f.Cursor.Position)
		}
		all = append(all, f)
	}
	return all, nil
}
