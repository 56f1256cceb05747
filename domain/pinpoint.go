package domain

// PinpointPayload is the data of an event in a pinpoint's stream.
//
//sumtype:decl
type PinpointPayload interface {
	Payload
	pinpoint()
}

type pinpointFact struct{}

func (pinpointFact) payload() Family { return FamilyPinpoint }
func (pinpointFact) pinpoint()       {}

// Priority says what comes first.
type Priority string

// The priorities, from the most urgent.
const (
	PriorityP0 Priority = "p0"
	PriorityP1 Priority = "p1"
	PriorityP2 Priority = "p2"
	PriorityP3 Priority = "p3"
)

// Severity says how bad it is.
type Severity string

// The severities, from the worst.
const (
	SeverityCritical Severity = "critical"
	SeverityHigh     Severity = "high"
	SeverityMedium   Severity = "medium"
	SeverityLow      Severity = "low"
)

// Harm says what sort of harm it does.
type Harm string

// The harms.
const (
	HarmUserBreakage      Harm = "user_breakage"
	HarmOperatorFriction  Harm = "operator_friction"
	HarmObservabilityDebt Harm = "observability_debt"
	HarmHardening         Harm = "hardening"
)

// PriorityReason says why a priority was given.
type PriorityReason string

// The priority reasons.
const (
	BecauseBlastRadius        PriorityReason = "blast_radius"
	BecauseReproducibility    PriorityReason = "reproducibility"
	BecauseAutomationBreakage PriorityReason = "automation_breakage"
	BecauseMergeRisk          PriorityReason = "merge_risk"
	BecauseOther              PriorityReason = "other"
)

// Ranking is how urgent and how bad a pinpoint is, and why.
type Ranking struct {
	Priority Priority         `json:"priority,omitzero"`
	Severity Severity         `json:"severity,omitzero"`
	Harm     Harm             `json:"harm,omitzero"`
	Reasons  []PriorityReason `json:"reasons,omitzero"`
}

// PinpointFiled reports that a gap was found. The stream is its identity for ever.
type PinpointFiled struct {
	pinpointFact
	Ranking
	Title         Text   `json:"title"`
	Description   Text   `json:"description,omitzero"`
	SimilarityKey string `json:"similarity_key,omitzero"` // as the reporter has it: what the members below make counts before it
	Reporter      Actor  `json:"reporter,omitzero"`
	Report        string `json:"report,omitzero"`
	Lane          LaneID `json:"lane,omitzero"`

	// Names are other names of the pinpoint, such as the number of a list, in the words of commits.
	Names          []PinpointName `json:"names,omitzero"`
	FailureClass   FailureClass   `json:"failure_class,omitzero"`
	Place          string         `json:"place,omitzero"`           // where it fails: a module, a path, a verb
	ErrorSignature string         `json:"error_signature,omitzero"` // what the error says, without what changes from run to run
	Nudge          string         `json:"nudge,omitzero"`           // that led to it
	Cycle          string         `json:"cycle,omitzero"`           // of the nudge
}

// PinpointRelation is the relation between two pinpoints.
type PinpointRelation string

// The relations.
const (
	LinkSameRootCause PinpointRelation = "same_root_cause"
	LinkRelated       PinpointRelation = "related"
	LinkSupersedes    PinpointRelation = "supersedes"
	LinkDistinct      PinpointRelation = "distinct" // in spite of similar words
)

// PinpointLinked relates the pinpoint to another.
type PinpointLinked struct {
	pinpointFact
	To       StreamID         `json:"to"`
	Relation PinpointRelation `json:"relation"`
	By       Actor            `json:"by,omitzero"`
	Note     Text             `json:"note,omitzero"`
}

// EvidenceRole says what a piece of evidence is for.
type EvidenceRole string

// The evidence roles.
const (
	EvidenceRepro         EvidenceRole = "repro"
	EvidenceSymptom       EvidenceRole = "symptom"
	EvidenceRootCauseHint EvidenceRole = "root_cause_hint"
	EvidenceVerification  EvidenceRole = "verification"
)

// EvidenceRef points at a piece of evidence; at least one member beside Preview is given.
type EvidenceRef struct {
	Event   EventID   `json:"event,omitzero"`
	Session SessionID `json:"session,omitzero"`
	Item    ItemID    `json:"item,omitzero"`
	Commit  CommitID  `json:"commit,omitzero"`
	Path    Path      `json:"path,omitzero"`
	URL     string    `json:"url,omitzero"`
	Preview Text      `json:"preview,omitzero"`
}

// PinpointEvidenceAttached adds evidence to the pinpoint.
type PinpointEvidenceAttached struct {
	pinpointFact
	Role EvidenceRole `json:"role"`
	Ref  EvidenceRef  `json:"ref"`
	By   Actor        `json:"by,omitzero"`
}

// PinpointPrioritized changes how urgent the pinpoint is.
type PinpointPrioritized struct {
	pinpointFact
	Ranking
	By   Actor `json:"by,omitzero"`
	Note Text  `json:"note,omitzero"`
}

// PinpointState is how far a pinpoint has come.
type PinpointState string

// The states.
const (
	PinpointStateFiled        PinpointState = "filed"
	PinpointStateAcknowledged PinpointState = "acknowledged"
	PinpointStateInProgress   PinpointState = "in_progress"
	PinpointStateBlocked      PinpointState = "blocked"
	PinpointStateDone         PinpointState = "done"
	PinpointStateSuperseded   PinpointState = "superseded"
)

// PinpointStateChanged moves the pinpoint through its life.
type PinpointStateChanged struct {
	pinpointFact
	State        PinpointState `json:"state"`
	SupersededBy StreamID      `json:"superseded_by,omitzero"`
	Lane         LaneID        `json:"lane,omitzero"` // whose result moved it
	Commit       CommitID      `json:"commit,omitzero"`
	By           Actor         `json:"by,omitzero"`
	Note         Text          `json:"note,omitzero"`
	// OutcomeFingerprint is that of the outcome of Lane: one outcome moves a pinpoint once.
	OutcomeFingerprint Digest `json:"outcome_fingerprint,omitzero"`
}

// Readiness is what a pinpoint needs before it can be fixed.
type Readiness string

// The readinesses.
const (
	ReadyToImplement Readiness = "implementation_ready"
	NeedsRepro       Readiness = "needs_repro"
	NeedsTriage      Readiness = "needs_triage"
)

// PinpointHandedOff gives the pinpoint to a lane, with all that it needs to begin.
type PinpointHandedOff struct {
	pinpointFact
	Readiness    Readiness `json:"readiness"`
	Objective    Text      `json:"objective"`
	Scope        []Path    `json:"scope,omitzero"`
	Evidence     []EventID `json:"evidence,omitzero"` // pinpoint.evidence_attached
	Priority     Priority  `json:"priority,omitzero"`
	Verification []Text    `json:"verification,omitzero"`
	Lane         LaneID    `json:"lane,omitzero"`
	Worktree     Path      `json:"worktree,omitzero"`
	PRNumber     int       `json:"pr_number,omitzero"`
	By           Actor     `json:"by,omitzero"`
}

var pinpointKinds = []KindInfo{
	{Kind: KindPinpointFiled, Family: FamilyPinpoint, Version: 1, Decision: true, Erasable: true, New: payloadOf[PinpointFiled]},
	{Kind: KindPinpointLinked, Family: FamilyPinpoint, Version: 1, Decision: true, Erasable: true, New: payloadOf[PinpointLinked]},
	{Kind: KindPinpointEvidenceAttached, Family: FamilyPinpoint, Version: 1, Decision: true, Erasable: true, New: payloadOf[PinpointEvidenceAttached]},
	{Kind: KindPinpointPrioritized, Family: FamilyPinpoint, Version: 1, Decision: true, Erasable: true, New: payloadOf[PinpointPrioritized]},
	{Kind: KindPinpointStateChanged, Family: FamilyPinpoint, Version: 1, Decision: true, Erasable: true, New: payloadOf[PinpointStateChanged]},
	{Kind: KindPinpointHandedOff, Family: FamilyPinpoint, Version: 1, Decision: true, Erasable: true, New: payloadOf[PinpointHandedOff]},
}
