package reports

import (
	"github.com/clawable/claw/domain"
)

// SchemaVersion is the version of the documents that this package makes: major.minor. A minor one
// adds members; anything else raises the major one.
const SchemaVersion = "1.0"

// Document is the canonical report. Its members are permanent: the path of a member is its field
// id.
//
// Collections are objects by id, so that the order in which a log was filled is not visible, and a
// patch names what it changes.
type Document struct {
	SchemaVersion string    `json:"schema_version"`
	Scope         Scope     `json:"scope"`
	Window        Window    `json:"window"`
	Freshness     Freshness `json:"freshness"`
	Totals        Totals    `json:"totals"`

	ActiveSessions Sessions  `json:"active_sessions"`
	Pinpoints      Pinpoints `json:"exact_pinpoint"`
	Delta          Delta     `json:"concrete_delta"`
	Blockers       Blockers  `json:"blocker"`

	Lanes     Lanes     `json:"lanes"`
	Approvals Approvals `json:"approvals"`
	Ships     Ships     `json:"ships"`
	Errors    Errors    `json:"errors"`
	Usage     Usage     `json:"usage"`

	Claims      map[string]Claim    `json:"claims"`            // by a name that the reporter chose
	Negative    map[string]Negative `json:"negative_evidence"` // by the section that is empty, or a name of the reporter's
	Closure     *Closure            `json:"closure,omitzero"`
	NextActions map[string]Action   `json:"next_actions"` // by what they are about: lane:ID, approval:ID, or a name of the reporter's
}

// Scope selects what a report is about; an absent member selects all.
type Scope struct {
	Repo  string        `json:"repo,omitzero"`
	Lane  domain.LaneID `json:"lane,omitzero"`
	Owner string        `json:"owner,omitzero"`
}

// Window is the time that a report is about, half-open: what was last observed at or after After,
// as of Until.
type Window struct {
	After domain.Instant `json:"after,omitzero"` // absent: since the log began
	Until domain.Instant `json:"until,omitzero"` // absent: not stated
}

// Freshness states how observations age: each has a time and a TTL. Whether one is stale depends on
// the time of reading, see [Document.FreshnessAt].
type Freshness struct {
	Policy   string         `json:"ttl_policy"` // names the rule that set the TTLs
	Earliest domain.Instant `json:"earliest,omitzero"`
	Latest   domain.Instant `json:"latest,omitzero"`
}

// Why says why a section is not known.
type Why string

// The reasons.
const (
	WhyNotChecked Why = "unknown_not_checked" // it was not checked
	WhyFailed     Why = "unavailable"         // the check failed
	WhyNoPrevious Why = "no_previous_report"  // there is no report to compare with
	WhyOtherScope Why = "other_scope"         // the report to compare with has another scope
)

// Enum lists the values.
func (Why) Enum() []string {
	return []string{string(WhyNotChecked), string(WhyFailed), string(WhyNoPrevious), string(WhyOtherScope)}
}

// Carried states that an item was not observed in this window, and where it was last observed.
type Carried struct {
	Report domain.Digest `json:"report_hash"`
}

// Totals counts what the sections list.
type Totals struct {
	Lanes            int            `json:"lanes"`
	LanesByOutcome   map[string]int `json:"lanes_by_outcome"`
	LanesByUrgency   map[string]int `json:"lanes_by_urgency"` // "1" waits for a person … "5" is done
	CarriedLanes     int            `json:"carried_lanes"`    // not observed in the window; in no other count
	UndatedLanes     int            `json:"undated_lanes"`    // of the scope, without a recorded time: in no window, and in no other count
	Sessions         int            `json:"sessions"`
	ActiveSessions   int            `json:"active_sessions"`
	ToolCalls        map[string]int `json:"tool_calls"` // by status
	Errors           int            `json:"errors"`
	Blockers         int            `json:"blockers"`
	Approvals        map[string]int `json:"approvals"`         // by status
	Waiting          int            `json:"waiting_approvals"` // of them, for an approver
	Ships            int            `json:"ships"`
	Commits          int            `json:"commits"`       // that ships brought
	Riders           int            `json:"riders"`        // of them
	UnstatedCommits  int            `json:"unknown_roles"` // of them, whose intent is not stated
	Responses        int            `json:"responses"`     // of models
	Tokens           int64          `json:"tokens"`
	Claims           map[string]int `json:"claims"`            // by kind
	NegativeEvidence map[string]int `json:"negative_evidence"` // by result
}

// Holds reports whether a time is in the window. One that is not known is in none.
func (w *Window) Holds(at domain.Instant) bool {
	if !at.Known() || w.After.Known() && at.UnixNano() < w.After.UnixNano() {
		return false
	}
	return !w.Until.Known() || at.UnixNano() < w.Until.UnixNano()
}
