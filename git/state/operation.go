package gitstate

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
)

// marks are the files that git keeps in a worktree's own git folder while an operation
// is in progress, the most specific first: a rebase stops in a cherry-pick.
var marks = []struct {
	file string
	Operation
}{
	{"rebase-merge", Operation{Rebase, "git rebase --continue", "git rebase --abort"}},
	{"rebase-apply/applying", Operation{ApplyMail, "git am --continue", "git am --abort"}},
	{"rebase-apply", Operation{Rebase, "git rebase --continue", "git rebase --abort"}},
	{"MERGE_HEAD", Operation{Merge, "git merge --continue", "git merge --abort"}},
	{"CHERRY_PICK_HEAD", Operation{CherryPick, "git cherry-pick --continue", "git cherry-pick --abort"}},
	{"REVERT_HEAD", Operation{Revert, "git revert --continue", "git revert --abort"}},
	{"BISECT_LOG", Operation{Bisect, "git bisect good, or git bisect bad", "git bisect reset"}},
}

// operationIn returns the operation that is in progress in a git folder, nil for none.
//
// Errors: those of looking at a file.
func operationIn(gitDir string) (*Operation, error) {
	for i := range marks {
		switch _, err := os.Lstat(filepath.Join(gitDir, filepath.FromSlash(marks[i].file))); {
		case err == nil:
			return &marks[i].Operation, nil
		case !errors.Is(err, fs.ErrNotExist):
			return nil, err
		}
	}
	return nil, nil
}

// operation finds what is halfway.
func (r *reader) operation(s *State) (err error) {
	s.Operation, err = operationIn(string(s.GitDir))
	return err
}
