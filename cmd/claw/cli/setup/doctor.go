package setupcmd

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"github.com/clawable/claw/cmd/claw/cli/app"
	approvaltext "github.com/clawable/claw/cmd/claw/cli/approval"
	logcmd "github.com/clawable/claw/cmd/claw/cli/log"
	"github.com/clawable/claw/cmd/claw/cli/term"
	"github.com/clawable/claw/cmd/claw/cli/view"
	"github.com/clawable/claw/commands/approve"
	"github.com/clawable/claw/commands/record"
	"github.com/clawable/claw/eventlog"
	"github.com/clawable/claw/eventlog/engine"
	"github.com/clawable/claw/producers"
)

// DoctorDocument is the answer of doctor: one check per subsystem.
type DoctorDocument struct {
	app.Head
	Checks []check `json:"checks"`
}

// check is the result of one check.
type check struct {
	Name   string `json:"name"`
	Status health `json:"status"`
	Says   string `json:"says"`
	Hint   string `json:"hint,omitzero"`
}

type health string

const (
	healthOK   health = "ok"
	healthWarn health = "warn"
	healthFail health = "fail"
)

// DoctorVerb is claw doctor.
func DoctorVerb(a *app.App) *cobra.Command {
	return a.Verb("doctor", "start", "Check whether everything works", app.NoArgs,
		func([]string) (app.Document, error) { return examine(a), nil })
}

// examine checks each subsystem; a check that failed gives exit code 1.
func examine(a *app.App) *DoctorDocument {
	d := &DoctorDocument{Head: app.HeadOf("doctor")}
	at, err := app.Where(a)
	d.add(checkConfig(a, at, err))
	if err == nil {
		d.add(checkFolder(at))
		d.add(checkDisk(at))
		checkLog(a, d, at)
		d.add(checkSpool(a, at))
		d.add(checkProjector(a, at))
		checkMachines(a, d)
	}
	d.add(checkHooks(a))
	d.add(checkScrubber())
	d.add(checkGit(a))
	for _, ag := range logcmd.Agents() {
		d.add(checkAgent(a, ag))
	}
	for _, c := range d.Checks {
		if c.Status == healthFail {
			a.Code = 1
		}
	}
	return d
}

func (d *DoctorDocument) add(c check) { d.Checks = append(d.Checks, c) }

func failed(name string, err error) check {
	e := app.Typed(err)
	return check{name, healthFail, e.Error(), e.Hint}
}

func checkConfig(a *app.App, at app.Setting, err error) check {
	if err != nil {
		return failed("config", err)
	}
	says := "the log is " + at.Value + " (" + at.Source + ": " + at.From + ")"
	if project := app.LookupProject(a); at.Source == project.Source {
		says += project.Standing.Says()
	}
	return check{"config", healthOK, says, ""}
}

func checkFolder(at app.Setting) check {
	path, ok := strings.CutPrefix(at.Value, "sqlite:")
	if !ok {
		return check{"folder", healthOK, "this log is no file", ""}
	}
	folder := filepath.Dir(path)
	info, err := os.Stat(folder)
	switch {
	case errors.Is(err, fs.ErrNotExist) && app.NoPlace(at) != "":
		return failed("folder", engine.Place(at.Value))
	case errors.Is(err, fs.ErrNotExist):
		return check{"folder", healthWarn, folder + " is not there yet", "claw import or claw init makes it"}
	case err != nil:
		return failed("folder", err)
	case info.Mode().Perm()&0o022 != 0:
		return check{"folder", healthWarn, "others may write in " + folder, "chmod go-w " + folder}
	}
	return check{"folder", healthOK, folder, ""}
}

func checkLog(a *app.App, d *DoctorDocument, at app.Setting) {
	if !app.LogExists(at) {
		if err := engine.Place(at.Value); err != nil {
			d.add(failed("log", err))
		} else {
			d.add(check{"log", healthWarn, "there is no log yet", "claw import"})
		}
		d.add(checkPolicy(a, nil))
		return
	}
	log, _, err := a.OpenLog(app.ToRead)
	if err != nil {
		d.add(failed("log", err))
		return
	}
	head, err := log.Head(a.Ctx)
	if err != nil {
		d.add(failed("log", err))
		return
	}
	d.add(checkLimit(log, fmt.Sprintf("at position %d, id %.16s…", head.Position.Number(), head.ID)))
	if state, err := approvaltext.Approvals(a, log).Signers().Clock(a.Ctx); err != nil {
		d.add(failed("clock", err))
	} else {
		d.add(checkClock(state))
	}
	d.add(checkIntegrity(a, log))
	d.add(checkReadModel(a))
	d.add(checkWaits(a))
	d.add(checkAdmissions(a, log))
	d.add(checkPolicy(a, log))
	rules, err := approvaltext.Approvals(a, log).Rules(a.Ctx)
	if err != nil {
		d.add(failed("signers", err))
		return
	}
	d.add(checkSigners(rules, a.Now()))
	d.add(checkKeys(a, rules))
}

// checkLimit warns of a log that can be read but not written.
func checkLimit(log eventlog.Log, says string) check {
	if err := app.LimitOf(log); err != nil {
		e := app.Typed(err)
		return check{"log", healthWarn, says + "; " + e.Message, e.Hint}
	}
	return check{"log", healthOK, says, ""}
}

func checkIntegrity(a *app.App, log eventlog.Log) check {
	report, err := eventlog.Verify(a.Ctx, log)
	switch {
	case err != nil:
		return failed("integrity", err)
	case len(report.Damage) > 0:
		return check{"integrity", healthFail, damageText(report), app.NextStep(a, "claw log verify") + " names all; " + app.NextStep(a, "claw log export") + " prints what can be read"}
	}
	return check{"integrity", healthOK, fmt.Sprintf("%s verified (%s)", term.Many(report.Events, "event"), report.Level), ""}
}

// damageText describes how much of a log can be read, and where the first damage is.
func damageText(report *eventlog.VerifyReport) string {
	first, where := report.Damage[0], "in the file"
	if !first.Position.IsZero() {
		where = fmt.Sprintf("at position %d", first.Position.Number())
	}
	return fmt.Sprintf("damaged in %s, first %s: %s; %s can be read",
		term.Many(len(report.Damage), "place"), where, first.Message, term.Many(report.Events, "event"))
}

// checkAdmissions counts the events that came by an import of another log.
func checkAdmissions(a *app.App, log eventlog.Log) check {
	const name = "admissions"
	n, err := record.CountImported(a.Ctx, log)
	switch {
	case err != nil:
		return failed(name, err)
	case n == 0:
		return check{name, healthOK, "every event came from a producer on this machine", ""}
	}
	return check{name, healthWarn, term.Many(n, "event") + " came by an import of another log: recordings, with a trust of medium at most",
		"claw lane explain LANE says on whose word an outcome rests; a whole log is moved by claw log backup and claw log restore"}
}

func checkReadModel(a *app.App) check {
	v, err := view.Open(a)
	if err != nil {
		return failed("read_model", err)
	}
	s, err := view.StatusOf(v)
	var profile string
	if err == nil {
		profile, err = view.ProfileNotInForce(v)
	}
	switch {
	case err != nil:
		return failed("read_model", err)
	case profile != "":
		return check{"read_model", healthWarn, "lanes come out by the built-in profile: " + profile, "claw expect show names the adoptions"}
	case s.Parked > 0:
		return check{"read_model", healthWarn, fmt.Sprintf("%d events are not understood and were set aside", s.Parked), "a newer claw may understand them"}
	}
	return check{"read_model", healthOK, fmt.Sprintf("is at position %d", s.Position), ""}
}

func checkAgent(a *app.App, ag producers.Agent) check {
	name := "agent_" + ag.Reader.Source()
	places := ag.Folders(a.Env, a.Home)
	if len(places) == 0 { // nothing was checked
		return check{name, healthOK, ag.Title + ": in no known folder; claw import PATH reads those that you name", ""}
	}
	for _, place := range places {
		if kept, err := os.Open(place); err == nil {
			kept.Close()
			return check{name, healthOK, ag.Title + " keeps sessions in " + place, ""}
		} else if !errors.Is(err, fs.ErrNotExist) {
			return failed(name, err)
		}
	}
	return check{name, healthOK, ag.Title + ": no sessions on this machine", ""}
}

func (d *DoctorDocument) Text(p *term.Page) {
	styles := map[health]term.Style{healthOK: term.StyleGreen, healthWarn: term.StyleYellow, healthFail: term.StyleRed}
	for _, c := range d.Checks {
		p.Beside(6, term.Styled(string(c.Status), styles[c.Status]), term.Plain(c.Name+": "+c.Says))
		if c.Hint != "" {
			p.Line("      hint: %s", c.Hint)
		}
	}
}

// checkClock compares the log's time with this machine's clock, and lists the resets.
func checkClock(state *approve.ClockState) check {
	const name = "clock"
	if !eventlog.ClockUsable(state.Wall) {
		return check{name, healthFail, "this machine's clock is before 1970 or after 2199; events record " + term.Clock(state.Wall), "set this machine's clock right"}
	}
	if state.Part() {
		c := check{name, healthWarn, "the log's time is " + approvaltext.Roughly(state.Ahead()) + " ahead of this machine's clock: nothing is granted or used until they agree",
			"if this machine's clock is wrong, set it right; if it is right: claw log clock reset"}
		if len(state.Signers.Now().All()) == 0 {
			c.Says = "the log's time is " + approvaltext.Roughly(state.Ahead()) + " ahead of this machine's clock"
			c.Hint = "if this machine's clock is wrong, set it right; once the log has signers: claw log clock reset"
		}
		return c
	}
	resets := state.Signers.Clock.Resets()
	if len(resets) == 0 {
		return check{name, healthOK, "agrees with the log", ""}
	}
	last := resets[len(resets)-1]
	if last.Refused != "" {
		return check{name, healthWarn, "a reset of the log's time at position " + term.Count(int(last.Position.Number())) + " does not count: " + string(last.Refused),
			"claw audit gaps names it"}
	}
	return check{name, healthOK, "agrees with the log, whose time was set back by " + approvaltext.Roughly(last.Back) + " to " + term.Clock(last.Wall) + " by " + string(last.By), ""}
}
