package cli_test

import (
	"os/exec"
	"strings"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/ship"
	"github.com/clawable/claw/eventlog"
)

// yardHistory is what the yard has beyond the repository that it ships to.
const yardHistory = `commit refs/heads/main
committer Alice <alice@example.org> 1700000500 +0000
data <<M
To be shipped
M
from refs/heads/main^0
M 644 inline more
data <<D
more
D

`

// shipping are the verbs that ship.
var shipping = []string{"claw ship prepare", "claw ship push"}

// inYard runs git in the repository that ships.
func (w *world) inYard(in string, args ...string) string {
	cmd := exec.Command("git", append([]string{"-C", w.path("yard")}, args...)...)
	cmd.Stdin = strings.NewReader(in)
	cmd.Env = append(cmd.Environ(), "GIT_CONFIG_GLOBAL=/dev/null", "GIT_CONFIG_NOSYSTEM=1")
	out, err := cmd.CombinedOutput()
	if err != nil {
		panic(string(out))
	}
	return strings.TrimSpace(string(out))
}

// yard gives a world a repository with a commit that its remote does not have.
func (w *world) yard() {
	w.folder("yard")
	w.inYard("", "clone", "--quiet", "--template=", "--bare", w.path("repo.git"), ".")
	w.inYard("", "config", "remote.origin.url", "../repo.git")
	w.inYard("", "config", "claw.repo", demoRepo)
	w.inYard(yardHistory, append(packed, "fast-import", "--quiet")...)
}

// busyShips lets somebody write to the ship of the yard whenever the program looks at its
// clock.
func busyShips(w *world, _ string) {
	m := ship.Move{Repo: demoRepo, Ref: "refs/heads/main", Old: demoMerge, New: domain.CommitID(w.inYard("", "rev-parse", "main"))}
	busy(w, func(eventlog.Log) []domain.StreamID { return []domain.StreamID{m.Stream()} },
		&domain.ShipRewritten{ShipTarget: domain.ShipTarget{Repo: m.Repo, Ref: m.Ref, Remote: domain.Known[domain.Remote]("origin")}, Old: m.Old, New: m.New})
}

// strange lets the yard ship to a machine that takes no key of it.
func strange(w *world, _ string) {
	w.inYard("", "config", "remote.origin.url", "ssh://git@example.org/demo.git")
	w.inYard("", "config", "core.sshCommand", "echo 'git@example.org: Permission denied (publickey).' >&2; exit 255; :")
}
