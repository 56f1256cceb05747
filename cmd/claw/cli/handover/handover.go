// Package handover runs a verb of claw by the program projector, where the log needs an engine, or the verb
// a library, that only projector links.
//
// It opens no log and reads no input. Where projector is not installed, the error states how to install it.
package handover

import (
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/clawable/claw/cmd/claw/cli/app"
	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/eventlog/engine"
	"github.com/clawable/claw/internal/buildinfo"
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

// Need is what only projector does.
type Need struct {
	Operation, Target string // of the error where there is no projector
	Does              string // what projector does, such as "draws the screen"
	Else              string // what needs no projector, for people; "" for nothing
}

// OpensLog is the need of a log that only the engines of projector open.
func OpensLog(url string) Need {
	return Need{Operation: "open log", Target: url, Does: "opens this log"}
}

// MakesPage is the need of a page in a file.
func MakesPage(file string) Need {
	return Need{Operation: "write page", Target: file, Does: "makes pages", Else: "--json prints what the page shows"}
}

// Run runs projector with the arguments after its name; it takes the place of this process, or its exit
// code becomes that of this run.
//
// Errors: kind unavailable where there is no projector of the same version beside claw or in PATH.
func Run(a *app.App, n Need, args []string) error {
	path, err := n.find(a)
	if err != nil {
		return err
	}
	a.Close()
	return replace(a, path, append([]string{path}, args...))
}

// find finds the projector of the same version as this program.
func (n *Need) find(a *app.App) (string, error) {
	mine := app.VersionNow()
	fail := &domain.Error{Kind: domain.ErrUnavailable, Operation: n.Operation, Target: n.Target,
		Message: "the program projector " + n.Does + ", and there is none beside claw or in PATH",
		Hint:    "go install " + program + "@" + installed(mine)}
	if n.Else != "" {
		fail.Hint += "; " + n.Else
	}
	for _, at := range app.ProjectorFiles(a) {
		info, err := buildinfo.ReadFile(at)
		if err != nil || info.Path != program && !strings.HasPrefix(info.Path, program+"/") { // or the test of a part of it
			fail.Message = "the program projector " + n.Does + ", and " + at + " is another one"
			continue
		}
		theirs := app.VersionOf(info)
		if theirs.Version == mine.Version && theirs.Commit == mine.Commit {
			return at, nil
		}
		fail.Message = "the program projector " + n.Does + "; " + at + " is " + said(theirs) + ", and claw is " + said(mine)
	}
	return "", fail
}

// installed is the version to install: that of this program, as far as it is a release.
func installed(d *app.VersionDocument) string {
	if d.Version == app.Unreleased || d.Modified {
		return "latest"
	}
	return d.Version
}

// said returns a version for people.
func said(d *app.VersionDocument) string {
	if d.Commit == "" {
		return "version " + d.Version
	}
	return "version " + d.Version + " of commit " + d.Commit
}
