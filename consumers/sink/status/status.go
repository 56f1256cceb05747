// Package status is how the sinks of a log do: a small file a sink, which its process writes beside its
// cursor, and which other programs read. It opens no cursor, no log and no settings.
package status

import (
	"fmt"
	"path/filepath"
	"time"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/internal/files"
)

// State is how a sink does.
type State string

// The states.
const (
	StateCurrent  State = "current"   // all that it wants is delivered
	StateSending  State = "sending"   // deliveries are under way
	StateRetrying State = "retrying"  // the last try failed
	StateStopped  State = "stopped"   // its process ended
	StateNeverRan State = "never_ran" // no process wrote a status
)

// Enum lists the values.
func (State) Enum() []string {
	return []string{string(StateCurrent), string(StateSending), string(StateRetrying), string(StateStopped), string(StateNeverRan)}
}

// Status is how a sink does, as its process wrote it last.
type Status struct {
	State    State     `json:"state"`
	At       time.Time `json:"at,omitzero"`
	Position uint64    `json:"position"` // up to where of the log outcomes were looked at
	Pending  int       `json:"pending"`  // deliveries that are to be made
	Parked   int       `json:"parked"`   // deliveries that the receiver refused for good
	Trouble  *Trouble  `json:"trouble,omitzero"`
}

// Trouble is why a sink retries.
type Trouble struct {
	Since time.Time        `json:"since"`
	Tries int              `json:"tries"` // that failed in a row
	Kind  domain.ErrorKind `json:"kind"`
	Error string           `json:"error"`
	Next  time.Time        `json:"next_try"`
}

const (
	// deadAfter is how long a sink fails until it counts as dead: some six tries.
	deadAfter = time.Minute
	// silentAfter is how long a sink that neither stopped nor fails gives no sign until it counts as dead. It
	// is longer than a delivery may take.
	silentAfter = 3 * time.Minute
	// SignEvery is how often a running sink writes its status at least, between two deliveries.
	SignEvery = 30 * time.Second
)

// IsDead reports whether the sink has failed for a minute or longer, or gives no sign: its process was
// killed, or hangs.
func (s *Status) IsDead(now time.Time) bool {
	return s.Trouble != nil && now.Sub(s.Trouble.Since) >= deadAfter || s.IsSilent(now)
}

// IsSilent reports whether the sink gives no sign, though it ran and did not stop.
func (s *Status) IsSilent(now time.Time) bool {
	return s.Trouble == nil && s.State != StateStopped && s.State != StateNeverRan && now.Sub(s.At) >= silentAfter
}

// mostStatus is how large a status file may be, in bytes.
const mostStatus = 64 << 10

// Read reads the status file of a sink.
//
// Errors: those of the operating system, [fs.ErrNotExist] for a sink that never ran; kind parse.
func Read(file string) (s Status, err error) {
	text, err := files.ReadRegular(file, mostStatus)
	if err != nil {
		return s, err
	}
	if err := json.Unmarshal(text, &s); err != nil {
		return s, (&domain.Error{Kind: domain.ErrParse, Operation: "read the status of a sink", Target: file, Message: "is none", Hint: "the sink writes it anew when it runs"}).Because(err)
	}
	return s, nil
}

// Write writes the status file atomically.
func (s *Status) Write(file string) error {
	text, err := json.Marshal(s, json.Deterministic(true), jsontext.WithIndent("  "))
	if err != nil {
		return fmt.Errorf("encode the status of a sink: %w", err)
	}
	return files.ReplaceCached(file, append(text, '\n'), 0o600)
}

// logIDShort is how much of a log's id names the folder of its sinks.
const logIDShort = 16

// Paths are the cursor and the status file of a sink; state is the folder for state. Both are "" for a log
// that is empty: it has no id.
func Paths(state, log, sink string) (cursor, status string) {
	if len(log) < logIDShort {
		return "", ""
	}
	base := filepath.Join(state, "sinks", log[:logIDShort], sink)
	return base + ".db", base + ".json"
}
