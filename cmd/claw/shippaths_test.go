package main_test

import (
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/clawable/claw/domain"
)

// The session that the work of a path came of, and the lane that it is bound to.
const (
	pathSession = "codex/019c0000-0000-7000-8000-000000000001"
	pathLane    = "01J00000000000000000000001"
)

// wantLineageUnknown checks that a ship whose commits are not imported does not claim that no other
// commit makes the same change.
func (y *yard) wantLineageUnknown(commit string) {
	y.t.Helper()
	early := y.must("ship", "show", commit[:12])
	if early["lineage_unknown"] != "not_yet" || len(early["supersedes"].([]any)) != 0 {
		y.t.Errorf("before the commits are imported the lineage is %v: %v", early["lineage_unknown"], early["supersedes"])
	}
	for _, c := range early["commits"].([]any) {
		if c := c.(map[string]any); (c["patch_id"] == nil) != (c["patch_id_unknown"] == "not_yet") {
			y.t.Errorf("it is not said why there is no patch-id: %v", c)
		}
	}
}

// wantFile holds how many ships brought a file, and whether it is said that there may be more.
func (y *yard) wantFile(file string, ships int, more bool) {
	y.t.Helper()
	d := y.must("audit", "what", file)
	warned := slices.ContainsFunc(d["warnings"].([]any), func(w any) bool { return w.(map[string]any)["code"] == "commits_not_imported" })
	if d["total"] != float64(ships) || warned != more {
		y.t.Errorf("%s came by %v ships, want %d; warned of commits that were not imported: %v, want %v", file, d["total"], ships, warned, more)
	}
}

// TestEachPathTellsTheSameLineage brings the same work to main by each path by which the
// log may know of it. A draft of it is on another branch. What the ship brought, of whom,
// and what it supersedes is the same; the paths differ in how that is known.
func TestEachPathTellsTheSameLineage(t *testing.T) {
	made := newYard(t)
	made.git("work", "config", "claw.repo", "example.org/yard")
	made.git("work", "push", "--quiet", "origin", "main")
	made.git("work", "switch", "--quiet", "-c", "draft")
	made.commit("work", "four")
	made.git("work", "switch", "--quiet", "main")
	made.git("work", "cherry-pick", "--no-commit", "draft")
	made.git("work", "commit", "--quiet", "--message", "four, in other words\n\nCodex-Session: 019c0000-0000-7000-8000-000000000001")
	seen := domain.SessionID(pathSession)
	draft := filepath.Join(t.TempDir(), "session.jsonl")
	if err := os.WriteFile(draft, []byte(`{"kind":"session.created","stream":"`+seen.Stream().String()+`","subject":{"session":"`+pathSession+`"},"data":{"agent":"codex","purpose":{"unknown":"not_recorded"},"title":{"unknown":"not_recorded"},"workspace":{"unknown":"not_recorded"}}}`+"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	made.must("log", "append", draft)
	made.must("lane", "bind", pathLane, pathSession)
	head := made.git("work", "rev-parse", "HEAD")
	want := map[string]any(nil)
	for _, path := range []struct {
		name, basis string
		push        func(y *yard)
	}{
		{"claw ship push", "recorded", func(y *yard) { y.must("ship", "push", "work") }},
		{"a hook", "recorded", func(y *yard) { y.hooks("work", "install"); y.push("work", "origin", "main") }},
		{"a scan", "assumed", func(y *yard) { y.git("work", "push", "--quiet", "origin", "main") }},
	} {
		t.Run(path.name, func(t *testing.T) {
			y := made.copy(t)
			path.push(y)
			if path.basis == "recorded" {
				y.wantLineageUnknown(head)
				y.wantFile("four", 0, true)
			}
			y.must("ship", "scan", "work")
			y.wantFile("four", 1, false)
			shown := y.must("ship", "show", head)
			if shown["lineage_unknown"] != nil {
				t.Errorf("with all imported, the lineage is %v", shown["lineage_unknown"])
			}
			if shown["basis"] != path.basis {
				t.Errorf("basis %v, want %s", shown["basis"], path.basis)
			}
			what := y.must("audit", "what", head)["ships"].([]any)[0].(map[string]any)
			lane := y.must("lane", "show", pathLane)
			got := map[string]any{}
			for _, of := range []string{"commits", "supersedes", "old", "new", "tree"} {
				got["ship show "+of], got["audit what "+of] = shown[of], what[of]
			}
			got["lane show landed"], got["lane show commits"] = lane["landed"], lane["commits"]
			commit := shown["commits"].([]any)[0].(map[string]any)
			if len(commit["lanes"].([]any)) != 1 || len(commit["sessions"].([]any)) != 1 || commit["patch_id"] == nil ||
				len(shown["supersedes"].([]any)) != 1 || len(lane["landed"].([]any)) != 1 {
				t.Errorf("not all is told: %v\nlanded %v", shown, lane["landed"])
			}
			if want == nil {
				want = got
			}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("-first path +this\n%s", diff)
			}
		})
	}
}
