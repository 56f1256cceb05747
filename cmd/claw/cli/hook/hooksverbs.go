package hookcmd

import (
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/clawable/claw/cmd/claw/cli/app"
	"github.com/clawable/claw/cmd/claw/cli/term"
)

// HooksDocument is the answer of the verbs about agents' settings: the state of the settings that
// the flags name, and of status that of every agent and scope.
type HooksDocument struct {
	app.Head
	hooksOfScope
	Changed bool           `json:"changed"`          // by this run
	DryRun  bool           `json:"dry_run,omitzero"` // nothing was written
	Writes  []hooksWrite   `json:"writes,omitzero"`  // what this run wrote, or would write
	LogMade string         `json:"log_made,omitzero"`
	Waited  int            `json:"waited,omitzero"` // events of the spool of that log
	All     []hooksOfScope `json:"all,omitzero"`
}

// hooksWrite is a file or folder that install writes.
type hooksWrite struct {
	Path    string      `json:"path"`
	Change  hooksChange `json:"change"`
	Added   int         `json:"lines_added"`
	Removed int         `json:"lines_removed"`
}

type hooksChange string

const (
	hooksMade    hooksChange = "made"
	hooksChanged hooksChange = "changed"
	hooksRemoved hooksChange = "removed"
)

type hooksState string

const (
	hooksInstalled hooksState = "installed"
	HooksPartial   hooksState = "partial" // for some events only
	HooksForeign   hooksState = "foreign" // they run another claw than this one
	HooksBroken    hooksState = "broken"  // the program that they run does not exist
	HooksAbsent    hooksState = "absent"
	HooksUnread    hooksState = "unreadable" // the settings cannot be read
)

// placeOptions are the flags that name the settings of an agent.
type placeOptions struct {
	agent string // the name of a hooked agent; default claude-code
	scope string // one of HookScopes; default HooksOfUser
}

func (o *placeOptions) flags(f *pflag.FlagSet) {
	f.StringVar(&o.agent, "agent", "claude-code", "claude-code, codex, gemini, opencode or copilot")
	f.StringVar(&o.scope, "scope", HooksOfUser, "user: your own settings; project: those of this folder; local: your own in this folder (claude-code, copilot)")
}

// HooksVerbs returns claw hooks and the verbs below it.
func HooksVerbs(a *app.App) *cobra.Command {
	cmd := app.VerbFamily("hooks", "more", "Make agents run claw at each of their events")
	cmd.AddCommand(hooksInstall(a), hooksUninstall(a), hooksStatus(a))
	return cmd
}

// installOptions are the flags of claw hooks install.
type installOptions struct {
	placeOptions
	mcp     bool // add the server of the Model Context Protocol too
	enforce bool // the hook lets the policy decide about tool calls
	yes     bool // do not ask
	dryRun  bool // write nothing
}

func (o *installOptions) flags(f *pflag.FlagSet) {
	o.placeOptions.flags(f)
	f.BoolVar(&o.enforce, "enforce", false, "let the policy decide about tool calls")
	f.BoolVar(&o.mcp, "mcp", false, "add the server projector mcp too, by which the agent reads the log (claude-code, codex)")
	f.BoolVar(&o.yes, "yes", false, "write without asking")
	f.BoolVar(&o.dryRun, "dry-run", false, "show what would be written, and write nothing")
}

func hooksInstall(a *app.App) *cobra.Command {
	var o installOptions
	cmd := a.Verb("install", "", "Add claw's hook to an agent's settings, after showing the change and asking", app.NoArgs,
		func([]string) (app.Document, error) {
			return changeHooks(a, o.placeOptions, func(p hookPlace, d *HooksDocument) error { return install(a, o, p, d) })
		})
	cmd.Long = `Add claw's hook to an agent's settings. The command shows what it will write, and asks a person;
where nobody can answer, pass --yes. Where there is no log yet, the command creates one: until then
events of hooks wait.

With --mcp the agent can also read the log, by the server projector mcp: the command adds it to the
settings of Claude Code or Codex, and claw hooks uninstall removes it.

Settings of a project are for everybody who works on it: they name the claw in PATH, and no path of
this machine.`
	o.flags(cmd.Flags())
	return cmd
}

// install installs the hooks, and with --mcp the server. Both are planned before either is written.
func install(a *app.App, o installOptions, p hookPlace, d *HooksDocument) error {
	if !o.mcp {
		return installHooks(a, o, p, d)
	}
	server, err := planServer(a, p)
	if err != nil {
		return err
	}
	if err := installHooks(a, o, p, d); err != nil {
		return err
	}
	return installServer(a, o, server, d)
}

func hooksUninstall(a *app.App) *cobra.Command {
	var o placeOptions
	cmd := a.Verb("uninstall", "", "Remove claw's hook from an agent's settings", app.NoArgs,
		func([]string) (app.Document, error) {
			return changeHooks(a, o, func(p hookPlace, d *HooksDocument) error {
				err := uninstallHooks(a, p, d)
				if err == nil {
					uninstallServer(a, p, d)
				}
				return err
			})
		})
	o.flags(cmd.Flags())
	yesToRemove(cmd.Flags())
	return cmd
}

// yesToRemove declares --yes of the verbs that uninstall, which ask nothing: who installs with it
// uninstalls with it.
func yesToRemove(f *pflag.FlagSet) {
	f.Bool("yes", false, "remove without asking, which is also the default")
}

// changeHooks is the answer of a verb that changes the settings which o names.
func changeHooks(a *app.App, o placeOptions, change func(hookPlace, *HooksDocument) error) (app.Document, error) {
	d, err := changed(a, o, change)
	if err != nil {
		return nil, err
	}
	return d, nil
}

// changed changes the settings that o names, and returns their state after the change.
func changed(a *app.App, o placeOptions, change func(hookPlace, *HooksDocument) error) (*HooksDocument, error) {
	place, err := HookPlace(a, o.agent, o.scope)
	if err != nil {
		return nil, err
	}
	d := &HooksDocument{Head: app.HeadOf("hooks")}
	if err := change(place, d); err != nil {
		return nil, err
	}
	d.hooksOfScope, err = hooksNow(a, place)
	return d, err
}

// CodexTrusts is what a person does after hooks were written for Codex.
const CodexTrusts = "start codex and let /hooks trust it; codex runs no hook before that"

// hookCommand is the command of the hook. Settings that are shared with others name no path of this
// machine.
func hookCommand(a *app.App, p hookPlace, enforce bool) string {
	program, after := a.Self, ""
	switch {
	case p.scope == hooksOfProject:
		program, after = "claw", p.quiet
	case p.takesFailure:
		after = p.quiet
	}
	if strings.ContainsFunc(program, func(r rune) bool {
		return !(r == '/' || r == '\\' || r == ':' || r == '.' || r == '-' || r == '_' || '0' <= r && r <= '9' || 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z')
	}) {
		program = "'" + strings.ReplaceAll(program, "'", `'\''`) + "'"
	}
	command := program + " hook " + p.Name
	if enforce {
		command += " --enforce"
	}
	return command + after
}

func (d *HooksDocument) Text(p *term.Page) {
	if len(d.All) > 0 {
		for i := range d.All {
			d.All[i].Text(p)
		}
	} else {
		d.hooksOfScope.Text(p)
	}
	for _, w := range d.Writes {
		p.Line("  %s", w.text(d.DryRun))
	}
	if d.LogMade != "" {
		p.Line("  %s", madeText(d.LogMade, d.Waited, d.DryRun))
	}
	if d.Changed && d.Agent == "codex" && d.State == hooksInstalled {
		p.Line("next: " + CodexTrusts)
	}
}
