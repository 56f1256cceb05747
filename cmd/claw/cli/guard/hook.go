package guard

import (
	"cmp"
	"slices"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/clawable/claw/cmd/claw/cli/app"
	"github.com/clawable/claw/producers/hooks"
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

// hookOptions are the flags of claw hook.
type hookOptions struct {
	enforce bool   // the policy decides about tool calls
	content string // a value of producers.Content; "" is that of the settings
}

func (o *hookOptions) flags(f *pflag.FlagSet) {
	f.BoolVar(&o.enforce, "enforce", false, "let the policy decide about tool calls")
	app.ContentFlag(f, &o.content)
	declareStrict(f)
}

// StrictFlag is the flag under which an error of a hook gives exit code 1, not 0. It is declared
// for the help: the front door looks for it in the arguments, also in those that cannot be parsed.
const StrictFlag = "strict"

func declareStrict(f *pflag.FlagSet) { f.Bool(StrictFlag, false, "exit 1 when something goes wrong") }

// HookVerb is claw hook.
func HookVerb(a *app.App) *cobra.Command {
	var o hookOptions
	cmd := &cobra.Command{Use: "hook AGENT", GroupID: "more", Short: "Record one event of an agent, and with --enforce decide about it; agents run this",
		Annotations: map[string]string{app.OutputIs: app.OutputProtocol},
		Args:        app.Exactly(1, "AGENT"),
		RunE:        func(_ *cobra.Command, args []string) error { return recordEvent(a, o, args[0]) }}
	cmd.Long = `Read one event of an agent from standard input and record it. claw hooks install configures the
agent to run this. Agents: ` + app.JoinWords(hookAgentNames()) + `.

Nothing is printed, and the exit code is 0 whatever happens: a hook must not break its agent. When
the log cannot be written in 30 ms, the event is stored in the spool, and the next hook or verb that
opens the log appends it. With --enforce the policy decides about tool calls, in the agent's own
protocol.`
	o.flags(cmd.Flags())
	return cmd
}

// recordEvent records the event that the agent of a name writes to standard input.
func recordEvent(a *app.App, o hookOptions, name string) error {
	i := slices.IndexFunc(hookAgents, func(ag struct{ name, source string }) bool { return ag.name == name || ag.source == name })
	if i < 0 {
		return app.UsageError("parse arguments", "hook "+name, "unknown agent", "agents: "+app.JoinWords(hookAgentNames()))
	}
	a.Dir = cmp.Or(a.Env("CLAUDE_PROJECT_DIR"), a.Env("GEMINI_PROJECT_DIR"), a.Dir)
	h := hookOf(a, o.content)
	h.Enforce = o.enforce
	return h.Take(a.Ctx, name, hookAgents[i].source, a.In)
}
