package guard

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/clawable/claw/cmd/claw/cli/app"
	approvaltext "github.com/clawable/claw/cmd/claw/cli/approval"
	"github.com/clawable/claw/commands/approve"
	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/eventlog"
	"github.com/clawable/claw/internal/files"
	"github.com/clawable/claw/policy"
)

// The layers of policy, by where they come from.
const (
	LayerAdopted = "adopted"
	layerUser    = "user"
	layerProject = "project"
)

// Layers are the policies that apply: the one that the log adopted, the person's own
// file and the project's. Files only restrict. log is nil where there is none; then
// trouble says why it cannot be read, and an adopted policy that cannot be read denies.
func Layers(a *app.App, log eventlog.Log, trouble error) []policy.Layer {
	if log != nil {
		known, err := approvaltext.Approvals(a, log).Known(a.Ctx)
		return layersOver(a, known, err)
	}
	if errors.Is(trouble, eventlog.ErrNotFound) {
		trouble = nil
	}
	return layersOver(a, nil, trouble)
}

// layersOver are the layers over what is known of the log, nil where there is none; trouble
// says why it cannot be read.
func layersOver(a *app.App, known *approve.Known, trouble error) (layers []policy.Layer) {
	ofLog := policy.Layer{Name: LayerAdopted, Source: "of the log", Err: trouble, MayAllow: true}
	if known != nil {
		ofLog.Policy, ofLog.Err = known.Adopted()
	}
	if ofLog.Policy != nil || ofLog.Err != nil {
		layers = append(layers, ofLog)
	}
	for _, file := range policyFiles(a) {
		text, err := files.ReadRegular(file.path, app.MostSettings)
		l := policy.Layer{Name: file.layer, Source: file.path, Err: err}
		if err == nil {
			l.Policy, l.Err = policy.Parse(file.path, text)
		}
		layers = append(layers, l)
	}
	return layers
}

// policyFile is a place where a policy may be.
type policyFile struct{ layer, path string }

const PolicyName = "policy.toml"

// policyFiles are those there are beside the person's settings, and in the .claw of the
// working folder and of each above it: a folder within cannot take back what one around it
// holds back. A link that leads nowhere is one, and cannot be read.
func policyFiles(a *app.App) (files []policyFile) {
	found := func(layer, dir string) {
		file := filepath.Join(dir, PolicyName)
		if _, err := os.Lstat(file); !errors.Is(err, fs.ErrNotExist) {
			files = append(files, policyFile{layer, file})
		}
	}
	if settings := app.UserFile(a); settings != "" {
		found(layerUser, filepath.Dir(settings))
	}
	for dir := a.Dir; dir != ""; dir = filepath.Dir(dir) {
		found(layerProject, filepath.Join(dir, ".claw"))
		if filepath.Dir(dir) == dir || dir == a.Home {
			break
		}
	}
	return files
}

// Surround adds to an action what is around it, as far as rules ask for it.
func Surround(a *app.App, act *policy.Action, layers []policy.Layer) {
	if act.CWD == "" {
		act.CWD = a.Dir
	}
	act.Home = a.Home
	act.Env = map[string]string{}
	for _, name := range policy.EnvNames(layers) {
		if v := a.Env(name); v != "" {
			act.Env[name] = v
		}
	}
	act.Branch = checkedOut(act.CWD)
	for _, file := range act.Paths {
		if real, whole := app.Resolved(absoluteIn(act.CWD, a.Home, file)); whole && real != file {
			act.Paths = append(act.Paths, real)
		}
	}
}

// mostOfGit bounds the files of git that name a folder or a branch.
const mostOfGit = 1 << 16

// checkedOut is the branch that is checked out in dir or above it, "" when none is or it
// cannot be told. It reads the file itself: an agent waits.
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
