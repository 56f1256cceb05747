package clitest

import (
	"os/exec"
	"strings"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/ship"
)

// demoHistory is what the repository of a world holds: two commits on main, and a merge of
// pull request 7, which has two.
const demoHistory = `commit refs/heads/main
mark :1
committer Alice <alice@example.org> 1700000000 +0000
data <<M
Begin
M
M 644 inline readme
data <<D
one
D

commit refs/heads/main
mark :2
committer Alice <alice@example.org> 1700000100 +0000
data <<M
Go on

Codex-Session: 019c0000-0000-7000-8000-000000000001
M
from :1
M 644 inline readme
data <<D
two
D

commit refs/pull/7/head
mark :3
committer Bob <bob@example.org> 1700000200 +0000
data <<M
A part
M
from :1
M 644 inline part
data <<D
part
D

commit refs/pull/7/head
mark :4
committer Bob <bob@example.org> 1700000300 +0000
data <<M
The rest
M
from :3
M 644 inline rest
data <<D
rest
D

commit refs/heads/main
mark :5
committer Alice <alice@example.org> 1700000400 +0000
data <<M
Merge
M
from :2
merge :4
M 644 inline part
data <<D
part
D
M 644 inline rest
data <<D
rest
D

`

// DemoRepo is the name of the repository of a world.
const DemoRepo = "example.org/demo"

// packed makes git's fast-import keep one pack: a world is copied hundreds of times, and a loose
// object is a separate file in its own folder.
var packed = []string{"-c", "fastimport.unpackLimit=0"}

// Ships makes the bare repository repo.git of [DemoRepo], and records its ships.
func (w *World) Ships() {
	git := func(in string, args ...string) {
		cmd := exec.Command("git", append([]string{"-C", w.Path("repo.git")}, args...)...)
		cmd.Stdin = strings.NewReader(in)
		cmd.Env = append(cmd.Environ(), "GIT_CONFIG_GLOBAL=/dev/null", "GIT_CONFIG_NOSYSTEM=1")
		if out, err := cmd.CombinedOutput(); err != nil {
			panic(string(out))
		}
	}
	w.Folder("repo.git")
	git("", "init", "--quiet", "--template=", "--bare", "--initial-branch=main")
	git("", "config", "claw.repo", DemoRepo)
	git(demoHistory, append(packed, "fast-import", "--quiet")...)
	w.Must("ship", "scan", "repo.git")
}

// demoBefore is what main was before pull request 7 was merged.
const demoBefore domain.CommitID = "6fb3668a021cd0a364408f4eff98ecdf84247ceb"

// DemoMerge is the merge of pull request 7, and what main is.
const DemoMerge domain.CommitID = "d8987c7df30dc69c3be8905a2de967e3bd7a399b"

// DemoShip is the stream of the ship of pull request 7.
var DemoShip = ship.Move{Repo: DemoRepo, Ref: "refs/heads/main", Old: demoBefore, New: DemoMerge}.Stream().String()
