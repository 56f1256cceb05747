package importing

import (
	"context"
	"errors"
	"iter"
	"sync"
	"time"

	"github.com/clawable/claw/commands/record"
	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/eventlog"
	"github.com/clawable/claw/producers"
	"github.com/clawable/claw/producers/scrub"
)

// Receiver takes into a log what forwarders send of other logs. Its methods may be called by several
// goroutines at once.
type Receiver struct {
	log eventlog.Log

	mu    sync.Mutex
	own   domain.StreamID // of log.opened; zero: not read yet
	takes int             // calls of Take
	from  map[string]*sent
}

// NewReceiver makes the receiver of a log.
func NewReceiver(log eventlog.Log) *Receiver {
	return &Receiver{log: log, from: map[string]*sent{}}
}

// Take copies exported lines of the log with the id from, as [Copy] does, with these differences. The
// caller vouches that from sends them: they are admitted by [domain.ViaForward], and believed as that log
// recorded them. Decisions about approvals and ships are taken in streams that this log began. A
// log.data_erased erases here what the same log sent; the bytes may stay in the files of the log until it
// is scoured.
//
// channel is that of the admissions, as in [Copy].
//
// Errors: those of [Copy]. An erasure in a log whose engine cannot erase is reported and skipped.
func (r *Receiver) Take(ctx context.Context, lines iter.Seq2[producers.Line, error], from, channel string) (*LineReport, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	none := noProblems()
	c := &copier{log: r.log, scrub: scrub.New(), report: LineReport{Problems: none}, problems: none.of(""), channel: channel, claims: from, forward: r,
		decides: map[domain.StreamID]bool{}}
	if r.own.IsZero() {
		var err error
		if r.own, err = record.OwnStream(ctx, r.log); err != nil {
			return &c.report, err
		}
	}
	c.own = r.own
	defer r.forgetUnasked()
	return c.copy(ctx, lines)
}

// Holds returns nil where the log holds an event that it took before, as a forwarder says; the zero id is
// none. Without it the log is another one, or an older copy.
//
// Errors: kind conflict for an event that is missing; those of the log.
func (r *Receiver) Holds(ctx context.Context, id domain.EventID) error {
	if id.IsZero() {
		return nil
	}
	_, err := r.log.Get(ctx, id)
	if errors.Is(err, eventlog.ErrNotFound) {
		return &domain.Error{Kind: domain.ErrConflict, Operation: "forward", Target: id.String(), Message: "the team's log does not hold an event that it had: it is another one, or an older copy",
			Hint: "send everything again: each event is kept once"}
	}
	return err
}

// forwardsDecision reports whether a decision that only its own verb appends is accepted from another
// log: its signature binds its meaning to that log.
func forwardsDecision(kind domain.Kind) bool {
	info, known := domain.LookupKind(kind)
	return known && info.Reserved && (info.Family == domain.FamilyApproval || info.Family == domain.FamilyShip)
}

// foreign is why a decision is not taken in a stream, "" where it is: another log began the stream. Once
// one is taken in a stream, the next ones of the same call are.
//
// Errors: those of the log.
func (c *copier) foreign(ctx context.Context, stream domain.StreamID) (string, error) {
	if c.decides[stream] {
		return "", nil
	}
	for first, err := range c.log.Read(ctx, eventlog.Query{Stream: stream, Limit: 1, EnvelopeOnly: true}) {
		if err != nil {
			return "", err
		}
		switch ids, err := c.forward.sentBy(ctx, c.claims); {
		case err != nil:
			return "", err
		case !ids[first.ID]:
			return "decision in a stream that another log began", nil
		}
	}
	c.decides[stream] = true
	return "", nil
}

// erased erases here what the log of the lines erased.
func (c *copier) erased(ctx context.Context, e *domain.Event) error {
	var p domain.LogDataErased
	if eventlog.Decode(e.Data, &p) != nil {
		c.problems.skip("an erasure that cannot be read")
		return nil
	}
	if err := c.flush(ctx); err != nil { // the event may wait
		return err
	}
	ids, err := c.forward.sentBy(ctx, c.claims)
	if err != nil {
		return err
	}
	held, err := c.log.Get(ctx, p.ID)
	switch {
	case errors.Is(err, eventlog.ErrNotFound), err == nil && !ids[p.ID]:
		c.problems.skip("erasure of an event that was not forwarded")
		return nil
	case err != nil:
		return err
	case held.Erased:
		c.report.AlreadyKnown++
		return nil
	}
	eraser, can := c.log.(eventlog.Eraser)
	if !can || !c.log.Capabilities().Erasure {
		c.problems.skip("erasure: the engine of this log cannot erase")
		return nil
	}
	draft, err := c.erasure(e, p, held.DataDigest)
	if err != nil {
		return err
	}
	if _, err := eraser.Erase(ctx, []domain.Draft{draft}); err != nil {
		return err
	}
	c.report.Imported++
	return nil
}

// erasure is the record, in the log's own stream, of an erasure that another log decided.
func (c *copier) erasure(e *domain.Event, p domain.LogDataErased, digest domain.Digest) (domain.Draft, error) {
	p.DataDigest = digest.String()
	data, err := eventlog.Encode(p)
	id := domain.Derive(time.Time{}, "erasure/forwarded", c.own.String(), e.ID.String())
	return domain.Draft{ID: domain.EventID(id), Kind: p.Kind(), Version: 1, Stream: c.own, ObservedAt: e.ObservedAt,
		Emitter: domain.EmitterID("log/" + c.own.ULID.String()), Correlation: e.Correlation, Causes: []domain.EventID{p.ID}, Source: e.Source, Data: data}, err
}
