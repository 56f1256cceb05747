package answers

import (
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"github.com/cockroachdb/errors"
	"github.com/go-json-experiment/json"

	"github.com/clawable/claw/consumers/httpapi"
	"github.com/clawable/claw/internal/files"
)

// Kept keeps the answers of commands in files, one a key, of mode 0600. It implements [httpapi.Kept].
type Kept struct{ folder string }

const (
	keptFor  = 48 * time.Hour // an answer
	mostKept = 64 << 20       // bytes of one
)

// NewKept makes the folder of the answers of a log, and removes those that are old.
//
// Errors: those of the operating system.
func NewKept(folder string, now time.Time) (*Kept, error) {
	if err := os.MkdirAll(folder, 0o700); err != nil {
		return nil, errors.Wrap(err, "make the folder of answers")
	}
	entries, err := os.ReadDir(folder)
	if err != nil {
		return nil, errors.Wrap(err, "read the folder of answers")
	}
	for _, e := range entries {
		if info, err := e.Info(); err == nil && now.Sub(info.ModTime()) > keptFor {
			_ = os.Remove(filepath.Join(folder, e.Name())) // the next start tries it again
		}
	}
	return &Kept{folder}, nil
}

// Outcome implements [httpapi.Kept].
func (k *Kept) Outcome(id string) (o httpapi.Outcome, found bool, err error) {
	text, err := files.ReadRegular(k.file(id), mostKept)
	if errors.Is(err, fs.ErrNotExist) {
		return o, false, nil
	}
	if err == nil {
		err = json.Unmarshal(text, &o)
	}
	return o, err == nil, err
}

// Keep implements [httpapi.Kept].
func (k *Kept) Keep(id string, o httpapi.Outcome) error {
	text, err := json.Marshal(o)
	if err != nil {
		return err
	}
	return files.Replace(k.file(id), text, 0o600)
}

func (k *Kept) file(id string) string { return filepath.Join(k.folder, id+".json") }
