package hookcmd

import (
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/clawable/claw/cmd/claw/cli/app"
	"github.com/clawable/claw/cmd/claw/cli/term"
	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/producers/hooks/settings"
)

// hooksOfScope is how the settings of one agent in one scope stand.
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
	// Off says why the agent runs none of these.
	Off  string `json:"off,omitzero"`
	Says string `json:"says,omitzero"` // why the settings cannot be read
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

// narrow leaves status with what the flags name.
func (d *HooksDocument) narrow(cmd *cobra.Command, h *HookSettings) {
	for flag, value := range map[string]string{"agent": h.Agent, "scope": h.Scope} {
		if !cmd.Flags().Changed(flag) {
			continue
		}
		d.All = append(d.All, hooksOfScope{})
		if only := &d.All[len(d.All)-1]; flag == "agent" {
			only.Agent = value
		} else {
			only.Scope = value
		}
	}
}

// statusOfHooks looks at the settings of every agent and scope, as far as the flags name them.
func statusOfHooks(a *app.App, _ hookPlace, _ *HookSettings, d *HooksDocument) error {
	only := d.All // what the flags name
	d.All = []hooksOfScope{}
	for _, one := range AllHooks(a) {
		if !slices.ContainsFunc(only, func(o hooksOfScope) bool {
			return o.Agent != "" && o.Agent != one.Agent || o.Scope != "" && o.Scope != one.Scope
		}) {
			d.All = append(d.All, one)
		}
	}
	return nil
}

// AllHooks looks at the settings of every agent and scope; what cannot be read says so.
func AllHooks(a *app.App) (all []hooksOfScope) {
	for _, p := range hookPlaces(a) {
		now, err := hooksNow(a, p)
		if err != nil {
			now = unreadHooks(p, err)
		}
		all = append(all, now)
	}
	for i := range all {
		for k := range all {
			if i != k && all[i].Agent == all[k].Agent && len(all[k].Commands) > 0 && len(all[i].Commands) > 0 && !slices.Equal(all[i].Commands, all[k].Commands) {
				all[i].Also = append(all[i].Also, all[k].Scope)
			}
		}
	}
	return all
}

func emptyHooks(p hookPlace) hooksOfScope {
	return hooksOfScope{Agent: p.Name, Scope: p.scope, File: p.File, State: HooksAbsent, Installed: []string{}, Missing: []string{},
		Commands: []string{}, Programs: []hookProgram{}}
}

// unreadHooks are settings that cannot be read, and why.
func unreadHooks(p hookPlace, why error) hooksOfScope {
	d := emptyHooks(p)
	d.State, d.Says = HooksUnread, app.Typed(why).Error()
	return d
}

// hooksNow looks at the settings as they are.
func hooksNow(a *app.App, p hookPlace) (hooksOfScope, error) {
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
	d.judge()
	return d, nil
}

// judge says how hooks stand by the programs that they run.
func (d *hooksOfScope) judge() {
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
	if d.Off != "" {
		p.Line("  not run by %s: %s", d.Agent, d.Off)
	}
}

// text says which program is run.
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
