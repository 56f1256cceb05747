// Package handover runs a verb of claw by the program projector, where the log needs an engine that only
// projector links.
//
// It opens no log and reads no input. Where projector is not installed it says how to install it.
package handover

import (
	"debug/buildinfo"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/clawable/claw/cmd/claw/cli/app"
	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/eventlog/engine"
)

// program is the path of the package of projector.
const program = "github.com/clawable/claw/cmd/projector"

// own are the verbs, and families of verbs, that answer without the log.
var own = []string{"version", "man", "completion", "schema"}

// Needed returns the URL of the log that the engines of this program do not open and those of projector
// do, "" for none. words are the arguments of cmd. Only a process that ends with its run hands over.
func Needed(a *app.App, cmd *cobra.Command, words []string) string {
	path := strings.Fields(cmd.CommandPath())
	if !a.Ends || len(path) > 1 && slices.Contains(own, path[1]) {
		return ""
	}
	if cmd.Annotations[app.TakesLogs] != "" {
		for _, word := range words {
			if engine.Elsewhere(word) {
				return word
			}
		}
	}
	if at, err := app.Where(a); err != nil && engine.Elsewhere(at.Value) {
		return at.Value
	}
	return ""
}

// Run runs the command line of claw by projector, which takes the place of this process or whose exit
// code becomes that of this run.
//
// Errors: kind unavailable where there is no projector of the same version beside claw or in PATH.
func Run(a *app.App, url string, args []string) error {
	path, err := find(a, url)
	if err != nil {
		return err
	}
	return replace(a, path, append([]string{path, "claw"}, args...))
}

// find finds the projector of the same version as this program.
func find(a *app.App, url string) (string, error) {
	name := "projector"
	if runtime.GOOS == "windows" {
		name += ".exe"
	}
	mine := app.VersionNow()
	fail := &domain.Error{Kind: domain.ErrUnavailable, Operation: "open log", Target: url,
		Message: "the program projector opens this log, and there is none beside claw or in PATH",
		Hint:    "go install " + program + "@" + installed(mine)}
	for _, at := range candidates(a, name) {
		info, err := buildinfo.ReadFile(at)
		switch {
		case errors.Is(err, os.ErrNotExist):
			continue
		case err != nil || info.Path != program:
			fail.Message = "the program projector opens this log, and " + at + " is another one"
		default:
			theirs := app.VersionOf(info)
			if theirs.Version == mine.Version && theirs.Commit == mine.Commit {
				return at, nil
			}
			fail.Message = "the program projector opens this log; " + at + " is " + said(theirs) + ", and claw is " + said(mine)
		}
	}
	return "", fail
}

// candidates are the files that may be projector, the one beside claw first.
func candidates(a *app.App, name string) (all []string) {
	if a.Self != "" {
		all = append(all, filepath.Join(filepath.Dir(a.Self), name))
		if whole, err := filepath.EvalSymlinks(a.Self); err == nil && whole != a.Self {
			all = append(all, filepath.Join(filepath.Dir(whole), name))
		}
	}
	if found, err := exec.LookPath(name); err == nil {
		all = append(all, found)
	}
	return all
}

// installed is the version to install: that of this program, as far as it is a release.
func installed(d *app.VersionDocument) string {
	if d.Version == app.Unreleased || d.Modified {
		return "latest"
	}
	return d.Version
}

// said is a version for people.
func said(d *app.VersionDocument) string {
	if d.Commit == "" {
		return "version " + d.Version
	}
	return "version " + d.Version + " of commit " + d.Commit
}
