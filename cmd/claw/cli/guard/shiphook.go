package guard

import (
	"github.com/spf13/cobra"

	"github.com/clawable/claw/cmd/claw/cli/app"
	guarding "github.com/clawable/claw/commands/guard"
	gitexec "github.com/clawable/claw/git/exec"
	"github.com/clawable/claw/producers/gitrepo"
)

// ShipHook is claw ship hook, which git runs.
func ShipHook(a *app.App) *cobra.Command {
	cmd := &cobra.Command{Use: "hook [FOLDER]", GroupID: "hooks", Short: "Record the notes that git's hooks left in the git folder; the hooks run this",
		Annotations: map[string]string{app.OutputIs: app.OutputProtocol},
		Args:        app.Between(0, 1, "[FOLDER]"),
		RunE: func(_ *cobra.Command, args []string) error {
			return appendNotes(a, gitrepo.CommonOf(app.Path(a, app.FirstOf(append(args, a.Env("GIT_DIR"), ".git")...))))
		}}
	cmd.Long = `Read the notes that git's hooks left in a git folder (default: GIT_DIR, else .git), and append what
they report to the log. claw ship hooks install writes the hooks that run this.

Nothing is printed, and the exit code is 0 whatever happens. When the log cannot be written in 30
ms, the events are stored in the spool, and the next hook or verb that opens the log appends them. A
note that cannot be recorded yet stays where it is for the next run.`
	declareStrict(cmd.Flags())
	return cmd
}

// appendNotes appends the notes that git's hooks left in the git folder that all worktrees share.
func appendNotes(a *app.App, common string) error {
	return hookOf(a, "").AppendNotes(a.Ctx, &guarding.Repository{Common: common, User: app.FirstOf(a.User, "unknown"),
		Git: func() (gitexec.Git, error) { return gitexec.Alone(a.Env) }})
}

// AppendNotes appends the notes that git's hooks left in a git folder, for a verb that continues
// without them: an error is a warning.
func AppendNotes(a *app.App, common string) {
	if err := appendNotes(a, common); err != nil {
		a.Warn("hooks_not_heard", "what hooks of git laid down waits in "+common+": "+app.Typed(err).Error())
	}
}
