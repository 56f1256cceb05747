package importing_test

import (
	"context"
	"errors"
	"io"
	"iter"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	importing "github.com/clawable/claw/commands/import"
	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/producers"
)

// marked reads what begins with a mark.
type marked struct{ source, mark string }

func (m marked) Source() string         { return m.source }
func (m marked) Sniff(head []byte) bool { return strings.HasPrefix(string(head), m.mark) }
func (m marked) Read(context.Context, io.Reader) iter.Seq2[producers.Record, error] {
	return func(func(producers.Record, error) bool) {}
}

// agentOf keeps its recordings in a folder of the home folder, or where a variable says.
func agentOf(source, mark string) producers.Agent {
	return producers.Agent{Title: strings.ToUpper(source), Reader: marked{source, mark}, Folders: func(env func(string) string, home string) []string {
		if at := env("HOME_OF_" + source); at != "" {
			return []string{at}
		}
		return []string{filepath.Join(home, source)}
	}}
}

// tree writes files below a fresh folder.
func tree(t *testing.T, files map[string]string) string {
	t.Helper()
	root := t.TempDir()
	for name, text := range files {
		file := filepath.Join(root, name)
		if err := os.MkdirAll(filepath.Dir(file), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return root
}

// exportedLine is the first line of the export of a log.
func exportedLine(t *testing.T) string {
	t.Helper()
	logs, err := filepath.Glob("../../fixtures/runs/*/log.jsonl")
	if err != nil || len(logs) == 0 {
		t.Fatalf("no fixture: %v", err)
	}
	text, err := os.ReadFile(logs[0])
	if err != nil {
		t.Fatal(err)
	}
	line, _, _ := strings.Cut(string(text), "\n")
	return line + "\n"
}

func names(root string, files []importing.ImportFile) (list []string) {
	for _, f := range files {
		name, err := filepath.Rel(root, f.Name)
		if err != nil {
			name = f.Name
		}
		list = append(list, filepath.ToSlash(name)+" of "+f.Source)
	}
	slices.Sort(list)
	return list
}

func TestAFolderIsSearchedByContent(t *testing.T) {
	files := map[string]string{"a/1.jsonl": "one: hi", "a/2.txt": "two: hi", "a/notes.md": "a text", "a/.git/3.jsonl": "one: hi",
		"a/empty.jsonl": "", "old/4.jsonl": "one: hi", "a/5.bak": "one: hi"}
	agents := []producers.Agent{agentOf("one", "one:"), agentOf("two", "two:")}
	for name, row := range map[string]struct {
		from    string
		exclude []string
		want    []string
		other   int
		left    int
		unused  []string
	}{
		"each agent": {importing.AnyAgent, nil,
			[]string{"a/1.jsonl of one", "a/2.txt of two", "a/5.bak of one", "a/empty.jsonl of one", "old/4.jsonl of one"}, 1, 0, nil},
		"one agent alone": {"two", nil, []string{"a/2.txt of two", "a/empty.jsonl of two"}, 4, 0, nil},
		"without some": {importing.AnyAgent, []string{"*.bak", "old", "*.none"},
			[]string{"a/1.jsonl of one", "a/2.txt of two", "a/empty.jsonl of one"}, 1, 2, []string{"*.none"}},
	} {
		t.Run(name, func(t *testing.T) {
			root := tree(t, files)
			f := importing.NewFinder(t.Context(), agents, row.from, row.exclude)
			if err := f.Path(root); err != nil {
				t.Fatal(err)
			}
			found := f.Found()
			if diff := cmp.Diff(row.want, names(root, found.Files)); diff != "" {
				t.Error(diff)
			}
			if found.Other.Files != row.other || found.Left != row.left || !slices.Equal(f.Unused(), row.unused) {
				t.Errorf("passed over %v, left out %d, unused %v", found.Other, found.Left, f.Unused())
			}
		})
	}
}

func TestTheFoldersOfAgentsAreSearched(t *testing.T) {
	root := tree(t, map[string]string{"one/1.jsonl": "one: hi", "one/2.jsonl": "two: hi", "elsewhere/3.jsonl": "two: hi"})
	env := func(name string) string {
		if name == "HOME_OF_two" {
			return filepath.Join(root, "elsewhere")
		}
		return ""
	}
	agents := []producers.Agent{agentOf("one", "one:"), agentOf("two", "two:"), agentOf("three", "three:")}
	f := importing.NewFinder(t.Context(), agents, importing.AnyAgent, nil)
	if err := f.Known(env, root); err != nil {
		t.Fatal(err)
	}
	want := []importing.FoundSource{
		{Agent: "ONE", Folder: filepath.Join(root, "one"), Files: 1, Bytes: 7},
		{Agent: "TWO", Folder: filepath.Join(root, "one"), Files: 1, Bytes: 7},
		{Agent: "TWO", Folder: filepath.Join(root, "elsewhere"), Files: 1, Bytes: 7},
	}
	if diff := cmp.Diff(want, f.Found().Sources); diff != "" {
		t.Error(diff)
	}
}

func TestANamedFileIsARecordingOrRefused(t *testing.T) {
	root := tree(t, map[string]string{"notes.md": "a text", "empty": "", "1": "one: hi", "export": exportedLine(t)})
	for file, want := range map[string]string{"export": importing.ReasonExport, "notes.md": "not a recording that claw reads", "empty": "", "1": ""} {
		t.Run(file, func(t *testing.T) {
			f := importing.NewFinder(t.Context(), []producers.Agent{agentOf("one", "one:")}, importing.AnyAgent, nil)
			for range 2 { // the second time it is known
				if err := f.Path(filepath.Join(root, file)); err != nil {
					t.Fatal(err)
				}
			}
			found := f.Found()
			switch {
			case want == "" && (len(found.Files) != 1 || len(found.Refused) != 0):
				t.Errorf("found %d, refused %v", len(found.Files), found.Refused)
			case want != "" && (len(found.Refused) != 1 || found.Refused[0].Reason != want):
				t.Errorf("refused %v, want %q", found.Refused, want)
			}
		})
	}
}

func TestWhatCannotBeSearchedIsAnError(t *testing.T) {
	finder := func(ctx context.Context) *importing.Finder {
		return importing.NewFinder(ctx, []producers.Agent{agentOf("one", "one:")}, importing.AnyAgent, nil)
	}
	if err := finder(t.Context()).Path(filepath.Join(t.TempDir(), "missing")); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("a missing path: %v", err)
	}
	if err := finder(t.Context()).Path(os.DevNull); domain.KindOf(err) != domain.ErrFilesystem {
		t.Errorf("a device: %v", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := finder(ctx).Path(t.TempDir()); !errors.Is(err, context.Canceled) {
		t.Errorf("a search that was interrupted: %v", err)
	}
}
