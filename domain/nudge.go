package domain

// NudgePayload is the data of an event in a nudge's stream.
//
//sumtype:decl
type NudgePayload interface {
	Payload
	nudge()
}

type nudgeFact struct{}

func (nudgeFact) payload() Family { return FamilyNudge }
func (nudgeFact) nudge()          {}

// NudgeClass says what a delivery is.
type NudgeClass string

// The nudge classes.
const (
	NudgeNew            NudgeClass = "new"
	NudgeRetry          NudgeClass = "retry"
	NudgeStaleDuplicate NudgeClass = "stale_duplicate"
)

// NudgeOutcome says what became of a delivery.
type NudgeOutcome string

// The nudge outcomes.
const (
	NudgeOutcomeDelivered      NudgeOutcome = "delivered"
	NudgeOutcomeTimedOutBefore NudgeOutcome = "timed_out_before_send"
	NudgeOutcomeTimedOutAfter  NudgeOutcome = "timed_out_after_send"
	NudgeOutcomeSkipped        NudgeOutcome = "skipped_due_to_active_cycle"
	NudgeOutcomeAborted        NudgeOutcome = "aborted_gateway_draining"
)

// NudgeDelivered records that a reminder was sent, or what prevented it.
type NudgeDelivered struct {
	nudgeFact
	Nudge       string       `json:"nudge"` // stable id
	Cycle       string       `json:"cycle,omitzero"`
	Class       NudgeClass   `json:"class"`
	Original    string       `json:"original,omitzero"` // the nudge that this one repeats
	Outcome     NudgeOutcome `json:"outcome,omitzero"`
	Channel     string       `json:"channel,omitzero"`
	DeliveredAt Instant      `json:"delivered_at"`
	Pinpoint    StreamID     `json:"pinpoint,omitzero"` // that it asks about
	To          Actor        `json:"to,omitzero"`
}

// NudgeAnswer says what an acknowledgment answers.
type NudgeAnswer string

// The answers.
const (
	NudgeAnswerSeen     NudgeAnswer = "acknowledged" // it is being worked on, or will be
	NudgeAnswerReport   NudgeAnswer = "report"
	NudgeAnswerNoChange NudgeAnswer = "no_change" // closed before, and unchanged since
)

// NudgeAcknowledged records that a reminder was answered.
type NudgeAcknowledged struct {
	nudgeFact
	Nudge  string  `json:"nudge"`
	Cycle  string  `json:"cycle,omitzero"`
	By     Actor   `json:"by,omitzero"`
	Report EventID `json:"report,omitzero"` // report.filed or report.unchanged

	Answer   NudgeAnswer `json:"answer,omitzero"` // absent: as acknowledged
	Pinpoint StreamID    `json:"pinpoint,omitzero"`
	// State is the fingerprint of the pinpoint's state that the answer is about: one that is the same
	// at the next nudge did not change.
	State Digest `json:"state,omitzero"`
}

var nudgeKinds = []KindInfo{
	{Kind: KindNudgeDelivered, Family: FamilyNudge, Version: 1, Decision: true, New: payloadOf[NudgeDelivered]},
	{Kind: KindNudgeAcknowledged, Family: FamilyNudge, Version: 1, Decision: true, New: payloadOf[NudgeAcknowledged]},
}
