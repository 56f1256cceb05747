package setupcmd

import (
	"errors"
	"os"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/clawable/claw/cmd/claw/cli/app"
	approvaltext "github.com/clawable/claw/cmd/claw/cli/approval"
	lookcmd "github.com/clawable/claw/cmd/claw/cli/look"
	"github.com/clawable/claw/cmd/claw/cli/term"
	"github.com/clawable/claw/cmd/claw/cli/view"
	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/eventlog"
	"github.com/clawable/claw/projections/store/query"
)

// StatusDocument is the answer of status: which log is used, why, and its state.
type StatusDocument struct {
	app.Head
	Log      app.Setting `json:"log"`
	Exists   bool        `json:"exists"`
	LogID    string      `json:"log_id,omitzero"`
	Name     string      `json:"name,omitzero"`
	Position uint64      `json:"position"`
	Recorded time.Time   `json:"last_recorded_at,omitzero"`
	// LogTime is the log's time of the last event, where recorded_at is ahead of this machine's clock.
	LogTime time.Time `json:"log_time,omitzero"`
	Bytes   int64     `json:"bytes"` // on disk
	// SessionID is the session in flight, null when ActiveSession is false.
	SessionID     *domain.SessionID `json:"session_id" jsonschema:"nullable"`
	ActiveSession bool              `json:"active_session"`
	ReadModel     *view.ModelStatus `json:"read_model,omitzero"`
	// Waited describes the spool of this log at the beginning of this run.
	Waited *app.WaitingEvents `json:"spooled_before,omitzero"`
	// LogMade is the log that this run made for the events of the spool.
	LogMade string `json:"log_made,omitzero"`
	// Waiting describes the spool at the end of this run.
	Waiting *app.WaitingEvents `json:"spooled,omitzero"`
	Waits   *query.Waits       `json:"waits,omitzero"` // absent: no approval waits, and no call was blocked
	Lookup  []app.LookupEntry  `json:"lookup"`         // where a log is looked for, in order
}

// StatusVerb is claw status.
func StatusVerb(a *app.App) *cobra.Command {
	return a.Verb("status", "start", "Report which log is used and why, and its state", app.NoArgs,
		func([]string) (app.Document, error) { return status(a) })
}

func status(a *app.App) (app.Document, error) {
	at, err := app.Where(a)
	if err != nil {
		return nil, err
	}
	d := &StatusDocument{Head: app.HeadOf("status"), Log: at, Exists: app.LogExists(at), Lookup: app.Lookup(a, at)}
	if err := admitWaiting(a, d); err != nil {
		return nil, err
	}
	if !d.Exists {
		a.Warn("no_log", app.FirstOf(app.NoPlace(at), "there is no log yet; make one: "+app.NextStep(a, "claw import")))
		return d, nil
	}
	if err := d.ofLog(a); err != nil {
		return nil, err
	}
	v, err := view.Open(a)
	if err != nil {
		return nil, err
	}
	if d.ReadModel, err = view.StatusOf(v); err != nil {
		return nil, err
	}
	if d.Waits, err = lookcmd.AllWaits(a, v); err != nil {
		return nil, err
	}
	return d, d.findSession(v)
}

// ofLog fills in the state of the log and of its spool. Damage and a log that can only be read are
// warnings.
func (d *StatusDocument) ofLog(a *app.App) error {
	log, _, err := a.OpenLog(app.ToRead)
	if err != nil {
		return err
	}
	head, err := log.Head(a.Ctx)
	if err != nil && !errors.Is(err, eventlog.ErrCorrupt) {
		return err
	}
	if err != nil {
		a.Warn("corrupt", err.Error())
	}
	if err := app.LimitOf(log); err != nil {
		a.Warn("read_only", app.Typed(err).Message)
	}
	d.LogID, d.Name, d.Position, d.Recorded = head.ID, head.Name, head.Position.Number(), head.Recorded
	setLogTime(a, d, log)
	d.Bytes = sizeOf(d.Log)
	d.Waiting, err = app.Waiting(a, d.Log)
	return err
}

// admitWaiting makes the log where its spool has events and it does not exist.
func admitWaiting(a *app.App, d *StatusDocument) (err error) {
	if d.Waited, err = app.Waiting(a, d.Log); err != nil || d.Exists {
		return err
	}
	if d.Waiting = d.Waited; d.Waited.Count() == 0 || app.NoPlace(d.Log) != "" {
		return nil
	}
	made, err := app.MakeLog(a, d.Log)
	if made {
		d.LogMade = d.Log.Value
	}
	d.Exists = err == nil
	return err
}

// findSession looks for the session in flight.
func (d *StatusDocument) findSession(v *view.Views) error {
	session, err := activeSession(v)
	if session != "" {
		d.SessionID, d.ActiveSession = &session, true
	}
	return err
}

// sizeOf is the size of a log on disk, with its write-ahead log.
func sizeOf(at app.Setting) int64 {
	path, ok := strings.CutPrefix(at.Value, "sqlite:")
	if !ok {
		return 0
	}
	var n int64
	for _, suffix := range []string{"", "-wal"} {
		if info, err := os.Stat(path + suffix); err == nil {
			n += info.Size()
		}
	}
	return n
}

// spoolText describes the spool before and after this run.
func (d *StatusDocument) spoolText(p *term.Page) {
	if d.LogMade != "" {
		p.Line("made      there was no log; events of hooks waited for one")
	}
	switch {
	case d.Waiting.Count() > 0:
		p.Line("spool     %s", d.Waiting.Text(p.Now))
	case d.Waited.Count() > 0:
		p.Line("spool     appended %s of hooks that waited in %s", term.Many(d.Waited.Events, "event"), d.Waited.Spool)
	}
	if d.Waiting != nil && d.Waiting.Refused > 0 {
		p.Line("spool     the log would not take %s in %s", term.Many(d.Waiting.Refused, "file"), d.Waiting.Spool)
	}
}

// lastRecorded is when the log's last event was recorded.
func (d *StatusDocument) lastRecorded() time.Time {
	if d.LogTime.IsZero() {
		return d.Recorded
	}
	return d.LogTime
}

// setLogTime sets the log's time of the last event, where recorded_at is ahead of this machine's
// clock.
func setLogTime(a *app.App, d *StatusDocument, log eventlog.Log) {
	if !d.Recorded.After(a.Now().Add(time.Second)) {
		return
	}
	state, err := approvaltext.Approvals(a, log).Signers().Clock(a.Ctx)
	if err != nil {
		a.Warn("corrupt", err.Error())
		return
	}
	d.LogTime = state.Log
	approvaltext.WarnParted(a, state)
}

func (d *StatusDocument) Text(p *term.Page) {
	p.Line("log       %s", d.Log.Value)
	p.Line("because   %s: %s", d.Log.Source, d.Log.From)
	if d.Exists {
		p.Line("name      %s", d.Name)
		p.Line("id        %s", d.LogID)
		p.Line("position  %d, last recorded %s", d.Position, term.Age(p.Now, d.lastRecorded()))
		p.Line("on disk   %s", app.BytesText(d.Bytes))
	}
	d.spoolText(p)
	if d.ActiveSession {
		p.Line("session   active (id: %s)", *d.SessionID)
	} else {
		p.Line("session   idle")
	}
	if d.ReadModel != nil {
		d.ReadModel.Text(p)
	}
	switch {
	case d.Waits == nil:
	case len(d.Waits.Approvals) == 0:
		p.Line("blocked   %s, held back by policies: %s", term.Many(d.Waits.HeldTotal, "call"), app.Next(p, "claw log read --kind policy.action_blocked"))
	default:
		p.Line("waits     %s", lookcmd.WaitsText(d.Waits))
		lookcmd.WriteAsks(p, d.Waits.Approvals)
	}
	p.Gap()
	p.Line("a log is looked for in this order:")
	for _, e := range d.Lookup {
		mark := "  "
		if e.Used {
			mark = "> "
		}
		p.Line("%s%-8s %s: %s%s", mark, e.Source, e.From, app.FirstOf(e.Value, "not set"), e.Standing.Says())
	}
}
