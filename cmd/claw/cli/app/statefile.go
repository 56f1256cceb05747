package app

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"github.com/go-json-experiment/json"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/internal/files"
	"github.com/clawable/claw/projections"
)

// mostState is how large a state file may be.
const mostState = 1 << 20

// ReadState reads a state file and checks that it does not contradict itself.
//
// Errors: kind not_found when there is none; kind parse with everything that is wrong;
// those of the operating system.
func ReadState(file string) (s projections.WorkerState, err error) {
	f, err := os.Open(file)
	if errors.Is(err, fs.ErrNotExist) {
		return s, &domain.Error{Kind: domain.ErrNotFound, Operation: "read the state of a worker", Target: file,
			Message: "there is no state file here (missing_worker_state)", Hint: "claw state write writes it from the log"}
	}
	if err != nil {
		return s, err
	}
	defer func() { _ = f.Close() }() // it was only read
	text, err := io.ReadAll(io.LimitReader(f, mostState+1))
	if err != nil {
		return s, err
	}
	s, problems := ParseState(text)
	if len(problems) > 0 {
		return s, &domain.Error{Kind: domain.ErrParse, Operation: "read the state of a worker", Target: file,
			Message: fmt.Sprintf("not accepted; problems: %d", len(problems)), Cause: problems, Hint: "claw state write writes it anew from the log"}
	}
	return s, nil
}

// ParseState parses the text of a state file; its error names every contradiction.
func ParseState(text []byte) (s projections.WorkerState, problems []string) {
	if len(text) > mostState {
		return s, []string{"it is longer than 1 MiB"}
	}
	if err := json.Unmarshal(text, &s); err != nil {
		return s, []string{err.Error()}
	}
	for says, wrong := range map[string]bool{
		"worker_id is missing":                                 s.Worker == "",
		"status " + quote(string(s.Status)) + " is no status":  !slices.Contains(s.Status.Enum(), string(s.Status)),
		"is_ready does not fit the status " + string(s.Status): s.Ready != (s.Status == projections.WorkerReady),
		"last_event.kind is missing":                           s.Last.Kind == "",
		"last_event.status is not the status":                  s.Last.Status != s.Status,
		"updated_at is before last_event.timestamp":            s.UpdatedAt < s.Last.Timestamp,
		"updated_at or last_event.timestamp is before 1970":    s.UpdatedAt < 0 || s.Last.Timestamp < 0,
		"prompt_in_flight contradicts is_ready":                s.PromptInFlight && s.Ready,
	} {
		if wrong {
			problems = append(problems, says)
		}
	}
	slices.Sort(problems)
	return s, problems
}

// ReplaceFile replaces a file, with its mode. A reader sees the whole old file or the whole new
// one.
func ReplaceFile(file string, text []byte) (err error) {
	mode := fs.FileMode(0o600)
	if info, err := os.Stat(file); err == nil {
		mode = info.Mode().Perm()
	}
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		return err
	}
	return files.Replace(file, text, mode)
}
