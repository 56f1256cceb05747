package witness_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/producers"
	"github.com/clawable/claw/producers/witness"
)

// TestFilesOfEditorsAreRead reads calls of the tools by which agents write files, where the end of the
// call does not name them.
func TestFilesOfEditorsAreRead(t *testing.T) {
	const patch = "*** Begin Patch\n*** Add File: new.go\n+package a\n*** Update File: /w/old.go\n@@\n-a\n+b\n*** Delete File: gone.go\n*** End Patch"
	quoted := string(producers.Encode(domain.ToolStarted{CWD: domain.Path(patch)})) // the patch as JSON
	quoted = strings.TrimSuffix(strings.TrimPrefix(quoted, `{"cwd":`), "}")
	done := domain.ToolCompleted{}
	const patched = `{"writes":["/w/new.go","/w/old.go"],"removes":["/w/gone.go"]}`
	for _, c := range []struct {
		name  string
		asked domain.ToolRequested
		end   domain.Payload
		want  []string
	}{
		{"Claude Code writes", domain.ToolRequested{Name: "Write", Input: domain.JSON(`{"file_path":"/w/a.go","content":"x"}`)}, done, []string{`{"writes":["/w/a.go"]}`}},
		{"of a notebook", domain.ToolRequested{Name: "NotebookEdit", Input: domain.JSON(`{"notebook_path":"/w/a.ipynb"}`)}, done, []string{`{"writes":["/w/a.ipynb"]}`}},
		{"opencode edits", domain.ToolRequested{Name: "edit", Input: domain.JSON(`{"filePath":"a.go"}`)}, done, []string{`{"writes":["/w/a.go"]}`}},
		{"Gemini replaces", domain.ToolRequested{Name: "replace", Input: domain.JSON(`{"file_path":"/w/a.go","old_string":"a"}`)}, done, []string{`{"writes":["/w/a.go"]}`}},
		{"an editor creates", domain.ToolRequested{Name: "str_replace_editor", Input: domain.JSON(`{"command":"create","path":"/w/a.go"}`)}, done, []string{`{"writes":["/w/a.go"]}`}},
		{"an editor looks", domain.ToolRequested{Name: "str_replace_editor", Input: domain.JSON(`{"command":"view","path":"/w/a.go"}`)}, done, nil},
		{"Codex patches by a text", domain.ToolRequested{Name: "apply_patch", Input: domain.JSON(quoted), Raw: true}, done, []string{patched}},
		{"Codex patches by an argument", domain.ToolRequested{Name: "apply_patch", Input: domain.JSON(`{"input":` + quoted + `}`)}, done, []string{patched}},
		{"a hook of Codex", domain.ToolRequested{Name: "apply_patch", Input: domain.JSON(`{"command":` + quoted + `}`)}, done, []string{patched}},
		{"the end names the file", domain.ToolRequested{Name: "Write", Input: domain.JSON(`{"file_path":"/w/a.go"}`)},
			domain.ToolCompleted{ToolResult: domain.ToolResult{Paths: []domain.Path{"/w/b.go"}}}, []string{`{"writes":["/w/b.go"]}`}},
		{"an edit that was refused", domain.ToolRequested{Name: "Edit", Input: domain.JSON(`{"file_path":"/w/a.go"}`)}, domain.ToolFailed{ErrorKind: domain.ToolErrTool}, nil},
		{"an edit that ran out of time", domain.ToolRequested{Name: "Edit", Input: domain.JSON(`{"file_path":"/w/a.go"}`)}, domain.ToolTimedOut{}, []string{`{"may_write":["Edit"]}`}},
		{"an edit that was denied", domain.ToolRequested{Name: "Edit", Input: domain.JSON(`{"file_path":"/w/a.go"}`)}, domain.ToolDenied{By: domain.DeniedByUser}, nil},
		{"a tool of a server", domain.ToolRequested{Name: "edit", Server: "tickets", Input: domain.JSON(`{"path":"TICKET-1"}`)}, done, nil},
		{"a tool that writes no file", domain.ToolRequested{Name: "TodoWrite", Input: domain.JSON(`{"path":"/w/a.go"}`)}, done, nil},
		{"no name", domain.ToolRequested{Name: "Write", Input: domain.JSON(`{"content":"x"}`)}, done, nil},
		{"an input of another shape", domain.ToolRequested{Name: "Write", Input: domain.JSON(`["/w/a.go"]`)}, done, nil},
		{"a name of another shape", domain.ToolRequested{Name: "Write", Input: domain.JSON(`{"file_path":7}`)}, done, nil},
	} {
		r := &recording{}
		r.add("a", c.asked)
		r.add("a", domain.ToolStarted{CWD: "/w"})
		r.add("a", c.end)
		var got []string
		var o witness.Observer
		for _, d := range o.Observe(slices.Clone(r.drafts))[len(r.drafts):] {
			got = append(got, string(d.Data))
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}

// TestFilesThatGitGivesBack reads what git checkout and git restore do to files.
func TestFilesThatGitGivesBack(t *testing.T) {
	for command, want := range map[string]domain.Observed{
		"git checkout -- a.go":                    {Reverts: []domain.Path{"/w/a.go"}},
		"git checkout HEAD -- a.go b/c.go":        {Reverts: []domain.Path{"/w/a.go", "/w/b/c.go"}},
		"git checkout main~2 -- a.go":             {Writes: []domain.Path{"/w/a.go"}},
		"git checkout -- .":                       {MayWrite: []string{"git"}},
		"git checkout -- '*.go'":                  {MayWrite: []string{"git"}},
		"git checkout -- $F":                      {MayWrite: []string{"git"}},
		"git checkout main":                       {MayWrite: []string{"git"}},
		"git restore a.go":                        {Reverts: []domain.Path{"/w/a.go"}},
		"git restore -s HEAD a.go":                {Reverts: []domain.Path{"/w/a.go"}},
		"git restore --source=v1 a.go":            {Writes: []domain.Path{"/w/a.go"}},
		"git restore --pathspec-from-file=x":      {MayWrite: []string{"git"}},
		"git -C sub restore a.go":                 {Reverts: []domain.Path{"/w/sub/a.go"}},
		"git restore --staged --worktree -- a.go": {Reverts: []domain.Path{"/w/a.go"}},
	} {
		var got domain.Observed
		for _, f := range witness.Read(witness.Call{Command: command, CWD: "/w", Status: witness.StatusZero}) {
			got.Reverts, got.Writes, got.MayWrite = append(got.Reverts, f.Other.Reverts...), append(got.Writes, f.Other.Writes...), append(got.MayWrite, f.Other.MayWrite...)
		}
		if !slices.Equal(got.Reverts, want.Reverts) || !slices.Equal(got.Writes, want.Writes) || !slices.Equal(got.MayWrite, want.MayWrite) {
			t.Errorf("%s: %+v, want %+v", command, got, want)
		}
	}
	for _, f := range witness.Read(witness.Call{Command: "git checkout -- a.go", CWD: "/w", Status: witness.StatusFailed, Code: 1}) {
		if len(f.Other.Reverts) > 0 {
			t.Error("a checkout that failed gave a file back")
		}
	}
}

// TestFilesThatGitIgnores reads what git check-ignore says, and of no other file.
func TestFilesThatGitIgnores(t *testing.T) {
	for _, c := range []struct {
		command, output string
		want            []domain.Path
	}{
		{"git check-ignore a.log", "a.log\n", []domain.Path{"/w/a.log"}},
		{"git check-ignore -v a.log b.go", ".gitignore:1:*.log\ta.log\n", []domain.Path{"/w/a.log"}},
		{"git check-ignore -v a.log", ".gitignore:2:!a.log\ta.log\n", nil}, // a pattern that takes it out again
		{"git check-ignore a.log || true", "", nil},
		{"git check-ignore $F", "a.log\n", nil},
	} {
		var got []domain.Path
		for _, f := range witness.Read(witness.Call{Command: c.command, CWD: "/w", Status: witness.StatusZero, Output: c.output}) {
			got = append(got, f.Other.Ignored...)
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%s: %q, want %q", c.command, got, c.want)
		}
	}
}
