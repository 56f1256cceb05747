package projections

import (
	"strconv"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/projections/entitykey"
	"github.com/clawable/claw/projections/payload"
	"github.com/clawable/claw/projections/values"
)

// ErrorOrigin is what failed.
type ErrorOrigin string

// The origins.
const (
	OriginTool     ErrorOrigin = "tool"
	OriginProvider ErrorOrigin = "provider"
	OriginTurn     ErrorOrigin = "turn"
	OriginLane     ErrorOrigin = "lane"
	OriginWorker   ErrorOrigin = "worker"
	OriginMCP      ErrorOrigin = "mcp"
	OriginPlugin   ErrorOrigin = "plugin"
)

// Enum lists the values.
func (ErrorOrigin) Enum() []string {
	return []string{string(OriginTool), string(OriginProvider), string(OriginTurn), string(OriginLane),
		string(OriginWorker), string(OriginMCP), string(OriginPlugin)}
}

// ErrorState is the result of what failed.
type ErrorState string

// The states of what failed.
const (
	ErrorFailed       ErrorState = "failed"
	ErrorTimedOut     ErrorState = "timed_out"     // a tool call
	ErrorDenied       ErrorState = "denied"        // a tool call
	ErrorFailedVerify ErrorState = "failed_verify" // a lane
)

// Enum lists the values.
func (ErrorState) Enum() []string {
	return []string{string(ErrorFailed), string(ErrorTimedOut), string(ErrorDenied), string(ErrorFailedVerify)}
}

// Failure is one failure that is neither a tool call's nor a lane's; those are
// read off their own entities.
type Failure struct {
	Class    values.Pick      `json:"class,omitzero"`
	Code     values.Pick      `json:"code,omitzero"` // in the words of what failed
	Events   []domain.EventID `json:"events"`        // the least eight
	First    values.Time      `json:"first,omitzero"`
	Last     values.Time      `json:"last,omitzero"`
	Origin   ErrorOrigin      `json:"origin"`
	Sessions values.Sightings `json:"sessions"`
	Status   values.Pick      `json:"status,omitzero"` // HTTP
}

// failureOrigin is what failed by an event of this kind, "" for one that reports no failure.
func failureOrigin(kind domain.Kind) ErrorOrigin {
	switch kind {
	case domain.KindProviderFailed:
		return OriginProvider
	case domain.KindTurnFailed:
		return OriginTurn
	case domain.KindWorkerFailed:
		return OriginWorker
	case domain.KindMCPFailed, domain.KindMCPStartupTimeout:
		return OriginMCP
	case domain.KindPluginFailed:
		return OriginPlugin
	}
	return ""
}

// failureKey names what failed: a turn by its session and id, or by its event, all else by
// its item or event.
func failureKey(e *domain.Event) string {
	origin := failureOrigin(e.Kind)
	if origin == "" {
		return ""
	}
	if turn := e.Subject.Turn.Value; origin == OriginTurn && turn != "" {
		return "turn:" + string(e.Session()) + "\x00" + string(turn)
	}
	if origin == OriginTurn {
		return "turn:" + entitykey.OfEvent(e.ID)
	}
	return string(origin) + ":" + entitykey.Of(e)
}

type failureData struct{ class, code, status string }

func readFailure(e *domain.Event) (failureData, error) {
	var p failureData
	d := payload.MembersOf(e.Data)
	for name, v, ok := d.Next(); ok; name, v, ok = d.Next() {
		switch string(name) {
		case "class", "failure_class":
			p.class = d.Text(v)
		case "code":
			p.code = d.Text(v)
		case "status":
			p.status = strconv.FormatInt(d.Number(v), 10)
		}
	}
	if e.Kind == domain.KindMCPStartupTimeout {
		p.class = string(domain.FailMCPStartup)
	}
	return p, d.Err()
}

func applyFailure(f *Failure, e *domain.Event, p failureData) {
	at := values.TimeOf(e)
	values.Earliest(&f.First, at)
	values.Latest(&f.Last, at)
	f.Origin = failureOrigin(e.Kind)
	f.Sessions.SeeIn(e)
	f.Class.Offer(e.ID, p.class)
	f.Code.Offer(e.ID, p.code)
	f.Status.Offer(e.ID, p.status)
	f.Events = values.AddID(f.Events, e.ID)
}
