// Package claim is the right to be the one projector of a read model, and the note in which the
// projector reports its state.
//
// It does not open the read model, and starts no process.
package claim

import (
	"errors"
	"fmt"
	"os"
	"time"

	"github.com/go-json-experiment/json"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/nextstep"
	"github.com/clawable/claw/internal/files"
	"github.com/clawable/claw/projections/store/generation"
)

// Note is what a projector reports about itself, for processes that query its state.
type Note struct {
	PID   int       `json:"pid"`
	Since time.Time `json:"since"` // it runs
	// Trouble is why it does not get on; nil while it does.
	Trouble *Trouble `json:"trouble,omitzero"`
}

// Trouble is an error that stops a projector, which tries again.
type Trouble struct {
	Since    time.Time     `json:"since"`
	Tries    int           `json:"tries"` // in a row, from 1
	Position uint64        `json:"position"`
	Error    *domain.Error `json:"error"`
}

// Claim is the right to be the one projector of a read model.
type Claim struct {
	files generation.Files
	lock  *files.Lock
}

// New claims the read model whose files are named after path.
//
// Errors: kind unavailable, with detail pid, when another projector has it; kind
// policy for a symbolic link; those of the operating system.
func New(path string) (*Claim, error) {
	f := generation.Files{Base: path}
	lock, err := generation.TryLock(f.Claim())
	for tries := 0; err == nil && lock == nil && tries < claimTries; tries++ {
		time.Sleep(generation.Glance)
		lock, err = generation.TryLock(f.Claim())
	}
	if err != nil {
		return nil, err
	}
	if lock == nil {
		note, _ := readNote(f)
		return nil, &domain.Error{Kind: domain.ErrUnavailable, Operation: "keep the read model", Target: path, Retryable: true,
			Message: fmt.Sprintf("the projector with process id %d keeps it", note.PID), Detail: map[string]any{"pid": note.PID},
			Next: domain.Step{Code: nextstep.StopProjector}}
	}
	return &Claim{f, lock}, nil
}

// claimTries is the number of attempts: a process that checks whether a projector runs has the
// lock for a moment.
const claimTries = 10

// Say writes the note, whole or not at all.
func (c *Claim) Say(n Note) error {
	b, err := json.Marshal(n, json.Deterministic(true))
	if err != nil {
		return fmt.Errorf("encode the projector's note: %w", err)
	}
	fresh := c.files.Note() + ".new"
	f, err := os.OpenFile(fresh, os.O_WRONLY|os.O_CREATE|os.O_TRUNC|files.NoFollow, 0o600)
	if err == nil {
		_, err = f.Write(append(b, '\n'))
		err = errors.Join(err, f.Close())
	}
	if err == nil {
		err = os.Rename(fresh, c.files.Note())
	}
	if err != nil {
		return fmt.Errorf("write the projector's note: %w", err)
	}
	return nil
}

// Release gives the claim back and takes the note away.
func (c *Claim) Release() error {
	err := os.Remove(c.files.Note())
	if errors.Is(err, os.ErrNotExist) {
		err = nil
	}
	return errors.Join(err, c.lock.Release())
}

// Held reads the note of the projector that runs on the read model whose files
// are named after path; false when none runs.
//
// Errors: those of the operating system.
func Held(path string) (Note, bool, error) {
	f := generation.Files{Base: path}
	if _, err := os.Lstat(f.Claim()); errors.Is(err, os.ErrNotExist) {
		return Note{}, false, nil
	}
	lock, err := generation.TryLock(f.Claim())
	if err != nil {
		return Note{}, false, err
	}
	if lock != nil {
		return Note{}, false, lock.Release()
	}
	note, err := readNote(f)
	if errors.Is(err, os.ErrNotExist) { // it has only begun
		err = nil
	}
	return note, true, err
}

func readNote(f generation.Files) (n Note, err error) {
	b, err := os.ReadFile(f.Note())
	if err != nil {
		return n, fmt.Errorf("read the projector's note: %w", err)
	}
	if err := json.Unmarshal(b, &n); err != nil {
		return n, fmt.Errorf("read the projector's note: %w", err)
	}
	return n, nil
}
