package shell

import (
	"slices"
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// assignment is a variable that a command sets for what it runs.
type assignment struct {
	name  string
	value Word
}

// assignments reads NAME=value and NAME=.
func assignments(list []*syntax.Assign) (all []assignment) {
	for _, a := range list {
		switch {
		case a.Name == nil || a.Naked || a.Array != nil:
		case a.Value == nil:
			all = append(all, assignment{a.Name.Value, Word{Known: true}})
		default:
			all = append(all, assignment{a.Name.Value, wordOf(a.Value)})
		}
	}
	return all
}

// envWords reads the NAME=value words of env and its like.
func envWords(words []Word) (all []assignment) {
	if len(words) == 0 || !words[0].Known {
		return nil
	}
	if row, ok := runners.Of(words[0].Program()); !ok || !row.assigns {
		return nil
	}
	for _, w := range words[1:] {
		if name, value, sets := strings.Cut(w.Text, "="); sets && !strings.HasPrefix(name, "-") {
			all = append(all, assignment{name, Word{Text: value, Known: w.Known, Path: value}})
		}
	}
	return all
}

// runVariables are variables whose values shells and git run.
var runVariables = []string{"BASH_ENV", "PROMPT_COMMAND", "PS0", "PS4", "EDITOR", "VISUAL", "PAGER", "BROWSER", "GIT_EDITOR", "GIT_SEQUENCE_EDITOR",
	"GIT_PAGER", "MANPAGER", "GIT_SSH", "GIT_SSH_COMMAND", "GIT_EXTERNAL_DIFF", "GIT_PROXY_COMMAND", "GIT_ASKPASS", "SSH_ASKPASS", "LESSOPEN", "LESSCLOSE"}

// settingsFiles are variables that name files of git's settings.
var settingsFiles = []string{"GIT_CONFIG", "GIT_CONFIG_GLOBAL", "GIT_CONFIG_SYSTEM"}

// placeVariables name the places where agents and claw keep their settings and the log.
var placeVariables = []string{"CLAW_LOG", "CLAW_HOME", "CLAUDE_CONFIG_DIR", "CODEX_HOME", "GEMINI_CLI_HOME", "COPILOT_HOME", "OPENCODE_CONFIG", "OPENCODE_CONFIG_DIR",
	"GEMINI_CLI_SYSTEM_SETTINGS_PATH", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "HOME"}

// elsewhere keeps the command env NAME=VALUE WORDS for the variables of a command that name such places,
// however the text sets them.
func elsewhere(s *Script, set []assignment, words []Word, in Reading) {
	c := Simple{Words: []Word{{Text: "env", Known: true}}, At: in.At, Opaque: true}
	for _, a := range set {
		if slices.Contains(placeVariables, a.name) {
			c.Words = append(c.Words, Word{Text: a.name + "=" + a.value.Text, Known: a.value.Known, Path: a.name + "=" + a.value.Path, Single: true})
		}
	}
	if len(c.Words) > 1 {
		c.Words = append(c.Words, words...)
		s.keep(c)
	}
}

// environment reads the texts that variables make programs run.
func (s *Script) environment(set []assignment, in Reading) {
	in.At = opened(in.At)
	for _, a := range set {
		s.subscripts(a.value, in)
		switch function, exported := strings.CutPrefix(a.name, "BASH_FUNC_"); {
		case a.value.Known && strings.TrimSpace(a.value.Text) == "": // none
		case slices.Contains(runVariables, a.name):
			s.text(continued(a.value), in)
		case slices.Contains(settingsFiles, a.name):
			if a.value.Text != "/dev/null" {
				s.keep(setting(Word{Text: "include.path=" + a.value.Text, Known: a.value.Known}, in))
			}
		case strings.HasPrefix(a.name, "GIT_CONFIG_KEY_"):
			s.keep(setting(a.value, in))
		case strings.HasPrefix(a.name, "GIT_CONFIG_VALUE_"): // of any setting
			s.text(continued(a.value), in)
			for _, text := range configured("alias.x", a.value) {
				s.text(text, in)
			}
		case a.name == "GIT_CONFIG_PARAMETERS":
			for _, text := range parameters(a.value) {
				s.text(text, in)
			}
			if words, ok := PlainWords(": " + a.value.Text); ok && a.value.Known {
				for _, w := range words[1:] {
					s.keep(setting(Word{Text: w, Known: true}, in))
				}
			}
		case exported, strings.HasPrefix(a.value.Text, "() {"): // a function that bash takes over
			name := strings.TrimRight(function, "%()")
			s.text(Word{Text: name + "_ " + a.value.Text, Known: a.value.Known}, in)
		}
	}
}

// setting is the command git -c NAME=VALUE, which represents a git setting that a variable makes.
func setting(w Word, in Reading) Simple {
	if !strings.Contains(w.Text, "=") {
		w.Text += "="
	}
	return Simple{Words: []Word{{Text: "git", Known: true}, {Text: "-c", Known: true}, w}, At: in.At, Opaque: true}
}
