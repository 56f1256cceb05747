package cli

import (
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/producers/hooks/settings"
)

// hooksDocument is the answer of the verbs about an agent's settings.
type hooksDocument struct {
	Head
	Agent     string     `json:"agent"`
	Scope     string     `json:"scope"`
	File      string     `json:"file"`
	State     hooksState `json:"state"`
	Changed   bool       `json:"changed"`   // by this run
	Installed []string   `json:"installed"` // events
	Missing   []string   `json:"missing"`
	Commands  []string   `json:"commands"` // what the agent runs
}

type hooksState string

const (
	hooksInstalled hooksState = "installed"
	hooksPartial   hooksState = "partial" // for some events only
	hooksForeign   hooksState = "foreign" // they run another claw than this one
	hooksAbsent    hooksState = "absent"
)

// hookSettings are the flags of these verbs.
type hookSettings struct {
	agent, scope string
	enforce      bool
}

// hookedAgents are the agents whose settings these verbs write.
var hookedAgents = []string{"claude-code", "codex", "gemini", "opencode"}

// The scopes of settings.
const (
	hooksOfUser    = "user"
	hooksOfProject = "project"
)

var hookScopes = []string{hooksOfUser, hooksOfProject}

func (a *app) hooksVerbs() *cobra.Command {
	cmd := &cobra.Command{Use: "hooks", GroupID: "more", Short: "Let an agent run claw at each of its events",
		Args: noArgs, RunE: func(cmd *cobra.Command, _ []string) error { return cmd.Help() }}
	cmd.AddCommand(
		a.hooksOne("install", "Write claw's hook into an agent's settings", a.installHooks),
		a.hooksOne("uninstall", "Take claw's hook out of an agent's settings", func(p hookPlace, _ *hookSettings) (bool, error) { return a.uninstallHooks(p) }),
		a.hooksOne("status", "Which of an agent's events claw hears of", func(hookPlace, *hookSettings) (bool, error) { return false, nil }))
	return cmd
}

func (a *app) hooksOne(name, short string, change func(hookPlace, *hookSettings) (changed bool, err error)) *cobra.Command {
	h := &hookSettings{}
	cmd := a.verb(name, "", short, noArgs, func([]string) (document, error) {
		place, err := a.hookPlace(h)
		if err != nil {
			return nil, err
		}
		changed, err := change(place, h)
		if err != nil {
			return nil, err
		}
		d, err := a.hooksNow(place, h)
		if err == nil {
			d.Changed = changed
		}
		return d, err
	})
	f := cmd.Flags()
	f.StringVar(&h.agent, "agent", "claude-code", "claude-code, codex, gemini or opencode")
	f.StringVar(&h.scope, "scope", hooksOfUser, "user: your own settings; project: those of this folder")
	if name == "install" {
		f.BoolVar(&h.enforce, "enforce", false, "let the policy decide about tool calls")
	}
	return cmd
}

// hookPlace is where an agent's hooks are written. json is nil for OpenCode's plugin.
type hookPlace struct {
	agent string
	file  string // links resolved
	json  *settings.Agent
}

// hookPlace finds the settings; an agent's own variable for its folder is honoured.
//
// Errors: kind usage.
func (a *app) hookPlace(h *hookSettings) (p hookPlace, err error) {
	folders := map[string]struct {
		agent         *settings.Agent
		below         []belowVariable // the person's folder, the first that is set
		folder        string          // the person's, where none is
		project, file string
	}{
		"claude-code": {&settings.ClaudeCode, []belowVariable{{"CLAUDE_CONFIG_DIR", ""}}, ".claude", ".claude", "settings.json"},
		"codex":       {&settings.Codex, []belowVariable{{"CODEX_HOME", ""}}, ".codex", ".codex", "hooks.json"},
		"gemini":      {&settings.Gemini, []belowVariable{{"GEMINI_CLI_HOME", ".gemini"}}, ".gemini", ".gemini", "settings.json"},
		"opencode":    {nil, []belowVariable{{"OPENCODE_CONFIG_DIR", ""}, {"XDG_CONFIG_HOME", "opencode"}}, ".config/opencode", ".opencode", "plugins/claw.js"},
	}
	at, known := folders[h.agent]
	if !known {
		return p, usageError("parse arguments", "--agent "+h.agent, "is not known", "one of "+joinWords(hookedAgents))
	}
	if !slices.Contains(hookScopes, h.scope) {
		return p, usageError("parse arguments", "--scope "+h.scope, "is not known", "user or project")
	}
	folder := filepath.Join(a.Dir, at.project)
	if h.scope == hooksOfUser {
		if folder = a.folderBelow(at.below); folder == "" {
			if a.Home == "" {
				return p, usageError("find settings", h.agent, "there is no home folder", "say --scope project")
			}
			folder = filepath.Join(a.Home, filepath.FromSlash(at.folder))
		}
	}
	file := filepath.Join(folder, filepath.FromSlash(at.file))
	real, whole := resolved(file)
	if !whole {
		return p, &domain.Error{Kind: domain.ErrPolicy, Operation: "find settings", Target: file, Message: "a link on the way leads nowhere",
			Hint: "mend or remove the link"}
	}
	return hookPlace{h.agent, real, at.agent}, nil
}

// belowVariable is a folder below the one that a variable of the environment names.
type belowVariable struct{ variable, folder string }

// folderBelow is the first of the folders whose variable is set, "" without one.
func (a *app) folderBelow(all []belowVariable) string {
	for _, b := range all {
		if at := a.Env(b.variable); at != "" {
			return filepath.Join(at, b.folder)
		}
	}
	return ""
}

// command is what the agent is told to run.
func (a *app) hookCommand(h *hookSettings) string {
	program := a.Self
	if strings.ContainsFunc(program, func(r rune) bool {
		return !(r == '/' || r == '\\' || r == ':' || r == '.' || r == '-' || r == '_' || '0' <= r && r <= '9' || 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z')
	}) {
		program = "'" + strings.ReplaceAll(program, "'", `'\''`) + "'"
	}
	command := program + " hook " + h.agent
	if h.enforce {
		command += " --enforce"
	}
	return command
}

// hooksOf looks at the settings that the flags name.
func (a *app) hooksOf(h *hookSettings) (*hooksDocument, error) {
	place, err := a.hookPlace(h)
	if err != nil {
		return nil, err
	}
	return a.hooksNow(place, h)
}

// hooksNow looks at the settings as they are.
func (a *app) hooksNow(p hookPlace, h *hookSettings) (*hooksDocument, error) {
	text, err := readIfThere(p.file)
	if err != nil {
		return nil, err
	}
	d := &hooksDocument{Head: headOf("hooks"), Agent: p.agent, Scope: h.scope, File: p.file, Installed: []string{}, Missing: []string{}, Commands: []string{}}
	if p.json == nil {
		if command, ok := settings.PluginCommand(text); ok {
			d.Installed, d.Commands = []string{"plugin"}, []string{command}
		} else {
			d.Missing = []string{"plugin"}
		}
	} else {
		s, err := p.json.State(text)
		if err != nil {
			return nil, badSettings(p.file, err)
		}
		d.Installed, d.Missing, d.Commands = append(d.Installed, s.Installed...), append(d.Missing, s.Missing...), append(d.Commands, s.Commands...)
	}
	plain := a.hookCommand(&hookSettings{agent: h.agent})
	switch {
	case len(d.Installed) == 0:
		d.State = hooksAbsent
	case len(d.Commands) != 1 || d.Commands[0] != plain && d.Commands[0] != plain+" --enforce":
		d.State = hooksForeign
	case len(d.Missing) > 0:
		d.State = hooksPartial
	default:
		d.State = hooksInstalled
	}
	return d, nil
}

func badSettings(file string, err error) error {
	return (&domain.Error{Kind: domain.ErrParse, Operation: "read settings", Target: file, Message: "not as the agent reads them: " + err.Error(),
		Hint: "mend the file; nothing was changed"}).Because(err)
}

func (d *hooksDocument) text(p *page) {
	p.line("%s: %s in %s", d.Agent, d.State, d.File)
	for _, c := range d.Commands {
		p.line("  runs %s", c)
	}
	if len(d.Installed) > 0 && len(d.Missing) > 0 {
		p.line("  not for %s", joinWords(d.Missing))
	}
	if d.Changed && d.Agent == "codex" && d.State == hooksInstalled {
		p.line("next: start codex and let /hooks trust it; codex runs no hook before that")
	}
}
