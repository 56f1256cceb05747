package projections

import "github.com/clawable/claw/domain"

// Word says who said an event, and how far that is believed.
type Word struct {
	Emitter domain.EmitterID `json:"emitter"`
	Trust   domain.Trust     `json:"trust"` // as the folds take it
	// Via is the way by which the event came where that was not directly, and RecordedTrust its
	// trust before that lowered it.
	Via           domain.Via   `json:"via,omitzero"`
	RecordedTrust domain.Trust `json:"recorded_trust,omitzero"`
}

// WordOf says on whose word an event rests: recorded as the log holds it, and amended as the
// folds read it.
func WordOf(recorded, amended *domain.Event) Word {
	w := Word{Emitter: amended.Emitter, Trust: amended.Source.Trust}
	if amended.ByFile {
		w.Via = domain.ViaImport
	}
	if amended.Source.Trust != recorded.Source.Trust {
		w.RecordedTrust = recorded.Source.Trust
	}
	return w
}
