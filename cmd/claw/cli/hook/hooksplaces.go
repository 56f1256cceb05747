package hookcmd

import (
	"os"
	"path/filepath"
	"runtime"
	"slices"

	"github.com/clawable/claw/cmd/claw/cli/app"
	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/internal/files"
	"github.com/clawable/claw/producers/hooks/settings"
)

// The scopes of settings.
const (
	HooksOfUser    = "user"
	hooksOfProject = "project"
	hooksOfLocal   = "local"   // of the person, in a project
	hooksOfManaged = "managed" // of the administrator of the machine
)

// HookScopes are the scopes that claw writes; it reads that of the machine too.
var HookScopes = []string{HooksOfUser, hooksOfProject, hooksOfLocal}

// hookedAgent is an agent into whose settings claw writes hooks.
type hookedAgent struct {
	Name string
	json *settings.Agent // nil for OpenCode, which takes a plugin
	// below are the variables that name the person's folder, the first that is set counts; folder is
	// the folder below the home where none is set.
	below  []belowVariable
	folder string
	file   string // in that folder
	// project and local are files below the folder of a project; "" for none.
	project, local string
	// localJSON is the form of the local file where it has another one.
	localJSON *settings.Agent
	// others are the other files, by scope, that the agent reads hooks from.
	others map[string][]otherFile
	// servers are the files that name servers of the Model Context Protocol; nil where claw adds none.
	servers *serverFiles
	// machine is the file of the machine, by operating system, and its variable.
	machine  map[string]string
	variable string
	// quiet is appended to the command in a project's settings, so that it succeeds where claw is
	// not installed.
	quiet string
	// takesFailure means that the agent takes the exit code of a shell that finds no program for a
	// denial: the command has to succeed in each scope.
	takesFailure bool
}

// otherFile is a file that an agent reads hooks from beside the one into which claw writes;
// claw only looks into it.
type otherFile struct {
	name string // below the folder of the scope's own file; the last element may be a pattern
	json *settings.Agent
	// off means that the file may turn off the hooks of all files of its scope.
	off bool
}

// belowVariable is a folder below the one that a variable of the environment names.
type belowVariable struct{ variable, folder string }

// codexConfig is beside each hooks.json; Codex reads the hooks of both.
var codexConfig = otherFile{name: "config.toml", json: &settings.CodexTOML, off: true}

// copilotHooks are the files of a folder of hooks, of which Copilot CLI reads each.
var copilotHooks = otherFile{name: "*.json", json: &settings.Copilot}

// HookedAgents lists the agents. The list is built at each call, so that a running hook, which needs
// none, does not pay for it.
func HookedAgents() []hookedAgent {
	return []hookedAgent{
		{Name: "claude-code", json: &settings.ClaudeCode, below: []belowVariable{{"CLAUDE_CONFIG_DIR", ""}}, folder: ".claude", file: "settings.json",
			servers: &serverFiles{user: ".claude.json", atHome: ".claude.json", project: ".mcp.json"},
			project: ".claude/settings.json", local: ".claude/settings.local.json", quiet: settings.EndWell,
			machine: map[string]string{"linux": "/etc/claude-code/managed-settings.json",
				"darwin":  "/Library/Application Support/ClaudeCode/managed-settings.json",
				"windows": `C:\Program Files\ClaudeCode\managed-settings.json`}},
		{Name: "codex", json: &settings.Codex, below: []belowVariable{{"CODEX_HOME", ""}}, folder: ".codex", file: "hooks.json",
			servers: &serverFiles{form: settings.ServerForm{TOML: true}, user: "config.toml", atHome: ".codex/config.toml", project: ".codex/config.toml"},
			project: ".codex/hooks.json", quiet: settings.EndWellInCmd,
			others: map[string][]otherFile{HooksOfUser: {codexConfig}, hooksOfProject: {codexConfig},
				hooksOfManaged: {codexConfig, {name: "managed_config.toml", json: &settings.CodexTOML, off: true}, {name: "requirements.toml", json: &settings.CodexTOML, off: true}}},
			machine: map[string]string{"linux": "/etc/codex/hooks.json", "darwin": "/etc/codex/hooks.json"}},
		{Name: "gemini", json: &settings.Gemini, below: []belowVariable{{"GEMINI_CLI_HOME", ".gemini"}}, folder: ".gemini", file: "settings.json",
			project: ".gemini/settings.json", quiet: settings.EndWell, takesFailure: true, variable: "GEMINI_CLI_SYSTEM_SETTINGS_PATH",
			machine: map[string]string{"linux": "/etc/gemini-cli/settings.json",
				"darwin":  "/Library/Application Support/GeminiCli/settings.json",
				"windows": `C:\ProgramData\gemini-cli\settings.json`}},
		{Name: "opencode", below: []belowVariable{{"OPENCODE_CONFIG_DIR", ""}, {"XDG_CONFIG_HOME", "opencode"}}, folder: ".config/opencode",
			file: "plugins/claw.js", project: ".opencode/plugins/claw.js"},
		{Name: "copilot", json: &settings.Copilot, below: []belowVariable{{"COPILOT_HOME", ""}}, folder: ".copilot", file: "hooks/claw.json",
			project: ".github/hooks/claw.json", local: ".github/copilot/settings.local.json", localJSON: &settings.CopilotInline,
			quiet: settings.EndWell, takesFailure: true,
			others: map[string][]otherFile{HooksOfUser: {copilotHooks, {name: "../settings.json", json: &settings.CopilotInline}},
				hooksOfProject: {copilotHooks, {name: "../copilot/settings.json", json: &settings.CopilotInline, off: true}}, hooksOfManaged: {copilotHooks}},
			machine: map[string]string{"linux": "/etc/github-copilot/policy.d/claw.json", "darwin": "/etc/github-copilot/policy.d/claw.json",
				"windows": `C:\ProgramData\GitHub\Copilot\policy.d\claw.json`}},
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
	named string // before that
	lost  error  // why the file cannot be used: a dangling link on its path
	// looksOnly means that claw writes nothing into the file.
	looksOnly bool
	// server means that the file names servers of the Model Context Protocol.
	server bool
}

// HookPlace finds the settings of an agent in a scope; an agent's own variable for its folder
// is honoured.
//
// Errors: kind usage for an agent or a scope that does not exist; kind policy for a dangling link.
func HookPlace(a *app.App, agent, scope string) (p hookPlace, err error) {
	all := HookedAgents()
	i := slices.IndexFunc(all, func(ag hookedAgent) bool { return ag.Name == agent })
	if i < 0 {
		return p, app.UsageError("parse arguments", "--agent "+agent, "is not known", "one of "+app.JoinWords(hookedNames()))
	}
	if !slices.Contains(HookScopes, scope) {
		return p, app.UsageError("parse arguments", "--scope "+scope, "is not known", "user, project or local")
	}
	p, there := placeOf(a, all[i], scope)
	switch {
	case there:
		return p, p.lost
	case scope == HooksOfUser:
		return p, app.UsageError("find settings", agent, "there is no home folder", "say --scope project")
	}
	return p, app.UsageError("find settings", agent, "this agent has no settings of the scope "+scope, "say --scope user or project")
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
	if scope == hooksOfLocal && ag.localJSON != nil {
		ag.json = ag.localJSON
	}
	return resolvedPlace(ag, scope, file), true
}

// resolvedPlace is the place of a file with the links on the way to it resolved.
func resolvedPlace(ag hookedAgent, scope, file string) hookPlace {
	p := hookPlace{hookedAgent: ag, scope: scope, File: file, named: file, looksOnly: scope == hooksOfManaged}
	real, whole := files.Resolved(file)
	if !whole {
		p.lost = &domain.Error{Kind: domain.ErrPolicy, Operation: "find settings", Target: file,
			Message: "a link on the way leads nowhere", Hint: "mend or remove the link"}
		return p
	}
	p.File = real
	return p
}

// otherPlaces returns the existing files that the agent reads beside p; off keeps only those that may
// turn off the hooks of all of them.
func otherPlaces(p hookPlace, off bool) (places []hookPlace) {
	for _, other := range p.others[p.scope] {
		if off && !other.off {
			continue
		}
		folder, pattern := filepath.Split(filepath.Join(filepath.Dir(p.named), filepath.FromSlash(other.name)))
		entries, err := os.ReadDir(folder)
		if err != nil {
			continue // one that cannot be read is as one that is not there
		}
		ag := p.hookedAgent
		ag.json = other.json
		for _, e := range entries {
			if match, _ := filepath.Match(pattern, e.Name()); match && folder+e.Name() != p.named {
				place := resolvedPlace(ag, p.scope, folder+e.Name())
				place.looksOnly = true
				places = append(places, place)
			}
		}
	}
	return places
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
