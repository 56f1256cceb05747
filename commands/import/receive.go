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
	after domain.Revision // of the admissions that were read
	from  map[string]map[domain.EventID]bool
}

// NewReceiver makes the receiver of a log.
func NewReceiver(log eventlog.Log) *Receiver {
	return &Receiver{log: log, from: map[string]map[domain.EventID]bool{}}
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
	c := &copier{log: r.log, scrub: scrub.New(), report: LineReport{Problems: none}, problems: none.of(""), channel: channel, claims: from, forward: r}
	if err := r.read(ctx); err != nil {
		return &c.report, err
	}
	c.own = r.own
	return c.copy(ctx, lines)
}

// read reads the admissions that are new in the log.
func (r *Receiver) read(ctx context.Context) (err error) {
	if r.own.IsZero() {
		if r.own, err = record.OwnStream(ctx, r.log); err != nil || r.own.IsZero() {
			return err
		}
	}
	for e, err := range r.log.Read(ctx, eventlog.Query{Stream: record.AdmissionStream(r.own), AfterRevision: r.after}) {
		if err != nil {
			return err
		}
		r.after = e.Revision
		var p domain.LogAdmitted
		if e.Kind != p.Kind() || eventlog.Decode(e.Data, &p) != nil || p.Via != domain.ViaForward {
			continue
		}
		sent := r.from[p.ClaimsLog]
		if sent == nil {
			sent = map[domain.EventID]bool{}
			r.from[p.ClaimsLog] = sent
		}
		for _, id := range e.Causes {
			sent[id] = true
		}
	}
	return nil
}

// sent reports whether a log sent an event before. A nil receiver knows of none.
func (r *Receiver) sent(from string, id domain.EventID) bool { return r != nil && r.from[from][id] }

// forwardsDecision reports whether a decision that only its own verb appends is taken from another log:
// what it means there is bound to that log by its signature.
func forwardsDecision(kind domain.Kind) bool {
	info, known := domain.LookupKind(kind)
	return known && info.Reserved && (info.Family == domain.FamilyApproval || info.Family == domain.FamilyShip)
}

// foreign is why a decision is not taken in a stream, "" where it is: another log began the stream.
//
// Errors: those of the log.
func (c *copier) foreign(ctx context.Context, stream domain.StreamID) (string, error) {
	if err := c.settled(ctx); err != nil {
		return "", err
	}
	for first, err := range c.log.Read(ctx, eventlog.Query{Stream: stream, Limit: 1, EnvelopeOnly: true}) {
		if err != nil {
			return "", err
		}
		if !c.forward.sent(c.claims, first.ID) {
			return "decision in a stream that another log began", nil
		}
	}
	return "", nil
}

// settled appends the waiting lines, so that what follows sees them.
func (c *copier) settled(ctx context.Context) error {
	if err := c.flush(ctx); err != nil {
		return err
	}
	return c.forward.read(ctx)
}

// erased erases here what the log of the lines erased.
func (c *copier) erased(ctx context.Context, e *domain.Event) error {
	var p domain.LogDataErased
	if eventlog.Decode(e.Data, &p) != nil {
		c.problems.skip("an erasure that cannot be read")
		return nil
	}
	if err := c.settled(ctx); err != nil {
		return err
	}
	held, err := c.log.Get(ctx, p.ID)
	switch {
	case errors.Is(err, eventlog.ErrNotFound), err == nil && !c.forward.sent(c.claims, p.ID):
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
