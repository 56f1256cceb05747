package reports

import (
	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/lane"
)

// Statement is what a reporter adds to what the log shows: the form of the file that claw report
// new --statement reads.
type Statement struct {
	Pinpoints   map[string]Pinpoint `json:"exact_pinpoint,omitzero"`
	Claims      map[string]Claim    `json:"claims,omitzero"`
	Negative    map[string]Negative `json:"negative_evidence,omitzero"`
	Closure     *Closure            `json:"closure,omitzero"`
	NextActions map[string]Action   `json:"next_actions,omitzero"`
}

// ClaimKind says what sort of knowledge a claim is.
type ClaimKind string

// The kinds of claims.
const (
	ClaimFact           ClaimKind = "observed_fact"
	ClaimInference      ClaimKind = "inference"
	ClaimHypothesis     ClaimKind = "hypothesis"
	ClaimRecommendation ClaimKind = "recommendation"
)

// Enum lists the values.
func (ClaimKind) Enum() []string {
	return []string{string(ClaimFact), string(ClaimInference), string(ClaimHypothesis), string(ClaimRecommendation)}
}

// Confidence is how sure the reporter is of what is no fact.
type Confidence string

// The buckets.
const (
	ConfidenceLow    Confidence = "low"
	ConfidenceMedium Confidence = "medium"
	ConfidenceHigh   Confidence = "high"
)

// Enum lists the values.
func (Confidence) Enum() []string {
	return []string{string(ConfidenceLow), string(ConfidenceMedium), string(ConfidenceHigh)}
}

// Claim is a sentence of the reporter's, and what supports it.
type Claim struct {
	Kind       ClaimKind        `json:"kind"`
	Text       string           `json:"text"`
	Confidence Confidence       `json:"confidence,omitzero"` // of all but facts
	Evidence   []domain.EventID `json:"evidence,omitzero"`   // at least one for a fact
	Pinpoint   string           `json:"pinpoint,omitzero"`   // a key of exact_pinpoint, or the stream of a pinpoint
	// PromotedFrom is the claim of an earlier report that this one confirms.
	PromotedFrom *Promotion `json:"promoted_from,omitzero"`
	Labelled
}

// Promotion names a claim of an earlier report.
type Promotion struct {
	Report domain.Digest `json:"report_hash"`
	Claim  string        `json:"claim"`
}

// NegativeResult is what a search that found nothing shows.
type NegativeResult string

// The results.
const (
	NotObserved NegativeResult = "not_observed_in_checked_scope"
	NotChecked  NegativeResult = "unknown_not_checked"
)

// Enum lists the values.
func (NegativeResult) Enum() []string { return []string{string(NotObserved), string(NotChecked)} }

// Negative is a search that found nothing, or a search that was not made.
type Negative struct {
	Surfaces []string         `json:"surfaces"` // what was searched, such as lanes, roadmap, channel ops
	Query    string           `json:"query,omitzero"`
	Window   Window           `json:"window"`
	By       string           `json:"by"`
	Result   NegativeResult   `json:"result"`
	Evidence []domain.EventID `json:"evidence,omitzero"` // evidence.searched
	// InvalidatedBy are later facts of the same scope and window: the finding no longer holds.
	InvalidatedBy []domain.EventID `json:"invalidated_by,omitzero"`
}

// ClosureState says why a cycle may stop, or that it may not.
type ClosureState string

// The states.
const (
	ClosureConverged ClosureState = "converged"
	ClosureFollowUp  ClosureState = "follow-up-landed"
	ClosureFlake     ClosureState = "pre-existing-flake-only"
	ClosureInFlight  ClosureState = "in-flight"
	ClosureMerged    ClosureState = "merged"
	ClosureDup       ClosureState = "dup"
)

// Enum lists the values.
func (ClosureState) Enum() []string {
	return []string{string(ClosureConverged), string(ClosureFollowUp), string(ClosureFlake), string(ClosureInFlight), string(ClosureMerged), string(ClosureDup)}
}

// Final reports whether nothing is left to do.
func (c ClosureState) Final() bool {
	return c == ClosureConverged || c == ClosureMerged || c == ClosureDup
}

// Closure is the state of what a report follows, and how it came there.
type Closure struct {
	State       ClosureState     `json:"state"`
	LastUpdated domain.Instant   `json:"last_updated"`
	NextAction  string           `json:"next_action,omitzero"`  // absent exactly where State is final
	Was         ClosureState     `json:"was,omitzero"`          // of the version before, where this one moved it
	Cause       domain.CommitID  `json:"cause_commit,omitzero"` // of the transition from Was
	Evidence    []domain.EventID `json:"evidence,omitzero"`     // at least one for a flake: red on base
}

// Action is one thing to do.
type Action struct {
	Do       string           `json:"do"`
	Why      string           `json:"why,omitzero"`
	Lane     domain.LaneID    `json:"lane,omitzero"`
	Urgency  int              `json:"urgency,omitzero"` // of the lane
	Evidence []domain.EventID `json:"evidence,omitzero"`
}

// ClosureOf is the closure state that the events of a lane show by themselves, "" where it takes a
// person to say it.
func ClosureOf(o *lane.Outcome) ClosureState {
	switch {
	case o.Disposition == lane.DispositionMerged:
		return ClosureMerged
	case o.Disposition == lane.DispositionSuperseded:
		return ClosureDup
	case o.Disposition == "" && o.State != lane.StateEnded:
		return ClosureInFlight
	}
	return ""
}
