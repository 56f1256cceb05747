package cli

import (
	"strings"

	"github.com/spf13/cobra"
)

// hooksDocument is the answer of the verbs about agents' settings: how the settings that the
// flags name stand, and of status those of every agent and scope.
type hooksDocument struct {
	Head
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
	hooksPartial   hooksState = "partial" // for some events only
	hooksForeign   hooksState = "foreign" // they run another claw than this one
	hooksBroken    hooksState = "broken"  // the program that they run is not there
	hooksAbsent    hooksState = "absent"
	hooksUnread    hooksState = "unreadable" // the settings cannot be read
)

// hookSettings are the flags of these verbs.
type hookSettings struct {
	agent, scope         string
	enforce, yes, dryRun bool
}

func (a *app) hooksVerbs() *cobra.Command {
	cmd := &cobra.Command{Use: "hooks", GroupID: "more", Short: "Make agents run claw at each of their events",
		Args: noArgs, RunE: func(cmd *cobra.Command, _ []string) error { return cmd.Help() }}
	install := a.hooksOne("install", "Add claw's hook to an agent's settings, after showing the change and asking", a.installHooks)
	install.Long = `Add claw's hook to an agent's settings. The command shows what it will write, and asks a person;
where nobody can answer, pass --yes. Where there is no log yet, the command creates one: until then
events of hooks wait.

Settings of a project are for everybody who works on it: they name the claw in PATH, and no path of
this machine.`
	cmd.AddCommand(install,
		a.hooksOne("uninstall", "Remove claw's hook from an agent's settings", a.uninstallHooks),
		a.hooksOne("status", "Report which agents run claw's hook, and which program they run", a.statusOfHooks))
	return cmd
}

func (a *app) hooksOne(name, short string, run func(hookPlace, *hookSettings, *hooksDocument) error) *cobra.Command {
	h := &hookSettings{}
	var cmd *cobra.Command
	cmd = a.verb(name, "", short, noArgs, func([]string) (document, error) {
		place, err := a.hookPlace(h)
		if err != nil && name == "status" && a.Home == "" && !cmd.Flags().Changed("scope") {
			h.scope = hooksOfProject
			place, err = a.hookPlace(h)
		}
		d := &hooksDocument{Head: headOf("hooks")}
		if name == "status" {
			d.narrow(cmd, h)
		}
		goesOn := name == "status" && len(d.All) < 2 // of many settings some may be broken
		if err != nil && (place.lost == nil || !goesOn) {
			return nil, err
		}
		if err := run(place, h, d); err != nil {
			return nil, err
		}
		if d.hooksOfScope, err = a.hooksNow(place); err != nil && goesOn {
			d.hooksOfScope, err = unreadHooks(place, err), nil
		}
		return d, err
	})
	f := cmd.Flags()
	f.StringVar(&h.agent, "agent", "claude-code", "claude-code, codex, gemini or opencode")
	f.StringVar(&h.scope, "scope", hooksOfUser, "user: your own settings; project: those of this folder; local: your own in this folder (claude-code)")
	if name == "install" {
		f.BoolVar(&h.enforce, "enforce", false, "let the policy decide about tool calls")
		f.BoolVar(&h.yes, "yes", false, "write without asking")
		f.BoolVar(&h.dryRun, "dry-run", false, "show what would be written, and write nothing")
	}
	return cmd
}

// hookCommand is what the agent is told to run. What is shared with others names no path of
// this machine.
func (a *app) hookCommand(p hookPlace, h *hookSettings) string {
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
	command := program + " hook " + p.name
	if h.enforce {
		command += " --enforce"
	}
	return command + after
}

func (d *hooksDocument) text(p *page) {
	if len(d.All) > 0 {
		for i := range d.All {
			d.All[i].text(p)
		}
	} else {
		d.hooksOfScope.text(p)
	}
	for _, w := range d.Writes {
		p.line("  %s", w.text(d.DryRun))
	}
	if d.LogMade != "" {
		p.line("  %s", madeText(d.LogMade, d.Waited, d.DryRun))
	}
	if d.Changed && d.Agent == "codex" && d.State == hooksInstalled {
		p.line("next: start codex and let /hooks trust it; codex runs no hook before that")
	}
}
