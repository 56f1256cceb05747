package approval

import (
	"time"

	"github.com/clawable/claw/domain"
)

// Clock is what a log's own stream says of the log's time. Without a reset the log's time of an
// event is its recorded_at; a reset takes off what recorded_at is ahead of the wall clock by.
type Clock struct {
	resets []ClockReset
}

// ClockReset is an event that sets, or claims to set, the log's time to the wall clock.
type ClockReset struct {
	Event      domain.EventID
	Position   domain.Position
	By         domain.Actor // the signer, "" when not known
	RecordedAt time.Time
	Wall       time.Time     // what the wall clock said
	Back       time.Duration // by how much the log's time was set back
	Refused    domain.ApprovalRefusal
}

// Resets lists all resets, in log order, refused ones too. The caller must not change them.
func (c *Clock) Resets() []ClockReset { return c.resets }

// last is the last reset that counts at a position, nil for none.
func (c *Clock) last(p domain.Position) *ClockReset {
	for i := len(c.resets) - 1; i >= 0; i-- {
		if r := &c.resets[i]; r.Refused == "" && !r.Position.After(p) {
			return r
		}
	}
	return nil
}

// Ahead is how far recorded_at runs ahead of the log's time at a position.
func (c *Clock) Ahead(p domain.Position) time.Duration {
	if r := c.last(p); r != nil {
		return r.RecordedAt.Sub(r.Wall)
	}
	return 0
}

// Now is how far recorded_at runs ahead of the log's time after the last reset.
func (c *Clock) Now() time.Duration {
	for i := len(c.resets) - 1; i >= 0; i-- {
		if r := &c.resets[i]; r.Refused == "" {
			return r.RecordedAt.Sub(r.Wall)
		}
	}
	return 0
}

// Time is the log's time of an event.
func (c *Clock) Time(e *domain.Event) time.Time { return e.RecordedAt.Add(-c.Ahead(e.Position)) }

// Last is the last reset that counts; zero for none.
func (c *Clock) Last() domain.EventID {
	for i := len(c.resets) - 1; i >= 0; i-- {
		if r := &c.resets[i]; r.Refused == "" {
			return r.Event
		}
	}
	return domain.EventID{}
}

// ResetClock folds an event of the log's stream, in log order.
func (h *SignersHistory) ResetClock(e *domain.Event, p *domain.LogClockReset, v Verifier) {
	h.Clock.resets = append(h.Clock.resets, h.JudgeReset(e, p, v))
}

// JudgeReset returns what an event would set the log's time to, and in Refused why it does not
// count. It counts when it sets the log's time back, and is signed by a signer who may sign for
// the log's signers by the wall clock that the statement names.
func (h *SignersHistory) JudgeReset(e *domain.Event, p *domain.LogClockReset, v Verifier) ClockReset {
	r := ClockReset{Event: e.ID, Position: e.Position, RecordedAt: e.RecordedAt}
	statement, sig, refused := h.readReset(p, v)
	if refused != "" {
		r.Refused = refused
		return r
	}
	r.Wall = statement.Wall.Time()
	r.Back = h.Clock.Time(e).Sub(r.Wall)
	r.By, r.Refused = h.Now().forTheLog(&sig, r.Wall)
	if r.Refused == "" && r.Back < 0 {
		r.Refused = domain.RefusedRequestMismatch
	}
	return r
}

// readReset returns the statement and its signature, or why it does not count.
func (h *SignersHistory) readReset(p *domain.LogClockReset, v Verifier) (*ClockStatement, Signature, domain.ApprovalRefusal) {
	text, sig, refused := signedForTheLog(p.Statement, p.Signature, v)
	if refused != "" {
		return nil, Signature{}, refused
	}
	statement, err := ParseClockStatement(text)
	switch {
	case err != nil, statement.Wall != p.Wall:
		return nil, sig, domain.RefusedRequestMismatch
	case statement.LogID != h.LogID:
		return nil, sig, domain.RefusedLogMismatch
	case statement.Previous != h.Clock.Last():
		return nil, sig, domain.RefusedNonceUsed // it was made after another reset
	}
	return statement, sig, ""
}
