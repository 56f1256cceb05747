package importing

import (
	"context"
	"iter"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/eventlog"
	gitexec "github.com/clawable/claw/git/exec"
	"github.com/clawable/claw/producers"
	"github.com/clawable/claw/producers/gitrepo"
)

// Clones are open repositories.
type Clones []*gitrepo.Clone

// OpenClones opens the repositories at some paths. opened is called with each when it is open.
//
// Errors: those of [gitrepo.Open]; none stays open then.
func OpenClones(ctx context.Context, git gitexec.Git, paths []string, opened func(*gitrepo.Clone)) (Clones, error) {
	var all Clones
	for _, path := range paths {
		clone, err := gitrepo.Open(ctx, git, path)
		if err != nil {
			all.Close()
			return nil, err
		}
		all = append(all, clone)
		opened(clone)
	}
	return all, nil
}

// Close removes the temporary files of the clones.
func (c Clones) Close() {
	for _, clone := range c {
		_ = clone.Close() // a temporary folder: an error leaves it to the system
	}
}

// Histories returns the clones as sources of an import into log.
func (c Clones) Histories(log eventlog.Log) []ImportFile {
	files := make([]ImportFile, len(c))
	for i, clone := range c {
		files[i] = ImportFile{Name: string(clone.Place()), Source: gitrepo.Source, Asks: true,
			Records: func(ctx context.Context) iter.Seq2[producers.Record, error] {
				return clone.Read(ctx, func(repo domain.RepoID) (*gitrepo.Known, error) {
					return gitrepo.Learn(log.Read(ctx, eventlog.Query{Stream: repo.Stream()}))
				})
			}}
	}
	return files
}
