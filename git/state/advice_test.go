package gitstate_test

import (
	"fmt"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	gitstate "github.com/clawable/claw/git/state"
)

// advised is the relation of a state to main in few words.
func advised(s *gitstate.State) string {
	m := &s.Main
	out := fmt.Sprintf("%s %s +%d -%d", m.Source, m.State, m.Ahead, m.Behind)
	if m.More > 0 {
		out += fmt.Sprintf(", %d named, %d more", len(m.Missing), m.More)
	}
	if s.Advice == nil {
		return out
	}
	return out + ", " + string(s.Advice.Action) + ": " + s.Advice.Hint + string(s.Advice.Next.Code)
}

// clone is a clone of work with topic checked out, whose main then went on.
func (p *place) clone(options ...string) {
	p.repo()
	p.git("", append(append([]string{"clone", "-q"}, options...), "file://"+filepath.Join(p.dir, "work"), "clone")...)
	p.git("clone", "checkout", "-q", "-b", "topic", "--no-track")
}

// mainGoesOn adds commits to the main of work, and fetches them.
func (p *place) mainGoesOn(n int) {
	p.t.Helper()
	var in strings.Builder
	for i := range n {
		fmt.Fprintf(&in, "commit refs/heads/main\ncommitter A <a@example.org> %d +0000\ndata 4\nmore\n", 1767225600+i)
		if i == 0 {
			in.WriteString("from refs/heads/main^0\n")
		}
	}
	cmd := exec.Command("git", "-C", filepath.Join(p.dir, "work"), "fast-import", "--quiet")
	cmd.Env, cmd.Stdin = p.environ(), strings.NewReader(in.String())
	if out, err := cmd.CombinedOutput(); err != nil {
		p.t.Fatalf("%v\n%s", err, out)
	}
	p.git("clone", "fetch", "-q")
}

func (p *place) works() { p.git("clone", "commit", "-q", "--allow-empty", "-m", "mine") }

func TestHowWorkStandsToMain(t *testing.T) {
	for name, row := range map[string]struct {
		make   func(p *place)
		folder string
		want   gitstate.Expected
		told   string
	}{
		"nobody knows which it is": {(*place).repo, "work", gitstate.Expected{},
			" no_expected_base +0 -0, fetch: name_main_branch"},
		"it has all of it":           {func(p *place) { p.clone(); p.works() }, "clone", gitstate.Expected{}, "remote matches +1 -0"},
		"it only lacks":              {func(p *place) { p.clone(); p.mainGoesOn(2) }, "clone", gitstate.Expected{}, "remote diverged +0 -2, merge: git merge --ff-only origin/main"},
		"more is missing than named": {func(p *place) { p.clone(); p.mainGoesOn(gitstate.MostMissing + 3) }, "clone", gitstate.Expected{}, "remote diverged +0 -103, 100 named, 3 more, merge: git merge --ff-only origin/main"},
		"nobody was given the work":  {func(p *place) { p.clone(); p.works(); p.mainGoesOn(1) }, "clone", gitstate.Expected{}, "remote diverged +1 -1, rebase: git rebase origin/main"},
		"others may have the work": {func(p *place) {
			p.clone()
			p.works()
			p.git("clone", "push", "-q", "-u", "origin", "topic")
			p.mainGoesOn(1)
		}, "clone", gitstate.Expected{}, "remote diverged +1 -1, merge: git merge origin/main"},
		"a merge is halfway": {func(p *place) { p.repo(); p.conflict(); _, _ = p.try("work", "merge", "main") }, "work", gitstate.Expected{Main: "main"},
			"flag diverged +1 -1, rebase: first git merge --continue, or git merge --abort; then git rebase main"},
		"a base stands for it":       {func(p *place) { p.clone() }, "clone", gitstate.Expected{Base: "HEAD~1"}, "flag matches +1 -0"},
		"it is named beside a base":  {func(p *place) { p.clone(); p.mainGoesOn(1) }, "clone", gitstate.Expected{Base: "HEAD~1", Main: "origin/main"}, "flag diverged +0 -1, merge: git merge --ff-only origin/main"},
		"another remote has it":      {func(p *place) { p.clone("--origin=theirs") }, "clone", gitstate.Expected{}, "remote matches +0 -0"},
		"a shallow clone cannot say": {func(p *place) { p.clone("--depth=1"); p.works(); p.mainGoesOn(1) }, "clone", gitstate.Expected{}, "remote unknown +1 -1, fetch: git fetch --unshallow"},
		"two remotes, none origin": {func(p *place) {
			p.clone("--origin=theirs")
			p.git("clone", "remote", "add", "ours", filepath.Join(p.dir, "work"))
			p.git("clone", "fetch", "-q", "ours")
			p.git("clone", "remote", "set-head", "ours", "main")
		}, "clone", gitstate.Expected{}, " no_expected_base +0 -0, fetch: name_main_branch"},
		"nothing is worked on": {func(p *place) { p.repo(); p.git("", "clone", "-q", "--bare", "work", "bare") }, "bare", gitstate.Expected{}, " no_expected_base +0 -0"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := newPlace(t)
			row.make(p)
			s, err := p.read(row.folder, row.want)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(row.told, advised(s)); diff != "" {
				t.Errorf("-want +got\n%s", diff)
			}
		})
	}
}
