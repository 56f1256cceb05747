package hookcmd

import (
	"strings"

	"github.com/spf13/cobra"

	"github.com/clawable/claw/cmd/claw/cli/app"
	"github.com/clawable/claw/cmd/claw/cli/term"
)

// HooksDocument is the answer of the verbs about agents' settings: how the settings that the
// flags name stand, and of status those of every agent and scope.
type HooksDocument struct {
	app.Head
	hooksOfScope
	Changed bool           `json:"changed"`          // by this run
	DryRun  bool           `json:"dry_run,omitzero"` // nothing was written
	Writes  []hooksWrite   `json:"writes,omitzero"`  // what this run wrote, or would write
	LogMade string         `json:"log_made,omitzero"`
	Waited  int            `json:"waited,omitzero"` // events that waited for that log
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
	HooksBroken    hooksState = "broken"  // the program that they run is not there
	HooksAbsent    hooksState = "absent"
	HooksUnread    hooksState = "unreadable" // the settings cannot be read
)

// HookSettings are the flags of these verbs.
type HookSettings struct {
	Agent, Scope         string
	enforce, yes, dryRun bool
}

// HooksVerbs is claw hooks and what stands below it.
func HooksVerbs(a *app.App) *cobra.Command {
	cmd := &cobra.Command{Use: "hooks", GroupID: "more", Short: "Make agents run claw at each of their events",
		Args: app.NoArgs, RunE: func(cmd *cobra.Command, _ []string) error { return cmd.Help() }}
	install := hooksOne(a, "install", "Add claw's hook to an agent's settings, after showing the change and asking", installHooks)
	install.Long = `Add claw's hook to an agent's settings. The command shows what it will write, and asks a person;
where nobody can answer, pass --yes. Where there is no log yet, the command creates one: until then
events of hooks wait.

Settings of a project are for everybody who works on it: they name the claw in PATH, and no path of
this machine.`
	cmd.AddCommand(install,
		hooksOne(a, "uninstall", "Remove claw's hook from an agent's settings", uninstallHooks),
		hooksOne(a, "status", "Report which agents run claw's hook, and which program they run", statusOfHooks))
	return cmd
}

func hooksOne(a *app.App, name, short string, run func(*app.App, hookPlace, *HookSettings, *HooksDocument) error) *cobra.Command {
	h := &HookSettings{}
	var cmd *cobra.Command
	cmd = a.Verb(name, "", short, app.NoArgs, func([]string) (app.Document, error) {
		place, err := HookPlace(a, h)
		if err != nil && name == "status" && a.Home == "" && !cmd.Flags().Changed("scope") {
			h.Scope = hooksOfProject
			place, err = HookPlace(a, h)
		}
		d := &HooksDocument{Head: app.HeadOf("hooks")}
		if name == "status" {
			d.narrow(cmd, h)
		}
		goesOn := name == "status" && len(d.All) < 2 // of many settings some may be broken
		if err != nil && (place.lost == nil || !goesOn) {
			return nil, err
		}
		if err := run(a, place, h, d); err != nil {
			return nil, err
		}
		if d.hooksOfScope, err = hooksNow(a, place); err != nil && goesOn {
			d.hooksOfScope, err = unreadHooks(place, err), nil
		}
		return d, err
	})
	f := cmd.Flags()
	f.StringVar(&h.Agent, "agent", "claude-code", "claude-code, codex, gemini or opencode")
	f.StringVar(&h.Scope, "scope", HooksOfUser, "user: your own settings; project: those of this folder; local: your own in this folder (claude-code)")
	if name == "install" {
		f.BoolVar(&h.enforce, "enforce", false, "let the policy decide about tool calls")
		f.BoolVar(&h.yes, "yes", false, "write without asking")
		f.BoolVar(&h.dryRun, "dry-run", false, "show what would be written, and write nothing")
	}
	return cmd
}

// hookCommand is what the agent is told to run. What is shared with others names no path of
// this machine.
func hookCommand(a *app.App, p hookPlace, h *HookSettings) string {
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
	if h.enforce {
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
		p.Line("next: start codex and let /hooks trust it; codex runs no hook before that")
	}
}
