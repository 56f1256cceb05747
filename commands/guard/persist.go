package guarding

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/clawable/claw/commands/record"
	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/eventlog"
)

// persist records drafts in time, all in one commit, or stores each part of them in the spool.
func (h *hookRun) persist(parts ...[]domain.Draft) error {
	if len(slices.Concat(parts...)) == 0 {
		return nil
	}
	k, err := h.intake()
	if err != nil {
		return err
	}
	kept, err := k.Take(h.ctx, h.Now(), parts...)
	if kept.Log != nil && h.log == nil {
		h.use(kept.Log)
	}
	h.reportNewer(k, kept.Spooled, len(parts))
	return err
}

// reportNewer reports once that a newer claw wrote the log: with the first events in the spool that
// wait for this claw to be updated, of which put are new.
func (h *hookRun) reportNewer(k *record.Intake, why error, put int) {
	if !errors.Is(why, eventlog.ErrReadOnly) || domain.KindOf(why) != domain.ErrUnavailable {
		return
	}
	if aside, err := k.Spool.List(); err == nil && len(aside.Waiting) <= put {
		h.Report(why)
	}
}

// intake records facts in the log of this run, or in its spool.
func (h *hookRun) intake() (*record.Intake, error) {
	if h.nowhere != nil {
		return nil, h.nowhere
	}
	aside, err := h.store.Spool()
	if err != nil {
		return nil, fmt.Errorf("lay events aside: %w", err)
	}
	open, end := h.opener()
	return &record.Intake{Open: open, Close: end, Spool: aside, Scrub: h.Scrub, Trust: domain.TrustMedium, Content: h.Content(), Late: h.late.Done()}, nil
}

// use leaves a log open for this run.
func (h *hookRun) use(log eventlog.Log) {
	h.log = log
	h.store.Retain(log)
}

// opener opens the log for an intake, or returns the one that is open and stays open.
func (h *hookRun) opener() (open func(context.Context) (eventlog.Log, error), end func(eventlog.Log) error) {
	if log := h.log; log != nil {
		return func(context.Context) (eventlog.Log, error) { return log, nil }, func(eventlog.Log) error { return nil }
	}
	store, patience := h.store, cmp.Or(h.Patience, hookPatience)
	return func(ctx context.Context) (eventlog.Log, error) { return store.Open(ctx, patience) }, store.End
}

// reach opens the log of this run, for as long as a ruling may take.
func (h *hookRun) reach() error {
	log, err := h.store.Open(h.ctx, cmp.Or(h.Patience, rulingPatience))
	if err == nil {
		h.use(log)
	}
	return err
}
