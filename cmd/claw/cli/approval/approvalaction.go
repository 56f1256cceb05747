package approvaltext

import (
	"crypto/sha256"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"github.com/clawable/claw/cmd/claw/cli/app"
	"github.com/clawable/claw/cmd/claw/cli/term"
	"github.com/clawable/claw/domain"
)

// ActionFlags name an action that is not a command, or a part of one.
type ActionFlags struct{ patch, base, head, tree string }

func (f *ActionFlags) Add(cmd *cobra.Command) {
	flags := cmd.Flags()
	flags.StringVar(&f.patch, "patch", "", "the action is this patch, a file")
	flags.StringVar(&f.base, "base", "", "the action moves a ref from this commit")
	flags.StringVar(&f.head, "head", "", "the action moves a ref to this commit")
	flags.StringVar(&f.tree, "tree", "", "the action leaves this tree, a git object name")
}

// Action is what is to be done, exactly: a command here, a patch, a push; and the text
// of the patch.
func Action(a *app.App, f *ActionFlags, argv []string) (domain.Action, string, error) {
	act := domain.Action{Argv: argv, Base: domain.CommitID(f.base), Head: domain.CommitID(f.head), Tree: f.tree}
	if len(argv) > 0 {
		act.CWD, act.Env = domain.Path(a.Dir), domain.BoundEnv(a.Environ())
	}
	if f.patch == "" {
		return act, "", nil
	}
	text, err := os.ReadFile(app.Path(a, f.patch))
	if err != nil {
		return act, "", err
	}
	act.PatchDigest = sha256.Sum256(text)
	return act, string(text), nil
}

// ThenCommand takes n arguments, named, and after -- a command, which may be absent.
func ThenCommand(n int, names string) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		before := cmd.ArgsLenAtDash()
		if before == n || before < 0 && len(args) == n {
			return nil
		}
		return app.UsageError("parse arguments", cmd.CommandPath(), "needs "+strings.TrimSpace(names+" -- and the command"),
			"usage: "+strings.TrimSpace(cmd.CommandPath()+" "+names)+" -- COMMAND ARGUMENT…")
	}
}

// ActionText says an action as a shell would take it.
func ActionText(act *domain.Action) string {
	var parts []string
	for _, entry := range act.Env {
		name, value, _ := strings.Cut(entry, "=")
		parts = append(parts, ArgumentWord(name)+"="+ArgumentWord(value))
	}
	for _, arg := range act.Argv {
		parts = append(parts, ArgumentWord(arg))
	}
	for _, named := range [][2]string{{"patch", DigestText(act.PatchDigest)}, {"base", string(act.Base)}, {"head", string(act.Head)}, {"tree", act.Tree}} {
		if named[1] != "" {
			parts = append(parts, "["+named[0]+" "+named[1]+"]")
		}
	}
	return strings.Join(parts, " ")
}

// ArgumentWord is an argument as a shell takes it; what is not seen there, or passes for
// something else, is escaped.
func ArgumentWord(arg string) string {
	quoted, hides := term.QuotedArgument(arg)
	switch {
	case hides:
		return quoted
	case arg == "" || strings.ContainsRune(arg, '\\'):
		return "'" + strings.ReplaceAll(arg, "'", `'\''`) + "'"
	}
	return app.ShellWord(arg)
}

// DigestText is a digest for people, "" for none.
func DigestText(d domain.Digest) string {
	if d.IsZero() {
		return ""
	}
	return d.String()
}
