package hookcmd

import (
	"slices"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/clawable/claw/cmd/claw/cli/app"
	"github.com/clawable/claw/cmd/claw/cli/guard"
	"github.com/clawable/claw/cmd/claw/cli/term"
	"github.com/clawable/claw/domain"
	gitexec "github.com/clawable/claw/git/exec"
	githooks "github.com/clawable/claw/git/hooks"
)

// ShipHooksDocument is the answer of the verbs about a repository's hooks.
type ShipHooksDocument struct {
	app.Head
	Folder  string          `json:"folder"` // in which git looks for hooks
	Shared  bool            `json:"shared"` // it is not this repository's alone
	State   hooksState      `json:"state"`
	Changed bool            `json:"changed"`           // by this run
	Waiting int             `json:"waiting"`           // notes of hooks that are not appended yet
	LogMade string          `json:"log_made,omitzero"` // the log that this run made, as there was none
	Hooks   []githooks.Hook `json:"hooks"`
}

// ShipHooks returns claw ship hooks and the verbs below it.
func ShipHooks(a *app.App) *cobra.Command {
	cmd := app.VerbFamily("hooks", "hooks", "Make git report each push from a repository to claw")
	uninstall := gitHooksVerb(a, "uninstall", "Remove claw's git hooks and restore what was there before", func(f githooks.Folder, d *ShipHooksDocument) (err error) {
		d.Changed, err = f.Uninstall()
		return err
	})
	yesToRemove(uninstall.Flags())
	cmd.AddCommand(gitHooksInstall(a), uninstall,
		gitHooksVerb(a, "status", "Report whether claw's git hooks work in a repository", func(githooks.Folder, *ShipHooksDocument) error { return nil }))
	return cmd
}

// gitInstallOptions are the flags of claw ship hooks install.
type gitInstallOptions struct {
	yes    bool // do not ask
	shared bool // also into a folder that other repositories use
}

func (o *gitInstallOptions) flags(f *pflag.FlagSet) {
	f.BoolVar(&o.yes, "yes", false, "write without asking; only a person at a terminal is asked")
	f.BoolVar(&o.shared, "shared", false, "also into a folder of core.hooksPath that other repositories use, or that is among the files of this one")
}

func gitHooksInstall(a *app.App) *cobra.Command {
	var o gitInstallOptions
	cmd := gitHooksVerb(a, "install", "Install claw's git hooks in a repository; existing hooks are kept and run first", func(f githooks.Folder, d *ShipHooksDocument) (err error) {
		d.Changed, d.LogMade, err = installGitHooks(a, o, f)
		return err
	})
	o.flags(cmd.Flags())
	return cmd
}

// gitHooksVerb makes a verb that changes the hooks of a repository and reports them.
func gitHooksVerb(a *app.App, name, short string, change func(githooks.Folder, *ShipHooksDocument) error) *cobra.Command {
	return a.Verb(name+" [REPO]", "", short, app.Between(0, 1, "[REPO]"), func(args []string) (app.Document, error) {
		return gitHooks(a, app.Path(a, app.FirstOf(append(args, ".")...)), change)
	})
}

// gitHooks changes the hooks of the repository in a folder, appends the notes that they left, and
// returns their state.
func gitHooks(a *app.App, repo string, change func(githooks.Folder, *ShipHooksDocument) error) (app.Document, error) {
	git, err := gitexec.AsPerson(a.Env, a.Environ())
	if err != nil {
		return nil, err
	}
	folder, err := githooks.Find(a.Ctx, git, repo)
	if err != nil {
		return nil, err
	}
	d := &ShipHooksDocument{Head: app.HeadOf("ship_hooks"), Folder: folder.Path, Shared: folder.Shared}
	if err := change(folder, d); err != nil {
		return nil, err
	}
	guard.AppendNotes(a, folder.Common)
	waiting, err := githooks.Waiting(folder.Common)
	if err != nil {
		return nil, err
	}
	d.Waiting = len(waiting)
	d.Hooks, err = folder.Look()
	d.State = stateOfGitHooks(a, d.Hooks)
	return d, err
}

// installGitHooks writes the hooks, and makes the log where there is none. Into a folder that is not
// the repository's alone it writes with --shared only, and names no path of this machine there.
func installGitHooks(a *app.App, o gitInstallOptions, f githooks.Folder) (changed bool, made string, err error) {
	program := a.Self
	switch {
	case !githooks.Named(a.Self):
		return false, "", app.UsageError("install hooks", a.Self, "a hook is known by the name of its program, claw, and this one has another", "install the program as claw, and run that")
	case f.Shared && !o.shared:
		return false, "", &domain.Error{Kind: domain.ErrPolicy, Operation: "install hooks", Target: f.Path,
			Message: "core.hooksPath leads to a folder that is not this repository's alone: what is written there runs elsewhere too, or is committed",
			Hint:    "when that is what you want: claw ship hooks install --shared"}
	case f.Shared:
		program = githooks.InPath
	}
	files, err := f.Pending(program)
	if err != nil {
		return false, "", err
	}
	log, waiting, err := missingLog(a)
	if err != nil {
		return false, "", err
	}
	if err := agreeToGitHooks(a, o, f, files, log, waiting); err != nil {
		return false, "", err
	}
	if log.Value != "" {
		if _, err := app.MakeLog(a, log); err != nil {
			return false, "", err
		}
	}
	changed, err = f.Install(program)
	return changed, log.Value, err
}

// agreeToGitHooks shows what will be written, and asks.
func agreeToGitHooks(a *app.App, o gitInstallOptions, f githooks.Folder, files []string, log app.Setting, waiting int) error {
	if o.yes || !app.CanAsk(a) || len(files) == 0 && log.Value == "" {
		return nil
	}
	p := a.Page(a.Err)
	for _, file := range files {
		p.Line("  would write %s", file)
	}
	if log.Value != "" {
		p.Line("  %s", madeText(log.Value, waiting, true))
	}
	if err := p.Flush(); err != nil {
		return err
	}
	if yes, err := app.Agreed(a, "write this?"); yes || err != nil {
		return err
	}
	return &domain.Error{Kind: domain.ErrRuntime, Operation: "install hooks", Target: f.Path, Message: "not written, as you say", Hint: "how they stand: claw ship hooks status"}
}

// stateOfGitHooks is the state of the hooks together.
func stateOfGitHooks(a *app.App, hooks []githooks.Hook) hooksState {
	is := func(s githooks.State) func(githooks.Hook) bool {
		return func(h githooks.Hook) bool { return h.State == s }
	}
	installed := is(githooks.Installed)
	switch {
	case slices.ContainsFunc(hooks, func(h githooks.Hook) bool { return h.Program != "" && !sameFile(programFile(a, h.Program), a.Self) }):
		return HooksForeign
	case !slices.ContainsFunc(hooks, func(h githooks.Hook) bool { return !installed(h) || !h.Works }):
		return hooksInstalled
	case slices.ContainsFunc(hooks, func(h githooks.Hook) bool { return h.Program != "" }):
		return HooksPartial
	}
	return HooksAbsent
}

func (d *ShipHooksDocument) Text(p *term.Page) {
	p.Line("%s in %s", d.State, d.Folder)
	if d.Shared {
		p.Line("  not of this repository alone")
	}
	if d.LogMade != "" {
		p.Line("  %s", madeText(d.LogMade, 0, false))
	}
	if d.Waiting > 0 {
		p.Line("  %d runs of them wait to be told of", d.Waiting)
	}
	for i := range d.Hooks {
		h := &d.Hooks[i]
		switch {
		case h.State != githooks.Installed && h.State != githooks.Altered:
			p.Line("  %s: %s", h.Name, h.State)
		case h.Works:
			p.Line("  %s: %s, runs %s", h.Name, h.State, h.Program)
		default:
			p.Line("  %s: %s, and cannot run %s", h.Name, h.State, h.Program)
		}
		if h.Before != "" {
			p.Line("    before it goes %s", h.Before)
		}
	}
}
