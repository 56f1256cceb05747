package hooks

import (
	"slices"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/clawable/claw/policy"
	"github.com/clawable/claw/producers/lenient"
)

// Agent is the agent that the payload is from.
func (p *Payload) Agent() string { return p.agent }

// Asks says what sort of answer the agent waits for.
func (p *Payload) Asks() Question {
	switch p.Event {
	case "PreToolUse":
		return MayCall
	case "PermissionRequest":
		return MayPass
	}
	return Nothing
}

// Question is what an agent asks its hook.
type Question uint8

// The questions.
const (
	Nothing Question = iota // it only reports
	MayCall                 // before every call
	MayPass                 // before it would ask a person
)

// Ended reports whether the payload contains the result of a call.
func (p *Payload) Ended() bool { return p.Event == "PostToolUse" || p.Event == "PostToolUseFailure" }

// inputs are the members of a tool's input that say what is done.
type inputs struct {
	Command  jsontext.Value `json:"command"`
	Cmd      jsontext.Value `json:"cmd"`
	File     lenient.Word   `json:"file_path"`
	FileToo  lenient.Word   `json:"filePath"`
	Notebook lenient.Word   `json:"notebook_path"`
	Path     lenient.Word   `json:"path"`
	Folder   lenient.Word   `json:"dir_path"`
	Absolute lenient.Word   `json:"absolute_path"`
	Patch    lenient.Word   `json:"input"`
	PatchToo lenient.Word   `json:"patchText"`
	Typed    jsontext.Value `json:"chars"`
}

// Action is what the agent is about to do, as far as the payload describes it: the caller
// adds the surroundings. Unread is set where the input cannot be read.
func (p *Payload) Action() policy.Action {
	a := policy.Action{Agent: p.agent, Tool: string(p.Tool), CWD: string(p.CWD)}
	in, ok := lenient.Read[inputs](p.Input)
	if policy.IsShell(a.Tool) {
		a.Command, a.Argv = command(in.Command, in.Cmd)
		looks := ok && a.Tool == "write_stdin" && (len(in.Typed) == 0 || string(in.Typed) == `""`) // Codex types nothing, to see what a command says
		a.Unread = a.Command == "" && len(a.Argv) == 0 && !looks
		return a
	}
	a.Unread = !ok || a.Tool == ""
	for _, name := range []lenient.Word{in.File, in.FileToo, in.Notebook, in.Path, in.Folder, in.Absolute} {
		if name != "" {
			a.Paths = append(a.Paths, string(name))
		}
	}
	for _, text := range []string{string(in.Patch), string(in.PatchToo), lenient.Text(in.Command)} {
		a.Paths = append(a.Paths, patched(text)...)
	}
	return a
}

// command is a shell's text, or words without a shell.
func command(spellings ...jsontext.Value) (text string, argv []string) {
	for _, v := range spellings {
		if text = lenient.Text(v); text != "" {
			return text, nil
		}
		words := lenient.Elements(v)
		for _, w := range words {
			if w.Kind() != '"' {
				return "", nil
			}
			argv = append(argv, lenient.Text(w))
		}
		if len(argv) > 0 {
			return "", argv
		}
	}
	return "", nil
}

// patched lists the files that a patch of Codex names.
func patched(text string) (files []string) {
	for line := range strings.Lines(text) {
		for _, mark := range []string{"*** Add File: ", "*** Update File: ", "*** Delete File: ", "*** Move to: "} {
			if name, found := strings.CutPrefix(strings.TrimSpace(line), mark); found {
				files = append(files, name)
			}
		}
	}
	return files
}

// remarks are members of a shell's input that change nothing of what is run.
var remarks = []string{"command", "cmd", "description", "timeout", "timeout_ms", "justification"}

// Words are the action as one command line, which an approval names: a shell's text as
// the shell that runs it, a call of another tool as its name and its input in RFC 8785.
//
// Errors: an input that has no canonical form.
func (p *Payload) Words() ([]string, error) {
	a := p.Action()
	if len(a.Argv)+len(a.Command) > 0 && p.onlyRuns() {
		if len(a.Argv) > 0 {
			return a.Argv, nil
		}
		return []string{"sh", "-c", a.Command}, nil
	}
	input := jsontext.Value(orNull(slices.Clone(p.Input)))
	if err := input.Canonicalize(); err != nil {
		return nil, err
	}
	return []string{string(p.Tool), string(input)}, nil
}

// onlyRuns reports whether the input says no more than what is run.
func (p *Payload) onlyRuns() bool {
	for name := range lenient.Members(p.Input) {
		if !slices.Contains(remarks, name) {
			return false
		}
	}
	return true
}
