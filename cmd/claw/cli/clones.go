package cli

import (
	"context"
	"iter"

	importing "github.com/clawable/claw/commands/import"
	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/eventlog"

	gitexec "github.com/clawable/claw/git/exec"
	"github.com/clawable/claw/producers"
	"github.com/clawable/claw/producers/gitrepo"
)

// findClones opens the repositories that the person names, and takes up what their hooks
// laid down.
func (a *app) findClones(flags importFlags, paths []string) (*found, error) {
	switch {
	case len(paths) == 0:
		return nil, usageError("parse arguments", "--from git", "names no repository", "claw import --from git .")
	case len(flags.exclude) > 0:
		return nil, usageError("parse arguments", "--exclude", "leaves out files, and a repository is imported whole", "leave --exclude out")
	}
	git, err := gitexec.Alone(a.Env)
	if err != nil {
		return nil, err
	}
	f := &found{}
	for _, path := range paths {
		clone, err := gitrepo.Open(a.ctx, git, a.path(path))
		if err != nil {
			f.close()
			return nil, err
		}
		f.clones = append(f.clones, clone)
		a.takeUp(clone.GitDir())
	}
	return f, nil
}

// close removes what reading the clones needed.
func (f *found) close() {
	for _, c := range f.clones {
		_ = c.Close() // a folder of the system's for passing things
	}
}

// histories are the clones as sources of an import into log.
func (a *app) histories(log eventlog.Log, clones []*gitrepo.Clone) []importing.ImportFile {
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
