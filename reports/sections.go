package reports

import (
	"cmp"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/calls"
	"github.com/clawable/claw/domain/lane"
	"github.com/clawable/claw/domain/lane/accept"
	"github.com/clawable/claw/domain/lane/evidence"
	"github.com/clawable/claw/domain/lane/work"
	"github.com/clawable/claw/projections"
)

// Lanes are the lanes of the scope by id.
type Lanes struct {
	Unknown Why             `json:"unknown,omitzero"`
	Items   map[string]Lane `json:"items,omitzero"`
}

// Lane is how a lane stood. What it says of time it says of the time of observation: what an age
// changes is of [Document.AdviceAt].
type Lane struct {
	State        lane.State             `json:"state"`
	Outcome      lane.Result            `json:"outcome"`
	Rule         lane.Rule              `json:"outcome_rule,omitzero"` // that decided the outcome
	Basis        work.Basis             `json:"basis,omitzero"`        // how well the outcome is known
	Ended        work.EndedState        `json:"ended,omitzero"`        // how the record ends
	Disposition  lane.Disposition       `json:"disposition,omitzero"`
	Accepted     *accept.Acceptance     `json:"accepted,omitzero"`
	Subphase     domain.BlockedSubphase `json:"subphase,omitzero"`
	WaitsFor     calls.WaitsFor         `json:"waits_for,omitzero"` // of a person
	FailureClass domain.FailureClass    `json:"failure_class,omitzero"`
	Contested    []Ending               `json:"contested,omitzero"` // endings that contradict each other
	Fingerprint  domain.Digest          `json:"outcome_fingerprint,omitzero"`
	Attempt      int                    `json:"attempt"`
	Profile      string                 `json:"profile,omitzero"`      // absent: the expectations are stated
	Expectations []evidence.Aspect      `json:"expectations,omitzero"` // and whether they are met
	Standing     *work.Standing         `json:"standing,omitzero"`     // absent: calls show no work
	Ships        []projections.Shipped  `json:"ships,omitzero"`        // that brought something of it, the oldest first
	Blocked      *Blocked               `json:"blocked_calls,omitzero"`
	projections.Advice
	Closure    ClosureState                    `json:"closure_state,omitzero"` // absent: events do not show one
	Actionable bool                            `json:"actionable"`
	Owner      string                          `json:"owner,omitzero"`
	Workflow   string                          `json:"workflow,omitzero"`
	Agent      string                          `json:"agent,omitzero"`
	Model      string                          `json:"model,omitzero"`
	Repo       string                          `json:"repo,omitzero"`
	Branch     string                          `json:"branch,omitzero"`
	Title      domain.Maybe[domain.ShortLabel] `json:"title,omitzero"`
	Opening    string                          `json:"opening,omitzero"` // of the first prompt
	Workspace  domain.Maybe[domain.Path]       `json:"workspace,omitzero"`
	Sessions   []domain.SessionID              `json:"sessions"`
	Turns      map[string]int                  `json:"turns"`      // by status
	ToolCalls  map[string]int                  `json:"tool_calls"` // by status
	Errors     int                             `json:"errors"`
	ObservedAt domain.Instant                  `json:"observed_at"`
	TTL        int                             `json:"ttl_seconds,omitzero"` // absent: does not go stale
	Evidence   map[string][]domain.EventID     `json:"evidence"`             // by member, the events that decided it
	Labelled
	Carried *Carried `json:"carried_from,omitzero"`
}

// Labelled is the class of an item whose events are labelled.
type Labelled struct {
	// Sensitivity is the greatest class of its events, absent where none is above internal. Views withhold
	// the whole item from readers who may not see the class.
	Sensitivity domain.Sensitivity `json:"sensitivity,omitzero"`
}

// Class is the class of an item: internal where none is stated.
func (l Labelled) Class() domain.Sensitivity {
	return cmp.Or(l.Sensitivity, domain.SensitivityInternal)
}

// Ending is what one of several endings of a lane says.
type Ending struct {
	Kind         domain.Kind         `json:"kind"`
	FailureClass domain.FailureClass `json:"failure_class,omitzero"`
}

// Blocked are the calls of a lane that a policy blocked and that no approval let through.
type Blocked struct {
	Count int    `json:"count"`
	Rule  string `json:"rule"` // of the newest
}

// Sessions are sessions by id.
type Sessions struct {
	Unknown Why                `json:"unknown,omitzero"`
	Items   map[string]Session `json:"items,omitzero"`
}

// Session is a conversation whose end is not recorded.
type Session struct {
	State      string                          `json:"state"`
	Agent      string                          `json:"agent,omitzero"`
	Lane       domain.LaneID                   `json:"lane,omitzero"`
	Repo       string                          `json:"repo,omitzero"`
	Branch     string                          `json:"branch,omitzero"`
	Title      domain.Maybe[domain.ShortLabel] `json:"title,omitzero"`
	ObservedAt domain.Instant                  `json:"observed_at"`
	TTL        int                             `json:"ttl_seconds,omitzero"`
	Evidence   []domain.EventID                `json:"evidence"`
	Labelled
	Carried *Carried `json:"carried_from,omitzero"`
}

// Blockers are what holds work, by what it holds: lane:ID, approval:ID.
type Blockers struct {
	Unknown Why                `json:"unknown,omitzero"`
	Items   map[string]Blocker `json:"items,omitzero"`
}

// Blocker is one thing that holds work.
type Blocker struct {
	Blocker    string           `json:"blocker"`
	Lane       domain.LaneID    `json:"lane,omitzero"`
	Approval   string           `json:"approval,omitzero"`
	ObservedAt domain.Instant   `json:"observed_at"`
	TTL        int              `json:"ttl_seconds,omitzero"`
	Evidence   []domain.EventID `json:"evidence"`
	Carried    *Carried         `json:"carried_from,omitzero"`
}

// Approvals are requests by stream.
type Approvals struct {
	Unknown Why                 `json:"unknown,omitzero"`
	Items   map[string]Approval `json:"items,omitzero"`
}

// Approval is a request and how it stood.
type Approval struct {
	Status      string             `json:"status"`
	Class       domain.ActionClass `json:"class"`
	Action      string             `json:"action"`
	Requester   domain.Actor       `json:"requester"`
	Approver    string             `json:"approver,omitzero"`
	Assurance   domain.Assurance   `json:"assurance,omitzero"`
	Lanes       []domain.LaneID    `json:"lanes,omitzero"`
	Waits       bool               `json:"waits"` // for an approver
	RequestedAt domain.Instant     `json:"requested_at"`
	TTL         int                `json:"ttl_seconds,omitzero"` // of one that waits
	Evidence    []domain.EventID   `json:"evidence"`
	Labelled
}

// Ships are ships by stream.
type Ships struct {
	Unknown Why             `json:"unknown,omitzero"`
	Items   map[string]Ship `json:"items,omitzero"`
}

// Ship is what went to a ref.
type Ship struct {
	Repo       domain.RepoID      `json:"repo"`
	Ref        domain.Ref         `json:"ref"`
	Old        domain.CommitID    `json:"old"`
	New        domain.CommitID    `json:"new"`
	Method     domain.MergeMethod `json:"merge_method,omitzero"`
	Basis      domain.Basis       `json:"basis,omitzero"`
	Commits    int                `json:"commit_count"`
	Riders     int                `json:"rider_count"`
	Unstated   int                `json:"unknown_role_count"`
	PRNumber   int                `json:"pr_number,omitzero"`
	Actor      domain.Actor       `json:"actor,omitzero"`
	Approvals  []domain.EventID   `json:"approvals,omitzero"`
	ObservedAt domain.Instant     `json:"observed_at"`
	Evidence   []domain.EventID   `json:"evidence"`
	Labelled
}

// Errors are failures by origin and kind, as "tool/exit_code".
type Errors struct {
	Unknown Why                  `json:"unknown,omitzero"`
	Items   map[string]ErrorKind `json:"items,omitzero"`
}

// ErrorKind counts the failures of one kind.
type ErrorKind struct {
	Origin   projections.ErrorOrigin `json:"origin"`
	Kind     string                  `json:"kind"`
	Count    int                     `json:"count"`
	Evidence []domain.EventID        `json:"evidence"` // of the oldest three
}

// Usage is what models read and wrote, by model.
type Usage struct {
	Unknown Why              `json:"unknown,omitzero"`
	Items   map[string]Spent `json:"items,omitzero"`
	// Unattributed is that of responses which name no model.
	Unattributed *Spent `json:"unattributed,omitzero"`
}

// Spent is a sum of tokens.
type Spent struct {
	Responses int                `json:"responses"`
	Tokens    projections.Tokens `json:"usage"`
	Labelled                     // of a model that labelled sessions alone name
}

// Pinpoints are the gaps that a report is about, by their stream or a name of the reporter's.
type Pinpoints struct {
	Unknown Why                 `json:"unknown,omitzero"`
	Items   map[string]Pinpoint `json:"items,omitzero"`
}

// Pinpoint is a gap as the reporter states it.
type Pinpoint struct {
	Title      string               `json:"title"`
	State      domain.PinpointState `json:"state"`
	Priority   domain.Priority      `json:"priority,omitzero"`
	Severity   domain.Severity      `json:"severity,omitzero"`
	Lane       domain.LaneID        `json:"lane,omitzero"`
	ObservedAt domain.Instant       `json:"observed_at"`
	Evidence   []domain.EventID     `json:"evidence"`
	Labelled
	Carried *Carried `json:"carried_from,omitzero"`
}
