package approvecmd

import (
	"context"
	"errors"
	"os"
	"os/exec"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/clawable/claw/cmd/claw/cli/app"
	approvaltext "github.com/clawable/claw/cmd/claw/cli/approval"
	"github.com/clawable/claw/cmd/claw/cli/guard"
	"github.com/clawable/claw/cmd/claw/cli/term"
	"github.com/clawable/claw/commands/approve"
	"github.com/clawable/claw/commands/record"
	"github.com/clawable/claw/domain"
)

// consumeOptions are the flags of claw approval consume.
type consumeOptions struct {
	approvaltext.ActionOptions
	approvaltext.ScopeOptions
	as    string // an actor; "" is this person
	noRun bool   // spend the use and run nothing
}

func (o *consumeOptions) flags(f *pflag.FlagSet) {
	o.ActionOptions.Flags(f)
	o.ScopeOptions.Flags(f)
	f.StringVar(&o.as, "as", "", "who acts: agent:<session> or human:<name> (default: you); a claim, not a proof")
	f.BoolVar(&o.noRun, "no-run", false, "only spend the use; the caller performs the action and records the result")
}

// ConsumedDocument is the answer of approval consume.
type ConsumedDocument struct {
	app.Head
	Approval    domain.StreamID `json:"approval"`
	Grant       domain.EventID  `json:"grant"`
	Consumption domain.EventID  `json:"consumption"`
	Use         int             `json:"use"`
	Left        int             `json:"left"`
	Chain       []domain.Actor  `json:"chain"` // requester, relays, executor
	Result      domain.EventID  `json:"result,omitzero"`
	// Compared means that the files of the request were hashed again, and Changed are those that
	// differ.
	Compared bool                `json:"compared"`
	Changed  []domain.FileChange `json:"changed"`
	ExitCode *int                `json:"exit_code,omitzero"`
	quiet    bool
}

func approvalConsume(a *app.App) *cobra.Command {
	var o consumeOptions
	cmd := a.Verb("consume APPROVAL [-- COMMAND ARGUMENT...]", "ask", "Spend a use for exactly this action, run it, and record the result",
		approvaltext.ThenCommand(1, "APPROVAL"), func(args []string) (app.Document, error) { return consume(a, o, args[0], args[1:]) })
	cmd.Long = `Spend one use of a grant for exactly this command in this folder, run it, and record its result. The
exit code of the command is the exit code of this verb. The command has no SSH_AUTH_SOCK. With
--no-run, and for a patch or a push by commits, the use is spent and nothing runs. A use without a
result is shown as spent, result unknown. Under --json the command's standard output goes to
standard error.`
	o.flags(cmd.Flags())
	return cmd
}

func consume(a *app.App, o consumeOptions, id string, argv []string) (app.Document, error) {
	who, err := approvaltext.Actor(a, o.as)
	if err != nil {
		return nil, err
	}
	action, patch, err := approvaltext.Action(a, &o.ActionOptions, argv)
	if err != nil {
		return nil, err
	}
	log, _, err := a.OpenLog(app.ToAppend)
	if err != nil {
		return nil, err
	}
	stream, err := approvaltext.ApprovalID(a, id)
	if err != nil {
		return nil, err
	}
	in := approvaltext.Approvals(a, log)
	used, err := in.Consume(a.Ctx, stream, approve.Claim{Action: action, Patch: patch, Executor: who, Scope: o.Scope(), Bound: guard.Binding(a, log, argv) != "",
		Files: func() []domain.ActionFile { return approvaltext.FilesOf(a, &action) }})
	if err != nil {
		return nil, record.KeptWriting(err, stream.String())
	}
	d := &ConsumedDocument{Head: app.HeadOf("approval_consumed"), Approval: stream, Grant: used.Grant, Consumption: used.Event, Use: used.Use,
		Left: used.Left, Chain: used.Chain, Compared: used.Compared, Changed: append([]domain.FileChange{}, used.Changed...), quiet: len(argv) > 0 && !o.noRun}
	approvaltext.TellFiles(a, &used, len(argv) > 0)
	if !d.quiet {
		return d, nil
	}
	result, code := act(a, argv)
	d.ExitCode, a.Code = &code, code
	// The action is done: its result is recorded also after an interruption.
	d.Result, err = in.Result(context.WithoutCancel(a.Ctx), used.Event, who, result)
	if err != nil {
		a.Warn("result_not_recorded", "the use is spent and its result is not recorded: "+err.Error())
	}
	return d, nil
}

// act runs the command, and returns its result and exit code.
func act(a *app.App, argv []string) (domain.Payload, int) {
	cmd := exec.Command(argv[0], argv[1:]...)
	cmd.Dir, cmd.Stdin, cmd.Stdout, cmd.Stderr = a.Dir, a.Program.In, a.Out, a.Err
	if in, ok := a.In.(*app.Interruptible); ok {
		cmd.Stdin = in.In // a command may need the terminal itself
	}
	if a.Format == app.FormatJSON {
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
	a.PrintError(&domain.Error{Kind: domain.ErrRuntime, Operation: "run", Target: argv[0], Message: err.Error(), Errno: app.ErrnoOf(err),
		Hint: "name a program that is there and may be run; the use of the approval is spent"})
	return &domain.ToolFailed{ToolResult: result, ErrorKind: domain.ToolErrTool}, notRun(err)
}

// notRun is the exit code with which a shell reports that a command could not be run.
func notRun(err error) int {
	if errors.Is(err, exec.ErrNotFound) || errors.Is(err, os.ErrNotExist) {
		return 127
	}
	return 126
}

func (d *ConsumedDocument) Text(p *term.Page) {
	if d.quiet {
		return // the output is the command's
	}
	p.Line("use %d is spent%s: %s", d.Use, approvaltext.LeftText(d.Left), d.Consumption)
	p.Line("by %s", chainText(d.Chain))
}
