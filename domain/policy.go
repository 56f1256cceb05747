package domain

import "time"

// PolicyStream is the one stream of the policies that a log adopts.
func PolicyStream() StreamID {
	return StreamID{FamilyPolicy, Derive(time.Time{}, "policy", "adopted")}
}

// PolicyPayload is the data of an event in a policy's stream.
//
//sumtype:decl
type PolicyPayload interface {
	Payload
	policy()
}

type policyFact struct{}

func (policyFact) payload() Family { return FamilyPolicy }
func (policyFact) policy()         {}

// PolicyAdopted keeps the text that decisions cite by digest.
type PolicyAdopted struct {
	policyFact
	Digest Digest `json:"digest"` // SHA-256 of Text
	Text   string `json:"text"`
	Actor  Actor  `json:"actor,omitzero"`
	// Replaces is the digest of the policy before.
	Replaces Digest `json:"replaces,omitzero"`
}

// PolicyDecision is what a rule decided.
type PolicyDecision string

// The policy decisions.
const (
	PolicyAllow            PolicyDecision = "allow"
	PolicyRetry            PolicyDecision = "retry"
	PolicyRebase           PolicyDecision = "rebase"
	PolicyMergeForward     PolicyDecision = "merge_forward"
	PolicyMerge            PolicyDecision = "merge"
	PolicyRecover          PolicyDecision = "recover"
	PolicyEscalate         PolicyDecision = "escalate"
	PolicyStaleCleanup     PolicyDecision = "stale_cleanup"
	PolicyApprovalRequired PolicyDecision = "approval_required"
	PolicyNotify           PolicyDecision = "notify"
	PolicyBlock            PolicyDecision = "block"
	PolicyCloseout         PolicyDecision = "closeout"
	PolicyReconcile        PolicyDecision = "reconcile"
)

// PolicyEvaluated records what a policy decided, and by which rule.
type PolicyEvaluated struct {
	policyFact
	Policy       Digest         `json:"policy"`
	Rule         string         `json:"rule"`
	Decision     PolicyDecision `json:"decision"`
	Priority     int            `json:"priority,omitzero"`
	Class        ActionClass    `json:"class,omitzero"`
	ActionDigest Digest         `json:"action_digest,omitzero"`
	Actor        Actor          `json:"actor,omitzero"`
	Approval     StreamID       `json:"approval,omitzero"` // the request that answers it
	Evidence     []EventID      `json:"evidence,omitzero"`
	// Uncertain states what of the action cannot be determined, where the decision depends on that. An
	// action that is let through is PolicyNotify: the rule may apply to it, and does not hold it back.
	Uncertain string `json:"uncertain,omitzero"`
}

// NextPath says what one may do instead of a blocked action.
type NextPath string

// The next paths.
const (
	NextRequestApproval NextPath = "request_approval"
	NextRequestAgain    NextPath = "request_again"
	NextNarrowScope     NextPath = "narrow_scope"
	NextAskOperator     NextPath = "ask_operator"
	NextUseEnvironment  NextPath = "use_environment" // pass the secret by environment or file
	NextFreshen         NextPath = "freshen_branch"  // bring what the branch lacks of main, as branch.stale_against_main recommends
	NextNone            NextPath = "none"
)

// PolicyActionBlocked reports that a policy held an action back.
type PolicyActionBlocked struct {
	policyFact
	Policy       Digest          `json:"policy,omitzero"` // absent: a rule of claw itself
	Rule         string          `json:"rule"`
	Class        ActionClass     `json:"class,omitzero"`
	ActionDigest Digest          `json:"action_digest,omitzero"`
	Actor        Actor           `json:"actor"`
	Scope        ApprovalScope   `json:"scope,omitzero"` // of the actor
	Refusal      ApprovalRefusal `json:"refusal,omitzero"`
	Approval     StreamID        `json:"approval,omitzero"`
	Next         NextPath        `json:"next"`
}

var policyKinds = []KindInfo{
	{Kind: KindPolicyAdopted, Family: FamilyPolicy, Version: 1, Decision: true, Reserved: true, New: payloadOf[PolicyAdopted]},
	{Kind: KindPolicyEvaluated, Family: FamilyPolicy, Version: 1, Decision: true, Reserved: true, New: payloadOf[PolicyEvaluated]},
	{Kind: KindPolicyActionBlocked, Family: FamilyPolicy, Version: 1, Decision: true, Reserved: true, New: payloadOf[PolicyActionBlocked]},
}
