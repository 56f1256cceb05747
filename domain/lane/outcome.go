package lane

import (
	"encoding/json"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/calls"
	"github.com/clawable/claw/domain/lane/accept"
	"github.com/clawable/claw/domain/lane/evidence"
	"github.com/clawable/claw/domain/lane/work"
)

// State is the state of the lane's attempt.
type State string

// The states; of concurrent events the later in this list counts.
const (
	StateSpawning       State = "spawning"
	StateTrustRequired  State = "trust_required"
	StateReadyForPrompt State = "ready_for_prompt"
	StatePromptAccepted State = "prompt_accepted"
	StateWorking        State = "working"
	StateDegradedMCP    State = "degraded_mcp"
	StateGreen          State = "green"
	StateRed            State = "red"
	StateBlocked        State = "blocked"
	StateInterrupted    State = "interrupted_transport"
	StateEnded          State = "ended"
)

var states = [...]State{StateSpawning, StateTrustRequired, StateReadyForPrompt, StatePromptAccepted, StateWorking,
	StateDegradedMCP, StateGreen, StateRed, StateBlocked, StateInterrupted, StateEnded}

// Enum lists the values.
func (State) Enum() []string { return names(states[:]...) }

// Result is how the lane's attempt came out.
type Result string

// The results.
const (
	ResultNone             Result = "none" // nothing ended yet
	ResultFinished         Result = "finished"
	ResultUnverified       Result = "finished_unverified"
	ResultPendingWorkspace Result = "finished_pending_workspace"
	ResultPendingWrites    Result = "finished_pending_writes"
	ResultPendingGreen     Result = "finished_pending_green"
	ResultPendingReport    Result = "finished_pending_report"
	ResultPendingPushed    Result = "finished_pending_pushed"
	ResultFailedVerify     Result = "failed_verify" // claimed as finished, and contradicted
	ResultFailed           Result = "failed"
	ResultCanceled         Result = "canceled"
	ResultContested        Result = "contested"
	ResultUnknown          Result = "unknown"
)

// Enum lists the values.
func (Result) Enum() []string {
	return names(ResultNone, ResultFinished, ResultUnverified, ResultPendingWorkspace, ResultPendingWrites,
		ResultPendingGreen, ResultPendingReport, ResultPendingPushed, ResultFailedVerify, ResultFailed,
		ResultCanceled, ResultContested, ResultUnknown)
}

// Disposition is what became of a lane's work; it is beside the outcome.
type Disposition string

// The dispositions.
const (
	DispositionMerged     Disposition = "merged"
	DispositionSuperseded Disposition = "superseded"
	DispositionClosed     Disposition = "closed"
)

// Enum lists the values.
func (Disposition) Enum() []string {
	return names(DispositionMerged, DispositionSuperseded, DispositionClosed)
}

func names[T ~string](vs ...T) []string {
	out := make([]string, len(vs))
	for i, v := range vs {
		out[i] = string(v)
	}
	return out
}

// Outcome is the document of one lane: a function of its facts.
type Outcome struct {
	Lane        domain.LaneID          `json:"lane"`
	Attempt     int                    `json:"attempt"` // from 1
	State       State                  `json:"state"`
	Outcome     Result                 `json:"outcome"`
	Disposition Disposition            `json:"disposition,omitzero"`
	Subphase    domain.BlockedSubphase `json:"subphase,omitzero"`
	// FailureClass is that of a failure, or of what blocks the lane.
	FailureClass domain.FailureClass `json:"failure_class,omitzero"`
	// Fingerprint is the identity of this outcome for consumers that report it only once.
	Fingerprint domain.Digest `json:"outcome_fingerprint,omitzero"`
	// Replaces is the fingerprint of the outcome that this one came after.
	Replaces domain.Digest `json:"replaces,omitzero"`
	// Trust is that of the recorded endings that are in force; absent where none is recorded.
	Trust domain.Trust `json:"trust,omitzero"`
	// Accepted is who accepted the outcome of this fingerprint, nil while it is not accepted.
	Accepted *accept.Acceptance `json:"accepted,omitzero"`
	// Data is the material payload of the ending with the least id, RFC 8785.
	Data     json.RawMessage   `json:"data,omitzero"`
	Evidence []evidence.Aspect `json:"evidence,omitzero"` // in the order of the expectations
	// Profile names the rules that set the expectations, and their version; "" where they are stated.
	Profile string `json:"profile,omitzero"`
	// ProfileDigest is that of an adopted profile, SHA-256 over RFC 8785; zero for the built-in one.
	ProfileDigest domain.Digest `json:"profile_digest,omitzero"`
	// Basis is how well the outcome is known; absent while nothing ended.
	Basis work.Basis `json:"basis,omitzero"`
	// Ended is how the record of the attempt ends; "" where nothing could.
	Ended work.EndedState `json:"ended,omitzero"`
	// WaitsFor is what open calls of the attempt wait for of a person, "" for nothing.
	WaitsFor calls.WaitsFor `json:"waits_for,omitzero"`
	// Work is what the calls of the attempt show.
	Work       work.Standing    `json:"standing,omitzero"`
	Contested  []Claim          `json:"contested,omitzero"`  // endings that contradict each other
	Differs    []Claim          `json:"differs,omitzero"`    // other claims of the attempt
	Duplicates int              `json:"duplicates,omitzero"` // further endings equal to the one in force
	History    []Past           `json:"history,omitzero"`    // earlier attempts, from the first
	Scope      domain.Scope     `json:"scope,omitzero"`
	Stated     evidence.Stated  `json:"stated,omitzero"` // when the attempt began
	Actionable bool             `json:"actionable"`      // this outcome requires action
	Sessions   []Session        `json:"sessions,omitzero"`
	LastKnown  *Standing        `json:"last_known,omitzero"` // before the transport broke
	Outages    []Outage         `json:"outages,omitzero"`
	Counts     Counts           `json:"counts"`
	Missing    int              `json:"missing_causes,omitzero"`
	Conflicts  []domain.EventID `json:"order_conflicts,omitzero"` // in cycles
	Doubts     []Doubt          `json:"doubts,omitzero"`
	// LastObserved is the latest time at which an event of the lane was observed.
	LastObserved domain.Instant `json:"last_observed,omitzero"`
	// Because names for each derived field the rule and the events that decided it.
	Because map[string]Because `json:"because"`
}

// IsInferred reports whether the end of the attempt was not recorded: such an outcome is not acted on.
func (o *Outcome) IsInferred() bool { return o.Basis == work.BasisInferred }

// IsUnused reports whether a lane was never started and no turn of it is recorded: by the rule of its
// outcome, its state, and the events that its attempt rests on.
func IsUnused(rule Rule, s State, attempt []domain.EventID) bool {
	return rule == RuleNone && s == StateSpawning && len(attempt) == 0
}

// Exists reports whether there is such a lane: an event of it counts.
func (o *Outcome) Exists() bool { return o.Counts.Events > 0 }

// Counts says how much the outcome rests on.
type Counts struct {
	Events    int `json:"events"`     // of the lane, that count
	ToolCalls int `json:"tool_calls"` // distinct
	Endings   int `json:"endings"`    // of the attempt
}

// Claim is one or more equal endings.
type Claim struct {
	Fingerprint  domain.Digest       `json:"fingerprint"`
	Kind         domain.Kind         `json:"kind"`
	FailureClass domain.FailureClass `json:"failure_class,omitzero"`
	Data         json.RawMessage     `json:"data,omitzero"`
	Trust        domain.Trust        `json:"trust"`
	Relation     Relation            `json:"relation"`
	Events       []domain.EventID    `json:"events"`
}

// Relation is the relation of a claim to the outcome.
type Relation string

// The relations.
const (
	RelationStands     Relation = "stands"      // nothing came after it
	RelationOverruled  Relation = "overruled"   // another ending came after it
	RelationRecorded   Relation = "recorded"    // imported, where a live one counts
	RelationLowerTrust Relation = "lower_trust" // not heard
	RelationSettled    Relation = "settled"     // an operator decided for another
)

// Enum lists the values.
func (Relation) Enum() []string {
	return names(RelationStands, RelationOverruled, RelationRecorded, RelationLowerTrust, RelationSettled)
}

// Past is how an earlier attempt came out.
type Past struct {
	Attempt      int                 `json:"attempt"`
	Outcome      Result              `json:"outcome"`
	FailureClass domain.FailureClass `json:"failure_class,omitzero"`
	Fingerprint  domain.Digest       `json:"outcome_fingerprint,omitzero"`
	Events       []domain.EventID    `json:"events,omitzero"`
}

// Standing is a state and what it rests on.
type Standing struct {
	State    State                  `json:"state"`
	Subphase domain.BlockedSubphase `json:"subphase,omitzero"`
	Events   []domain.EventID       `json:"events,omitzero"`
}
