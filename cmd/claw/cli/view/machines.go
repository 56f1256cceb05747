package view

import (
	"fmt"
	"time"

	"github.com/clawable/claw/cmd/claw/cli/app"
	"github.com/clawable/claw/cmd/claw/cli/term"
	"github.com/clawable/claw/commands/record"
	"github.com/clawable/claw/commands/token"
	"github.com/clawable/claw/eventlog"
)

// Machine is a log that forwards its events to this one.
type Machine struct {
	Log    string    `json:"log_id"`
	Token  string    `json:"token,omitzero"` // the name of the last token that was made for it
	Heard  time.Time `json:"heard_at"`       // when its last new events arrived
	Age    int64     `json:"age_ms"`         // since then: a machine without new events is not heard
	Events int       `json:"events"`         // that arrived
}

// MachinesOf lists the logs that forward their events to a log, the one that was heard last first.
//
// Errors: those of the log.
func MachinesOf(a *app.App, log eventlog.Log) ([]Machine, error) {
	heard, err := record.HeardOf(a.Ctx, log)
	if err != nil || len(heard) == 0 {
		return nil, err
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
