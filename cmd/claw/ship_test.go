package main_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestAnApprovalIsOfExactlyWhatWasShown grants a push, then changes what would go.
func TestAnApprovalIsOfExactlyWhatWasShown(t *testing.T) {
	y := granted(t)
	y.write("work/three", "something else\n", 0o644)
	y.git("work", "commit", "--quiet", "--all", "--amend", "--no-edit")
	if kind, detail := y.refused("", "ship", "push", "work"); kind != "policy" || detail["refusal"] != "approval_scope_mismatch" {
		t.Fatalf("%s %v", kind, detail)
	}
	if told := y.told(); told["approval.use_refused"] != 1 || told["approval.consumed"] != 0 || told["ship.merged"] != 0 {
		t.Errorf("the log holds %v", told)
	}
	if y.must("ship", "prepare", "work", "--request")["approval_status"] != "pending" {
		t.Error("nobody was asked for what is to go now")
	}
	if kind, detail := y.refused("", "ship", "push", "work"); kind != "policy" || detail["refusal"] != "approval_pending" {
		t.Errorf("once asked again: %s %v", kind, detail)
	}
}

// TestWhatEndsAPush ships the same commits against each possible obstacle; the log
// records the result of the use of the approval.
func TestWhatEndsAPush(t *testing.T) {
	made := granted(t)
	for name, row := range map[string]struct {
		before func(y *yard)
		git    string // what is done in place of git's push
		kind   string // of the error, "" for none
		told   map[string]int
	}{
		"a remote that says no": {
			before: func(y *yard) { y.write("bare.git/hooks/pre-receive", "#!/bin/sh\nexit 1\n", 0o755) },
			kind:   "policy", told: map[string]int{"approval.consumed": 1, "tool.failed": 1},
		},
		"another one who pushes first": {
			git:  `$git --git-dir bare.git update-ref refs/heads/main $($git --git-dir bare.git commit-tree -p main -m theirs 'main^{tree}')`,
			kind: "conflict", told: map[string]int{"approval.consumed": 1, "tool.failed": 1},
		},
		"an answer that is lost": {
			git:  `$git "$@" >/dev/null 2>&1; echo 'fatal: the remote end hung up unexpectedly' >&2; exit 128`,
			told: map[string]int{"approval.consumed": 1, "tool.completed": 1, "ship.pushed_main": 1, "ship.provenance": 1},
		},
		"a connection that is lost before": {
			git:  `echo 'fatal: the remote end hung up unexpectedly' >&2; exit 128`,
			kind: "unavailable", told: map[string]int{"approval.consumed": 1, "tool.failed": 1},
		},
		"another one who builds on it at once": {
			git:  `$git "$@"; code=$?; $git --git-dir bare.git update-ref refs/heads/main $($git --git-dir bare.git commit-tree -p main -m theirs 'main^{tree}'); exit $code`,
			told: map[string]int{"approval.consumed": 1, "tool.completed": 1, "ship.pushed_main": 1, "ship.provenance": 1},
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			y := made.copy(t)
			if row.before != nil {
				row.before(y)
			}
			git := y.wrapper("case \" $* \" in *' push '*) " + row.git + " ;; esac")
			if row.kind == "" {
				if doc, err := y.run(git, "ship", "push", "work"); err != nil || doc["state"] != "pushed" {
					t.Errorf("%v %v", err, doc)
				}
			} else if kind, detail := y.refused(git, "ship", "push", "work"); kind != row.kind {
				t.Errorf("kind %s %v, want %s", kind, detail, row.kind)
			}
			told, got := y.told(), map[string]int{}
			for _, kind := range []string{"approval.consumed", "tool.completed", "tool.failed", "ship.pushed_main", "ship.provenance"} {
				if told[kind] > 0 {
					got[kind] = told[kind]
				}
			}
			if diff := cmp.Diff(row.told, got); diff != "" {
				t.Errorf("-want +got\n%s", diff)
			}
		})
	}
}

// TestWhereOneShipsFrom ships from repositories of every shape.
func TestWhereOneShipsFrom(t *testing.T) {
	made := newYard(t)
	for name, row := range map[string]struct {
		before func(y *yard)
		args   []string
		want   map[string]any // of the document, or of the error
	}{
		"a branch of its own": {func(y *yard) { y.git("work", "switch", "--quiet", "-c", "fix") }, []string{"work"}, map[string]any{"state": "pushed", "merge_method": "fast_forward", "source_branch": "fix"}},
		"main itself":         {func(*yard) {}, []string{"work"}, map[string]any{"state": "pushed", "merge_method": "direct_push", "source_branch": "main"}},
		"a detached HEAD":     {func(y *yard) { y.git("work", "switch", "--quiet", "--detach") }, []string{"work"}, map[string]any{"state": "pushed", "merge_method": "direct_push", "source_branch": nil}},
		"a worktree":          {func(y *yard) { y.git("work", "worktree", "add", "--quiet", "-b", "side", "../side") }, []string{"side"}, map[string]any{"state": "pushed", "source_branch": "side"}},
		"a merge": {func(y *yard) {
			y.git("work", "switch", "--quiet", "-c", "x", "HEAD~2")
			y.git("work", "merge", "--quiet", "--no-ff", "-m", "m", "main")
		}, []string{"work"}, map[string]any{"state": "pushed", "merge_method": "merge_commit"}},
		"an unborn branch": {func(y *yard) { y.git("work", "switch", "--quiet", "--orphan", "new") }, []string{"work"}, map[string]any{"kind": "not_found"}},
		"nothing new":      {func(y *yard) { y.git("work", "push", "--quiet", "origin", "main") }, []string{"work"}, map[string]any{"state": "up_to_date"}},
		"a new branch":     {func(*yard) {}, []string{"work", "--ref", "next"}, map[string]any{"state": "pushed", "ref": "refs/heads/next"}},
		"a remote of two": {func(y *yard) {
			y.git("", "clone", "--quiet", "--bare", "bare.git", "other.git")
			y.git("work", "remote", "add", "other", "../other.git")
		}, []string{"work", "--remote", "other"}, map[string]any{"state": "pushed"}},
		"a remote that is not": {func(*yard) {}, []string{"work", "--remote", "nobody"}, map[string]any{"kind": "not_found"}},
		"a tag for a branch":   {func(*yard) {}, []string{"work", "--ref", "refs/tags/v1"}, map[string]any{"kind": "usage"}},
		"no repository":        {func(*yard) {}, []string{"."}, map[string]any{"kind": "not_found"}},
		"commits on another base": {func(y *yard) {
			y.git("work", "commit", "--quiet", "--amend", "-m", "x")
			y.git("work", "push", "--quiet", "origin", "main")
			y.git("work", "reset", "--quiet", "--hard", "HEAD~1")
			y.commit("work", "four")
		}, []string{"work"}, map[string]any{"kind": "policy"}},
		"what is said of the path": {func(*yard) {}, []string{"work", "--method", "squash_merge", "--pr", "7"}, map[string]any{"state": "pushed", "merge_method": "squash_merge"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			y := made.copy(t)
			row.before(y)
			doc, err := y.run("", append([]string{"ship", "push"}, row.args...)...)
			if e, failed := doc["error"].(map[string]any); failed {
				doc = e
			}
			got := map[string]any{}
			for field := range row.want {
				got[field] = doc[field]
			}
			if diff := cmp.Diff(row.want, got); diff != "" {
				t.Errorf("%v (-want +got)\n%s", err, diff)
			}
		})
	}
}

func TestADryRunWritesNothing(t *testing.T) {
	y := newYard(t)
	before, tip := y.told(), y.git("bare.git", "rev-parse", "main")
	doc := y.must("ship", "push", "work", "--dry-run")
	if doc["dry_run"] != true || doc["stage"] != "" || len(doc["commits"].([]any)) != 2 {
		t.Errorf("%v", doc)
	}
	if diff := cmp.Diff(before, y.told()); diff != "" || y.git("bare.git", "rev-parse", "main") != tip {
		t.Errorf("-before +after\n%s", diff)
	}
}
