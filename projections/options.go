package projections

import "github.com/clawable/claw/domain"

// Options are properties of a log that decide what counts in it.
type Options struct {
	// Replay reports that the log was opened as a replay: re-sent copies count.
	Replay bool
}

// Counts reports whether an event of this kind of source says anything about
// work. Traffic of tests, health checks and transports stays in the raw view.
func (o Options) Counts(kind domain.SourceKind) bool {
	return kind == domain.SourceLive || o.Replay && kind == domain.SourceReplay
}
