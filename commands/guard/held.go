package guarding

import (
	"cmp"
	"context"
	"fmt"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/eventlog"
)

// heldFacts are the facts of a call, held in memory until the call is ruled on, so that facts and
// ruling share a commit.
type heldFacts struct {
	facts []domain.Draft
	// release returns them to the caller; false where they go to the spool, and spooled receives the
	// error of that.
	release func() bool
	spooled <-chan error
}

// hold holds the facts of a call where the log is open in time. When the patience of a hook ends
// they go to the spool, even while the ruling still waits.
func (h *hookRun) hold(facts []domain.Draft) {
	if len(facts) == 0 {
		return
	}
	k, err := h.intake()
	if err != nil {
		h.failed = err
		return
	}
	log, late := k.Ready(h.ctx)
	if late != nil {
		if err := k.ToSpool(h.Now(), facts); err != nil {
			h.failed = fmt.Errorf("%w: %w", late, err)
		}
		h.reportNewer(k, late, 1)
		return
	}
	h.use(log)
	spooled := make(chan error, 1)
	h.held = &heldFacts{facts: facts, spooled: spooled, release: context.AfterFunc(h.late, func() { spooled <- k.ToSpool(h.Now(), facts) })}
}

// settle makes the held facts durable now, and returns why they are neither in the log nor in the
// spool.
func (h *hookRun) settle() error {
	held := h.held
	if h.held = nil; held == nil {
		return h.failed
	}
	if held.release() {
		h.failed = h.persist(held.facts)
	} else {
		h.failed = <-held.spooled
	}
	return h.failed
}

// record appends what was ruled after the held facts, in the same commit where possible.
func (h *hookRun) record(ruled []domain.Draft) error {
	if held := h.held; held != nil && held.release() {
		h.held = nil
		return h.persist(held.facts, ruled)
	}
	return cmp.Or(h.settle(), h.persist(ruled))
}

// behindFacts is a log to which nothing is appended before the facts of the call are durable: a
// request and a use name them as causes. The error of making them durable is returned at the end of
// the run.
type behindFacts struct {
	eventlog.Log
	settle func() error
}

// Append implements [eventlog.Log].
func (b behindFacts) Append(ctx context.Context, stream domain.StreamID, want eventlog.Expect, drafts []domain.Draft) ([]eventlog.Receipt, error) {
	_ = b.settle()
	return b.Log.Append(ctx, stream, want, drafts)
}
