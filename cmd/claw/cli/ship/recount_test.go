package shipcmd_test

import (
	"maps"
	"os"
	"os/exec"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// plainGit queries a repository only with the git program, and nothing of ours.
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

// countedStep is a step of the first-parent chain, and what it says of itself.
type countedStep struct {
	id, tree, subject string
	made              int
	merge, changes    bool
	patch             string
}

// pullHead is the head of a pull request that did not land as it was.
type pullHead struct {
	number, tree string
	made, onto   int // onto is the last step that it is based on
	patch        string
	own          []string // patch-ids of its own commits that are no merges
	merges       bool
	rest         []string // patch-ids of what was left after each of its commits
}

// recounted is what plain git says of the way that main came.
type recounted struct {
	steps   []countedStep     // the oldest first
	method  map[string]string // of each step, with its basis
	heads   map[string]bool   // of pull requests
	open    []pullHead        // those that did not land
	pulls   map[string]string // head by number
	landed  map[string]bool   // all commits of main
	matched map[int][]string  // the numbers of the pull requests that a step may be
	may     map[int]string    // "s" for a squash, "r" for a rebase
	with    map[string]int    // the step with which a pull request landed
}

// recount says by which path each step of main came: with git's own words, and code
// that shares nothing with the scan.
func recount(g plainGit) *recounted {
	r := &recounted{method: map[string]string{}, heads: map[string]bool{}, pulls: map[string]string{}, landed: map[string]bool{},
		matched: map[int][]string{}, may: map[int]string{}, with: map[string]int{}}
	for line := range strings.Lines(g.ask("", "log", "--reverse", "--first-parent", "--format=%H%x00%T%x00%P%x00%ct%x00%s", "main")) {
		f := strings.Split(strings.TrimSuffix(line, "\n"), "\x00")
		made, _ := strconv.Atoi(f[3])
		n := len(r.steps)
		r.steps = append(r.steps, countedStep{id: f[0], tree: f[1], subject: f[4], made: made, merge: strings.Contains(f[2], " "), changes: n > 0 && r.steps[n-1].tree != f[1]})
	}
	ids := make([]string, len(r.steps))
	for i := range r.steps {
		ids[i] = r.steps[i].id
	}
	for id, patch := range g.patches(ids) {
		r.steps[slices.Index(ids, id)].patch = patch
	}
	for _, id := range strings.Fields(g.ask("", "rev-list", "main")) {
		r.landed[id] = true
	}
	r.readPulls(g)
	for i := range r.open {
		r.land(&r.open[i])
	}
	r.rebasedOnOthers()
	for i := range r.steps {
		r.method[ids[i]] = r.shown(i)
	}
	return r
}

func (r *recounted) readPulls(g plainGit) {
	for line := range strings.Lines(g.ask("", "for-each-ref", "--format=%(objectname) %(tree) %(committerdate:unix) %(refname)", "refs/pull/*/head")) {
		f := strings.Fields(line)
		head, number := f[0], strings.Split(f[3], "/")[2]
		r.heads[head], r.pulls[number] = true, head
		if r.landed[head] {
			continue
		}
		p := pullHead{number: number, tree: f[1], onto: -1}
		p.made, _ = strconv.Atoi(f[2])
		behind := " " + strings.Join(strings.Fields(g.ask("", "rev-list", head)), " ") + " "
		for i := range r.steps {
			if strings.Contains(behind, " "+r.steps[i].id+" ") {
				p.onto = i
			}
		}
		if base, ok := g.try("", "merge-base", "main", head); ok {
			p.patch = g.rangePatch(strings.TrimSpace(base), head)
		}
		p.merges = g.ask("", "rev-list", "--min-parents=2", "main.."+head) != ""
		own := strings.Fields(g.ask("", "rev-list", "--reverse", "--no-merges", "main.."+head))
		ids := g.patches(own)
		for _, id := range own {
			p.own = append(p.own, ids[id])
		}
		if slices.ContainsFunc(r.steps, func(s countedStep) bool { return s.tree == p.tree }) {
			for _, below := range strings.Fields(g.ask("", "rev-list", "--first-parent", "main.."+head))[1:] {
				p.rest = append(p.rest, g.rangePatch(below, head))
			}
		}
		r.open = append(r.open, p)
	}
}

// can reports whether a pull request may have landed with a step.
func (r *recounted) can(p *pullHead, i int) bool {
	return i > p.onto && p.made <= r.steps[i].made && r.steps[i].changes && !r.steps[i].merge && r.steps[i].patch != ""
}

// had reports whether main had the tree or the patch of a step before.
func (r *recounted) had(i int) bool {
	s := &r.steps[i]
	return slices.ContainsFunc(r.steps[:i], func(b countedStep) bool { return b.tree == s.tree || b.patch == s.patch && !b.merge })
}

// land looks step by step with which one a pull request came, by its patches and then by
// its tree.
func (r *recounted) land(p *pullHead) {
	n := len(p.own)
	for i := range r.steps {
		repeats := n > 1 && n <= i+1 && !p.merges && !slices.Contains(p.own, "")
		for k := 0; repeats && k < n; k++ {
			repeats = r.can(p, i-n+1+k) && r.steps[i-n+1+k].patch == p.own[k]
		}
		whole := p.patch != "" && r.can(p, i) && r.steps[i].patch == p.patch
		for k := i - n + 1; repeats && k <= i; k++ {
			r.came(p, k, "r")
		}
		if whole {
			r.came(p, i, "s")
		}
		if whole || repeats {
			return
		}
	}
	for i := range r.steps {
		if r.steps[i].tree == p.tree {
			if r.can(p, i) && slices.Contains(p.rest, r.steps[i].patch) {
				r.came(p, i, "s")
			}
			return
		}
	}
}

// came notes that a step may be a pull request, by which paths.
func (r *recounted) came(p *pullHead, i int, by string) {
	r.matched[i] = append(r.matched[i], p.number)
	r.with[p.number] = i
	changing := slices.DeleteFunc(slices.Clone(p.own), func(patch string) bool { return patch == "" })
	if by == "s" && (len(changing) < 2 || slices.Contains(p.own, r.steps[i].patch)) || r.had(i) {
		by = "sr"
	}
	r.may[i] += by
}

// rebasedOnOthers leaves open how a pull request came that was rebased, where one of its steps
// may be another one.
func (r *recounted) rebasedOnOthers() {
	for range r.open {
		for i := range r.open {
			p := &r.open[i]
			last, ok := r.with[p.number]
			first := last - len(p.own) + 1
			if !ok || first < 0 || len(p.own) < 2 || !slices.Contains(r.matched[first], p.number) {
				continue
			}
			open := false
			for k := first; k <= last; k++ {
				open = open || r.heads[r.steps[k].id] || strings.Contains(r.may[k], "s")
			}
			for k := first; open && k <= last; k++ {
				r.may[k] += "s"
			}
		}
	}
}

// shown is the path of a step: what objects show, else what is stated.
func (r *recounted) shown(i int) string {
	s := &r.steps[i]
	squash, rebase := strings.Contains(r.may[i], "s"), strings.Contains(r.may[i], "r")
	claim := numbered.FindStringSubmatch(s.subject)
	switch {
	case s.merge:
		return "merge_commit objects"
	case squash && !rebase:
		return "squash_merge objects"
	case rebase && !squash:
		return "rebase_merge objects"
	case squash && claim != nil && slices.Contains(r.matched[i], claim[1]):
		return "squash_merge stated"
	case squash:
		return "unknown objects"
	case claim != nil && r.first(i, claim[1]) && r.mayBe(i, claim[1]):
		return "squash_merge stated"
	case claim == nil && r.heads[s.id]:
		return "fast_forward stated"
	}
	return "direct_push assumed"
}

// first reports whether no step before says that it is a pull request.
func (r *recounted) first(i int, number string) bool {
	return !slices.ContainsFunc(r.steps[:i], func(s countedStep) bool {
		claim := numbered.FindStringSubmatch(s.subject)
		merges := strings.HasPrefix(s.subject, "Merge pull request #"+number+" ")
		return claim != nil && claim[1] == number || s.merge && merges
	})
}

// mayBe reports whether nothing excludes that a step is the squash of a pull request.
func (r *recounted) mayBe(i int, number string) bool {
	if r.pulls[number] == "" {
		return r.steps[i].changes
	}
	_, elsewhere := r.with[number]
	for k := range r.open {
		p := &r.open[k]
		if p.number == number && !elsewhere && i > p.onto && p.made <= r.steps[i].made {
			return r.steps[i].changes
		}
	}
	return false
}
