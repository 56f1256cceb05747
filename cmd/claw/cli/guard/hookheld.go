package guard

import (
	"context"
	"fmt"

	"github.com/clawable/claw/cmd/claw/cli/app"
	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/eventlog"
)

// heldFacts are what a call says, held until it is ruled about: both share a commit.
type heldFacts struct {
	facts []domain.Draft
	// release gives them back; false where they are laid aside, and laid tells how that went.
	release func() bool
	laid    <-chan error
}

// hold holds the facts of a call where the log is open in time. As soon as a hook waits no
// longer they are laid aside, whatever the ruling waits for.
func (h *hookRun) hold(facts []domain.Draft) {
	if len(facts) == 0 {
		return
	}
	k, err := h.intake()
	if err != nil {
		h.failed = err
		return
	}
	log, late := k.Ready(h.Ctx)
	if late != nil {
		if err := k.LayAside(h.Now(), facts); err != nil {
			h.failed = fmt.Errorf("%w: %w", late, err)
		}
		h.tellNewer(k, late, 1)
		return
	}
	h.use(log)
	laid := make(chan error, 1)
	h.held = &heldFacts{facts: facts, laid: laid, release: context.AfterFunc(h.late, func() { laid <- k.LayAside(h.Now(), facts) })}
}

// settle keeps what is held, now, and returns why it is nowhere.
func (h *hookRun) settle() error {
	held := h.held
	if h.held = nil; held == nil {
		return h.failed
	}
	if held.release() {
		h.failed = h.keep(held.facts)
	} else {
		h.failed = <-held.laid
	}
	return h.failed
}

// record keeps what was ruled, behind what is held and with it where that can be.
func (h *hookRun) record(ruled []domain.Draft) error {
	if held := h.held; held != nil && held.release() {
		h.held = nil
		return h.keep(held.facts, ruled)
	}
	return app.FirstError(h.settle(), h.keep(ruled))
}

// behindFacts is a log to which nothing is appended before what a call says is kept: what is
// asked for or spent names it. What goes wrong there is told when the run ends.
type behindFacts struct {
	eventlog.Log
	settle func() error
}

// Append implements [eventlog.Log].
func (b behindFacts) Append(ctx context.Context, stream domain.StreamID, want eventlog.Expect, drafts []domain.Draft) ([]eventlog.Receipt, error) {
	_ = b.settle()
	return b.Log.Append(ctx, stream, want, drafts)
}
