package place

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/nextstep"
	"github.com/clawable/claw/eventlog/sqlite/fault"
)

// SQLite keeps what was appended last in a file beside the name by which the log was opened. A
// process that opens the file by another name does not see these events, and overwrites them
// when it appends. So a log has one name, and a process that has it open checks before each
// commit whether the name still leads to its file.

// RefuseNames refuses a log whose file has more than one name. still is a file that no process
// writes to, such as a backup: it is read by each of its names, unless one of them is in use.
//
// Errors: kind policy.
func RefuseNames(path string, info os.FileInfo, still bool) error {
	if mounted(path) {
		return &domain.Error{Kind: domain.ErrPolicy, Operation: "open log", Target: path,
			Message: "the file is mounted here alone: what is appended last would stay beside this name and never come into the file's own folder",
			Hint:    "mount the folder that holds the log"}
	}
	names := namesOf(path, info)
	if names < 2 {
		return nil
	}
	others := otherNames(path, info)
	if still && !anyInUse(append(others, path)) {
		return nil
	}
	e := &domain.Error{Kind: domain.ErrPolicy, Operation: "open log", Target: path,
		Message: namesSay(names, others), Detail: map[string]any{"names": names, "others": others}}
	e.Hint, e.Next = keepOne(path, others)
	return e
}

// namesSay describes which names a file has, as far as they are known.
func namesSay(names uint64, others []string) string {
	says := fmt.Sprintf("its file has %d names (hard links), and what is appended by one is lost by the others", names)
	if len(others) > 0 {
		says += ": " + strings.Join(others, ", ")
	}
	if unknown := names - 1 - uint64(len(others)); unknown > 0 {
		says += fmt.Sprintf("; %d of them in other folders", unknown)
	}
	return says
}

// keepOne is the hint which of the names is to stay, or the step where several hold events.
func keepOne(path string, others []string) (string, domain.Step) {
	var used []string
	for _, name := range append([]string{path}, others...) {
		if inUse(name) {
			used = append(used, name)
		}
	}
	switch {
	case len(used) > 1:
		return "", domain.Step{Code: nextstep.UniteLogs, Files: used}
	case len(used) == 1 && used[0] != path:
		return "use it by the name " + used[0] + ", and remove this one", domain.Step{}
	case len(others) == 0:
		return "find the other names: find FOLDER -samefile " + path + "; keep the one with a -tick or -wal file beside it, remove the others", domain.Step{}
	}
	return "remove the other names, not this one", domain.Step{}
}

// inUse reports whether the log was opened for writing by this name.
func inUse(name string) bool {
	_, err := os.Stat(name + "-tick")
	return err == nil || HasFrames(name)
}

func anyInUse(names []string) bool {
	for _, name := range names {
		if inUse(name) {
			return true
		}
	}
	return false
}

// mostNames bounds how many files of a folder are looked at for other names.
const mostNames = 10_000

// otherNames finds the other names of a file in its folder.
func otherNames(path string, info os.FileInfo) (others []string) {
	dir, err := os.Open(filepath.Dir(path))
	if err != nil {
		return nil
	}
	defer func() { _ = dir.Close() }() // it was only read
	entries, _ := dir.ReadDir(mostNames)
	for _, e := range entries {
		name := filepath.Join(filepath.Dir(path), e.Name())
		if name == filepath.Clean(path) || !e.Type().IsRegular() {
			continue
		}
		if other, err := e.Info(); err == nil && os.SameFile(info, other) {
			others = append(others, name)
		}
	}
	return others
}

// LeadsTo reports whether the name of a log leads to the file that is open.
//
// Errors: [eventlog.ErrReadOnly], kind filesystem, where it does not any more.
func LeadsTo(path string, open os.FileInfo) error {
	info, err := os.Stat(path)
	if err == nil && os.SameFile(info, open) {
		return nil
	}
	what := "another file is in its place now"
	if err != nil {
		what = "it is not there any more"
	}
	return fault.Refusal(path, (&domain.Error{Kind: domain.ErrFilesystem, Message: "the log was moved or replaced while it was open: " + what,
		Hint: "what was appended last may be in " + path + "-wal: put the log back beside it, or move that file along with the log"}).Because(err))
}

// Replaced is the refusal of a log that others have open under its name as another file.
func Replaced(path string) error {
	return &domain.Error{Kind: domain.ErrUnavailable, Operation: "open log", Target: path, Retryable: true,
		Message: "the log was replaced by another file while others have it open",
		Hint:    "end the programs that use it, or put the file back that was here; then open it again"}
}

// RefuseElsewhere refuses a log that others have open by another name. No connection of this
// process may have the file open.
//
// Errors: kind unavailable.
func RefuseElsewhere(path string) error {
	pid, err := usedElsewhere(path)
	if err == nil && pid != 0 {
		err = elsewhere(path, pid)
	}
	return err
}

// elsewhere is the refusal of a log that others have open by another name.
func elsewhere(path string, pid int) error {
	return &domain.Error{Kind: domain.ErrUnavailable, Operation: "open log", Target: path, Retryable: true,
		Message: fmt.Sprintf("process %d has this file open by another name, and what it appends is beside that name", pid),
		Detail:  map[string]any{"pid": pid},
		Hint:    "end that program, and use the log by one name"}
}

// HasFrames reports whether a write-ahead log with something in it is beside the file.
func HasFrames(path string) bool {
	info, err := os.Stat(path + "-wal")
	return err == nil && info.Size() > 0
}
