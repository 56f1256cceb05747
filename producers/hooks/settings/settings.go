package settings

import (
	"fmt"
	"slices"
	"strings"

	"github.com/go-json-experiment/json/jsontext"
)

// Agent is where and how an agent's settings name its hooks.
type Agent struct {
	Name     string // in "claw hook NAME"
	Comments bool   // its JSON may have comments
	Timeout  int    // of a hook, in the agent's unit
	Events   []string
	// Switch is the member that turns all hooks off where it is OffAt; none for no such member.
	Switch []string
	OffAt  jsontext.Kind
}

// The agents whose settings are JSON with hooks by event.
var (
	// ClaudeCode's settings.json: the events that were recorded of 2.1.197, and notifications.
	ClaudeCode = Agent{Name: "claude-code", Timeout: 10, Switch: []string{"disableAllHooks"}, OffAt: 't', Events: []string{"SessionStart", "SessionEnd", "UserPromptSubmit", "PreToolUse",
		"PermissionRequest", "PostToolUse", "PostToolUseFailure", "PostToolBatch", "Notification", "SubagentStart", "SubagentStop",
		"PreCompact", "PostCompact", "Stop"}}
	// Codex's hooks.json, beside its config.toml.
	Codex = Agent{Name: "codex", Timeout: 10, Events: []string{"SessionStart", "UserPromptSubmit", "PreToolUse", "PermissionRequest",
		"PostToolUse", "SubagentStart", "SubagentStop", "PreCompact", "PostCompact", "Stop"}}
	// Gemini CLI's settings.json.
	Gemini = Agent{Name: "gemini", Comments: true, Timeout: 10_000, Switch: []string{"hooksConfig", "enabled"}, OffAt: 'f', Events: []string{"SessionStart", "SessionEnd", "BeforeAgent", "AfterAgent",
		"BeforeTool", "AfterTool", "Notification", "PreCompress"}}
)

const hooksName = "hooks"

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
		return text, nil
	}
	if text, err = a.Remove(text); err != nil {
		return nil, err
	}
	for _, event := range a.Events {
		if text, err = a.add(text, event, command); err != nil {
			return nil, err
		}
	}
	return text, nil
}

// add puts the hook of one event in.
func (a *Agent) add(text []byte, event, command string) ([]byte, error) {
	root, err := parse(text, a.Comments)
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

// group is a hook in the form of all these agents: without a matcher, for everything.
func (a *Agent) group(command string, depth int, s style) string {
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
		root, err := parse(text, a.Comments)
		if err != nil {
			return nil, err
		}
		blank := text
		if a.Comments {
			blank = blankComments(text)
		}
		next := a.removeOne(text, blank, root)
		if next == nil {
			return text, nil
		}
		text = next
	}
	return text, nil
}

// removeOne takes one hook out, with the containers that hold nothing else; nil when there is none.
func (a *Agent) removeOne(text, blank []byte, root *node) []byte {
	at := slices.IndexFunc(root.members, func(m member) bool { return m.name == hooksName })
	if at < 0 {
		return nil
	}
	hooks := &root.members[at]
	for _, event := range hooks.value.members {
		for g := range event.value.elements {
			group := &event.value.elements[g]
			handlers := group.member(hooksName)
			if handlers == nil {
				continue
			}
			for h := range handlers.elements {
				handler := &handlers.elements[h]
				if a.commandOf(handler) == "" {
					continue
				}
				return removedWith(text, blank, []child{{handlers, handler.start, handler.end}, {&event.value, group.start, group.end},
					{&hooks.value, event.start, event.value.end}, {root, hooks.start, hooks.value.end}})
			}
		}
	}
	return nil
}

// State says which hooks of claw's are in a text.
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
	root, err := parse(text, a.Comments)
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
	for i := range list.elements {
		handlers := list.elements[i].member(hooksName)
		if handlers == nil {
			continue
		}
		for h := range handlers.elements {
			if c := a.commandOf(&handlers.elements[h]); c != "" {
				found = append(found, c)
			}
		}
	}
	return found, nil
}

// commandOf is what a handler runs, "" when it is not claw's for this agent.
func (a *Agent) commandOf(handler *node) string {
	command := handler.member("command")
	if command == nil {
		return ""
	}
	if c, ok := ParseCall(command.text); !ok || c.Agent != a.Name {
		return ""
	}
	return command.text
}
