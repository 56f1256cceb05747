package gitrepo

import (
	"context"
	"strconv"
	"strings"

	"github.com/clawable/claw/domain"
)

// FileChange is a file that differs between two trees.
type FileChange struct {
	Path    string // as git has it: any bytes
	Binary  bool   // git counts no lines in it
	Added   int    // lines
	Removed int
	Mode    string // the mode that it has then, octal; "" where it is removed
	WasMode string // "" where it is added
}

// Files lists what differs between the trees of base and head, sorted by path; a base of
// zeros or "" is the empty tree.
//
// Errors: those of git.
func (c *Clone) Files(ctx context.Context, base, head domain.CommitID) ([]FileChange, error) {
	if strings.Trim(string(base), "0") == "" {
		none, _, err := c.git.Output(ctx, c.own(), nil, "hash-object", "-t", "tree", "--stdin")
		if err != nil {
			return nil, err
		}
		base = domain.CommitID(strings.TrimSpace(string(none)))
	}
	out, _, err := c.git.Output(ctx, c.own(), nil, "diff-tree", "-r", "--no-renames", "--no-ext-diff", "--no-textconv", "--no-color",
		"--ignore-submodules=none", "--raw", "--numstat", "-z", string(base), string(head), "--")
	if err != nil {
		return nil, err
	}
	return readFileChanges(string(out)), nil
}

// readFileChanges reads the raw lines of git diff-tree and then its counts, each ended by
// a zero: ":100644 100755 from to M" and the path, "3	1	path" of the same files.
func readFileChanges(out string) (files []FileChange) {
	at := map[string]int{}
	fields := strings.Split(strings.TrimSuffix(out, "\x00"), "\x00")
	for i := 0; i < len(fields); i++ {
		if raw, ok := strings.CutPrefix(fields[i], ":"); ok && i+1 < len(fields) && strings.Count(raw, " ") == 4 {
			modes := strings.Fields(raw)
			i++
			at[fields[i]] = len(files)
			files = append(files, FileChange{Path: fields[i], WasMode: modeOf(modes[0]), Mode: modeOf(modes[1])})
			continue
		}
		if count := strings.SplitN(fields[i], "\t", 3); len(count) == 3 {
			if n, known := at[count[2]]; known {
				f := &files[n]
				f.Binary = count[0] == "-"
				f.Added, _ = strconv.Atoi(count[0])
				f.Removed, _ = strconv.Atoi(count[1])
			}
		}
	}
	return files
}

func modeOf(octal string) string {
	if strings.Trim(octal, "0") == "" {
		return ""
	}
	return octal
}
