package settings

import (
	"bytes"
	"fmt"
	"iter"
	"slices"
	"strings"

	"github.com/go-json-experiment/json/jsontext"
)

// Agent is where and how an agent's settings name its hooks.
type Agent struct {
	Name     string // in "claw hook NAME"
	Comments bool   // its JSON may have comments
	TOML     bool   // the settings are TOML, which is only read
	Timeout  int    // of a hook, in the agent's unit
	// Version is the member "version" of the settings, without which the agent does not read them; 0 for none.
	Version int
	// Shells means that an event lists its hooks without groups, and that a hook names a command for each shell.
	Shells bool
	Events []string
	// Switch is the member that turns all hooks off where it is OffAt; none for no such member.
	Switch []string
	OffAt  jsontext.Kind
}

var codexEvents = []string{"SessionStart", "UserPromptSubmit", "PreToolUse", "PermissionRequest",
	"PostToolUse", "SubagentStart", "SubagentStop", "PreCompact", "PostCompact", "Stop"}

// copilotEvents are those of Copilot CLI 1.0 that say something which a log keeps. Those of
// subagents name no session: the recording of the session does.
var copilotEvents = []string{"sessionStart", "sessionEnd", "userPromptSubmitted", "preToolUse", "permissionRequest",
	"postToolUse", "postToolUseFailure", "agentStop", "preCompact", "notification"}

// The agents whose settings name hooks by event.
var (
	// ClaudeCode's settings.json: the events that were recorded of 2.1.197, and notifications.
	ClaudeCode = Agent{Name: "claude-code", Timeout: 10, Switch: []string{"disableAllHooks"}, OffAt: 't', Events: []string{"SessionStart", "SessionEnd", "UserPromptSubmit", "PreToolUse",
		"PermissionRequest", "PostToolUse", "PostToolUseFailure", "PostToolBatch", "Notification", "SubagentStart", "SubagentStop",
		"PreCompact", "PostCompact", "Stop"}}
	// Codex's hooks.json, beside its config.toml.
	Codex = Agent{Name: "codex", Timeout: 10, Events: codexEvents}
	// CodexTOML is Codex's config.toml, whose tables of hooks have the form of hooks.json.
	CodexTOML = Agent{Name: "codex", TOML: true, Switch: []string{"features", "hooks"}, OffAt: 'f', Events: codexEvents}
	// Copilot CLI's files of hooks, each of which has a version.
	Copilot = Agent{Name: "copilot", Shells: true, Version: 1, Timeout: 10, Switch: []string{"disableAllHooks"}, OffAt: 't', Events: copilotEvents}
	// CopilotInline is Copilot CLI's settings.json, which has hooks as one member of many.
	CopilotInline = Agent{Name: "copilot", Shells: true, Timeout: 10, Switch: []string{"disableAllHooks"}, OffAt: 't', Events: copilotEvents}
	// Gemini CLI's settings.json.
	Gemini = Agent{Name: "gemini", Comments: true, Timeout: 10_000, Switch: []string{"hooksConfig", "enabled"}, OffAt: 'f', Events: []string{"SessionStart", "SessionEnd", "BeforeAgent", "AfterAgent",
		"BeforeTool", "AfterTool", "Notification", "PreCompress"}}
)

const (
	hooksName   = "hooks"
	versionName = "version"
)

// Install returns text with command as the hook of every event; a hook of claw's that is
// there already and differs is replaced. An empty text is one without settings.
//
// Errors: the text is not what the agent would read.
func (a *Agent) Install(text []byte, command string) ([]byte, error) {
	if len(strings.TrimSpace(string(text))) == 0 {
		text = []byte("{}\n")
	}
	state, err := a.State(text)
	if err != nil {
		return nil, err
	}
	if len(state.Missing) == 0 && len(state.Commands) == 1 && state.Commands[0] == command {
		return a.versioned(text)
	}
	if text, err = a.Remove(text); err != nil {
		return nil, err
	}
	if text, err = a.versioned(text); err != nil {
		return nil, err
	}
	for _, event := range a.Events {
		if text, err = a.add(text, event, command); err != nil {
			return nil, err
		}
	}
	return text, nil
}

// versioned returns text with the version that the agent wants, unless one is there.
func (a *Agent) versioned(text []byte) ([]byte, error) {
	if a.Version == 0 {
		return text, nil
	}
	root, err := a.parse(text)
	if err != nil || root.member(versionName) != nil {
		return text, err
	}
	return insert(text, root, fmt.Sprintf("%s%d", name(versionName), a.Version), 0, styleOf(text, root)), nil
}

// Blank reports whether a text contains nothing that claw would not have written itself.
func (a *Agent) Blank(text []byte) bool {
	root, err := a.parse(text)
	return err == nil && bytes.Equal(text, a.blanked(text)) && // no comments
		!slices.ContainsFunc(root.members, func(m member) bool { return a.Version == 0 || m.name != versionName })
}

// parse reads a text of the agent's.
func (a *Agent) parse(text []byte) (*node, error) {
	if a.TOML {
		return parseTOML(text)
	}
	return parse(text, a.Comments)
}

// add puts the hook of one event in.
func (a *Agent) add(text []byte, event, command string) ([]byte, error) {
	root, err := a.parse(text)
	if err != nil {
		return nil, err
	}
	s := styleOf(text, root)
	hooks := root.member(hooksName)
	if hooks == nil {
		return insert(text, root, name(hooksName)+"{"+s.gap(2)+name(event)+a.list(command, 2, s)+s.gap(1)+"}", 0, s), nil
	}
	list := hooks.member(event)
	if list == nil {
		return insert(text, hooks, name(event)+a.list(command, 2, s), 1, s), nil
	}
	return insert(text, list, a.group(command, 3, s), 2, s), nil
}

func (a *Agent) list(command string, depth int, s style) string {
	return "[" + s.gap(depth+1) + a.group(command, depth+1, s) + s.gap(depth) + "]"
}

// group is a hook as an event lists it: without a matcher, for everything.
func (a *Agent) group(command string, depth int, s style) string {
	if a.Shells {
		return fmt.Sprintf(`{"type": "command", "bash": %s, "powershell": %s, "timeoutSec": %d}`, quoted(command), quoted(inPowerShell(command)), a.Timeout)
	}
	return "{" + s.gap(depth+1) + name(hooksName) + "[" + s.gap(depth+2) +
		fmt.Sprintf(`{"type": "command", "command": %s, "timeout": %d}`, quoted(command), a.Timeout) +
		s.gap(depth+1) + "]" + s.gap(depth) + "}"
}

func name(s string) string { return quoted(s) + ": " }

func quoted(s string) string {
	b, _ := jsontext.AppendQuote(nil, s) // invalid UTF-8 is replaced
	return string(b)
}

// Remove returns text without claw's hooks, and without what would be left empty by that.
//
// Errors: the text is not what the agent would read.
func (a *Agent) Remove(text []byte) ([]byte, error) {
	for len(strings.TrimSpace(string(text))) > 0 { // an empty file is one without settings
		root, err := a.parse(text)
		if err != nil {
			return nil, err
		}
		next := a.removeOne(text, a.blanked(text), root)
		if next == nil {
			return text, nil
		}
		text = next
	}
	return text, nil
}

// blanked is a text with spaces for the comments that the agent takes.
func (a *Agent) blanked(text []byte) []byte {
	if a.Comments {
		return blankComments(text)
	}
	return text
}

// removeOne takes one hook out, with the containers that hold nothing else; nil when there is none.
func (a *Agent) removeOne(text, blank []byte, root *node) []byte {
	at := slices.IndexFunc(root.members, func(m member) bool { return m.name == hooksName })
	if at < 0 {
		return nil
	}
	hooks := &root.members[at]
	for _, event := range hooks.value.members {
		for handler, within := range a.handlers(&event.value) {
			if a.commandOf(handler) != "" {
				return removedWith(text, blank, append(within, child{&hooks.value, event.start, event.value.end}, child{root, hooks.start, hooks.value.end}))
			}
		}
	}
	return nil
}

// handlers are the hooks that an event lists, each with what contains it: the list, and, for agents that group
// hooks, the group's own list before it.
func (a *Agent) handlers(list *node) iter.Seq2[*node, []child] {
	return func(yield func(*node, []child) bool) {
		for i := range list.elements {
			one := &list.elements[i]
			inList := child{list, one.start, one.end}
			if a.Shells {
				if !yield(one, []child{inList}) {
					return
				}
				continue
			}
			group := one.member(hooksName)
			if group == nil {
				continue
			}
			for h := range group.elements {
				handler := &group.elements[h]
				if !yield(handler, []child{{group, handler.start, handler.end}, inList}) {
					return
				}
			}
		}
	}
}

// State describes which hooks of claw's are in a text.
type State struct {
	Installed []string // events
	Missing   []string
	Commands  []string // that are run, each once
	Off       string   // why the agent runs no hooks of these settings, "" where it does
}

// State looks at a text.
//
// Errors: the text is not what the agent would read.
func (a *Agent) State(text []byte) (s State, err error) {
	if len(strings.TrimSpace(string(text))) == 0 {
		return State{Missing: slices.Clone(a.Events)}, nil
	}
	root, err := a.parse(text)
	if err != nil {
		return s, err
	}
	hooks := root.member(hooksName)
	if hooks != nil && hooks.kind != '{' {
		return s, fmt.Errorf("hooks is no object")
	}
	for _, event := range a.Events {
		commands, err := a.commands(hooks, event)
		if err != nil {
			return s, err
		}
		if len(commands) == 0 {
			s.Missing = append(s.Missing, event)
			continue
		}
		s.Installed = append(s.Installed, event)
		s.Commands = append(s.Commands, commands...)
	}
	s.Off = a.off(root)
	slices.Sort(s.Commands)
	s.Commands = slices.Compact(s.Commands)
	return s, nil
}

// off is the member by which settings turn all hooks off, "" where none does.
func (a *Agent) off(root *node) string {
	if a.Version > 0 && root.member(versionName) == nil {
		return versionName + " is missing"
	}
	if len(a.Switch) == 0 {
		return ""
	}
	at := root
	for _, name := range a.Switch {
		if at = at.member(name); at == nil {
			return ""
		}
	}
	if at.kind != a.OffAt {
		return ""
	}
	return strings.Join(a.Switch, ".") + " is " + map[jsontext.Kind]string{'t': "true", 'f': "false"}[a.OffAt]
}

// commands are those of claw's hooks of an event.
func (a *Agent) commands(hooks *node, event string) (found []string, err error) {
	if hooks == nil || hooks.member(event) == nil {
		return nil, nil
	}
	list := hooks.member(event)
	if list.kind != '[' {
		return nil, fmt.Errorf("hooks.%s is no list", event)
	}
	for handler := range a.handlers(list) {
		if c := a.commandOf(handler); c != "" {
			found = append(found, c)
		}
	}
	return found, nil
}

// commandOf is what a handler runs, "" when it is not claw's for this agent.
func (a *Agent) commandOf(handler *node) string {
	names := []string{"command"}
	if a.Shells {
		names = []string{"bash", "powershell", "command"}
	}
	for _, shell := range names {
		command := handler.member(shell)
		if command == nil {
			continue
		}
		text := fromPowerShell(command.text)
		if c, ok := ParseCall(text); ok && c.Agent == a.Name {
			return text
		}
	}
	return ""
}
