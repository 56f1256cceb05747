package guard

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"time"

	"github.com/spf13/cobra"

	"github.com/clawable/claw/cmd/claw/cli/app"
	"github.com/clawable/claw/commands/record"
	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/eventlog"
	"github.com/clawable/claw/producers/hooks"
	"github.com/clawable/claw/producers/scrub"
)

// hookAgents are the names under which agents call their hook, and the sources of their
// sessions.
var hookAgents = []struct{ name, source string }{
	{"claude-code", hooks.ClaudeCode}, {"codex", hooks.Codex}, {"gemini", hooks.Gemini}, {"opencode", hooks.OpenCode}, {"copilot", hooks.Copilot},
}

func hookAgentNames() (names []string) {
	for _, ag := range hookAgents {
		names = append(names, ag.name)
	}
	return names
}

const (
	// hookPatience is how long a hook waits for the log: an agent waits for the hook.
	hookPatience = 30 * time.Millisecond
	// rulingPatience is how long a hook that enforces waits for the log.
	rulingPatience = 5 * time.Second
	// mostPayload bounds what a hook reads.
	mostPayload = 64 << 20
	// mostEnd bounds what a hook reads of an agent's own recording.
	mostEnd = 1 << 20
	// mostJudged bounds the call that a policy judges, in the time that agents give a hook.
	mostJudged = 8 << 20
)

// hookRun is one run of a hook.
type hookRun struct {
	*app.App
	late    context.Context // ends when a hook waits for the log no longer
	enforce bool
	storing string // --content
	at      app.Setting
	nowhere error        // why there is no place for a log
	log     eventlog.Log // open, nil before
	secrets *scrub.Scrubber
	held    *heldFacts // nil for none
	failed  error      // why what a call says is nowhere
}

func HookVerb(a *app.App) *cobra.Command {
	var enforce, strict bool
	var content string
	cmd := &cobra.Command{Use: "hook AGENT", GroupID: "more", Short: "Record one event of an agent, and with --enforce decide about it; agents run this",
		Annotations: map[string]string{app.OutputIs: app.OutputProtocol},
		Args:        app.Exactly(1, "AGENT"),
		RunE: func(_ *cobra.Command, args []string) error {
			late, stop := context.WithTimeout(context.Background(), cmp.Or(a.Patience, hookPatience))
			defer stop()
			return (&hookRun{App: a, late: late, enforce: enforce, storing: content, secrets: scrub.New()}).run(args[0])
		}}
	cmd.Long = `Read one event of an agent from standard input and record it. claw hooks install configures the
agent to run this. Agents: claude-code, codex, gemini, opencode, copilot.

Nothing is printed, and the exit code is 0 whatever happens: a hook must not break its agent. When
the log cannot be written in 30 ms, the event is stored in the spool, and the next hook or verb that
opens the log appends it. With --enforce the policy decides about tool calls, in the agent's own
protocol.` + app.JoinWords(hookAgentNames()) + `.

Nothing is printed, and the exit code is 0 whatever happens: a hook must not break its agent. When the log cannot be
written in 30 ms the event is laid aside and appended later, by the next hook or verb that opens the log. With
--enforce the policy decides about tool calls, in the agent's own protocol.`
	cmd.Flags().BoolVar(&enforce, "enforce", false, "let the policy decide about tool calls")
	app.Storing(cmd, &content)
	cmd.Flags().BoolVar(&strict, StrictFlag, false, "exit 1 when something goes wrong")
	return cmd
}

const StrictFlag = "strict"

func (h *hookRun) run(agent string) error {
	i := slices.IndexFunc(hookAgents, func(ag struct{ name, source string }) bool { return ag.name == agent || ag.source == agent })
	if i < 0 {
		return app.UsageError("parse arguments", "hook "+agent, "unknown agent", "agents: "+app.JoinWords(hookAgentNames()))
	}
	source := hookAgents[i].source
	raw, failed := io.ReadAll(io.LimitReader(h.In, mostPayload+1))
	h.Dir = cmp.Or(h.Env("CLAUDE_PROJECT_DIR"), h.Env("GEMINI_PROJECT_DIR"), h.Dir)
	p, ok := hooks.ParseOf(source, raw)
	if !ok || failed != nil || len(raw) > mostPayload {
		return h.unread(source, raw, nil, noEvent(agent, raw, failed))
	}
	if recording := p.Unnamed(); recording != "" {
		p.Name(endOfFile(recording))
	}
	asks := h.enforce && p.Asks() != hooks.Nothing
	if err := h.place(); err != nil && !asks {
		return err
	}
	drafts, _ := p.Live(h.Now(), h.NewID)
	if h.enforce && p.Ended() {
		h.resolve(p, drafts)
	}
	switch {
	case !asks:
		return h.keep(drafts)
	case len(raw) > mostJudged:
		failed := h.keep(drafts)
		return app.FirstError(h.unread(source, raw, drafts, noEvent(agent, raw, nil)), failed)
	}
	defer func() { _ = h.settle() }() // a panic must not cost the facts
	h.hold(drafts)
	return app.FirstError(h.rule(p, drafts), h.settle())
}

// endOfFile is what a file ends with, nothing of one that cannot be read.
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

// place finds the log. The file of a project that cannot be used does not keep events
// from the person's own log.
func (h *hookRun) place() (err error) {
	if h.at, err = app.Where(h.App); err == nil {
		return nil
	}
	h.Tell(app.Typed(err))
	h.OwnLog = true
	h.at, h.nowhere = app.Where(h.App)
	return h.nowhere
}

// keep records drafts in time, all at once, or lays each part of them aside.
func (h *hookRun) keep(parts ...[]domain.Draft) error {
	if len(slices.Concat(parts...)) == 0 {
		return nil
	}
	k, err := h.intake()
	if err != nil {
		return err
	}
	kept, err := k.Take(h.Ctx, h.Now(), parts...)
	if kept.Log != nil && h.log == nil {
		h.use(kept.Log)
	}
	h.tellNewer(k, kept.Spooled, len(parts))
	return err
}

// tellNewer says once that a newer claw wrote the log: with the first events that wait for
// this one to be updated, of which put are new.
func (h *hookRun) tellNewer(k *record.Intake, why error, put int) {
	if !errors.Is(why, eventlog.ErrReadOnly) || domain.KindOf(why) != domain.ErrUnavailable {
		return
	}
	if aside, err := k.Spool.List(); err == nil && len(aside.Waiting) <= put {
		h.Tell(app.Typed(why))
	}
}

// intake takes facts into the log of this run, or into the spool beside it.
func (h *hookRun) intake() (*record.Intake, error) {
	aside, ok := app.SpoolOf(h.App, h.at)
	switch {
	case h.nowhere != nil:
		return nil, h.nowhere
	case !ok:
		return nil, fmt.Errorf("lay events aside: %w", app.UsageError("find folder", h.at.Value, "there is no place for events to wait", "name a log on disk"))
	}
	mode, err := app.Content(h.App, h.storing)
	if err != nil {
		h.Tell(app.Typed(err)) // and the least is stored
	}
	open, end := h.opener()
	return &record.Intake{Open: open, Close: end, Spool: aside, Scrub: h.secrets, Trust: domain.TrustMedium, Content: mode, Late: h.late.Done()}, nil
}

// use keeps a log open for this run.
func (h *hookRun) use(log eventlog.Log) {
	h.log = log
	h.Closers = append(h.Closers, func() error { return endUse(h.App, log) })
}

// opener opens the log for an intake, or hands it the one that is open and stays so.
func (h *hookRun) opener() (open func(context.Context) (eventlog.Log, error), end func(eventlog.Log) error) {
	if log := h.log; log != nil {
		return func(context.Context) (eventlog.Log, error) { return log, nil }, func(eventlog.Log) error { return nil }
	}
	at, patience := h.at, cmp.Or(h.Patience, hookPatience)
	return func(ctx context.Context) (eventlog.Log, error) {
		return app.Engine(h.App, ctx, at, app.ToAppend, patience)
	}, func(log eventlog.Log) error { return endUse(h.App, log) }
}

// endUse ends the use of a log.
func endUse(a *app.App, log eventlog.Log) error {
	return app.FirstError(app.Detach(a, log), log.Close())
}
