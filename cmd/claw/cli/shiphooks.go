package cli

import (
	"slices"

	"github.com/spf13/cobra"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/gitexec"
	"github.com/clawable/claw/githooks"
)

// shipHooksDocument is the answer of the verbs about a repository's hooks.
type shipHooksDocument struct {
	Head
	Folder  string          `json:"folder"` // in which git looks for hooks
	Shared  bool            `json:"shared"` // it is not this repository's alone
	State   hooksState      `json:"state"`
	Changed bool            `json:"changed"` // by this run
	Waiting int             `json:"waiting"` // what hooks laid down and nobody could tell of yet
	Hooks   []githooks.Hook `json:"hooks"`
}

func (a *app) shipHooks() *cobra.Command {
	cmd := &cobra.Command{Use: "hooks", GroupID: "hooks", Short: "Let git tell claw of each push from a repository",
		Args: noArgs, RunE: func(cmd *cobra.Command, _ []string) error { return cmd.Help() }}
	var shared bool
	install := a.shipHooksOne("install", "Write claw's hooks into a repository; the ones that are there are kept and go first", func(f githooks.Folder) (bool, error) {
		return a.installGitHooks(f, shared)
	})
	install.Flags().BoolVar(&shared, "shared", false, "also into a folder of core.hooksPath that other repositories use, or that is among the files of this one")
	cmd.AddCommand(install,
		a.shipHooksOne("uninstall", "Take claw's hooks out, and put back what was there before", githooks.Folder.Uninstall),
		a.shipHooksOne("status", "Whether claw hears of the pushes from a repository", func(githooks.Folder) (bool, error) { return false, nil }))
	return cmd
}

func (a *app) shipHooksOne(name, short string, change func(githooks.Folder) (changed bool, err error)) *cobra.Command {
	return a.verb(name+" [REPO]", "", short, between(0, 1, "[REPO]"), func(args []string) (document, error) {
		git, err := gitexec.AsPerson(a.Env, a.Environ())
		if err != nil {
			return nil, err
		}
		folder, err := githooks.Find(a.ctx, git, a.path(firstOf(append(args, ".")...)))
		if err != nil {
			return nil, err
		}
		changed, err := change(folder)
		if err != nil {
			return nil, err
		}
		a.takeUp(folder.Common)
		waiting, err := githooks.Waiting(folder.Common)
		if err != nil {
			return nil, err
		}
		hooks, err := folder.Look()
		return &shipHooksDocument{Head: headOf("ship_hooks"), Folder: folder.Path, Shared: folder.Shared, State: a.stateOfGitHooks(hooks),
			Changed: changed, Waiting: len(waiting), Hooks: hooks}, err
	})
}

// installGitHooks writes the hooks, into a folder that is not the repository's alone only
// when the person says so.
func (a *app) installGitHooks(f githooks.Folder, shared bool) (bool, error) {
	switch {
	case !githooks.Named(a.Self):
		return false, usageError("install hooks", a.Self, "a hook is known by the name of its program, claw, and this one has another", "install the program as claw, and run that")
	case f.Shared && !shared:
		return false, &domain.Error{Kind: domain.ErrPolicy, Operation: "install hooks", Target: f.Path,
			Message: "core.hooksPath leads to a folder that is not this repository's alone: what is written there runs elsewhere too, or is committed",
			Hint:    "when that is what you want: claw ship hooks install --shared"}
	}
	return f.Install(a.Self)
}

// stateOfGitHooks is how the hooks stand together.
func (a *app) stateOfGitHooks(hooks []githooks.Hook) hooksState {
	is := func(s githooks.State) func(githooks.Hook) bool {
		return func(h githooks.Hook) bool { return h.State == s }
	}
	installed := is(githooks.Installed)
	switch {
	case slices.ContainsFunc(hooks, func(h githooks.Hook) bool { return h.Program != "" && h.Program != a.Self }):
		return hooksForeign
	case !slices.ContainsFunc(hooks, func(h githooks.Hook) bool { return !installed(h) || !h.Works }):
		return hooksInstalled
	case slices.ContainsFunc(hooks, func(h githooks.Hook) bool { return h.Program != "" }):
		return hooksPartial
	}
	return hooksAbsent
}

func (d *shipHooksDocument) text(p *page) {
	p.line("%s in %s", d.State, d.Folder)
	if d.Shared {
		p.line("  not of this repository alone")
	}
	if d.Waiting > 0 {
		p.line("  %d runs of them wait to be told of", d.Waiting)
	}
	for i := range d.Hooks {
		h := &d.Hooks[i]
		switch {
		case h.State != githooks.Installed && h.State != githooks.Altered:
			p.line("  %s: %s", h.Name, h.State)
		case h.Works:
			p.line("  %s: %s, runs %s", h.Name, h.State, h.Program)
		default:
			p.line("  %s: %s, and cannot run %s", h.Name, h.State, h.Program)
		}
		if h.Before != "" {
			p.line("    before it goes %s", h.Before)
		}
	}
}
