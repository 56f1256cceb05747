package gitrepo_test

import (
	"bytes"
	"compress/zlib"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
)

// loose is the file of an object.
func (r *repo) loose(id string) string {
	return filepath.Join(r.dir, ".git", "objects", id[:2], id[2:])
}

// spoil writes over the file of an object.
func (r *repo) spoil(id string, content []byte) {
	r.t.Helper()
	if err := firstError(os.Remove(r.loose(id)), os.WriteFile(r.loose(id), content, 0o444)); err != nil {
		r.t.Fatal(err)
	}
}

func deflated(content string) []byte {
	var b bytes.Buffer
	w := zlib.NewWriter(&b)
	_, _ = w.Write([]byte(content))
	_ = w.Close()
	return b.Bytes()
}

func TestDamageIsNamedAndTheRestImported(t *testing.T) {
	for _, row := range []struct {
		name    string
		spoil   func(r *repo, ids []string)
		lost    int    // commits that are not recorded
		partial int    // commits that are recorded in part
		named   string // by the report
	}{
		{"a commit that is no object", func(r *repo, ids []string) { r.spoil(ids[1], []byte("rubbish")) }, 2, 1, "git has no such object"},
		{"a commit that is gone", func(r *repo, ids []string) { _ = os.Remove(r.loose(ids[1])) }, 2, 1, "git has no such object"},
		{"a commit that says something else than its name", func(r *repo, ids []string) {
			text := "tree " + strings.Repeat("a", 40) + "\nauthor E <e> 1 +0000\ncommitter E <e> 1 +0000\n\nx"
			r.spoil(ids[1], deflated(fmt.Sprintf("commit %d\x00%s", len(text), text)))
		}, 2, 1, "its content is not what its name says"},
		{"a tree that is gone", func(r *repo, ids []string) { _ = os.Remove(r.loose(r.git("rev-parse", ids[1]+"^{tree}"))) }, 0, 2, ""},
		{"a file that is no object", func(r *repo, ids []string) { r.spoil(r.git("rev-parse", ids[1]+":a"), []byte("rubbish")) }, 0, 2, ""},
		{"a file that is gone", func(r *repo, ids []string) { _ = os.Remove(r.loose(r.git("rev-parse", ids[1]+":a"))) }, 0, 2, ""},
		{"a ref that is rubbish", func(r *repo, _ []string) {
			_ = os.WriteFile(filepath.Join(r.dir, ".git", "refs", "heads", "torn"), []byte("rubb"), 0o644)
		}, 0, 0, "ref refs/heads/torn: git cannot read it"},
		{"a ref to what is not there", func(r *repo, _ []string) {
			_ = os.WriteFile(filepath.Join(r.dir, ".git", "refs", "heads", "lost"), []byte(strings.Repeat("ab", 20)+"\n"), 0o644)
		}, 0, 0, "git has no such object"},
	} {
		t.Run(row.name, func(t *testing.T) {
			r := newRepo(t).name("example.org/x")
			var ids []string
			for _, text := range []string{"1", "2", "3", "4"} {
				ids = append(ids, r.commit(text, "a", text, "b"+text, text))
			}
			row.spoil(r, ids)
			b := newBook(t)
			report := b.imports(r.dir)
			got, partial := b.commits(), 0
			for _, c := range got {
				if c.PatchIDUnknown != "" {
					partial++
				}
			}
			if len(got) != len(ids)-row.lost || partial != row.partial {
				t.Errorf("%d commits and %d in part, want %d and %d", len(got), partial, len(ids)-row.lost, row.partial)
			}
			reasons := ""
			for _, u := range report.Unreadable {
				reasons += u.Reason + "\n"
			}
			if (row.named == "") != (reasons == "") || !strings.Contains(reasons, row.named) {
				t.Errorf("the report says %q, want %q", reasons, row.named)
			}
			if again := b.imports(r.dir); again.Events != 0 || len(again.Unreadable) != len(report.Unreadable) {
				t.Errorf("importing again is news: %+v", again)
			}
		})
	}
}

// TestNothingOfARepositoryIsRun sets every setting that names a command, and each
// hook, to one that leaves a mark.
func TestNothingOfARepositoryIsRun(t *testing.T) {
	r := newRepo(t)
	mark := filepath.Join(t.TempDir(), "mark")
	script := filepath.Join(r.dir, ".git", "evil")
	if err := os.WriteFile(script, []byte("#!/bin/sh\necho \"$0 $*\" >> '"+mark+"'\n"), 0o755); err != nil {
		t.Fatal(err)
	}
	r.write(".gitattributes", "* diff=evil filter=evil\n")
	r.commit("first", "a", "1\n")
	r.commit("second", "a", "2\n")
	for _, key := range []string{"core.fsmonitor", "core.sshCommand", "core.pager", "core.editor", "core.askPass", "core.gitProxy", "core.alternateRefsCommand",
		"diff.external", "diff.evil.command", "diff.evil.textconv", "filter.evil.clean", "filter.evil.smudge", "filter.evil.process",
		"pager.for-each-ref", "pager.config", "pager.diff-tree", "pager.cat-file", "gpg.program", "credential.helper", "uploadpack.packObjectsHook",
		"remote.origin.uploadpack", "remote.origin.vcs", "interactive.diffFilter", "sequence.editor", "trailer.x.command", "trailer.x.cmd"} {
		r.git("config", key, script)
	}
	for _, name := range []string{"for-each-ref", "rev-parse", "cat-file", "diff-tree", "patch-id", "config", "worktree"} {
		r.git("config", "alias."+name, "!"+script)
	}
	_, _ = r.try("log", "-p", "--ext-diff") // whether it likes what it runs is not asked
	if _, err := os.ReadFile(mark); err != nil {
		t.Error("the mark proves nothing: git itself leaves none")
	}
	r.git("config", "remote.origin.url", "ext::"+script)
	r.git("config", "remote.origin.promisor", "true")
	r.git("config", "extensions.partialClone", "origin")
	hooks := filepath.Join(t.TempDir(), "hooks")
	if err := os.Mkdir(hooks, 0o755); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"reference-transaction", "post-checkout", "post-index-change", "pre-auto-gc", "fsmonitor-watchman"} {
		if err := os.Symlink(script, filepath.Join(hooks, name)); err != nil {
			t.Fatal(err)
		}
	}
	r.git("config", "core.hooksPath", hooks)
	_ = os.Remove(r.loose(r.git("rev-parse", "HEAD~1:a"))) // what is not there would be fetched
	_ = os.Remove(mark)                                    // what setting up has run
	b := newBook(t)
	if report := b.imports(r.dir); report.Imported != 3 {
		t.Errorf("%+v", report)
	}
	if ran, err := os.ReadFile(mark); err == nil {
		t.Errorf("the repository had this run:\n%s", ran)
	}
}

// TestARepositoryThatAnotherProcessWrites is read again and again meanwhile: each
// import is whole in itself, and the last has everything.
func TestARepositoryThatAnotherProcessWrites(t *testing.T) {
	r := newRepo(t).name("example.org/x")
	r.commit("first", "a", "0")
	b := newBook(t)
	var writer sync.WaitGroup
	done := make(chan struct{})
	writer.Go(func() {
		defer close(done)
		for i := range 12 {
			r.commit("more", "a", fmt.Sprint(i))
			if i%6 == 5 {
				r.git("gc", "--quiet")
			}
		}
	})
	for running := true; running; {
		select {
		case <-done:
			running = false
		default:
		}
		if report := b.imports(r.dir); len(report.Unreadable) > 0 {
			t.Errorf("%+v", report.Unreadable)
		}
	}
	writer.Wait()
	b.agrees(r)
}
