package approvaltext

import (
	"crypto/sha256"
	"os"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/clawable/claw/cmd/claw/cli/app"
	"github.com/clawable/claw/cmd/claw/cli/term"
	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/approval"
)

// ActionOptions are the flags that name an action other than a command, or a part of one.
type ActionOptions struct {
	patch string          // a file
	base  domain.CommitID // from which a ref is moved
	head  domain.CommitID // to which a ref is moved
	tree  string          // a git object name
}

// Flags declares the flags of an action.
func (o *ActionOptions) Flags(f *pflag.FlagSet) {
	f.StringVar(&o.patch, "patch", "", "the action is this patch, a file")
	f.StringVar((*string)(&o.base), "base", "", "the action moves a ref from this commit")
	f.StringVar((*string)(&o.head), "head", "", "the action moves a ref to this commit")
	f.StringVar(&o.tree, "tree", "", "the action leaves this tree, a git object name")
}

// Action returns the exact action of a command line: a command in the working folder, a patch, or
// a push; and the text of the patch.
func Action(a *app.App, o *ActionOptions, argv []string) (domain.Action, string, error) {
	act := domain.Action{Argv: argv, Base: o.base, Head: o.head, Tree: o.tree}
	if len(argv) > 0 {
		act.CWD, act.Env = domain.Path(a.Dir), approval.BoundEnv(a.Environ())
		if a.Served {
			act.CWD, act.Env = domain.Path(a.Folder), nil
		}
	}
	if o.patch == "" {
		return act, "", nil
	}
	text, err := os.ReadFile(app.Path(a, o.patch))
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

// ActionText is an action, quoted for a shell.
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

// ArgumentWord quotes an argument for a shell; invisible characters and look-alikes are escaped.
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
