package guarding

import (
	"path/filepath"
	"strings"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/internal/files"
	"github.com/clawable/claw/policy"
)

// Surround adds the context of an action to it, as far as the rules of the layers ask for it:
// folders, environment variables, the branch that is checked out, and the targets of its paths.
func (p *Place) Surround(act *policy.Action, layers []policy.Layer) {
	if act.CWD == "" {
		act.CWD = p.Dir
	}
	act.Home = p.Home
	act.Env = map[string]string{}
	for _, name := range policy.EnvNames(layers) {
		if v := p.Env(name); v != "" {
			act.Env[name] = v
		}
	}
	act.Branch = checkedOut(act.CWD)
	for _, file := range act.Paths {
		if real, whole := files.Resolved(absoluteIn(act.CWD, p.Home, file)); whole && real != file {
			act.Paths = append(act.Paths, real)
		}
	}
	for _, file := range policy.LinkNames(layers, act) {
		if real, whole := files.Resolved(filepath.FromSlash(file)); whole && filepath.ToSlash(real) != file {
			if act.Links == nil {
				act.Links = map[string]string{}
			}
			act.Links[file] = filepath.ToSlash(real)
		}
	}
}

// mostOfGit bounds the files of git that name a folder or a branch, in bytes.
const mostOfGit = 1 << 16

// checkedOut is the branch that is checked out in dir or above it, "" where there is none or it is
// unknown. It reads git's file instead of running git, because an agent waits.
func checkedOut(dir string) domain.Branch {
	for ; dir != ""; dir = filepath.Dir(dir) {
		git := filepath.Join(dir, ".git")
		if text, err := files.ReadRegular(git, mostOfGit); err == nil { // of a worktree
			link, _ := strings.CutPrefix(strings.TrimSpace(string(text)), "gitdir: ")
			git = absoluteIn(dir, "", link)
		}
		if head, err := files.ReadRegular(filepath.Join(git, "HEAD"), mostOfGit); err == nil {
			if branch, ok := strings.CutPrefix(strings.TrimSpace(string(head)), "ref: refs/heads/"); ok {
				return domain.Branch(branch)
			}
			return ""
		}
		if filepath.Dir(dir) == dir {
			break
		}
	}
	return ""
}

func absoluteIn(dir, home, file string) string {
	switch rest, ofHome := strings.CutPrefix(file, "~/"); {
	case ofHome && home != "":
		return filepath.Join(home, rest)
	case filepath.IsAbs(file):
		return file
	}
	return filepath.Join(dir, file)
}
