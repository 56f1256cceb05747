package setupcmd

import (
	"fmt"
	"strings"

	"github.com/clawable/claw/cmd/claw/cli/app"
	"github.com/clawable/claw/cmd/claw/cli/guard"
	hookcmd "github.com/clawable/claw/cmd/claw/cli/hook"
	lookcmd "github.com/clawable/claw/cmd/claw/cli/look"
	"github.com/clawable/claw/cmd/claw/cli/term"
	"github.com/clawable/claw/cmd/claw/cli/view"
	"github.com/clawable/claw/eventlog"
	"github.com/clawable/claw/policy"
	"github.com/clawable/claw/projections/store/claim"
)

// checkHooks checks that the agents with hooks run this claw, at all of their events.
func checkHooks(a *app.App) check {
	const name = "hooks"
	var installed []string
	all := hookcmd.AllHooks(a)
	for i := range all {
		now := &all[i]
		again := now.Mend("install")
		switch {
		case now.State == hookcmd.HooksUnread:
			return check{name, healthWarn, now.Says, "mend the file; nothing was changed"}
		case now.State == hookcmd.HooksAbsent:
			continue
		case now.State == hookcmd.HooksForeign:
			return check{name, healthWarn, now.Agent + " runs another claw: " + strings.Join(now.Commands, ", "), again}
		case now.State == hookcmd.HooksBroken:
			return check{name, healthWarn, now.Agent + " runs a program that is not there: " + strings.Join(now.Commands, ", "), "put the folder of claw into PATH"}
		case now.State == hookcmd.HooksPartial:
			return check{name, healthWarn, now.Agent + " does not tell of " + app.JoinWords(now.Missing), again}
		case now.Off != "":
			return check{name, healthWarn, now.Agent + " runs no hooks: " + now.Off + " in " + now.File, "change that"}
		case len(now.Also) > 0:
			return check{name, healthWarn, now.Agent + " runs the hooks of the scopes " + app.JoinWords(append([]string{now.Scope}, now.Also...)) + ", and tells of all twice",
				fmt.Sprintf("claw hooks uninstall --agent %s --scope %s", now.Agent, now.Also[0])}
		case len(now.Beside) > 0:
			return check{name, healthWarn, now.Agent + " runs the hooks in " + app.JoinWords(append([]string{now.File}, now.Beside...)) + ", and tells of all twice",
				now.Mend("uninstall")}
		}
		installed = append(installed, now.Agent+" ("+now.Scope+")")
	}
	if len(installed) == 0 {
		return check{name, healthOK, "no agent runs claw at its events", "claw hooks install --agent claude-code"}
	}
	return check{name, healthOK, "installed for " + app.JoinWords(installed), ""}
}

// checkPolicy reads the policies that apply to this run. log is nil where there is none.
func checkPolicy(a *app.App, log eventlog.Log) check {
	const name = "policy"
	layers := guard.Layers(a, log, nil)
	if len(layers) == 0 {
		return check{name, healthOK, "no policy applies here: nothing is held back", "claw policy adopt FILE"}
	}
	var says []string
	for _, l := range layers {
		if l.Err != nil {
			return check{name, healthFail, fmt.Sprintf("the %s policy %s cannot be read and holds everything back: %s", l.Name, l.Source, app.Typed(l.Err).Error()), "claw policy lint"}
		}
		says = append(says, fmt.Sprintf("%s of the %s policy", term.Many(len(l.Policy.Rules), "rule"), l.Name))
	}
	if found := policy.Lint(layers); len(found) > 0 {
		return check{name, healthWarn, term.Many(len(found), "finding"), "claw policy lint names them"}
	}
	return check{name, healthOK, strings.Join(says, ", "), ""}
}

// checkSpool looks for events that were never appended to the log.
func checkSpool(a *app.App, at app.Setting) check {
	const name = "spool"
	s, ok := app.SpoolOf(a, at)
	if !ok {
		return check{name, healthWarn, "events of hooks have no place to wait", "name a log on disk"}
	}
	c, err := s.List()
	switch {
	case err != nil:
		return failed(name, err)
	case c.Closed != nil:
		e := app.Typed(c.Closed)
		return check{name, healthWarn, "what waits cannot all be seen: " + e.Error(), e.Hint}
	case len(c.Refused) > 0:
		return check{name, healthWarn, fmt.Sprintf("the log would not take %s of events in %s", term.Many(len(c.Refused), "file"), s.Folder()), "look at them, then remove them"}
	case len(c.Waiting) > 0:
		return check{name, healthWarn, fmt.Sprintf("events wait in %s: %s", s.Folder(), term.Many(len(c.Waiting), "file")), "any verb that opens the log appends them: claw status"}
	}
	return check{name, healthOK, "nothing waits", ""}
}

// checkProjector checks whether a projector runs, and without errors.
func checkProjector(a *app.App, at app.Setting) check {
	const name = "projector"
	path, isFile := app.ModelPath(a, at)
	if !isFile {
		return check{name, healthOK, "this log has no read model on disk", ""}
	}
	note, running, err := claim.Held(path)
	switch {
	case err != nil:
		return failed(name, err)
	case note.Trouble != nil:
		return check{name, healthWarn, fmt.Sprintf("stands at position %d after %d tries: %s", note.Trouble.Position, note.Trouble.Tries, note.Trouble.Error.Error()), "claw projector status"}
	case !running:
		return check{name, healthOK, "none runs: verbs bring the read model up to date", "claw projector run"}
	}
	return check{name, healthOK, fmt.Sprintf("runs, process %d", note.PID), ""}
}

// checkWaits looks for requests that wait for an approver, and for calls that were blocked.
func checkWaits(a *app.App) check {
	const name = "approvals"
	v, err := view.Open(a)
	if err != nil {
		return failed(name, err)
	}
	w, err := lookcmd.AllWaits(a, v)
	switch {
	case err != nil:
		return failed(name, err)
	case w == nil:
		return check{name, healthOK, "none waits, and no call is held back", ""}
	case len(w.Approvals) == 0:
		return check{name, healthOK, "none waits; held back by policies: " + term.Many(w.HeldTotal, "call"), ""}
	}
	oldest := &w.Approvals[len(w.Approvals)-1]
	return check{name, healthWarn, lookcmd.WaitsText(w) + "; the oldest was asked for " + term.Age(a.Now(), oldest.RequestedAt.Time()) + ": " + oldest.Action, app.NextStep(a, oldest.Grant)}
}

// checkMachines adds, for a log that other machines forward to, which of them are heard and how late. No age
// is a fault: a machine that has nothing new is not heard.
func checkMachines(a *app.App, d *DoctorDocument) {
	const name = "machines"
	if a.Open == nil {
		return
	}
	v, err := view.Open(a)
	if err != nil {
		return // the check of the read model says why
	}
	machines, err := view.Machines(a, v)
	if err != nil {
		d.add(failed(name, err))
		return
	}
	heard := make([]string, len(machines))
	for i, m := range machines {
		heard[i] = m.Text(a.Now())
	}
	if len(heard) > 0 {
		d.add(check{name, healthOK, "heard " + strings.Join(heard, "; "), ""})
	}
}
