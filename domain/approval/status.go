package approval

import (
	"time"

	"github.com/clawable/claw/domain"
)

// Status is the state of a request at a time.
type Status string

// The states.
const (
	Pending           Status = "pending"
	Granted           Status = "granted"
	PartiallyConsumed Status = "partially_consumed"
	Consumed          Status = "consumed"
	Expired           Status = "expired"
	Revoked           Status = "revoked"
	Denied            Status = "denied"
	Void              Status = "void"
)

// Standing is the status of a request with what is left.
type Standing struct {
	Status Status
	Left   int // uses that are left, of the grant below
	// Grant is the one that the status is about: one that can be used, else the last.
	Grant *Grant
	// Reason is why a grant is void.
	Reason domain.ApprovalRefusal
	// Unresolved counts uses whose result is not known.
	Unresolved int
}

// Standing returns the state of the request at a time of the wall clock, with the signers of that
// time. A grant that can be used decides it; otherwise the last grant does.
func (a *Approval) Standing(at time.Time, signers *Signers) Standing {
	st := Standing{Status: Pending}
	for i := range a.Grants {
		one := a.Grants[i].standing(at, signers)
		if st.Grant == nil || one.Left > 0 || st.Left == 0 {
			st = one
		}
	}
	if a.Denied != nil {
		st.Status, st.Left = Denied, 0
	}
	for i := range a.Uses {
		if u := &a.Uses[i]; u.Void == "" && u.Result.IsZero() {
			st.Unresolved++
		}
	}
	return st
}

func (g *Grant) standing(at time.Time, signers *Signers) Standing {
	st := Standing{Grant: g, Reason: g.Void}
	switch {
	case g.Void != "":
		st.Status = Void
	case g.Spent >= g.Statement.Uses:
		st.Status = Consumed
	case g.Revoked:
		st.Status = Revoked
	case at.After(g.Until):
		st.Status = Expired
	case signers.Find(g.Key) == nil && g.Spent == 0:
		st.Status, st.Reason = Void, domain.RefusedSignerUnknown
	case signers.Find(g.Key) == nil:
		st.Status, st.Reason = Revoked, domain.RefusedSignerUnknown
	case g.Spent > 0:
		st.Status, st.Left = PartiallyConsumed, g.Statement.Uses-g.Spent
	default:
		st.Status, st.Left = Granted, g.Statement.Uses
	}
	return st
}
