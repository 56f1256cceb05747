package githooks

import (
	"errors"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
)

// State is the state of a hook.
type State string

// The states.
const (
	Installed State = "installed"
	Absent    State = "absent"
	Foreign   State = "foreign" // another hook is there
	Altered   State = "altered" // it is claw's, and was changed afterwards
)

// Enum lists the values.
func (State) Enum() []string {
	return []string{string(Installed), string(Absent), string(Foreign), string(Altered)}
}

// Hook is the state of one hook.
type Hook struct {
	Name    Name   `json:"hook"`
	State   State  `json:"state"`
	File    string `json:"file"`
	Program string `json:"program,omitzero"` // that it runs
	// Works reports that git runs it and the program exists.
	Works bool `json:"works"`
	// Before is the hook that was there before, which goes first; "" for none.
	Before string `json:"before,omitzero"`
}

// Look returns the hooks and the state of each.
//
// Errors: those of the operating system.
func (f Folder) Look() ([]Hook, error) {
	hooks := make([]Hook, 0, len(Names()))
	for _, name := range Names() {
		h, err := f.look(name)
		if err != nil {
			return nil, err
		}
		hooks = append(hooks, h)
	}
	return hooks, nil
}

func (f Folder) look(name Name) (Hook, error) {
	h := Hook{Name: name, State: Absent, File: f.file(name)}
	if _, err := os.Lstat(f.before(name)); err == nil {
		h.Before = f.before(name)
	}
	text, err := os.ReadFile(h.File)
	if errors.Is(err, fs.ErrNotExist) {
		if _, err := os.Lstat(h.File); err == nil {
			h.State = Foreign // a dangling link
		}
		return h, nil
	}
	if err != nil {
		return h, err
	}
	program, ours := Ours(string(text))
	switch {
	case !ours:
		h.State = Foreign
		return h, nil
	case program != "" && string(text) == Script(name, program):
		h.State = Installed
	default:
		h.State = Altered
	}
	at := program
	if program == InPath {
		at, _ = exec.LookPath(InPath) // "" runs nothing
	}
	h.Program, h.Works = program, runs(h.File) && runs(at)
	return h, nil
}

// file is where a hook is, before where the one is kept that was there before.
func (f Folder) file(name Name) string   { return filepath.Join(f.Path, string(name)) }
func (f Folder) before(name Name) string { return f.file(name) + ".before-claw" }
