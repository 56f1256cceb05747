package domain

import "github.com/oklog/ulid/v2"

// ApprovalPayload is the data of an event in the stream of one approval request.
//
//sumtype:decl
type ApprovalPayload interface {
	Payload
	approval()
}

type approvalFact struct{}

func (approvalFact) payload() Family { return FamilyApproval }
func (approvalFact) approval()       {}

// Actor says who acts: "human:<principal>", proved by a signature, or
// "agent:<session>", claimed.
type Actor string

// Ref is a full git ref name, such as "refs/heads/main".
type Ref string

// Assurance says what stood behind a signature.
type Assurance string

// The assurances.
const (
	AssurancePresence Assurance = "presence" // a person touched the key: the flag is in the signature
	AssuranceSoftware Assurance = "software"
)

// ActionClass says what sort of action an approval is for.
type ActionClass string

// The action classes.
const (
	ActionTool            ActionClass = "tool"
	ActionPolicyException ActionClass = "policy_exception"
	ActionShip            ActionClass = "ship"
	ActionRelease         ActionClass = "release"
	ActionSigners         ActionClass = "signers"
	ActionPolicy          ActionClass = "policy"
	ActionErase           ActionClass = "erase"
)

// Action is the exact action that is requested: a command, a patch or a push.
// The action digest is over its RFC 8785 form with the patch itself.
type Action struct {
	CWD         Path     `json:"cwd,omitzero"`
	Argv        []string `json:"argv,omitzero"`
	PatchDigest Digest   `json:"patch_digest,omitzero"` // SHA-256 of the patch
	Base        CommitID `json:"base,omitzero"`
	Head        CommitID `json:"head,omitzero"`
	Tree        string   `json:"tree,omitzero"` // git object name, hex
	// Env are the variables that make a command another one, NAME=value, sorted, as far as
	// they were set; package domain/approval lists them.
	Env []string `json:"env,omitzero"`
}

// ApprovalScope bounds where and when an approval holds; what is absent is not bounded.
type ApprovalScope struct {
	Repo     RepoID  `json:"repo,omitzero"`
	Ref      Ref     `json:"ref,omitzero"`
	Branch   Branch  `json:"branch,omitzero"`
	After    Instant `json:"after,omitzero"`
	Until    Instant `json:"until,omitzero"`
	Executor Actor   `json:"executor,omitzero"`
}

// IsZero reports whether nothing is bounded.
func (s ApprovalScope) IsZero() bool { return s == ApprovalScope{} }

// ApprovalRequested asks for one exact action.
type ApprovalRequested struct {
	approvalFact
	Class        ActionClass `json:"class"`
	ActionDigest Digest      `json:"action_digest"`
	Action       Action      `json:"action"`
	Requester    Actor       `json:"requester"`
	Policy       Digest      `json:"policy,omitzero"` // of the adopted policy that demands it
	Rule         string      `json:"rule,omitzero"`
	// Assurance is the least that the policy takes.
	Assurance Assurance `json:"assurance,omitzero"`
	// LongestMS is how long a grant may hold by the policies that demand it, those of
	// files too; absent where none says.
	LongestMS     int64         `json:"longest_ms,omitzero"`
	Scope         ApprovalScope `json:"scope,omitzero"`
	Uses          int           `json:"uses"`
	Reason        string        `json:"reason,omitzero"`         // why, in the requester's words
	ContextDigest Digest        `json:"context_digest,omitzero"` // of what is shown to the approver
	ContextEvents []EventID     `json:"context_events,omitzero"`
	// Bind is what of the files has to be as it was for a use to count, by the policies
	// that demand the approval; absent where a change is only named.
	Bind Binding `json:"bind,omitzero"`
	// Files are the program and the files that the command names, as they stood when it was
	// asked for. Absent: nothing was looked at.
	Files []ActionFile `json:"files,omitzero"`
}

// ApprovalGranted is the signed yes to a request. Statement and signature are
// what counts; the other members repeat them for readers.
type ApprovalGranted struct {
	approvalFact
	Approver      Actor         `json:"approver"`
	RequestDigest Digest        `json:"request_digest"`
	Assurance     Assurance     `json:"assurance"`
	Scope         ApprovalScope `json:"scope,omitzero"`
	ExpiresAt     Instant       `json:"expires_at"`
	Uses          int           `json:"uses"`
	Delegates     []Actor       `json:"delegates,omitzero"`
	Nonce         string        `json:"nonce"`
	Policy        Digest        `json:"policy,omitzero"`
	Key           string        `json:"key"`       // fingerprint
	Statement     string        `json:"statement"` // base64, as signed
	Signature     string        `json:"signature"` // sshsig armour
}

// ApprovalRefusal is the closed list of why a grant or a use does not count.
type ApprovalRefusal string

// The refusals.
const (
	RefusedNoApproval        ApprovalRefusal = "no_approval"
	RefusedPending           ApprovalRefusal = "approval_pending"
	RefusedDenied            ApprovalRefusal = "approval_denied"
	RefusedExpired           ApprovalRefusal = "approval_expired"
	RefusedRevoked           ApprovalRefusal = "approval_revoked"
	RefusedConsumed          ApprovalRefusal = "approval_already_consumed"
	RefusedScope             ApprovalRefusal = "approval_scope_mismatch"
	RefusedDelegate          ApprovalRefusal = "approval_unauthorized_delegate"
	RefusedSelf              ApprovalRefusal = "self_approval"
	RefusedRequestMismatch   ApprovalRefusal = "request_mismatch"
	RefusedSignature         ApprovalRefusal = "signature_invalid"
	RefusedSignerUnknown     ApprovalRefusal = "signer_unknown"
	RefusedSignerNotValid    ApprovalRefusal = "signer_not_valid"
	RefusedAssurance         ApprovalRefusal = "assurance_too_low"
	RefusedExpiryTooLong     ApprovalRefusal = "expiry_too_long"
	RefusedPolicyMismatch    ApprovalRefusal = "policy_mismatch"
	RefusedLogMismatch       ApprovalRefusal = "log_mismatch"
	RefusedNonceUsed         ApprovalRefusal = "nonce_used"
	RefusedSecretInTheAction ApprovalRefusal = "secret_in_action"
	RefusedContentChanged    ApprovalRefusal = "content_changed"
	RefusedContentUnknown    ApprovalRefusal = "content_unknown"
	// RefusedClock says that the log's time is over a second ahead of the wall clock.
	RefusedClock ApprovalRefusal = "clock_mismatch"
)

// ApprovalGrantRefused records that a grant was offered that does not count.
type ApprovalGrantRefused struct {
	approvalFact
	Reason        ApprovalRefusal `json:"reason"`
	Approver      Actor           `json:"approver,omitzero"`
	RequestDigest Digest          `json:"request_digest,omitzero"`
	Key           string          `json:"key,omitzero"`
	Statement     string          `json:"statement,omitzero"`
	Signature     string          `json:"signature,omitzero"`
}

// ApprovalDenied is a no; it counts unsigned.
type ApprovalDenied struct {
	approvalFact
	By     Actor  `json:"by"`
	Reason string `json:"reason,omitzero"` // typed by the actor who decides
}

// ApprovalDelegated hands the use of a grant on, within its signed delegates.
type ApprovalDelegated struct {
	approvalFact
	Grant  EventID `json:"grant"`
	From   Actor   `json:"from"`
	To     Actor   `json:"to"`
	Reason string  `json:"reason,omitzero"`
}

// ApprovalConsumed spends one use of a grant, before the action.
type ApprovalConsumed struct {
	approvalFact
	Grant        EventID       `json:"grant"`
	ActionDigest Digest        `json:"action_digest"`
	Executor     Actor         `json:"executor"`
	Scope        ApprovalScope `json:"scope,omitzero"`
	Use          int           `json:"use"` // which one, from 1
	// Compared reports that the files of the request were inspected again immediately before.
	Compared bool `json:"compared,omitzero"`
	// Changed are those that are not as they were when it was asked for.
	Changed []FileChange `json:"changed,omitzero"`
}

// ResultOf is the id of the event that records the result of the action that a consumption
// let through: the actor records it under this id, with the consumption among its
// causes, so that every reader finds it and it is recorded once.
func ResultOf(consumption EventID) EventID {
	return EventID(Derive(ulid.Time(ulid.ULID(consumption).Time()), "approval", consumption.String(), "result"))
}

// ApprovalUseRefused records that a use was attempted that does not count.
type ApprovalUseRefused struct {
	approvalFact
	Reason       ApprovalRefusal `json:"reason"`
	Grant        EventID         `json:"grant,omitzero"`
	ActionDigest Digest          `json:"action_digest,omitzero"`
	Executor     Actor           `json:"executor,omitzero"`
	Scope        ApprovalScope   `json:"scope,omitzero"`
	Changed      []FileChange    `json:"changed,omitzero"` // files that are not as they were when it was asked for
}

// ApprovalRevoked takes a grant back; it counts unsigned.
type ApprovalRevoked struct {
	approvalFact
	Grant  EventID `json:"grant,omitzero"` // absent: all grants of the request
	By     Actor   `json:"by"`
	Reason string  `json:"reason,omitzero"`
}

// ApprovalExpired notifies that a grant's time has passed; expiry itself is computed.
type ApprovalExpired struct {
	approvalFact
	Grant     EventID `json:"grant,omitzero"`
	ExpiredAt Instant `json:"expired_at"`
}

var approvalKinds = []KindInfo{
	{Kind: KindApprovalRequested, Family: FamilyApproval, Version: 1, Decision: true, Reserved: true, New: payloadOf[ApprovalRequested]},
	{Kind: KindApprovalGranted, Family: FamilyApproval, Version: 1, Decision: true, Reserved: true, New: payloadOf[ApprovalGranted]},
	{Kind: KindApprovalGrantRefused, Family: FamilyApproval, Version: 1, Decision: true, Reserved: true, New: payloadOf[ApprovalGrantRefused]},
	{Kind: KindApprovalDenied, Family: FamilyApproval, Version: 1, Decision: true, Reserved: true, New: payloadOf[ApprovalDenied]},
	{Kind: KindApprovalDelegated, Family: FamilyApproval, Version: 1, Decision: true, Reserved: true, New: payloadOf[ApprovalDelegated]},
	{Kind: KindApprovalConsumed, Family: FamilyApproval, Version: 1, Decision: true, Reserved: true, New: payloadOf[ApprovalConsumed]},
	{Kind: KindApprovalUseRefused, Family: FamilyApproval, Version: 1, Decision: true, Reserved: true, New: payloadOf[ApprovalUseRefused]},
	{Kind: KindApprovalRevoked, Family: FamilyApproval, Version: 1, Decision: true, Reserved: true, New: payloadOf[ApprovalRevoked]},
	{Kind: KindApprovalExpired, Family: FamilyApproval, Version: 1, Decision: true, Reserved: true, New: payloadOf[ApprovalExpired]},
}
