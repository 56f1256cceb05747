package cli_test

import (
	"strings"
	"testing"
)

// TestGitStatusClaimsNothingWhereGitSaysNothing asks in a folder without a repository and of a
// base that the work lacks.
func TestGitStatusClaimsNothingWhereGitSaysNothing(t *testing.T) {
	w := newWorld(t)
	w.folder("plain")
	for name, row := range map[string]struct {
		args []string
		want []string
	}{
		"no repository":        {[]string{"plain"}, []string{`"repository": null`, `"dirty": null`, `"freshness": "unknown"`, `"no_repository"`}},
		"nobody expects":       {[]string{"repo.git"}, []string{`"state": "no_expected_base"`, `"freshness": "unknown"`, `"bare": true`}},
		"a base that it has":   {[]string{"repo.git", "--base", "main~1"}, []string{`"state": "matches"`, `"freshness": "current"`}},
		"a base that it lacks": {[]string{"repo.git", "--base", "refs/pull/7/head"}, []string{`"freshness"`, `"source": "flag"`}},
	} {
		out := w.must(append([]string{"git", "status", "--json"}, row.args...)...).Out
		for _, want := range row.want {
			if !strings.Contains(out, want) {
				t.Errorf("%s: no %s in\n%s", name, want, out)
			}
		}
	}
}

// TestAStaleWorktreeIsSaidToBe lacks a commit of what it should stand on.
func TestAStaleWorktreeIsSaidToBe(t *testing.T) {
	s := newShop(newWorld(t))
	s.git("checkout", "--quiet", "-b", "topic")
	s.git("checkout", "--quiet", "main")
	s.commit()
	missing := s.git("rev-parse", "main")
	s.git("checkout", "--quiet", "topic")
	s.file("work/.claw-base", "main\n")
	out := s.must("git", "status", "work", "--json").Out
	for _, want := range []string{`"state": "diverged"`, `"freshness": "stale"`, `"behind": 1`, missing, `"dirty": true`} {
		if !strings.Contains(out, want) {
			t.Errorf("no %s in\n%s", want, out)
		}
	}
	if text := s.must("git", "status", "work").Out; !strings.Contains(text, "stale") {
		t.Errorf("text:\n%s", text)
	}
}
