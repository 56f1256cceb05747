package guarding

import (
	"cmp"
	"context"
	"errors"
	"io"
	"os"
	"time"

	"github.com/oklog/ulid/v2"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/approval"
	"github.com/clawable/claw/eventlog"
	"github.com/clawable/claw/eventlog/spool"
	"github.com/clawable/claw/policy"
	"github.com/clawable/claw/producers"
	"github.com/clawable/claw/producers/hooks"
	"github.com/clawable/claw/producers/scrub"
)

const (
	// hookPatience is how long a hook waits for the log: an agent waits for the hook.
	hookPatience = 30 * time.Millisecond
	// rulingPatience is how long a hook that enforces waits for the log.
	rulingPatience = 5 * time.Second
	// mostPayload bounds what a hook reads.
	mostPayload = 64 << 20
	// mostEnd bounds what a hook reads of an agent's own recording.
	mostEnd = 1 << 20
	// mostEvaluated bounds, in bytes, the call that policies evaluate, because agents give a hook
	// little time.
	mostEvaluated = 8 << 20
)

// Hook is what the hooks of agents and of git need from a front door.
type Hook struct {
	Place *Place
	// Find looks for the log; it is called when an event was read. Errors: why there is no place
	// for a log; then nothing can be recorded.
	Find func() (Store, error)
	// Agent receives the decisions about its calls; nil for hooks whose caller does not wait.
	Agent Agent
	// Enforce lets the policies decide about calls.
	Enforce bool
	// Report reports an error that does not end the run to a person.
	Report func(error)
	// Content returns how much is stored of what conversations say.
	Content func() producers.Content
	// Files hashes the files of an action as they are now.
	Files    func(context.Context, *policy.Action) []domain.ActionFile
	Environ  func() []string
	Verifier approval.Verifier
	Scrub    *scrub.Scrubber
	Now      func() time.Time
	NewID    func() ulid.ULID
	// Patience replaces the time that a hook waits for the log; 0 keeps the default.
	Patience time.Duration
}

// Store is a log and the spool beside it. It may be used by several goroutines at once.
type Store interface {
	// Open opens the log for appending, and waits for other processes no longer than patience.
	Open(ctx context.Context, patience time.Duration) (eventlog.Log, error)
	// Retain leaves a log open until the run of the front door ends, which then ends its use.
	Retain(eventlog.Log)
	// End ends the use of a log.
	End(eventlog.Log) error
	// Spool is the spool of the log.
	//
	// Errors: there is no place for one.
	Spool() (spool.Spool, error)
}

// hookRun is one run of a hook.
type hookRun struct {
	*Hook
	ctx     context.Context
	late    context.Context // ends when the hook may wait for the log no longer
	store   Store
	nowhere error          // why there is no place for a log
	log     eventlog.Log   // open, nil before
	held    *heldFacts     // nil for none
	drafts  []domain.Draft // that were made of the event
	failed  error          // why the facts of a call are neither in the log nor in the spool
}

// patience returns a context that ends when a hook may wait for the log no longer.
func (h *Hook) patience(ctx context.Context) (late context.Context, stop func()) {
	return context.WithTimeout(context.WithoutCancel(ctx), cmp.Or(h.Patience, hookPatience))
}

// Take reads one event of an agent, records it and, with [Hook.Enforce], lets the policies decide
// about its call and answers the agent. A call that needs a policy and cannot be evaluated is
// denied. name is the name of the agent, source the source of its sessions.
//
// A panic of claw is an error as any other: agents take the exit code of a program that panics for a
// denial.
//
// Errors: why the event, or the ruling on it, is neither in the log nor in the spool; kind parse
// for what is no event; those of the answer.
func (h *Hook) Take(ctx context.Context, name, source string, in io.Reader) (err error) {
	late, stop := h.patience(ctx)
	defer stop()
	run := &hookRun{Hook: h, ctx: ctx, late: late}
	raw, failed := io.ReadAll(io.LimitReader(in, mostPayload+1))
	defer func() {
		if v := recover(); v != nil {
			err = run.panicked(source, raw, v)
		}
	}()
	p, ok := hooks.ParseOf(source, raw)
	if !ok || failed != nil || len(raw) > mostPayload {
		return run.unread(source, raw, nil, noEvent(name, raw, failed))
	}
	if recording := p.Unnamed(); recording != "" {
		p.Name(endOfFile(recording))
	}
	asks := h.Enforce && p.Asks() != hooks.Nothing
	if err := run.place(); err != nil && !asks {
		return err
	}
	drafts, _ := p.Live(h.Now(), h.NewID)
	run.drafts = drafts
	if h.Enforce && p.Ended() {
		run.resolve(p, drafts)
	}
	switch {
	case !asks:
		return run.persist(drafts)
	case len(raw) > mostEvaluated:
		failed := run.persist(drafts)
		return cmp.Or(run.unread(source, raw, drafts, noEvent(name, raw, nil)), failed)
	}
	defer func() { _ = run.settle() }() // a panic must not lose the facts
	run.hold(drafts)
	return cmp.Or(run.rule(p, drafts), run.settle())
}

// endOfFile is the end of a file, nil for a file that cannot be read.
func endOfFile(name string) []byte {
	info, err := os.Stat(name)
	if err != nil || !info.Mode().IsRegular() {
		return nil
	}
	f, err := os.Open(name)
	if err != nil {
		return nil
	}
	defer func() { _ = f.Close() }() // it was read only
	end := make([]byte, min(info.Size(), mostEnd))
	n, err := f.ReadAt(end, info.Size()-int64(len(end)))
	if err != nil && !errors.Is(err, io.EOF) {
		return nil
	}
	return end[:n]
}

// place finds the log.
func (h *hookRun) place() error {
	h.store, h.nowhere = h.Find()
	return h.nowhere
}
