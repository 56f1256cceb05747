package projections

import (
	"context"
	"iter"

	"github.com/clawable/claw/domain"
)

// Source yields the events of one log in log order.
type Source interface {
	// Events yields what is in the log after a position, which is exclusive, as of
	// some moment during the call. An error is yielded last; a *domain.Error of
	// kind corrupt names in Detail["position"] the event that cannot be read, and
	// reading can go on after it.
	Events(ctx context.Context, after domain.Position) iter.Seq2[domain.Event, error]
}

// Options are properties of a log that decide what counts in it.
type Options struct {
	// Replay says that the log was opened as a replay: re-sent copies count.
	Replay bool
}

// Counts reports whether an event of this kind of source says anything about
// work. Traffic of tests, health checks and transports stays in the raw view.
func (o Options) Counts(kind domain.SourceKind) bool {
	return kind == domain.SourceLive || o.Replay && kind == domain.SourceReplay
}
