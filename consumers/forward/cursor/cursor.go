// Package cursor is how far a log was forwarded to the log of a team: a small file for both, which the
// forwarder keeps, and which other programs read. It opens no log, no network and no settings.
package cursor

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"path/filepath"

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
	// Held is an event that the team had. Where it is missing, the team's log is another one, or an older copy.
	Held domain.EventID `json:"held,omitzero"`
	// Sent, Known and Refused count lines by the answers of the team's server.
	Sent     int            `json:"sent"`     // new to the team
	Known    int            `json:"known"`    // the team had them already
	Refused  int            `json:"refused"`  // the team took no part of them
	Withheld map[Reason]int `json:"withheld"` // by the policy
}

// mostCursor is how long the file of a cursor may be, in bytes.
const mostCursor = 1 << 16

// Reason is why an event does not leave.
type Reason string

// The reasons.
const (
	OfThisLog    Reason = "of_this_log"      // its opening, signers, tokens, admissions and adopted policies
	Erased       Reason = "erased"           // its data are forgotten
	OtherRepo    Reason = "other_repository" // of another repository, or of one that is not known
	AboveCeiling Reason = "above_ceiling"    // it carries a label above the ceiling
)

// Team is how cursors name a team: of a URL of a server the scheme and the host.
func Team(to string) string {
	if u, err := url.Parse(to); err == nil && (u.Scheme == "https" || u.Scheme == "http") {
		return (&url.URL{Scheme: u.Scheme, Host: u.Host}).String()
	}
	return to
}

// Path is the file of the cursor of a log, given its id and that of a team; state is the folder for state.
func Path(state, log, to string) string {
	name := sha256.Sum256([]byte(log + "\x00" + to))
	return filepath.Join(state, "forward", hex.EncodeToString(name[:8])+".json")
}

// Begin reads the cursor of a file, or makes the first one of a log.
//
// Errors: those of [Read], without [fs.ErrNotExist]; kind conflict for the cursor of another log or team.
func Begin(file, log, to string) (*Cursor, error) {
	c, err := Read(file)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return &Cursor{Log: log, To: to, Withheld: map[Reason]int{}}, nil
	case err != nil:
		return nil, err
	case c.Log != log || c.To != to:
		return nil, &domain.Error{Kind: domain.ErrConflict, Operation: "read the cursor", Target: file, Message: "it is that of another log or team", Hint: hint}
	}
	return c, nil
}

const hint = "remove the file: everything is sent again, and the team keeps each event once"

// Read reads the cursor of a file.
//
// Errors: kind parse; those of the operating system, [fs.ErrNotExist] for a log that was never forwarded.
func Read(file string) (*Cursor, error) {
	text, err := files.ReadRegular(file, mostCursor)
	if err != nil {
		return nil, fmt.Errorf("read the cursor: %w", err)
	}
	c := &Cursor{}
	if err := json.Unmarshal(text, c, json.RejectUnknownMembers(true)); err != nil {
		return nil, &domain.Error{Kind: domain.ErrParse, Operation: "read the cursor", Target: file, Message: "it is no cursor: " + err.Error(), Hint: hint}
	}
	if c.Withheld == nil {
		c.Withheld = map[Reason]int{}
	}
	return c, nil
}

// Write stores the cursor atomically.
func (c *Cursor) Write(file string) error {
	text, err := json.Marshal(c, json.Deterministic(true))
	if err == nil {
		err = files.Replace(file, append(text, '\n'), 0o600)
	}
	if err != nil {
		return fmt.Errorf("write the cursor: %w", err)
	}
	return nil
}
