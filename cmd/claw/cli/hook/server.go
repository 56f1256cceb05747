package hookcmd

import (
	"crypto/sha256"
	"errors"
	"path/filepath"
	"slices"

	"github.com/clawable/claw/cmd/claw/cli/app"
	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/producers/hooks/settings"
)

// serverFiles are where an agent's settings name servers of the Model Context Protocol.
type serverFiles struct {
	form settings.ServerForm
	// user is a file in the person's folder of the agent; atHome is below the home where no variable
	// names that folder.
	user, atHome string
	project      string // below the folder of a project
}

// serverPlace is where the server of an agent and a scope is written; false where claw writes none.
func serverPlace(a *app.App, p hookPlace) (at hookPlace, there bool) {
	if p.servers == nil {
		return at, false
	}
	var file string
	switch folder := folderBelow(a, p.below); {
	case p.scope == hooksOfProject:
		file = filepath.Join(a.Dir, filepath.FromSlash(p.servers.project))
	case p.scope == HooksOfUser && folder != "":
		file = filepath.Join(folder, p.servers.user)
	case p.scope == HooksOfUser && a.Home != "":
		file = filepath.Join(a.Home, filepath.FromSlash(p.servers.atHome))
	default:
		return at, false
	}
	at = resolvedPlace(p.hookedAgent, p.scope, file)
	at.server = true
	return at, true
}

// planServer returns what an installation of the server would write.
//
// Errors: kind usage where claw adds no server to these settings, and where projector is not installed;
// kind conflict where a server of this name is not claw's; kind parse of the settings.
func planServer(a *app.App, p hookPlace) (*hookPlan, error) {
	at, there := serverPlace(a, p)
	if !there {
		return nil, app.UsageError("install hooks", "--mcp --agent "+p.Name+" --scope "+p.scope, "claw adds no server to these settings",
			"say --agent claude-code or codex, and --scope user or project; others are told to start: projector mcp")
	}
	if at.lost != nil {
		return nil, at.lost
	}
	program, err := serverProgram(a, p.scope)
	if err != nil {
		return nil, err
	}
	text, err := readIfThere(at.File)
	if err != nil {
		return nil, err
	}
	plan := &hookPlan{place: at, command: program + " mcp", says: "is to start this server", text: text}
	plan.next, err = at.servers.form.Install(text, program)
	switch {
	case errors.Is(err, settings.ErrOtherServer):
		return nil, (&domain.Error{Kind: domain.ErrConflict, Operation: "install hooks", Target: at.File, Message: err.Error(),
			Hint: "remove it or give it another name, then install again"}).Because(err)
	case err != nil:
		return nil, badSettings(at.File, err)
	}
	held, ok := readBefore(a, at.File)
	plan.was, err = planBefore(a, at, text, plan.next, held, ok)
	return plan, err
}

// serverProgram is the program that the agent starts: the one beside this claw, else the one in PATH.
// Settings of a project name no path of this machine.
func serverProgram(a *app.App, scope string) (string, error) {
	if scope == hooksOfProject {
		return app.ProjectorName, nil
	}
	if files := app.ProjectorFiles(a); len(files) > 0 {
		return files[0], nil
	}
	return "", app.UsageError("install hooks", "--mcp", "the program projector, which is the server, is neither beside claw nor in PATH", "install projector beside claw")
}

// installServer asks, and writes what planServer planned.
func installServer(a *app.App, o installOptions, plan *hookPlan, d *HooksDocument) error {
	writes := plan.writes()
	d.Writes = append(d.Writes, writes...)
	if o.dryRun || len(writes) == 0 {
		return nil
	}
	if err := agreeToHooks(a, o, plan); err != nil {
		return err
	}
	if err := writeBefore(a, plan.was); err != nil {
		return err
	}
	d.Changed = true
	return app.ReplaceFile(plan.place.File, plan.next)
}

// uninstallServer removes claw's server. Settings that cannot be read are a warning: they need not have
// one.
func uninstallServer(a *app.App, p hookPlace, d *HooksDocument) {
	at, there := serverPlace(a, p)
	if !there || at.lost != nil {
		return
	}
	var of HooksDocument
	if err := uninstallHooks(a, at, &of); err != nil {
		a.Warn("server_left", "whether "+at.File+" names claw's server cannot be told: "+app.Typed(err).Error())
	}
	d.Changed, d.Writes = d.Changed || of.Changed, append(d.Writes, of.Writes...)
}

// serverState is claw's server in the settings of one agent and scope.
type serverState struct {
	File    string     `json:"file"`
	State   hooksState `json:"state"`
	Program string     `json:"program,omitzero"` // that the agent starts
	Says    string     `json:"says,omitzero"`    // why it is not installed
}

// serverNow looks at the settings; nil where they name no server of claw's.
func serverNow(a *app.App, p hookPlace) *serverState {
	at, there := serverPlace(a, p)
	if !there || at.lost != nil {
		return nil
	}
	s := &serverState{File: at.File, State: hooksInstalled}
	text, err := readIfThere(at.File)
	if err == nil {
		s.Program, err = at.servers.form.Server(text)
	}
	switch {
	case errors.Is(err, settings.ErrOtherServer):
		s.State, s.Says = HooksForeign, err.Error()
	case err != nil:
		s.State, s.Says = HooksUnread, app.Typed(badSettings(at.File, err)).Error()
	case s.Program == "":
		return nil
	case programFile(a, s.Program) == "":
		s.State, s.Says = HooksBroken, "the program is not there"
	}
	return s
}

// text describes the server.
func (s *serverState) text() string {
	says := "mcp: " + string(s.State) + " in " + s.File
	if s.Program != "" {
		says += ", starts " + s.Program
	}
	if s.Says != "" {
		says += ": " + s.Says
	}
	return says
}

// editor puts claw's entry into settings, and takes it out.
type editor interface {
	Remove(text []byte) ([]byte, error)
	Blank(text []byte) bool
}

// editor returns the editor for the form of a place, nil for a plugin, which is a separate file.
func (p *hookPlace) editor() editor {
	switch {
	case p.server:
		return p.servers.form
	case p.json != nil:
		return p.json
	}
	return nil
}

// planBefore is the settings as they are without claw's entry, to be stored until it is removed.
func planBefore(a *app.App, p hookPlace, text, next []byte, held before, ok bool) (before, error) {
	was, err := withoutHooks(p, text, held, ok) // entries of an earlier claw, or of a team, are no part of it
	if err != nil {
		return before{}, err
	}
	b := before{File: p.File, There: was != nil, Text: was, After: sha256.Sum256(next), Made: missingFolders(filepath.Dir(p.File))}
	if note := beforeFile(a, p.File); note != "" {
		b.Made = append(b.Made, missingFolders(filepath.Dir(note))...)
	}
	if ok {
		b.Made = slices.Concat(b.Made, held.Made)
	}
	return b, nil
}
