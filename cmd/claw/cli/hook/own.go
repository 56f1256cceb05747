package hookcmd

import (
	"os"
	"path/filepath"

	"github.com/clawable/claw/cmd/claw/cli/app"
)

// Own is an agent that this person has, and the result for its own settings.
type Own struct {
	Agent   string `json:"agent"`
	File    string `json:"file"`
	Enforce bool   `json:"enforce"` // the policy decides about calls
	Changed bool   `json:"changed"` // by this run
}

// Unhooked lists the agents of this person that do not run this claw: each whose own folder exists.
func Unhooked(a *app.App) (names []string) {
	for _, p := range hookPlaces(a) {
		if info, err := os.Stat(filepath.Dir(p.File)); p.scope != HooksOfUser || err != nil || !info.IsDir() {
			continue
		}
		if now, err := hooksNow(a, p); err == nil && now.State != hooksInstalled {
			names = append(names, p.Name)
		}
	}
	return names
}

// InstallOwn writes claw's hook into the own settings of an agent, without asking.
func InstallOwn(a *app.App, agent string, enforce bool) (Own, error) {
	o := installOptions{placeOptions: placeOptions{agent: agent, scope: HooksOfUser}, enforce: enforce, yes: true}
	return changeOwn(a, o.placeOptions, func(p hookPlace, d *HooksDocument) error { return installHooks(a, o, p, d) })
}

// RemoveOwn takes claw's hooks out of the own settings of all agents, and returns those that it
// changed.
func RemoveOwn(a *app.App) (all []Own, err error) {
	for _, name := range hookedNames() {
		one, err := changeOwn(a, placeOptions{agent: name, scope: HooksOfUser}, func(p hookPlace, d *HooksDocument) error { return uninstallHooks(a, p, d) })
		if err != nil {
			return all, err
		}
		if one.Changed {
			all = append(all, one)
		}
	}
	return all, nil
}

func changeOwn(a *app.App, o placeOptions, change func(hookPlace, *HooksDocument) error) (Own, error) {
	d, err := changed(a, o, change)
	if err != nil {
		return Own{}, err
	}
	return Own{d.Agent, d.File, d.Enforce, d.Changed}, nil
}
