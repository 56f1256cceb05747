package hookcmd

import (
	"bytes"
	"crypto/sha256"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/clawable/claw/cmd/claw/cli/app"
	"github.com/clawable/claw/cmd/claw/cli/term"
	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/producers/hooks/settings"
)

// hookPlan is what an installation writes.
type hookPlan struct {
	place   hookPlace
	command string
	says    string // what the agent is to do with the command
	text    []byte // that the settings are, nil for none
	next    []byte // that they will be
	was     before
	log     app.Setting // that is made, as there is none; zero for none
	waiting int         // events for that log
}

// installHooks shows what it will write, asks, and writes it.
func installHooks(a *app.App, o installOptions, p hookPlace, d *HooksDocument) error {
	plan, err := planHooks(a, o, p)
	if err != nil {
		return err
	}
	d.DryRun, d.Writes = o.dryRun, plan.writes()
	if plan.log.Value != "" {
		d.LogMade, d.Waited = plan.log.Value, plan.waiting
	}
	warnOfOthers(a, p, plan.command)
	if o.dryRun || len(d.Writes) == 0 && plan.log.Value == "" {
		return nil
	}
	if err := agreeToHooks(a, o, plan); err != nil {
		return err
	}
	if plan.log.Value != "" {
		if _, err := app.MakeLog(a, plan.log); err != nil {
			return err
		}
	}
	if len(d.Writes) == 0 {
		return nil
	}
	if err := writeBefore(a, plan.was); err != nil {
		return err
	}
	d.Changed = true
	return app.ReplaceFile(p.File, plan.next)
}

// planHooks returns what an installation would write.
func planHooks(a *app.App, o installOptions, p hookPlace) (*hookPlan, error) {
	text, err := readIfThere(p.File)
	if err != nil {
		return nil, err
	}
	plan := &hookPlan{place: p, command: hookCommand(a, p, o.enforce), says: "is to run at its events", text: text}
	if !settings.Known(plan.command) {
		return nil, app.UsageError("install hooks", a.Self, "a hook is known by the name of its program, claw, and this one has another", "install the program as claw, and run that")
	}
	held, ok := readBefore(a, p.File)
	asLeft := ok && held.After == sha256.Sum256(text) // by an earlier claw
	plan.next = settings.Plugin(plan.command)
	if p.json != nil {
		if plan.next, err = p.json.Install(text, plan.command); err != nil {
			return nil, badSettings(p.File, err)
		}
	} else if _, ours := settings.PluginCommand(text); !ours && !asLeft && len(text) > 0 {
		return nil, &domain.Error{Kind: domain.ErrConflict, Operation: "install hooks", Target: p.File, Message: "a file that is not claw's is there",
			Hint: "move it away, then install again"}
	}
	if plan.was, err = planBefore(a, p, text, plan.next, held, ok); err != nil {
		return nil, err
	}
	plan.log, plan.waiting, err = missingLog(a)
	return plan, err
}

// missingLog is the log that events of hooks wait for because it does not exist, and how many do;
// the zero value where it exists. A place where no log can be made is a warning.
func missingLog(a *app.App) (at app.Setting, waiting int, err error) {
	at, err = app.Where(a)
	if err != nil {
		a.Warn("no_log", "events have no log to go to: "+app.Typed(err).Error())
		return app.Setting{}, 0, nil
	}
	if _, isFile := app.FileOf(at); !isFile || app.LogExists(at) {
		return app.Setting{}, 0, nil
	}
	if why := app.NoPlace(at); why != "" {
		a.Warn("no_log", "events have no log to go to: "+why)
		return app.Setting{}, 0, nil
	}
	wait, err := app.Waiting(a, at)
	return at, wait.Count(), err
}

// missingFolders are the folders on the path to folder that do not exist, the innermost first.
func missingFolders(folder string) (missing []string) {
	for ; filepath.Dir(folder) != folder; folder = filepath.Dir(folder) {
		if _, err := os.Lstat(folder); err == nil {
			break
		}
		missing = append(missing, folder)
	}
	return missing
}

// writes lists what changes in files and folders.
func (plan *hookPlan) writes() (all []hooksWrite) {
	if plan.text != nil && bytes.Equal(plan.text, plan.next) {
		return nil
	}
	for _, folder := range slices.Backward(missingFolders(filepath.Dir(plan.place.File))) {
		all = append(all, hooksWrite{Path: folder, Change: hooksMade})
	}
	w := hooksWrite{Path: plan.place.File, Change: hooksChanged}
	if plan.text == nil {
		w.Change = hooksMade
	}
	w.Added, w.Removed = linesBetween(plan.text, plan.next)
	return append(all, w)
}

// linesBetween counts the lines that one text has and the other has not.
func linesBetween(text, next []byte) (added, removed int) {
	lines := map[string]int{}
	for line := range bytes.Lines(text) {
		lines[string(bytes.TrimSpace(line))]++
	}
	for line := range bytes.Lines(next) {
		if key := string(bytes.TrimSpace(line)); lines[key] > 0 {
			lines[key]--
		} else {
			added++
		}
	}
	for _, n := range lines {
		removed += n
	}
	return added, removed
}

// warnOfOthers warns of other settings of the agent that run a hook of claw's beside this one.
func warnOfOthers(a *app.App, p hookPlace, command string) {
	for _, one := range AllHooks(a) {
		if one.Agent != p.Name || len(one.Commands) == 0 || one.File == p.File || one.Scope != p.scope && slices.Equal(one.Commands, []string{command}) {
			continue
		}
		a.Warn("hooks_twice", fmt.Sprintf("%s runs the hooks of the scope %s too, in %s: what happens is recorded twice; take one out: %s",
			p.Name, one.Scope, one.File, one.Mend("uninstall")))
	}
	if program := programOf(a, command); !program.This && p.scope == hooksOfProject {
		says := "claw is not in PATH here: the hooks of a project run the claw that is"
		if program.File != "" {
			says = "the claw in PATH is another one, " + program.File + ": the hooks of a project run that"
		}
		a.Warn("other_program", says)
	}
}

// agreeToHooks shows what will be written and asks.
//
// Errors: kind usage where no person can answer and --yes is not given; kind runtime for a no.
func agreeToHooks(a *app.App, o installOptions, plan *hookPlan) error {
	target := plan.place.File
	if o.yes {
		return nil
	}
	if !app.CanAsk(a) {
		return &domain.Error{Kind: domain.ErrUsage, Operation: "install hooks", Target: target,
			Message: plan.summary() + ", and nobody is here to ask", Hint: "say --yes; see what it is: --dry-run"}
	}
	p := a.Page(a.Err)
	p.Line("%s %s:", plan.place.Name, plan.says)
	p.Line("  %s", plan.command)
	for _, w := range plan.writes() {
		p.Line("  %s", w.text(true))
	}
	if plan.log.Value != "" {
		p.Line("  %s", madeText(plan.log.Value, plan.waiting, true))
	}
	if err := p.Flush(); err != nil {
		return err
	}
	if yes, err := app.Agreed(a, "write this?"); yes || err != nil {
		return err
	}
	return &domain.Error{Kind: domain.ErrRuntime, Operation: "install hooks", Target: target, Message: "not written, as you say", Hint: "see what it is: --dry-run"}
}

// summary describes in a line what will be written.
func (plan *hookPlan) summary() string {
	var parts []string
	for _, w := range plan.writes() {
		parts = append(parts, w.text(true))
	}
	if plan.log.Value != "" {
		parts = append(parts, madeText(plan.log.Value, plan.waiting, true))
	}
	return strings.Join(parts, ", ")
}

// text describes what is written, or would be.
func (w *hooksWrite) text(would bool) string {
	says := map[hooksChange]string{hooksMade: "made ", hooksChanged: "changed ", hooksRemoved: "removed "}[w.Change]
	if would {
		says = map[hooksChange]string{hooksMade: "would make ", hooksChanged: "would change ", hooksRemoved: "would remove "}[w.Change]
	}
	says += w.Path
	if w.Added+w.Removed > 0 {
		says += fmt.Sprintf(" (%s added, %d removed)", term.Many(w.Added, "line"), w.Removed)
	}
	return says
}

// madeText reports that the log was made, and how many events its spool has.
func madeText(log string, waiting int, would bool) string {
	says := "made the log " + log
	if would {
		says = "would make the log " + log + ": there is none, and events of hooks wait until there is"
	}
	if waiting > 0 {
		says += "; " + term.Many(waiting, "event") + " of hooks waited for it"
	}
	return says
}
