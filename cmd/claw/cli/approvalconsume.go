package cli

import (
	"context"
	"errors"
	"os"
	"os/exec"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/clawable/claw/commands/approve"
	"github.com/clawable/claw/domain"
)

type consumeFlags struct {
	actionFlags
	scopeFlags
	as    string
	noRun bool
}

// consumedDocument is the answer of approval consume.
type consumedDocument struct {
	Head
	Approval    domain.StreamID `json:"approval"`
	Grant       domain.EventID  `json:"grant"`
	Consumption domain.EventID  `json:"consumption"`
	Use         int             `json:"use"`
	Left        int             `json:"left"`
	Chain       []domain.Actor  `json:"chain"` // requester, relays, executor
	Result      domain.EventID  `json:"result,omitzero"`
	// Compared says that the files of the request were looked at again, Changed which of them
	// are not as they were.
	Compared bool                `json:"compared"`
	Changed  []domain.FileChange `json:"changed"`
	ExitCode *int                `json:"exit_code,omitzero"`
	quiet    bool
}

func (a *app) approvalConsume() *cobra.Command {
	var f consumeFlags
	cmd := a.verb("consume APPROVAL [-- COMMAND ARGUMENT...]", "ask", "Spend a use for exactly this action, do it, record how it came out",
		thenCommand(1, "APPROVAL"), func(args []string) (document, error) { return a.consume(&f, args[0], args[1:]) })
	cmd.Long = `Spend one use of a grant for exactly this command in this folder, run it, and record its result; its exit code is this one's. The
command has no SSH_AUTH_SOCK. With --no-run, and for a patch or a push by commits, the use is spent and nothing runs. A use whose
result never comes is shown as spent, result unknown. Under --json the command's standard output goes to standard error.`
	f.actionFlags.add(cmd)
	f.scopeFlags.add(cmd)
	cmd.Flags().StringVar(&f.as, "as", "", "who acts: agent:<session> or human:<name> (default: you); a claim, not a proof")
	cmd.Flags().BoolVar(&f.noRun, "no-run", false, "spend the use only; what acts records the result")
	return cmd
}

func (a *app) consume(f *consumeFlags, id string, argv []string) (document, error) {
	who, err := a.actor(f.as)
	if err != nil {
		return nil, err
	}
	action, patch, err := a.action(&f.actionFlags, argv)
	if err != nil {
		return nil, err
	}
	in, stream, err := a.openApprovals(toAppend, id)
	if err != nil {
		return nil, err
	}
	used, err := in.Consume(a.ctx, stream, approve.Claim{Action: action, Patch: patch, Executor: who, Scope: f.scope(),
		Files: func() []domain.ActionFile { return a.filesOf(&action) }})
	if err != nil {
		return nil, keptWriting(err, stream.String())
	}
	d := &consumedDocument{Head: headOf("approval_consumed"), Approval: stream, Grant: used.Grant, Consumption: used.Event, Use: used.Use,
		Left: used.Left, Chain: used.Chain, Compared: used.Compared, Changed: append([]domain.FileChange{}, used.Changed...), quiet: len(argv) > 0 && !f.noRun}
	a.tellFiles(&used, len(argv) > 0)
	if !d.quiet {
		return d, nil
	}
	result, code := a.act(argv)
	d.ExitCode, a.code = &code, code
	// The action is done: that it ended in a Ctrl-C is no reason to forget it.
	d.Result, err = in.Result(context.WithoutCancel(a.ctx), used.Event, who, result)
	if err != nil {
		a.warn("result_not_recorded", "the use is spent and its result is not recorded: "+err.Error())
	}
	return d, nil
}

// act runs the command and says how it came out, and its exit code.
func (a *app) act(argv []string) (domain.Payload, int) {
	cmd := exec.Command(argv[0], argv[1:]...)
	cmd.Dir, cmd.Stdin, cmd.Stdout, cmd.Stderr = a.Dir, a.Program.In, a.Out, a.Err
	if in, ok := a.In.(*interruptible); ok {
		cmd.Stdin = in.in // the program's own, which a command may read as a terminal
	}
	if a.format == formatJSON {
		cmd.Stdout = a.Err
	}
	cmd.Env = slices.DeleteFunc(a.Environ(), func(v string) bool { return strings.HasPrefix(v, "SSH_AUTH_SOCK=") })
	began := a.Now()
	err := cmd.Run()
	result := domain.ToolResult{Name: "exec", DurationMS: max(a.Now().Sub(began), 0).Milliseconds()}
	var exit *exec.ExitError
	switch {
	case err == nil:
		result.ExitCode = new(int)
		return &domain.ToolCompleted{ToolResult: result}, 0
	case errors.As(err, &exit) && exit.ExitCode() >= 0:
		code := exit.ExitCode()
		result.ExitCode = &code
		return &domain.ToolFailed{ToolResult: result, ErrorKind: domain.ToolErrExit}, code
	case errors.As(err, &exit):
		return &domain.ToolFailed{ToolResult: result, ErrorKind: domain.ToolErrExit, Signal: exit.String()}, 1
	}
	a.tell(&domain.Error{Kind: domain.ErrRuntime, Operation: "run", Target: argv[0], Message: err.Error(), Errno: errnoOf(err),
		Hint: "name a program that is there and may be run; the use of the approval is spent"})
	return &domain.ToolFailed{ToolResult: result, ErrorKind: domain.ToolErrTool}, notRun(err)
}

// notRun is the exit code with which a shell says that a command could not be run.
func notRun(err error) int {
	if errors.Is(err, exec.ErrNotFound) || errors.Is(err, os.ErrNotExist) {
		return 127
	}
	return 126
}

func (d *consumedDocument) text(p *page) {
	if d.quiet {
		return // the output is the command's
	}
	p.line("use %d is spent%s: %s", d.Use, leftText(d.Left), d.Consumption)
	p.line("by %s", chainText(d.Chain))
}
