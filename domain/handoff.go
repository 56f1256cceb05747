package domain

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

// Enum lists the values.
func (PinpointState) Enum() []string {
	return enum(PinpointStateFiled, PinpointStateAcknowledged, PinpointStateInProgress, PinpointStateBlocked,
		PinpointStateDone, PinpointStateSuperseded)
}

// PinpointStateChanged moves the pinpoint through its life.
type PinpointStateChanged struct {
	pinpointFact
	State        PinpointState `json:"state"`
	SupersededBy StreamID      `json:"superseded_by,omitzero"`
	Lane         LaneID        `json:"lane,omitzero"` // whose result moved it
	Commit       CommitID      `json:"commit,omitzero"`
	By           Actor         `json:"by,omitzero"`
	Note         Text          `json:"note,omitzero"`
}

// Readiness says what a pinpoint needs before somebody mends it.
type Readiness string

// The readinesses.
const (
	ReadyToImplement Readiness = "implementation_ready"
	NeedsRepro       Readiness = "needs_repro"
	NeedsTriage      Readiness = "needs_triage"
)

// Enum lists the values.
func (Readiness) Enum() []string { return enum(ReadyToImplement, NeedsRepro, NeedsTriage) }

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

func (PinpointStateChanged) Kind() Kind { return KindPinpointStateChanged }
func (PinpointHandedOff) Kind() Kind    { return KindPinpointHandedOff }
