package cli

import (
	"errors"
	"os"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/eventlog"
	"github.com/clawable/claw/projections/store"
)

// statusDocument is the answer of status: which log, why, and how it stands.
type statusDocument struct {
	Head
	Log      Setting   `json:"log"`
	Exists   bool      `json:"exists"`
	LogID    string    `json:"log_id,omitzero"`
	Name     string    `json:"name,omitzero"`
	Position uint64    `json:"position"`
	Recorded time.Time `json:"last_recorded_at,omitzero"`
	// LogTime is the log's time of the last event, where recorded_at is ahead of this machine's clock.
	LogTime time.Time `json:"log_time,omitzero"`
	Bytes   int64     `json:"bytes"` // on disk
	// SessionID is the session in flight, null when ActiveSession is false.
	SessionID     *domain.SessionID `json:"session_id" jsonschema:"nullable"`
	ActiveSession bool              `json:"active_session"`
	ReadModel     *modelStatus      `json:"read_model,omitzero"`
	// Waited is what hooks had laid aside in the spool of this log when this run began.
	Waited *waitingEvents `json:"spooled_before,omitzero"`
	// LogMade is the log that this run made for what waited, as there was none.
	LogMade string `json:"log_made,omitzero"`
	// Waiting is what lies in the spool still.
	Waiting *waitingEvents `json:"spooled,omitzero"`
	Waits   *store.Waits   `json:"waits,omitzero"` // absent: no approval waits, and nothing was held back
	Lookup  []lookupEntry  `json:"lookup"`         // where a log is looked for, in order
}

type lookupEntry struct {
	Source string `json:"source"`
	From   string `json:"from"`
	Value  string `json:"value"`
	Used   bool   `json:"used"`
	// Standing is how far a project's file is followed.
	Standing standing `json:"standing,omitzero"`
}

func (a *app) statusVerb() *cobra.Command {
	return a.verb("status", "start", "Which log this is, why, and how it stands", noArgs, func([]string) (document, error) {
		at, err := a.where()
		if err != nil {
			return nil, err
		}
		d := &statusDocument{Head: headOf("status"), Log: at, Exists: a.logExists(at), Lookup: a.lookup(at)}
		if err := a.admitWaiting(d); err != nil {
			return nil, err
		}
		if !d.Exists {
			a.warn("no_log", firstOf(noPlace(at), "there is no log yet; make one: "+a.next("claw import")))
			return d, nil
		}
		log, _, err := a.openLog(toRead)
		if err != nil {
			return nil, err
		}
		head, err := log.Head(a.ctx)
		if err != nil && !errors.Is(err, eventlog.ErrCorrupt) {
			return nil, err
		}
		if err != nil {
			a.warn("corrupt", err.Error())
		}
		if err := limitOf(log); err != nil {
			a.warn("read_only", typed(err).Message)
		}
		d.LogID, d.Name, d.Position, d.Recorded = head.ID, head.Name, head.Position.Number(), head.Recorded
		a.heardAt(d, log)
		d.Bytes = sizeOf(at)
		if d.Waiting, err = a.waiting(at); err != nil {
			return nil, err
		}
		v, err := a.views()
		if err != nil {
			return nil, err
		}
		if d.ReadModel, err = a.modelStatus(v); err != nil {
			return nil, err
		}
		if d.Waits, err = a.allWaits(v); err != nil {
			return nil, err
		}
		return d, d.findSession(v)
	})
}

// admitWaiting makes the log where events wait for one that is not there.
func (a *app) admitWaiting(d *statusDocument) (err error) {
	if d.Waited, err = a.waiting(d.Log); err != nil || d.Exists {
		return err
	}
	if d.Waiting = d.Waited; d.Waited.events() == 0 || noPlace(d.Log) != "" {
		return nil
	}
	made, err := a.makeLog(d.Log)
	if made {
		d.LogMade = d.Log.Value
	}
	d.Exists = err == nil
	return err
}

// findSession looks for the session in flight.
func (d *statusDocument) findSession(v *views) error {
	session, err := v.activeSession()
	if session != "" {
		d.SessionID, d.ActiveSession = &session, true
	}
	return err
}

// logOf is the log that a file names, "" if it names none or cannot be read.
func logOf(file string) string {
	if file == "" {
		return ""
	}
	c, err := readConfig(file)
	if err != nil {
		return ""
	}
	return c.Log
}

// sizeOf is what a log takes on disk, with its write-ahead part.
func sizeOf(at Setting) int64 {
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

// spoolText says what waited, and what waits.
func (d *statusDocument) spoolText(p *page) {
	if d.LogMade != "" {
		p.line("made      there was no log; events of hooks waited for one")
	}
	switch {
	case d.Waiting.events() > 0:
		p.line("spool     %s", d.Waiting.text(p.now))
	case d.Waited.events() > 0:
		p.line("spool     appended %s of hooks that waited in %s", many(d.Waited.Events, "event"), d.Waited.Spool)
	}
	if d.Waiting != nil && d.Waiting.Refused > 0 {
		p.line("spool     the log would not take %s in %s", many(d.Waiting.Refused, "file"), d.Waiting.Spool)
	}
}

// heard is when the log's last event was recorded.
func (d *statusDocument) heard() time.Time {
	if d.LogTime.IsZero() {
		return d.Recorded
	}
	return d.LogTime
}

// heardAt says when the log's last event was recorded by the log's time, where recorded_at is ahead
// of this machine's clock.
func (a *app) heardAt(d *statusDocument, log eventlog.Log) {
	if !d.Recorded.After(a.Now().Add(time.Second)) {
		return
	}
	state, err := a.approvals(log).Clock(a.ctx)
	if err != nil {
		a.warn("corrupt", err.Error())
		return
	}
	d.LogTime = state.Log
	a.warnParted(state)
}

func (d *statusDocument) text(p *page) {
	p.line("log       %s", d.Log.Value)
	p.line("because   %s: %s", d.Log.Source, d.Log.From)
	if d.Exists {
		p.line("name      %s", d.Name)
		p.line("id        %s", d.LogID)
		p.line("position  %d, last recorded %s", d.Position, age(p.now, d.heard()))
		p.line("on disk   %s", bytesText(d.Bytes))
	}
	d.spoolText(p)
	if d.ActiveSession {
		p.line("session   active (id: %s)", *d.SessionID)
	} else {
		p.line("session   idle")
	}
	if d.ReadModel != nil {
		d.ReadModel.text(p)
	}
	switch {
	case d.Waits == nil:
	case len(d.Waits.Approvals) == 0:
		p.line("blocked   %s, held back by policies: %s", many(d.Waits.HeldTotal, "call"), p.next("claw log read --kind policy.action_blocked"))
	default:
		p.line("waits     %s", waitsText(d.Waits))
		p.writeAsks(d.Waits.Approvals)
	}
	p.gap()
	p.line("a log is looked for in this order:")
	for _, e := range d.Lookup {
		mark := "  "
		if e.Used {
			mark = "> "
		}
		p.line("%s%-8s %s: %s%s", mark, e.Source, e.From, firstOf(e.Value, "not set"), e.Standing.says())
	}
}
