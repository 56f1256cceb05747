package gitrepo

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/clawable/claw/domain"
)

// readShallow returns the commits whose parents a shallow clone was not given, one a line
// of the file.
func (c *Clone) readShallow() (map[domain.CommitID]bool, error) {
	text, err := os.ReadFile(filepath.Join(c.common, "shallow"))
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("read where the clone ends: %w", err)
	}
	ends := map[domain.CommitID]bool{}
	for line := range strings.Lines(string(text)) {
		if id := objectName(strings.TrimSpace(line)); id != "" {
			ends[domain.CommitID(id)] = true
		}
	}
	return ends, nil
}
