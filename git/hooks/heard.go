package githooks

import (
	"cmp"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/clawable/claw/domain"
)

// HeardPrefix begins the names of the files that hooks wrote; the numbers of the git that ran
// the hook and of the hook follow.
const HeardPrefix = "claw-heard."

// Heard is one run of a hook as its script wrote it to a file in the git folder:
//
//	HOOK [ARGUMENT]
//	OLD NEW REF         a ref that moved; OLD is "-" where the script does not know it
//	LINE                what else git passed to the hook
//	.
type Heard struct {
	Hook     Name
	Argument string // "" for none
	Told     string // the lines between
	// File is the path of the file, Text its content, and At the time when it was
	// written.
	File, Text string
	At         time.Time
}

// ParseHeard reads the text of such a file; false for another text, or an incomplete one.
func ParseHeard(text string) (h Heard, ok bool) {
	told, whole := strings.CutSuffix(text, "\n.\n")
	first, rest, _ := strings.Cut(told, "\n")
	hook, argument, _ := strings.Cut(first, " ")
	return Heard{Hook: Name(hook), Argument: argument, Told: rest, Text: text}, whole && Name(hook).body() != ""
}

// Waiting lists the runs that hooks wrote to the git folder that all worktrees of a
// repository share, and to those of its worktrees, and that no process has taken up yet,
// the oldest first. Incomplete files are left out.
//
// Errors: those of the operating system.
func Waiting(common string) (all []Heard, err error) {
	for _, file := range laidDown(common, HeardPrefix) {
		text, failed := os.ReadFile(file)
		info, gone := os.Stat(file)
		if failed = errors.Join(failed, gone); failed != nil {
			if !errors.Is(failed, fs.ErrNotExist) { // else another process took it up
				err = errors.Join(err, failed)
			}
			continue
		}
		if h, ok := ParseHeard(string(text)); ok {
			h.File, h.At = file, info.ModTime()
			all = append(all, h)
		}
	}
	slices.SortFunc(all, func(a, b Heard) int { return cmp.Or(a.At.Compare(b.At), cmp.Compare(a.File, b.File)) })
	return all, err
}

// laidDown lists the files of hooks in the git folders of a repository.
func laidDown(common, prefix string) []string {
	var files []string
	for _, pattern := range []string{prefix + "*", "worktrees/*/" + prefix + "*"} {
		names, _ := fs.Glob(os.DirFS(common), pattern) // the pattern is well formed, whatever the folder is called
		for _, name := range names {
			files = append(files, filepath.Join(common, filepath.FromSlash(name)))
		}
	}
	return files
}

// Sweep removes the files that hooks wrote before a time: nothing waits for them any
// more. A file that cannot be removed now is left for a later call.
func Sweep(common string, before time.Time) {
	for _, file := range append(laidDown(common, NotePrefix), laidDown(common, HeardPrefix)...) {
		if info, err := os.Stat(file); err == nil && info.ModTime().Before(before) {
			_ = os.Remove(file)
		}
	}
}

// Folder is the git folder, of one worktree, in which the hook ran.
func (h *Heard) Folder() string { return filepath.Dir(h.File) }

// NoteFile is where the pre-push hook of the same git lays down its note.
func (h *Heard) NoteFile() string {
	git, _, _ := strings.Cut(strings.TrimPrefix(filepath.Base(h.File), HeardPrefix), ".")
	return filepath.Join(h.Folder(), NotePrefix+git)
}

// BranchMove is a branch that git moved, as reported by a hook that runs after the move.
type BranchMove struct {
	Ref      domain.Ref      // HEAD for a worktree that is on no branch
	Old, New domain.CommitID // Old is "" when it is not known
	// Rewritten are the commits that git reports as replaced by others.
	Rewritten []domain.RewrittenCommit
}

// BranchMove reads the move of a branch; false when the hook reported none. Lines that
// are no pair of commits are skipped.
func (h *Heard) BranchMove() (m BranchMove, ok bool) {
	first, rest, _ := strings.Cut(h.Told, "\n")
	words := strings.Fields(first)
	if len(words) != 3 || !isName(words[1]) || words[2] != "HEAD" && !strings.HasPrefix(words[2], "refs/") {
		return m, false
	}
	m.Ref, m.New = domain.Ref(words[2]), domain.CommitID(words[1])
	if isName(words[0]) {
		m.Old = domain.CommitID(words[0])
	}
	for line := range strings.Lines(rest) {
		pair := strings.Fields(line)
		if len(pair) >= 2 && isName(pair[0]) && isName(pair[1]) && pair[0] != pair[1] {
			m.Rewritten = append(m.Rewritten, domain.RewrittenCommit{Old: domain.CommitID(pair[0]), New: domain.CommitID(pair[1])})
		}
	}
	if h.Argument == Amend && len(m.Rewritten) == 1 {
		m.Old = m.Rewritten[0].Old
	}
	return m, true
}

// Amend is the argument that git passes to its post-rewrite hook for git commit --amend.
const Amend = "amend"
