package logcmd

import (
	"context"
	"iter"

	"github.com/clawable/claw/cmd/claw/cli/app"
	"github.com/clawable/claw/cmd/claw/cli/guard"

	importing "github.com/clawable/claw/commands/import"
	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/eventlog"

	gitexec "github.com/clawable/claw/git/exec"
	"github.com/clawable/claw/producers"
	"github.com/clawable/claw/producers/gitrepo"
)

// FindClones opens the repositories that the person names, and takes up what their hooks
// laid down.
func FindClones(a *app.App, flags ImportFlags, paths []string) (*found, error) {
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
	f := &found{}
	for _, path := range paths {
		clone, err := gitrepo.Open(a.Ctx, git, app.Path(a, path))
		if err != nil {
			f.Close()
			return nil, err
		}
		f.Clones = append(f.Clones, clone)
		guard.TakeUp(a, clone.GitDir())
	}
	return f, nil
}

// Close removes what reading the clones needed.
func (f *found) Close() {
	for _, c := range f.Clones {
		_ = c.Close() // a folder of the system's for passing things
	}
}

// histories are the clones as sources of an import into log.
func histories(a *app.App, log eventlog.Log, clones []*gitrepo.Clone) []importing.ImportFile {
	files := make([]importing.ImportFile, len(clones))
	for i, clone := range clones {
		files[i] = importing.ImportFile{Name: string(clone.Place()), Source: gitrepo.Source, Asks: true,
			Records: func(ctx context.Context) iter.Seq2[producers.Record, error] {
				return clone.Read(ctx, func(repo domain.RepoID) (*gitrepo.Known, error) {
					return gitrepo.Learn(log.Read(ctx, eventlog.Query{Stream: repo.Stream()}))
				})
			}}
	}
	return files
}
