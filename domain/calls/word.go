package calls

import (
	"cmp"

	"github.com/clawable/claw/domain"
)

// Role is what an event says of a call.
type Role uint8

// The roles, in the order in which events of one place are read.
const (
	Asks  Role = iota // the call is requested
	Runs              // it began, or gave something out
	Ends              // it is over
	Rules             // a policy decided about it
)

// RoleOf is the role of an event of a kind, where the kind is one of a call's or of a ruling.
func RoleOf(kind domain.Kind) Role {
	switch kind {
	case domain.KindToolRequested:
		return Asks
	case domain.KindToolStarted, domain.KindToolOutput:
		return Runs
	case domain.KindPolicyEvaluated, domain.KindPolicyActionBlocked:
		return Rules
	}
	return Ends
}

// Said distinguishes payloads; the zero value is that of an unknown payload.
type Said [16]byte

// Word is one event that names the id.
type Word struct {
	ID      domain.EventID
	Role    Role
	Emitter domain.EmitterID
	Epoch   domain.Epoch
	Seq     uint64
	At      int64 // observed, in nanoseconds since 1970; 0 is not known
	Turn    domain.TurnID
	Causes  []domain.EventID
	Said    Said
}

// Compare orders the words of one emitter as it recorded them; of one place what asks comes
// before what ends.
func (w *Word) Compare(v *Word) int {
	return cmp.Or(w.Epoch.Compare(v.Epoch), cmp.Compare(w.Seq, v.Seq), cmp.Compare(w.Role, v.Role), w.ID.Compare(v.ID))
}

// record is what another record of a request has in common with it: the words and the time.
func (w *Word) record() record { return record{w.Said, w.At} }
