package logcmd

import (
	"github.com/clawable/claw/cmd/claw/cli/app"
	"github.com/clawable/claw/cmd/claw/cli/guard"

	importing "github.com/clawable/claw/commands/import"

	gitexec "github.com/clawable/claw/git/exec"
	"github.com/clawable/claw/producers/gitrepo"
)

// FindClones opens the repositories that the person names, and takes up what their hooks
// laid down.
func FindClones(a *app.App, flags ImportFlags, paths []string) (importing.Clones, error) {
	switch {
	case len(paths) == 0:
		return nil, app.UsageError("parse arguments", "--from git", "names no repository", "claw import --from git .")
	case len(flags.exclude) > 0:
		return nil, app.UsageError("parse arguments", "--exclude", "leaves out files, and a repository is imported whole", "leave --exclude out")
	}
	git, err := gitexec.Alone(a.Env)
	if err != nil {
		return nil, err
	}
	return importing.OpenClones(a.Ctx, git, absolute(a, paths), func(clone *gitrepo.Clone) { guard.TakeUp(a, clone.GitDir()) })
}

// absolute returns the paths that a person gave.
func absolute(a *app.App, paths []string) []string {
	all := make([]string, len(paths))
	for i, path := range paths {
		all[i] = app.Path(a, path)
	}
	return all
}
