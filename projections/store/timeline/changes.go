package timeline

import (
	"strings"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// edit is the input of a tool that changes a file, in the words of the agents that have one.
type edit struct {
	Old      *string `json:"old_string"`
	New      *string `json:"new_string"`
	OldCamel *string `json:"oldString"`
	NewCamel *string `json:"newString"`
	OldShort *string `json:"old_str"`
	NewShort *string `json:"new_str"`
	Edits    []edit  `json:"edits"`
	Input    string  `json:"input"`
	Patch    string  `json:"patch"`
	Text     string  `json:"patchText"`
	// Command is the text, or are the words, of a shell that is given a patch.
	Command jsontext.Value `json:"command"`
	Cmd     jsontext.Value `json:"cmd"`
}

// commands are the texts that a shell is given.
func (e *edit) commands() (all []string) {
	for _, raw := range []jsontext.Value{e.Command, e.Cmd} {
		var text string
		var argv []string
		switch {
		case len(raw) == 0:
		case raw.Kind() == '"' && json.Unmarshal(raw, &text) == nil:
			all = append(all, text)
		case raw.Kind() == '[' && json.Unmarshal(raw, &argv) == nil:
			all = append(all, argv...)
		}
	}
	return all
}

// asksToChange is what a call asks to change. A replacement of text says its own lines; whether a
// file is new only the end of the call shows.
func asksToChange(input []byte) []File {
	if strings.Contains(string(input), patchBegins) && len(input) > 0 && input[0] != '{' {
		return patched(string(input))
	}
	var e edit
	if len(input) == 0 || input[0] != '{' || json.Unmarshal(input, &e) != nil {
		return nil
	}
	for _, patch := range append(e.commands(), e.Input, e.Patch, e.Text) {
		if strings.Contains(patch, patchBegins) {
			return patched(patch)
		}
	}
	added, removed, told := 0, 0, false
	for _, one := range append(e.Edits, e) {
		for _, pair := range [][2]*string{{one.Old, one.New}, {one.OldCamel, one.NewCamel}, {one.OldShort, one.NewShort}} {
			if pair[0] != nil && pair[1] != nil {
				a, r := changedLines(*pair[0], *pair[1])
				added, removed, told = added+a, removed+r, true
			}
		}
	}
	if !told {
		return nil
	}
	return []File{{Added: &added, Removed: &removed}}
}

// changedLines counts the lines of two texts without those that both begin and end with.
func changedLines(before, after string) (added, removed int) {
	a, b := linesOf(before), linesOf(after)
	for len(a) > 0 && len(b) > 0 && a[0] == b[0] {
		a, b = a[1:], b[1:]
	}
	for len(a) > 0 && len(b) > 0 && a[len(a)-1] == b[len(b)-1] {
		a, b = a[:len(a)-1], b[:len(b)-1]
	}
	return len(b), len(a)
}

func linesOf(text string) []string {
	if text == "" {
		return nil
	}
	return strings.Split(strings.TrimSuffix(text, "\n"), "\n")
}

const patchBegins = "*** Begin Patch"

// patched counts the lines of each file of a patch of Codex. Of a file that it deletes it does not
// hold the lines.
func patched(patch string) (files []File) {
	for line := range strings.Lines(patch) {
		line = strings.TrimRight(line, "\r\n")
		if path, found := strings.CutPrefix(line, "*** Delete File: "); found {
			files = append(files, File{Path: path, Deleted: true})
			continue
		}
		if path, found := patchedFile(line); found {
			files = append(files, File{Path: path, Added: new(int), Removed: new(int)})
			continue
		}
		if len(files) == 0 || line == "" || files[len(files)-1].Deleted {
			continue
		}
		switch last := &files[len(files)-1]; line[0] {
		case '+':
			*last.Added++
		case '-':
			*last.Removed++
		}
	}
	return files
}

func patchedFile(line string) (path string, found bool) {
	for _, mark := range []string{"*** Add File: ", "*** Update File: "} {
		if path, found = strings.CutPrefix(line, mark); found {
			return path, true
		}
	}
	return "", false
}

// result is what the end of a call says of the file that it changed.
type result struct {
	Type    string `json:"type"`
	Path    string `json:"filePath"`
	Content string `json:"content"`
	Hunks   []struct {
		Lines []string `json:"lines"`
	} `json:"structuredPatch"`
	Diff *struct {
		File      string `json:"file"`
		Additions *int   `json:"additions"`
		Deletions *int   `json:"deletions"`
	} `json:"filediff"`
}

// toldChange is what a result says of the lines that changed.
func toldChange(raw []byte) (f File, told bool) {
	var r result
	var text string
	if len(raw) > 0 && raw[0] == '"' && json.Unmarshal(raw, &text) == nil {
		raw = []byte(text)
	}
	if len(raw) == 0 || raw[0] != '{' || json.Unmarshal(raw, &r) != nil {
		return f, false
	}
	switch {
	case r.Diff != nil && r.Diff.Additions != nil && r.Diff.Deletions != nil:
		return File{Path: r.Diff.File, Added: r.Diff.Additions, Removed: r.Diff.Deletions}, true
	case len(r.Hunks) > 0:
		added, removed := 0, 0
		for _, h := range r.Hunks {
			for _, line := range h.Lines {
				switch {
				case strings.HasPrefix(line, "+"):
					added++
				case strings.HasPrefix(line, "-"):
					removed++
				}
			}
		}
		return File{Path: r.Path, Added: &added, Removed: &removed}, true
	case r.Type == "create" && r.Content != "":
		added, removed := len(linesOf(r.Content)), 0
		return File{Path: r.Path, Added: &added, Removed: &removed}, true
	}
	return f, false
}
