package view

import (
	"fmt"
	"time"

	"github.com/clawable/claw/cmd/claw/cli/app"
	"github.com/clawable/claw/cmd/claw/cli/term"
	"github.com/clawable/claw/commands/record"
	"github.com/clawable/claw/commands/token"
	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/eventlog"
	"github.com/clawable/claw/projections/store"
	"github.com/clawable/claw/projections/store/query"
)

// Machine is a log that forwards its events to this one.
type Machine struct {
	Log    string    `json:"log_id"`
	Token  string    `json:"token,omitzero"` // the name of the last token that was made for it
	Heard  time.Time `json:"heard_at"`       // when its last new events arrived
	Age    int64     `json:"age_ms"`         // since then: a machine without new events is not heard
	Events int       `json:"events"`         // of it that arrived, also those that another machine had sent before
}

// Machines lists the logs that forward their events to the log of a read model, the one that was heard last
// first.
//
// Errors: those of the read model and of the log.
func Machines(a *app.App, v *Views) ([]Machine, error) {
	log, _, err := a.OpenLog(app.ToRead)
	if err != nil {
		return nil, err
	}
	heard, err := query.HeardLogs(v)
	if err != nil {
		return nil, err
	}
	return named(a, log, heard)
}

// MachinesNow is [Machines] of a read model that may be behind its log, or not usable.
func MachinesNow(a *app.App, log eventlog.Log, s *store.Store, usable bool, at domain.Position) ([]Machine, error) {
	var before []record.Heard
	if usable {
		heard, err := query.HeardLogs(s)
		if err != nil {
			return nil, err
		}
		for _, h := range heard {
			before = append(before, record.Heard(h))
		}
	}
	now, err := record.HeardOf(a.Ctx, log, at, before...)
	if err != nil {
		return nil, err
	}
	heard := make([]query.Heard, len(now))
	for i, h := range now {
		heard[i] = query.Heard(h)
	}
	return named(a, log, heard)
}

// named adds the names of the tokens that logs forward by.
func named(a *app.App, log eventlog.Log, heard []query.Heard) ([]Machine, error) {
	if len(heard) == 0 {
		return nil, nil
	}
	tokens, err := (&token.Book{Log: log}).List(a.Ctx)
	if err != nil {
		return nil, err
	}
	names := map[string]string{}
	for i := range tokens {
		names[tokens[i].ForwardsLog] = tokens[i].Name
	}
	all := make([]Machine, len(heard))
	for i, h := range heard {
		all[i] = Machine{Log: h.Log, Token: names[h.Log], Heard: h.At, Age: max(0, a.Now().Sub(h.At).Milliseconds()), Events: h.Events}
	}
	return all, nil
}

// Text is a machine in words, as of a time.
func (m Machine) Text(now time.Time) string {
	return fmt.Sprintf("%s, %s: %s of log %.12s", app.FirstOf(m.Token, "no token"), term.Age(now, m.Heard), term.Many(m.Events, "event"), m.Log)
}
