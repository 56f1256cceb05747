package hookcmd

import (
	"path/filepath"
	"runtime"
	"slices"

	"github.com/clawable/claw/cmd/claw/cli/app"
	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/producers/hooks/settings"
)

// The scopes of settings.
const (
	HooksOfUser    = "user"
	hooksOfProject = "project"
	hooksOfLocal   = "local"   // of the person, in a project
	hooksOfManaged = "managed" // of whoever keeps the machine
)

// HookScopes are those into which claw writes; it looks into that of the machine too.
var HookScopes = []string{HooksOfUser, hooksOfProject, hooksOfLocal}

// hookedAgent is an agent into whose settings claw writes hooks.
type hookedAgent struct {
	Name string
	json *settings.Agent // nil for OpenCode, which takes a plugin
	// below are the variables that name the person's folder, of which the first that is set
	// holds; folder is that folder where none is, below the home.
	below  []belowVariable
	folder string
	file   string // in that folder
	// project and local are files below the folder of a project; "" for none.
	project, local string
	// machine is the file of the machine, by operating system, and its variable.
	machine  map[string]string
	variable string
	// quiet follows the command in a project's settings, and lets it end well where nobody
	// installed claw.
	quiet string
	// takesFailure means that the agent takes the exit code of a shell that finds no program
	// for a no: the command ends well in each scope.
	takesFailure bool
}

// belowVariable is a folder below the one that a variable of the environment names.
type belowVariable struct{ variable, folder string }

// HookedAgents lists the agents. It is made for who asks: a hook that runs never does.
func HookedAgents() []hookedAgent {
	return []hookedAgent{
		{Name: "claude-code", json: &settings.ClaudeCode, below: []belowVariable{{"CLAUDE_CONFIG_DIR", ""}}, folder: ".claude", file: "settings.json",
			project: ".claude/settings.json", local: ".claude/settings.local.json", quiet: settings.EndWell,
			machine: map[string]string{"linux": "/etc/claude-code/managed-settings.json",
				"darwin":  "/Library/Application Support/ClaudeCode/managed-settings.json",
				"windows": `C:\Program Files\ClaudeCode\managed-settings.json`}},
		{Name: "codex", json: &settings.Codex, below: []belowVariable{{"CODEX_HOME", ""}}, folder: ".codex", file: "hooks.json",
			project: ".codex/hooks.json", quiet: settings.EndWellInCmd,
			machine: map[string]string{"linux": "/etc/codex/hooks.json", "darwin": "/etc/codex/hooks.json"}},
		{Name: "gemini", json: &settings.Gemini, below: []belowVariable{{"GEMINI_CLI_HOME", ".gemini"}}, folder: ".gemini", file: "settings.json",
			project: ".gemini/settings.json", quiet: settings.EndWell, takesFailure: true, variable: "GEMINI_CLI_SYSTEM_SETTINGS_PATH",
			machine: map[string]string{"linux": "/etc/gemini-cli/settings.json",
				"darwin":  "/Library/Application Support/GeminiCli/settings.json",
				"windows": `C:\ProgramData\gemini-cli\settings.json`}},
		{Name: "opencode", below: []belowVariable{{"OPENCODE_CONFIG_DIR", ""}, {"XDG_CONFIG_HOME", "opencode"}}, folder: ".config/opencode",
			file: "plugins/claw.js", project: ".opencode/plugins/claw.js"},
	}
}

// hookedNames are the names of the agents.
func hookedNames() (names []string) {
	for _, ag := range HookedAgents() {
		names = append(names, ag.Name)
	}
	return names
}

// hookPlace is where an agent's hooks are written.
type hookPlace struct {
	hookedAgent
	scope string
	File  string // links resolved
	lost  error  // why they cannot be: a link that leads nowhere
}

// HookPlace finds the settings that the flags name; an agent's own variable for its folder
// is honoured.
//
// Errors: kind usage; kind policy for a link that leads nowhere.
func HookPlace(a *app.App, h *HookSettings) (p hookPlace, err error) {
	all := HookedAgents()
	i := slices.IndexFunc(all, func(ag hookedAgent) bool { return ag.Name == h.Agent })
	if i < 0 {
		return p, app.UsageError("parse arguments", "--agent "+h.Agent, "is not known", "one of "+app.JoinWords(hookedNames()))
	}
	if !slices.Contains(HookScopes, h.Scope) {
		return p, app.UsageError("parse arguments", "--scope "+h.Scope, "is not known", "user, project or local")
	}
	p, there := placeOf(a, all[i], h.Scope)
	switch {
	case there:
		return p, p.lost
	case h.Scope == HooksOfUser:
		return p, app.UsageError("find settings", h.Agent, "there is no home folder", "say --scope project")
	}
	return p, app.UsageError("find settings", h.Agent, "this agent has no settings of the scope "+h.Scope, "say --scope user or project")
}

// hookPlaces finds all settings of agents.
func hookPlaces(a *app.App) (places []hookPlace) {
	for _, ag := range HookedAgents() {
		for _, scope := range append(slices.Clone(HookScopes), hooksOfManaged) {
			if p, there := placeOf(a, ag, scope); there {
				places = append(places, p)
			}
		}
	}
	return places
}

// placeOf finds the settings of one scope; there is false where the agent has none.
func placeOf(a *app.App, ag hookedAgent, scope string) (p hookPlace, there bool) {
	var file string
	switch scope {
	case HooksOfUser:
		folder := folderBelow(a, ag.below)
		if folder == "" && a.Home != "" {
			folder = filepath.Join(a.Home, filepath.FromSlash(ag.folder))
		}
		if folder != "" {
			file = filepath.Join(folder, filepath.FromSlash(ag.file))
		}
	case hooksOfProject, hooksOfLocal:
		below := ag.project
		if scope == hooksOfLocal {
			below = ag.local
		}
		if below != "" {
			file = filepath.Join(a.Dir, filepath.FromSlash(below))
		}
	case hooksOfManaged:
		if ag.variable != "" {
			file = a.Env(ag.variable)
		}
		file = app.FirstOf(file, ag.machine[runtime.GOOS])
	}
	if file == "" {
		return p, false
	}
	real, whole := app.Resolved(file)
	if !whole {
		return hookPlace{ag, scope, file, &domain.Error{Kind: domain.ErrPolicy, Operation: "find settings", Target: file,
			Message: "a link on the way leads nowhere", Hint: "mend or remove the link"}}, true
	}
	return hookPlace{ag, scope, real, nil}, true
}

// folderBelow is the first of the folders whose variable is set, "" without one.
func folderBelow(a *app.App, all []belowVariable) string {
	for _, b := range all {
		if at := a.Env(b.variable); at != "" {
			return filepath.Join(at, b.folder)
		}
	}
	return ""
}
