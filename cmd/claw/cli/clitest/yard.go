package clitest

import (
	"os/exec"
	"strings"
)

// yardHistory is what the repository yard has beyond repo.git, to which it ships.
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

// InYard runs git in the repository yard, which ships to repo.git, with an input, and returns what
// it printed, trimmed; it must not fail.
func (w *World) InYard(in string, args ...string) string {
	cmd := exec.Command("git", append([]string{"-C", w.Path("yard")}, args...)...)
	cmd.Stdin = strings.NewReader(in)
	cmd.Env = append(cmd.Environ(), "GIT_CONFIG_GLOBAL=/dev/null", "GIT_CONFIG_NOSYSTEM=1")
	out, err := cmd.CombinedOutput()
	if err != nil {
		panic(string(out))
	}
	return strings.TrimSpace(string(out))
}

// yard makes the bare repository yard, with a commit that its remote does not have.
func (w *World) yard() {
	w.Folder("yard")
	w.InYard("", "clone", "--quiet", "--template=", "--bare", w.Path("repo.git"), ".")
	w.InYard("", "config", "remote.origin.url", "../repo.git")
	w.InYard("", "config", "claw.repo", DemoRepo)
	w.InYard(yardHistory, append(packed, "fast-import", "--quiet")...)
}
