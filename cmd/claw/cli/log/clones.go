package logcmd

import (
	"github.com/clawable/claw/cmd/claw/cli/app"
	"github.com/clawable/claw/cmd/claw/cli/guard"
	importing "github.com/clawable/claw/commands/import"
	gitexec "github.com/clawable/claw/git/exec"
	"github.com/clawable/claw/producers/gitrepo"
)

// FindClones opens the repositories at paths, and appends the events that their git hooks stored
// in the spool.
func FindClones(a *app.App, paths []string) (importing.Clones, error) {
	if len(paths) == 0 {
		return nil, app.UsageError("parse arguments", "--from git", "names no repository", "claw import --from git .")
	}
	git, err := gitexec.Alone(a.Env)
	if err != nil {
		return nil, err
	}
	return importing.OpenClones(a.Ctx, git, absolute(a, paths), func(clone *gitrepo.Clone) { guard.AppendNotes(a, clone.GitDir()) })
}

// absolute returns paths relative to the working folder as absolute ones.
func absolute(a *app.App, paths []string) []string {
	all := make([]string, len(paths))
	for i, path := range paths {
		all[i] = app.Path(a, path)
	}
	return all
}
