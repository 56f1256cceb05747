package audit

import (
	"slices"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/approval"
	"github.com/clawable/claw/projections/tools"
)

// Role is the part that an actor has in an act.
type Role string

// The roles, in the order of a chain.
const (
	Requester Role = "requester"
	Approver  Role = "approver"
	Relay     Role = "relay"
	Executor  Role = "executor"
)

// Enum lists the values.
func (Role) Enum() []string {
	return []string{string(Requester), string(Approver), string(Relay), string(Executor)}
}

// Proof is the kind of evidence for an actor.
type Proof string

// The proofs.
const (
	ProofSignature Proof = "signature" // of a key that the log's signers held then
	ProofClaim     Proof = "claim"     // of the writer of the event
)

// Enum lists the values.
func (Proof) Enum() []string { return []string{string(ProofSignature), string(ProofClaim)} }

// Link is an actor who has a part in an act.
type Link struct {
	Role      Role             `json:"role"`
	Actor     domain.Actor     `json:"actor"`
	Event     domain.EventID   `json:"event,omitzero"` // that records it; absent when none was recorded
	Proof     Proof            `json:"proof"`
	Assurance domain.Assurance `json:"assurance,omitzero"` // of a signature
	Key       string           `json:"key,omitzero"`       // fingerprint
}

// Chain is the way from who asked to who did it.
type Chain []Link

// chains are those of the uses that are chosen; without one, the requester and the
// approvers.
func chains(j *Judged, chosen func(*approval.Use) bool) (all []Chain) {
	for i := range j.Uses {
		if u := &j.Uses[i]; u.Void == "" && chosen(u) {
			all = append(all, chain(j, u))
		}
	}
	if len(all) > 0 {
		return all
	}
	c := Chain{requester(j)}
	if g := j.Standing.Grant; g != nil && g.Void == "" {
		c = append(c, approver(g))
	}
	return []Chain{c}
}

func requester(j *Judged) Link {
	return Link{Role: Requester, Actor: j.Request.Requester, Event: j.Request.Event, Proof: ProofClaim}
}

func approver(g *approval.Grant) Link {
	return Link{Role: Approver, Actor: g.Approver, Event: g.Event, Proof: ProofSignature, Assurance: g.Assurance, Key: g.Key}
}

// chain is the way of a use that counts. Its actors are the requester, the relays and the
// executor; two alike make one.
func chain(j *Judged, u *approval.Use) Chain {
	c := Chain{requester(j)}
	if i := slices.IndexFunc(j.Grants, func(g approval.Grant) bool { return g.Event == u.Grant }); i >= 0 {
		c = append(c, approver(&j.Grants[i]))
	}
	for i := 1; i < len(u.Chain)-1; i++ {
		c = append(c, Link{Role: Relay, Actor: u.Chain[i], Event: handedOn(j, u.Grant, u.Chain[i]), Proof: ProofClaim})
	}
	return append(c, Link{Role: Executor, Actor: u.Executor, Event: u.Event, Proof: ProofClaim})
}

// handedOn is the delegation that made an actor a relay; zero for one whom the grant names.
func handedOn(j *Judged, grant domain.EventID, to domain.Actor) domain.EventID {
	for i := range j.Delegations {
		if d := &j.Delegations[i]; d.Void == "" && d.Grant == grant && d.To == to {
			return d.Event
		}
	}
	return domain.EventID{}
}

// alone is the chain of a call without a request for approval: the agent itself, and no
// other actor.
func alone(t *tools.Tool, session domain.SessionID) Chain {
	who := domain.Actor("agent:" + string(session))
	c := Chain{{Role: Requester, Actor: who, Event: t.Request, Proof: ProofClaim}}
	if ran(t) {
		c = append(c, Link{Role: Executor, Actor: who, Event: cameBack(t), Proof: ProofClaim})
	}
	return c
}

// ran reports whether a record says that the call did something.
func ran(t *tools.Tool) bool {
	switch t.Status() {
	case tools.Running, tools.Completed, tools.Failed, tools.Canceled, tools.TimedOut:
		return true
	case tools.Requested, tools.Denied:
	}
	return !t.Completed.IsZero()
}

// cameBack is the event of the end of a call that ran.
func cameBack(t *tools.Tool) domain.EventID {
	if t.End == nil || t.End.Status == tools.Denied {
		return t.Completed
	}
	return t.End.ID
}
