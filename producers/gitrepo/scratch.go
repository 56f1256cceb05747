package gitrepo

import (
	"fmt"
	"os"
	"path/filepath"

	gitexec "github.com/clawable/claw/git/exec"
	"github.com/clawable/claw/internal/table"
)

// scratch is a git folder of our own that borrows a clone's objects and has nothing else
// of it: no configuration, attributes, hooks, grafts, replacements, promised objects. Commits and
// trees are read and compared there.
type scratch struct {
	git    gitexec.Git
	format string // of object names: sha1 or sha256
	dir    string
	env    []string
}

// settings are those of the scratch folder, by the format of object names. A commit-graph
// is not believed: it may name other parents than the commits do.
var settings = table.Table[string, string]{
	{"sha1", "[core]\n\trepositoryformatversion = 0\n\tbare = true\n\tcommitGraph = false\n"},
	{"sha256", "[core]\n\trepositoryformatversion = 1\n\tbare = true\n\tcommitGraph = false\n[extensions]\n\tobjectFormat = sha256\n"},
}

func newScratch(c *Clone) (*scratch, error) {
	config, known := settings.Of(c.format)
	if !known {
		return nil, fmt.Errorf("read repository %s: object names of the format %s are not known", c.common, c.format)
	}
	dir, err := os.MkdirTemp("", "claw-git-")
	if err != nil {
		return nil, fmt.Errorf("make a folder to read %s: %w", c.common, err)
	}
	s := &scratch{git: c.git, format: c.format, dir: dir, env: []string{"GIT_DIR=" + dir, "GIT_OBJECT_DIRECTORY=" + filepath.Join(c.common, "objects")}}
	for name, text := range map[string]string{"HEAD": "ref: refs/heads/none\n", "config": config} {
		if err == nil {
			err = os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600)
		}
	}
	if err == nil {
		err = os.Mkdir(filepath.Join(dir, "refs"), 0o700)
	}
	if err != nil {
		return nil, fmt.Errorf("make a folder to read %s: %w", c.common, firstError(err, os.RemoveAll(dir)))
	}
	return s, nil
}

func firstError(errs ...error) error {
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	return nil
}
