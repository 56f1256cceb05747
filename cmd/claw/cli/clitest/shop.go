package clitest

import (
	"fmt"
	"os"
	"os/exec"
	"strings"
)

// Shop is a world with a repository in which people work, in the folder work, and a bare one that
// they push to, shop.git.
type Shop struct {
	*World
	files int // that were written
}

// NewShop makes the repositories of w, with one commit on the branch main of work.
func NewShop(w *World) *Shop {
	s := &Shop{World: w}
	w.Env["PATH"] = os.Getenv("PATH")
	s.Git("init", "--quiet", "--bare", "--initial-branch=main", w.Path("shop.git"))
	s.Git("--git-dir", w.Path("shop.git"), "config", "claw.repo", "example.org/shop")
	s.Git("init", "--quiet", "--initial-branch=main", w.Path("work"))
	s.Write()
	return s
}

// Git runs git in work, but for init and --git-dir, and returns what it printed, trimmed; it must not fail.
func (s *Shop) Git(args ...string) string {
	if args[0] != "init" && args[0] != "--git-dir" {
		args = append([]string{"-C", s.Path("work")}, args...)
	}
	cmd := exec.Command("git", args...)
	when := fmt.Sprintf("%d +0000", 1700000000+s.files)
	cmd.Env = []string{"PATH=" + os.Getenv("PATH"), "HOME=" + s.Path("home"), "GIT_CONFIG_NOSYSTEM=1", "GIT_AUTHOR_NAME=A", "GIT_AUTHOR_EMAIL=a@example.org",
		"GIT_COMMITTER_NAME=A", "GIT_COMMITTER_EMAIL=a@example.org", "GIT_AUTHOR_DATE=" + when, "GIT_COMMITTER_DATE=" + when, "GIT_EDITOR=true"}
	out, err := cmd.CombinedOutput()
	if err != nil {
		s.T.Fatalf("git %q: %s", args, out)
	}
	return strings.TrimSpace(string(out))
}

// Write commits a new file at the HEAD of the worktree work.
func (s *Shop) Write() {
	s.files++
	s.File(fmt.Sprintf("work/f%d", s.files), fmt.Sprintf("%d\n", s.files))
	s.Git("add", "--all")
	s.Git("commit", "--quiet", "--message", fmt.Sprintf("change %d", s.files))
}
