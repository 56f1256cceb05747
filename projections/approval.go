package projections

import "github.com/clawable/claw/domain"

// Approval is where to look for one request. What it comes to is not folded here: it
// depends on who may sign and on the time of reading.
type Approval struct {
	First Time `json:"first,omitzero"`
	Last  Time `json:"last,omitzero"`
}

func approvalKey(e *domain.Event) string {
	if e.Stream.Family != domain.FamilyApproval {
		return ""
	}
	return e.Stream.ULID.String()
}

func readApproval(*domain.Event) (struct{}, error) { return struct{}{}, nil }

func applyApproval(a *Approval, e *domain.Event, _ struct{}) {
	at := timeOf(e)
	earliest(&a.First, at)
	latest(&a.Last, at)
}
