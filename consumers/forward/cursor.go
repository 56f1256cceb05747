package forward

import (
	"io/fs"

	"github.com/cockroachdb/errors"
	"github.com/go-json-experiment/json"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/internal/files"
)

// Cursor is how far a log was forwarded, as its file keeps it.
type Cursor struct {
	Log      string         `json:"log"`      // id of the log
	To       string         `json:"to"`       // URL of the team's server
	Position uint64         `json:"position"` // of the last event that was sent, or withheld
	Event    domain.EventID `json:"event"`    // at that position: another one there is another history
	// Sent, Known and Refused count lines by the answers of the team's server.
	Sent     int            `json:"sent"`     // new to the team
	Known    int            `json:"known"`    // the team had them already
	Refused  int            `json:"refused"`  // the team took no part of them
	Withheld map[Reason]int `json:"withheld"` // by the policy
}

// mostCursor is how long the file of a cursor may be, in bytes.
const mostCursor = 1 << 16

// readCursor reads the cursor of a file, or makes the first one of a log.
//
// Errors: kind conflict for the cursor of another log or team; kind parse; those of the operating system.
func readCursor(file, log, to string) (*Cursor, error) {
	first := &Cursor{Log: log, To: to, Withheld: map[Reason]int{}}
	text, err := files.ReadRegular(file, mostCursor)
	if errors.Is(err, fs.ErrNotExist) {
		return first, nil
	}
	if err != nil {
		return nil, errors.Wrap(err, "read the cursor")
	}
	c := &Cursor{}
	if err := json.Unmarshal(text, c, json.RejectUnknownMembers(true)); err != nil {
		return nil, &domain.Error{Kind: domain.ErrParse, Operation: "read the cursor", Target: file, Message: "it is no cursor: " + err.Error(),
			Hint: "remove the file: everything is sent again, and the team keeps each event once"}
	}
	if c.Log != log || c.To != to {
		return nil, &domain.Error{Kind: domain.ErrConflict, Operation: "read the cursor", Target: file, Message: "it is that of another log or team",
			Hint: "remove the file: everything is sent again, and the team keeps each event once"}
	}
	if c.Withheld == nil {
		c.Withheld = map[Reason]int{}
	}
	return c, nil
}

// write stores the cursor atomically.
func (c *Cursor) write(file string) error {
	text, err := json.Marshal(c, json.Deterministic(true))
	if err != nil {
		return errors.Wrap(err, "write the cursor")
	}
	return errors.Wrap(files.Replace(file, append(text, '\n'), 0o600), "write the cursor")
}
