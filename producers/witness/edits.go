package witness

import (
	"slices"
	"strings"

	"github.com/go-json-experiment/json"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/policy/shell"
)

// editors are the tools of agents by which a model writes files that their input names.
var editors = []string{
	"Write", "Edit", "MultiEdit", "NotebookEdit", // Claude Code
	"write_file", "edit_file", "replace", // Gemini, claw-code
	"write", "edit", "multiedit", "patch", // opencode
	"create", "str_replace", "insert", // Copilot
	"str_replace_editor", "str_replace_based_edit_tool", "file_editor", // OpenHands, SWE-agent
	"apply_patch", // Codex
}

// editing is the input of such a tool, as agents write it. At most one member names a file; the rest
// hold a patch.
type editing struct {
	FilePath string `json:"file_path"`
	Camel    string `json:"filePath"`
	Path     string `json:"path"`
	Notebook string `json:"notebook_path"`
	// Command is the command that an editor is given, or a patch.
	Command any    `json:"command"`
	Input   string `json:"input"`
	Patch   string `json:"patch"`
	Text    string `json:"patchText"`
}

const patchBegins = "*** Begin Patch"

// edited returns the files that a call of an editor writes and removes by its input, which is an
// object or the text of a patch. Both are empty where the call only reads, or does not name its files.
func edited(input []byte, text string) (writes, removes []string) {
	var e editing
	if json.Unmarshal(input, &e) != nil {
		e = editing{Patch: text}
	}
	command, _ := e.Command.(string)
	if command == "view" {
		return nil, nil
	}
	for _, name := range []string{e.FilePath, e.Camel, e.Path, e.Notebook} {
		if name != "" {
			return []string{name}, nil
		}
	}
	for _, patch := range []string{e.Input, e.Patch, e.Text, command} {
		if strings.Contains(patch, patchBegins) {
			added, deleted := patched(patch)
			return texts(added), texts(deleted)
		}
	}
	return nil, nil
}

// edit returns what the end of a call of an editor shows. An edit that was refused wrote nothing;
// for one that was given up that is not known.
func (r *request) edit(status Status, workspace domain.Path) []Facts {
	var o domain.Observed
	switch status {
	case StatusZero:
		o.Writes, o.Removes = r.absolute(r.writes, workspace), r.absolute(r.removes, workspace)
	case StatusUnknown, StatusTimedOut:
		o.MayWrite = []string{r.editor}
	case StatusFailed:
		return nil
	}
	return []Facts{{Other: o}}
}

// absolute are the names of files in the folder of the call, where that is known.
func (r *request) absolute(names []string, workspace domain.Path) (out []domain.Path) {
	folder := string(r.folder(workspace))
	for _, name := range names {
		if !shell.IsAbsolute(name) && folder != "" {
			name = shell.Place{CWD: folder}.Absolute(name)
		}
		if p := domain.Path(name); !slices.Contains(out, p) {
			out = append(out, p)
		}
	}
	return out
}
