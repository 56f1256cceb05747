package ship_test

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/ship"
)

// change is what commits change: of each file the value before and the one after.
type change map[int][2]int

// String is the patch-id of a change.
func (c change) String() string {
	if len(c) == 0 {
		return ""
	}
	return fmt.Sprint("patch ", map[int][2]int(c))
}

// within reports whether another change makes these changes too.
func (c change) within(d change) bool {
	for file, v := range c {
		if d[file] != v {
			return false
		}
	}
	return true
}

// step is how a commit of the branch really came.
type step struct {
	by      string
	changes change
}

// asked is a pull request, and what its commits change.
type asked struct {
	ship.Pull
	commits []domain.CommitID
	changes []change
}

// project is a repository in which the files are numbers, so that what merges and reverts
// bring is known without git.
type project struct {
	repo
	files map[domain.CommitID]map[int]int
	chain []domain.CommitID
	steps map[domain.CommitID]step
	pulls []*asked
	clock int
	fresh int
	log   []string
}

func newProject() *project {
	p := &project{repo: repo{}, files: map[domain.CommitID]map[int]int{}, steps: map[domain.CommitID]step{}}
	p.chain = []domain.CommitID{p.commit(nil)}
	return p
}

func (p *project) tip() domain.CommitID { return p.chain[len(p.chain)-1] }

// diff is what differs between two commits.
func (p *project) diff(from, to domain.CommitID) change {
	c := change{}
	for file := range 5 {
		if a, b := p.files[from][file], p.files[to][file]; a != b {
			c[file] = [2]int{a, b}
		}
	}
	return c
}

// commit makes a commit that changes its first parent; it is made a second after the last.
func (p *project) commit(does change, parents ...domain.CommitID) domain.CommitID {
	p.clock++
	id := domain.CommitID(fmt.Sprintf("c%03d", p.clock))
	files := map[int]int{}
	if len(parents) > 0 {
		files = maps.Clone(p.files[parents[0]])
	}
	for file, v := range does {
		if files[file] = v[1]; v[1] == 0 {
			delete(files, file)
		}
	}
	p.files[id] = files
	c := ship.Commit{ID: id, Tree: fmt.Sprint(files), Parents: parents, Made: time.Unix(int64(p.clock), 0)}
	if len(parents) < 2 {
		c.PatchID = does.String()
	}
	p.repo[id] = c
	return id
}

// land puts a commit on the branch.
func (p *project) land(by string, id domain.CommitID) {
	p.steps[id] = step{by, p.diff(p.tip(), id)}
	p.chain = append(p.chain, id)
}

// edit changes a file to a value that none ever had.
func (p *project) edit(t *rapid.T, on domain.CommitID) change {
	file := rapid.IntRange(0, 4).Draw(t, "file")
	p.fresh++
	return change{file: {p.files[on][file], p.fresh}}
}

// fits is a change onto a commit, without what that has already; false where it conflicts.
func (p *project) fits(c change, on domain.CommitID) (change, bool) {
	out := change{}
	for file, v := range c {
		switch p.files[on][file] {
		case v[0]:
			out[file] = v
		case v[1]:
		default:
			return nil, false
		}
	}
	return out, len(out) > 0
}

// base is the newest commit of the branch that another one is based on.
func (p *project) base(id domain.CommitID) domain.CommitID {
	on := map[domain.CommitID]bool{}
	reachable(p.repo, id, on)
	for _, c := range slices.Backward(p.chain) {
		if on[c] {
			return c
		}
	}
	return p.chain[0]
}

// open makes a pull request of the commits of a branch since a commit.
func (p *project) open(since, head domain.CommitID) *asked {
	a := &asked{Pull: ship.Pull{Number: len(p.pulls) + 1, Head: head}}
	for id := head; id != since; id = p.repo[id].Parents[0] {
		a.commits = append(a.commits, id)
		a.changes = append(a.changes, p.diff(p.repo[id].Parents[0], id))
	}
	slices.Reverse(a.commits)
	slices.Reverse(a.changes)
	p.pulls = append(p.pulls, a)
	return a
}

// all is what a pull request changes since the branch that it is based on.
func (p *project) all(a *asked) change { return p.diff(p.base(a.Head), a.Head) }

func (p *project) some(t *rapid.T) *asked {
	own := slices.DeleteFunc(slices.Clone(p.pulls), func(a *asked) bool { return len(a.changes) == 0 })
	if len(own) == 0 {
		p.ask(t)
		own = p.pulls[len(p.pulls)-1:]
	}
	return rapid.SampledFrom(own).Draw(t, "pull")
}

// ask opens a pull request of some commits, some of them empty or undone again, on the
// branch or on another one.
func (p *project) ask(t *rapid.T) {
	from := rapid.SampledFrom(p.chain).Draw(t, "from")
	if len(p.pulls) > 0 && rapid.IntRange(0, 2).Draw(t, "on a pull request") == 0 {
		from = rapid.SampledFrom(p.pulls).Draw(t, "below").Head
	}
	head := from
	for range rapid.IntRange(1, 3).Draw(t, "commits") {
		does := p.edit(t, head)
		switch rapid.IntRange(0, 5).Draw(t, "sort") {
		case 0:
			does = change{}
		case 1:
			if head != from {
				does = p.diff(head, p.repo[head].Parents[0])
			}
		}
		head = p.commit(does, head)
	}
	p.open(p.base(head), head)
}

// projectWork is what may happen.
var projectWork = map[string]func(*project, *rapid.T){
	"ask":    (*project).ask,
	"commit": func(p *project, t *rapid.T) { p.land("commit", p.commit(p.edit(t, p.tip()), p.tip())) },
	"empty":  func(p *project, _ *rapid.T) { p.land("empty", p.commit(nil, p.tip())) },
	"merge": func(p *project, t *rapid.T) {
		a := p.some(t)
		if does, ok := p.fits(p.all(a), p.tip()); ok {
			p.land("merge", p.commit(does, p.tip(), a.Head))
		}
	},
	"squash": func(p *project, t *rapid.T) {
		if does, ok := p.fits(p.all(p.some(t)), p.tip()); ok {
			p.land("squash", p.commit(does, p.tip()))
		}
	},
	"rebase": func(p *project, t *rapid.T) {
		for _, c := range p.some(t).changes {
			if does, ok := p.fits(c, p.tip()); ok {
				p.land("rebase", p.commit(does, p.tip()))
			}
		}
	},
	"pick": func(p *project, t *rapid.T) {
		if does, ok := p.fits(rapid.SampledFrom(p.some(t).changes).Draw(t, "picked"), p.tip()); ok {
			p.land("pick", p.commit(does, p.tip()))
		}
	},
	"fast forward": func(p *project, t *rapid.T) {
		since := p.tip()
		for range rapid.IntRange(1, 2).Draw(t, "commits") {
			p.land("fast forward", p.commit(p.edit(t, p.tip()), p.tip()))
		}
		p.open(since, p.tip())
	},
	"revert": func(p *project, t *rapid.T) {
		id := rapid.SampledFrom(p.chain[len(p.chain)/2:]).Draw(t, "reverted")
		if parents := p.repo[id].Parents; len(parents) > 0 {
			if does, ok := p.fits(p.diff(id, parents[0]), p.tip()); ok {
				p.land("revert", p.commit(does, p.tip()))
			}
		}
	},
	"ask again": func(p *project, t *rapid.T) { // the same changes, on the branch of now
		head := p.tip()
		for _, c := range p.some(t).changes {
			if does, ok := p.fits(c, head); ok {
				head = p.commit(does, head)
			}
		}
		if head != p.tip() {
			p.open(p.tip(), head)
		}
	},
	"ask for another branch": func(p *project, _ *rapid.T) {
		p.pulls = append(p.pulls, &asked{Pull: ship.Pull{Number: len(p.pulls) + 1, Head: p.tip()}})
	},
}

// TestObjectsNeverShowWhatIsFalse draws histories of which it is known how each commit came,
// and holds what the scan says that objects show to that.
func TestObjectsNeverShowWhatIsFalse(t *testing.T) {
	shown := map[domain.MergeMethod]int{}
	rapid.Check(t, func(t *rapid.T) {
		p := newProject()
		for _, work := range rapid.SliceOfN(rapid.SampledFrom(slices.Sorted(maps.Keys(projectWork))), 1, 25).Draw(t, "work") {
			p.log = append(p.log, fmt.Sprint(work, " at ", p.tip()))
			projectWork[work](p, t)
		}
		var pulls []ship.Pull
		for _, a := range p.pulls {
			pulls = append(pulls, a.Pull)
		}
		for _, s := range ship.Spans(p.repo, p.tip(), pulls) {
			pull, id := &pulls[s.Pull], p.diff(s.Base, s.Head).String()
			if s.Rest {
				pull.RestPatchIDs = append(pull.RestPatchIDs, id)
			} else {
				pull.RangePatchID = id
			}
		}
		landed := map[int]bool{}
		for _, s := range ship.Follow(p.repo, "", p.tip(), pulls, nil).Steps {
			if s.Basis != domain.BasisObjects {
				continue
			}
			shown[s.Method]++
			if why := p.wrong(&s, landed); why != "" {
				t.Fatalf("%s is said to be %s of %v, by objects: %s\n%s\n%v", s.New, s.Method, s.Pull, why, strings.Join(p.log, "\n"), p.steps[s.New])
			}
		}
	})
	for _, method := range []domain.MergeMethod{domain.MergeCommit, domain.MergeSquash, domain.MergeRebase, domain.MergeUnknown} {
		if shown[method] == 0 {
			t.Errorf("no history showed a %s", method)
		}
	}
}

// wrong says what of a step's path is not so, "" for nothing. Landed are the pull requests that
// were said to be squashed.
func (p *project) wrong(s *ship.Step, landed map[int]bool) string {
	really := p.steps[s.New]
	switch s.Method {
	case domain.MergeCommit:
		if really.by != "merge" {
			return "it was no merge"
		}
		return ""
	case domain.MergeSquash:
		if really.by != "squash" {
			return "nobody squashed"
		}
		if s.Pull != nil && landed[s.Pull.Number] {
			return "it landed before"
		}
	case domain.MergeRebase:
		if really.by != "rebase" && really.by != "pick" && really.by != "squash" {
			return "nobody rebased"
		}
	case domain.MergeUnknown:
	default:
		return "objects never show that"
	}
	if s.Pull == nil {
		return ""
	}
	landed[s.Pull.Number] = landed[s.Pull.Number] || s.Method == domain.MergeSquash
	a := p.pulls[s.Pull.Number-1]
	brings := slices.ContainsFunc(a.changes, func(c change) bool { return really.changes.within(c) })
	if !brings && !really.changes.within(p.all(a)) {
		return "it does not bring what the pull request changes"
	}
	if p.repo[a.Head].Made.After(p.repo[s.New].Made) {
		return "its head was made later"
	}
	return ""
}
