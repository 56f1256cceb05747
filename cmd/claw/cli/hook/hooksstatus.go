package hookcmd

import (
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/clawable/claw/cmd/claw/cli/app"
	"github.com/clawable/claw/cmd/claw/cli/term"
	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/producers/hooks/settings"
)

// hooksOfScope is the state of the settings of one agent in one scope.
type hooksOfScope struct {
	Agent     string        `json:"agent"`
	Scope     string        `json:"scope"`
	File      string        `json:"file"`
	State     hooksState    `json:"state"`
	Installed []string      `json:"installed"` // events
	Missing   []string      `json:"missing"`
	Commands  []string      `json:"commands"` // what the agent runs
	Programs  []hookProgram `json:"programs"` // of these commands
	Enforce   bool          `json:"enforce"`  // the policy decides about calls
	// Also are the other scopes of this agent whose hooks run another command: the agent runs both.
	Also []string `json:"also,omitzero"`
	// Beside are other files of this scope that contain a hook of claw: the agent runs both.
	Beside []string `json:"beside,omitzero"`
	// Off says why the agent runs none of these.
	Off  string `json:"off,omitzero"`
	Says string `json:"says,omitzero"` // why the settings cannot be read
	// MCP is claw's server of the Model Context Protocol in this scope, absent where there is none.
	MCP *serverState `json:"mcp,omitzero"`

	looksOnly bool // claw writes nothing into this file
}

// Mend is the command that makes the hooks of these settings complete, or takes them out.
func (d *hooksOfScope) Mend(verb string) string {
	if d.looksOnly {
		return "change " + d.File + ": claw writes nothing there"
	}
	return fmt.Sprintf("claw hooks %s --agent %s --scope %s", verb, d.Agent, d.Scope)
}

// hookProgram is a program that an agent runs at its events.
type hookProgram struct {
	Command string `json:"command"`
	Program string `json:"program"`          // as the command names it
	File    string `json:"file,omitzero"`    // that is run, "" where there is none
	Version string `json:"version,omitzero"` // "" where it cannot be read
	This    bool   `json:"this"`             // it is the claw that says this
	Enforce bool   `json:"enforce"`
}

// statusOptions are the flags of claw hooks status. A flag that is not given selects all.
type statusOptions struct {
	placeOptions
	agentGiven, scopeGiven bool
}

// selects reports whether the flags select settings.
func (o *statusOptions) selects(one *hooksOfScope) bool {
	return !(o.agentGiven && o.agent != one.Agent || o.scopeGiven && o.scope != one.Scope)
}

func hooksStatus(a *app.App) *cobra.Command {
	var o statusOptions
	var cmd *cobra.Command
	cmd = a.Verb("status", "", "Report which agents run claw's hook, and which program they run", app.NoArgs,
		func([]string) (app.Document, error) {
			o.agentGiven, o.scopeGiven = cmd.Flags().Changed("agent"), cmd.Flags().Changed("scope")
			return statusOfHooks(a, o)
		})
	o.flags(cmd.Flags())
	return cmd
}

// statusOfHooks looks at the settings of every agent and scope that o selects. Settings that cannot
// be read are part of the answer, and an error where o selects them alone.
func statusOfHooks(a *app.App, o statusOptions) (app.Document, error) {
	place, err := HookPlace(a, o.agent, o.scope)
	if err != nil && a.Home == "" && !o.scopeGiven {
		place, err = HookPlace(a, o.agent, hooksOfProject)
	}
	alone := o.agentGiven && o.scopeGiven
	if err != nil && (place.lost == nil || alone) {
		return nil, err
	}
	d := &HooksDocument{Head: app.HeadOf("hooks"), All: []hooksOfScope{}}
	for _, one := range AllHooks(a) {
		if o.selects(&one) {
			d.All = append(d.All, one)
		}
	}
	if d.hooksOfScope, err = hooksNow(a, place); err != nil && !alone {
		d.hooksOfScope, err = unreadHooks(place, err), nil
	}
	return d, err
}

// AllHooks examines the settings of every agent and scope; unreadable settings are marked as such. Of
// the files into which claw does not write, those are listed that cannot be read or have a hook of
// claw's.
func AllHooks(a *app.App) (all []hooksOfScope) {
	for _, p := range hookPlaces(a) {
		now, err := hooksNow(a, p)
		if err != nil {
			now = unreadHooks(p, err)
			now.MCP = serverNow(a, p)
		}
		all = append(all, now)
		for _, other := range otherPlaces(p, false) {
			now, err := hooksIn(a, other)
			if err != nil {
				now = unreadHooks(other, err)
			}
			if now.State != HooksAbsent {
				all = append(all, now)
			}
		}
	}
	for i := range all {
		for k := range all {
			if i != k {
				all[i].beside(&all[k])
			}
		}
	}
	return all
}

// beside notes that the agent runs the hooks of another file too.
func (d *hooksOfScope) beside(other *hooksOfScope) {
	switch {
	case d.Agent != other.Agent || len(d.Commands) == 0 || len(other.Commands) == 0:
	case d.Scope == other.Scope:
		d.Beside = append(d.Beside, other.File)
	case !slices.Equal(d.Commands, other.Commands) && !slices.Contains(d.Also, other.Scope):
		d.Also = append(d.Also, other.Scope)
	}
}

func emptyHooks(p hookPlace) hooksOfScope {
	return hooksOfScope{Agent: p.Name, Scope: p.scope, File: p.File, State: HooksAbsent, Installed: []string{}, Missing: []string{},
		Commands: []string{}, Programs: []hookProgram{}, looksOnly: p.looksOnly}
}

// unreadHooks are settings that cannot be read, and why.
func unreadHooks(p hookPlace, why error) hooksOfScope {
	d := emptyHooks(p)
	d.State, d.Says = HooksUnread, app.Typed(why).Error()
	return d
}

// hooksNow looks at the settings as they are, and at whether another file turns their hooks off.
func hooksNow(a *app.App, p hookPlace) (hooksOfScope, error) {
	d, err := hooksIn(a, p)
	d.MCP = serverNow(a, p)
	if err != nil || d.Off != "" {
		return d, err
	}
	for _, other := range otherPlaces(p, true) {
		if there, err := hooksIn(a, other); err == nil && there.Off != "" {
			d.Off = there.Off + " in " + there.File
			return d, nil
		}
	}
	return d, nil
}

// hooksIn looks at one file.
func hooksIn(a *app.App, p hookPlace) (hooksOfScope, error) {
	d := emptyHooks(p)
	if p.lost != nil {
		return d, p.lost
	}
	text, err := readIfThere(p.File)
	if err != nil {
		return d, err
	}
	if p.json == nil {
		if command, ok := settings.PluginCommand(text); ok {
			d.Installed, d.Commands = []string{"plugin"}, []string{command}
		} else {
			d.Missing = []string{"plugin"}
		}
	} else {
		s, err := p.json.State(text)
		if err != nil {
			return d, badSettings(p.File, err)
		}
		d.Installed, d.Missing, d.Commands = append(d.Installed, s.Installed...), append(d.Missing, s.Missing...), append(d.Commands, s.Commands...)
		d.Off = s.Off
	}
	for _, c := range d.Commands {
		d.Programs = append(d.Programs, programOf(a, c))
	}
	d.evaluate()
	return d, nil
}

// evaluate sets the state of hooks by the programs that they run.
func (d *hooksOfScope) evaluate() {
	other := slices.ContainsFunc(d.Programs, func(p hookProgram) bool { return !p.This })
	d.Enforce = len(d.Programs) > 0 && !slices.ContainsFunc(d.Programs, func(p hookProgram) bool { return !p.Enforce })
	switch {
	case len(d.Installed) == 0:
		d.State = HooksAbsent
	case len(d.Programs) == 1 && other && d.Programs[0].File == "" && !strings.ContainsAny(d.Programs[0].Program, `/\`):
		d.State = HooksBroken
	case len(d.Programs) != 1 || other:
		d.State = HooksForeign
	case len(d.Missing) > 0:
		d.State = HooksPartial
	default:
		d.State = hooksInstalled
	}
}

func badSettings(file string, err error) error {
	return (&domain.Error{Kind: domain.ErrParse, Operation: "read settings", Target: file, Message: "not as the agent reads them: " + err.Error(),
		Hint: "mend the file; nothing was changed"}).Because(err)
}

func (d *hooksOfScope) Text(p *term.Page) {
	d.hooksText(p)
	if d.MCP != nil {
		p.Line("  %s", d.MCP.text())
	}
}

// hooksText describes the hooks.
func (d *hooksOfScope) hooksText(p *term.Page) {
	if d.State == HooksAbsent {
		p.Line("%s: absent in %s (%s)", d.Agent, d.File, d.Scope)
		return
	}
	p.Line("%s: %s in %s (%s)", d.Agent, d.State, d.File, d.Scope)
	if d.Says != "" {
		p.Line("  %s", d.Says)
	}
	for _, program := range d.Programs {
		p.Line("  runs %s", program.Command)
		p.Line("    %s", program.text())
	}
	if len(d.Installed) > 0 && len(d.Missing) > 0 {
		p.Line("  not for %s", app.JoinWords(d.Missing))
	}
	if len(d.Also) > 0 {
		p.Line("  beside the hooks of the scope %s: %s runs both, and what happens is recorded twice", app.JoinWords(d.Also), d.Agent)
	}
	if len(d.Beside) > 0 {
		p.Line("  beside the hooks in %s: %s runs both, and what happens is recorded twice", app.JoinWords(d.Beside), d.Agent)
	}
	if d.Off != "" {
		p.Line("  not run by %s: %s", d.Agent, d.Off)
	}
}

// text describes the program.
func (p *hookProgram) text() string {
	says := "this claw"
	switch {
	case p.File == "":
		return "which is not there: nothing is recorded"
	case !p.This:
		says = "another claw"
	}
	says += ", " + p.File
	if p.Version != "" {
		says += ", version " + p.Version
	}
	if p.Enforce {
		says += "; the policy decides about calls"
	}
	return says
}
