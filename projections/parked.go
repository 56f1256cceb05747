package projections

import (
	"cmp"
	"strconv"

	"github.com/clawable/claw/domain"
)

// ParkReason says why an event is set aside. Only what replays the same is parked.
type ParkReason string

// The reasons.
const (
	ParkUnknownKind    ParkReason = "unknown_kind"
	ParkUnknownVersion ParkReason = "unknown_version" // of the payload schema
	ParkBadData        ParkReason = "bad_data"        // the payload is not what its kind says
	ParkCorrupt        ParkReason = "corrupt"         // the stored bytes do not verify
)

// Enum lists the values.
func (ParkReason) Enum() []string {
	return []string{string(ParkUnknownKind), string(ParkUnknownVersion), string(ParkBadData), string(ParkCorrupt)}
}

// Parked is an event that no projection, or not every one, could take.
type Parked struct {
	ID      domain.EventID `json:"id,omitzero"` // absent when it cannot be read
	Kind    domain.Kind    `json:"kind,omitzero"`
	Reason  ParkReason     `json:"reason"`
	Version int            `json:"version,omitzero"`
}

// park reports whether an event is one that this program does not understand.
func park(e *domain.Event) (Parked, bool) {
	info, known := domain.LookupKind(e.Kind)
	switch {
	case !known:
		return parked(e, ParkUnknownKind), true
	case e.Version < 1 || e.Version > info.Version:
		return parked(e, ParkUnknownVersion), true
	}
	return Parked{}, false
}

func parked(e *domain.Event, why ParkReason) Parked {
	return Parked{ID: e.ID, Kind: e.Kind, Reason: why, Version: e.Version}
}

// offer keeps the least of several notes of one id.
func (p *Parked) offer(q Parked) {
	if p.Reason == "" || cmp.Or(cmp.Compare(q.Reason, p.Reason), cmp.Compare(q.Kind, p.Kind), cmp.Compare(q.Version, p.Version)) < 0 {
		*p = q
	}
}

// Key names the note of an event at a position: its id, or the position of one whose id
// cannot be read.
func (p *Parked) Key(at domain.Position) string {
	if p.ID.IsZero() {
		return "position:" + strconv.FormatUint(at.Number(), 10)
	}
	return p.ID.String()
}

// ParkIn notes p in an entity map of notes by their keys.
func ParkIn(notes EntityMap[Parked], at domain.Position, p Parked) error {
	held, err := notes.Take(p.Key(at))
	if err != nil {
		return err
	}
	held.offer(p)
	return nil
}
