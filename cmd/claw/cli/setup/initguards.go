package setupcmd

import (
	"bytes"
	"errors"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"

	"github.com/clawable/claw/cmd/claw/cli/app"
	hookcmd "github.com/clawable/claw/cmd/claw/cli/hook"
	policycmd "github.com/clawable/claw/cmd/claw/cli/policy"
	"github.com/clawable/claw/cmd/claw/cli/term"
)

// initGuards writes hooks, and the policy that they enforce, as far as the flags or a person say so.
func initGuards(a *app.App, o initOptions, d *InitDocument) error {
	agents := hookcmd.Unhooked(a)
	if len(agents) == 0 {
		return nil
	}
	hooks, err := agreed(a, o.hooks || o.policy, "Record "+app.JoinWords(agents)+" at work? claw writes its hooks into your own settings of them.")
	if err != nil || !hooks {
		return err
	}
	file, there, _, err := policycmd.Starter(a, o.user)
	if err != nil {
		return err
	}
	question := "Keep them away from claw's log and settings? claw writes a first policy to " + file + "."
	if there {
		question = "Let the policy in " + file + " decide about their calls?"
	}
	enforce, err := agreed(a, o.policy, question)
	if err == nil && enforce && !there {
		d.Created = append(d.Created, file)
		err = policycmd.WriteStarter(a, file)
	}
	if err != nil {
		return err
	}
	for _, agent := range agents {
		one, err := hookcmd.InstallOwn(a, agent, enforce)
		if err != nil {
			return err
		}
		d.Hooks = append(d.Hooks, one)
	}
	return nil
}

// agreed returns the answer to a question: that of a flag, that of a person, or no when no person
// can answer.
func agreed(a *app.App, said bool, question string) (bool, error) {
	if said || !app.CanAsk(a) {
		return said, nil
	}
	return app.Agreed(a, question)
}

// undo removes what init wrote and what was not changed since.
func undo(a *app.App, o initOptions, d *InitDocument) (err error) {
	if d.Hooks, err = hookcmd.RemoveOwn(a); err != nil {
		return err
	}
	file, there, untouched, err := policycmd.Starter(a, o.user)
	if err == nil && there {
		err = d.remove(file, untouched)
	}
	if err != nil {
		return err
	}
	at, err := app.Where(a)
	if err != nil {
		return err
	}
	if app.LogExists(at) {
		d.Log = at.Value
	}
	if !ofProject(a, o) || d.Log != "" {
		return nil // its settings name the log
	}
	folder := filepath.Join(a.Dir, ".claw")
	for _, name := range slices.Sorted(maps.Keys(projectFiles())) {
		file := filepath.Join(folder, name)
		text, err := os.ReadFile(file)
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err == nil {
			err = d.remove(file, bytes.Equal(text, []byte(projectFiles()[name])))
		}
		if err != nil {
			return err
		}
	}
	if os.Remove(folder) == nil { // where nothing is left in it
		d.Removed = append(d.Removed, folder)
	}
	return nil
}

// remove removes an unchanged file, and names a changed one.
func (d *InitDocument) remove(file string, untouched bool) error {
	if !untouched {
		d.Left = append(d.Left, file)
		return nil
	}
	d.Removed = append(d.Removed, file)
	return os.Remove(file)
}

func (d *InitDocument) undoneText(p *term.Page) {
	if len(d.Hooks)+len(d.Removed)+len(d.Left) == 0 {
		p.Line("Nothing was there to undo.")
	}
	for _, h := range d.Hooks {
		p.Line("%s runs claw no more: %s", h.Agent, h.File)
	}
	for _, file := range d.Removed {
		p.Line("removed %s", file)
	}
	for _, file := range d.Left {
		p.Line("left %s, which somebody changed", file)
	}
	if d.Log != "" {
		p.Line("the log stays, and the settings that name it: %s", d.Log)
	}
}
