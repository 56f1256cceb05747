package cli_test

import (
	"maps"
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"
)

// plainGit asks a repository with the git program alone, and nothing of ours.
type plainGit struct {
	t   *testing.T
	dir string
}

// try returns what git says, and whether it could.
func (g plainGit) try(in string, args ...string) (string, bool) {
	cmd := exec.Command("git", append([]string{"-C", g.dir, "--no-replace-objects", "-c", "diff.renames=false"}, args...)...)
	cmd.Env = append(os.Environ(), "GIT_CONFIG_GLOBAL="+os.DevNull, "GIT_CONFIG_NOSYSTEM=1", "GIT_ATTR_NOSYSTEM=1", "LC_ALL=C")
	cmd.Stdin = strings.NewReader(in)
	out, err := cmd.Output()
	return string(out), err == nil
}

func (g plainGit) ask(in string, args ...string) string {
	g.t.Helper()
	out, ok := g.try(in, args...)
	if !ok {
		g.t.Fatalf("git %q fails", args)
	}
	return out
}

// patches numbers what commits change against their first parents. Those whose blobs the
// clone does not have get no number: they are found by halves.
func (g plainGit) patches(commits []string) map[string]string {
	g.t.Helper()
	ids := map[string]string{}
	diffs, ok := g.try(strings.Join(commits, "\n")+"\n", "diff-tree", "--stdin", "--root", "-p")
	if !ok && len(commits) > 1 {
		maps.Copy(ids, g.patches(commits[:len(commits)/2]))
		maps.Copy(ids, g.patches(commits[len(commits)/2:]))
		return ids
	}
	for line := range strings.Lines(g.ask(diffs, "patch-id", "--stable")) {
		if id, commit, _ := strings.Cut(strings.TrimSpace(line), " "); ok {
			ids[commit] = id
		}
	}
	return ids
}

// rangePatch numbers all that a commit changes since another, "" for nothing or where the
// clone does not have all of it.
func (g plainGit) rangePatch(base, head string) string {
	g.t.Helper()
	diff, ok := g.try("", "diff-tree", "-p", base, head)
	if !ok {
		return ""
	}
	id, _, _ := strings.Cut(g.ask(diff, "patch-id", "--stable"), " ")
	return id
}

// countedStep is a step of the first-parent chain, and what its message claims.
type countedStep struct {
	id, tree, subject string
	merge             bool
}

// pullHead is the head of a pull request that did not land as it was.
type pullHead struct {
	tree, patch string
	own         []string // patch-ids of its own commits, none when one merges
}

// recounted is what plain git says of the way that main came.
type recounted struct {
	steps  []countedStep       // the oldest first
	method map[string]string   // of each step
	heads  map[string]bool     // of pull requests
	open   map[string]pullHead // by head, those that did not land
	pulls  map[string]string   // head by number
	landed map[string]bool     // all commits of main
}

// recount says by which path each step of main came: with git's own words, and code
// that shares nothing with the scan.
func recount(g plainGit) *recounted {
	r := &recounted{method: map[string]string{}, heads: map[string]bool{}, open: map[string]pullHead{}, pulls: map[string]string{}, landed: map[string]bool{}}
	for line := range strings.Lines(g.ask("", "log", "--reverse", "--first-parent", "--format=%H%x00%T%x00%P%x00%s", "main")) {
		f := strings.Split(strings.TrimSuffix(line, "\n"), "\x00")
		r.steps = append(r.steps, countedStep{f[0], f[1], f[3], strings.Contains(f[2], " ")})
	}
	for _, id := range strings.Fields(g.ask("", "rev-list", "main")) {
		r.landed[id] = true
	}
	r.readPulls(g)
	ids := make([]string, len(r.steps))
	for i := range r.steps {
		ids[i] = r.steps[i].id
	}
	patches := g.patches(ids)
	for i := range r.steps {
		r.method[ids[i]] = r.shown(&r.steps[i], patches[ids[i]])
	}
	r.rebased(ids, patches)
	return r
}

func (r *recounted) readPulls(g plainGit) {
	for line := range strings.Lines(g.ask("", "for-each-ref", "--format=%(objectname) %(tree) %(refname)", "refs/pull/*/head")) {
		f := strings.Fields(line)
		head := f[0]
		r.heads[head], r.pulls[strings.Split(f[2], "/")[2]] = true, head
		if _, known := r.open[head]; known || r.landed[head] {
			continue
		}
		p := pullHead{tree: f[1]}
		if base, ok := g.try("", "merge-base", "main", head); ok {
			p.patch = g.rangePatch(strings.TrimSpace(base), head)
		}
		if g.ask("", "rev-list", "--min-parents=2", "main.."+head) == "" {
			own := strings.Fields(g.ask("", "rev-list", "--reverse", "main.."+head))
			ids := g.patches(own)
			for _, id := range own {
				p.own = append(p.own, ids[id])
			}
		}
		r.open[head] = p
	}
}

// shown is the path of a step by itself.
func (r *recounted) shown(s *countedStep, patch string) string {
	trees := 0
	for _, p := range r.open {
		switch {
		case s.merge || r.heads[s.id]:
		case patch != "" && p.patch == patch:
			return "squash_merge"
		case p.tree == s.tree:
			trees++
		}
	}
	switch {
	case s.merge:
		return "merge_commit"
	case r.heads[s.id]:
		return "fast_forward"
	case trees == 1, trees > 1 && patch != "":
		return "squash_merge"
	}
	return "direct_push"
}

// rebased finds the pull requests of several commits that steps repeat one by one.
func (r *recounted) rebased(steps []string, patches map[string]string) {
	for _, p := range r.open {
		if len(p.own) < 2 || slices.Contains(p.own, "") {
			continue
		}
		for last := len(p.own); last <= len(steps); last++ {
			some := steps[last-len(p.own) : last]
			same := true
			for i, id := range some {
				same = same && patches[id] == p.own[i]
			}
			for _, id := range some {
				if same {
					r.method[id] = "rebase_merge"
				}
			}
		}
	}
}
