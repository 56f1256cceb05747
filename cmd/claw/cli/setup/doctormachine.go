package setupcmd

import (
	"os"
	"path/filepath"
	"strings"

	"github.com/clawable/claw/cmd/claw/cli/app"
	"github.com/clawable/claw/cmd/claw/cli/term"
	gitexec "github.com/clawable/claw/git/exec"
	"github.com/clawable/claw/producers/scrub"
)

// checkScrubber checks that the scrubber finds a secret.
func checkScrubber() check {
	s := scrub.New()
	planted := "ghp_" + strings.Repeat("aB3dE6", 6)
	if left, hits := s.Text("token " + planted); len(hits) == 0 || strings.Contains(left, planted) {
		return check{"scrubber", healthFail, "a planted token was not found", "this is a fault of claw: append nothing until you have another"}
	}
	return check{"scrubber", healthOK, term.Many(len(s.Rules()), "rule") + "; a planted token was found", ""}
}

// checkGit looks for the git program.
func checkGit(a *app.App) check {
	if _, err := gitexec.Alone(a.Env); err != nil {
		e := app.Typed(err)
		return check{"git", healthWarn, e.Message + "; commits and refs cannot be imported", e.Hint}
	}
	return check{"git", healthOK, "is installed", ""}
}

// leastFree is the least free space, in bytes, that a log needs to grow.
const leastFree = 256 << 20

// checkDisk warns before the disk of the log is full.
func checkDisk(at app.Setting) check {
	path, ok := strings.CutPrefix(at.Value, "sqlite:")
	if !ok {
		return check{"disk", healthOK, "this log is no file", ""}
	}
	folder := filepath.Dir(path)
	for { // the folder may not exist yet
		if _, err := os.Stat(folder); err == nil || filepath.Dir(folder) == folder {
			break
		}
		folder = filepath.Dir(folder)
	}
	free, known, err := freeBytes(folder)
	switch {
	case err != nil:
		return failed("disk", &os.PathError{Op: "look at disk", Path: folder, Err: err})
	case !known:
		return check{"disk", healthOK, "how full it is cannot be asked on this system", ""}
	}
	return freeSpace(folder, free)
}

// freeSpace is the check of the free space of a folder's disk.
func freeSpace(folder string, free uint64) check {
	says := app.BytesText(int64(min(free, 1<<62))) + " free at " + folder
	if free < leastFree {
		return check{"disk", healthWarn, says, "make room: a full disk refuses appends"}
	}
	return check{"disk", healthOK, says, ""}
}
