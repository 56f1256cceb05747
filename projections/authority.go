package projections

import "github.com/clawable/claw/domain"

// Authority states who made the statement of an event, and how far that is trusted.
type Authority struct {
	Emitter domain.EmitterID `json:"emitter"`
	Trust   domain.Trust     `json:"trust"` // as the folds take it
	// Via is the way by which the event came where that was not directly, and RecordedTrust its
	// trust before that lowered it.
	Via           domain.Via   `json:"via,omitzero"`
	RecordedTrust domain.Trust `json:"recorded_trust,omitzero"`
}

// AuthorityOf says on whose word an event rests: recorded as the log holds it, and amended as the
// folds read it.
func AuthorityOf(recorded, amended *domain.Event) Authority {
	a := Authority{Emitter: amended.Emitter, Trust: amended.Source.Trust}
	if amended.ByFile {
		a.Via = domain.ViaImport
	}
	if amended.Source.Trust != recorded.Source.Trust {
		a.RecordedTrust = recorded.Source.Trust
	}
	return a
}
