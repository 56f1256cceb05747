package policy

import (
	"slices"

	"github.com/clawable/claw/policy/shell"
)

// Checkout describes the work in a folder relative to the branch that it goes to, as the caller
// found it. The zero value means that this is unknown: it may be stale for a restriction, and is
// neither stale nor current for an allowance, so that less knowledge never allows more.
type Checkout struct {
	Known bool
	Stale bool   // it lacks commits of that branch
	Says  string // for people: what it lacks, or why that is unknown
	Next  string // what to do about it first, as a person types it; "" for nothing
}

// CheckoutFolders lists the folders whose [Checkout] a rule asks for: of an action that all else in
// such a rule meets, where it works and where its commands go to. For other actions there is none.
func CheckoutFolders(layers []Layer, a *Action) []string {
	for i := range layers {
		for _, r := range layers[i].rules() {
			if r.When.Stale == nil {
				continue
			}
			r.When.Stale = nil
			if slices.ContainsFunc(parts(a), func(p part) bool { return r.meets(&layers[i], a, &p) }) {
				folders, _ := a.folders()
				return folders
			}
		}
	}
	return nil
}

// stands compares the condition with each checkout that the action works in. A checkout without a
// known folder counts as an unknown one.
func (c *Condition) stands(a *Action, sure bool) bool {
	if c.Stale == nil {
		return true
	}
	folders, all := a.folders()
	fits := func(folder string) bool {
		at := a.Checkouts[folder]
		return at.Known && at.Stale == *c.Stale || !at.Known && !sure
	}
	if sure {
		return all && !slices.ContainsFunc(folders, func(f string) bool { return !fits(f) })
	}
	return !all || slices.ContainsFunc(folders, fits)
}

// held are the checkouts that the condition asks for and that are not known to be current.
func (c *Condition) held(a *Action) (held []Checkout) {
	if c.Stale == nil {
		return nil
	}
	folders, all := a.folders()
	for _, folder := range folders {
		if at := a.Checkouts[folder]; !at.Known || at.Stale {
			held = append(held, at)
		}
	}
	if !all {
		held = append(held, Checkout{Says: "its text does not tell which folder it goes to"})
	}
	return held
}

// standing is where the action's commands start.
func (a *Action) standing() shell.Standing {
	return shell.Standing{Place: shell.Place{CWD: a.CWD, Home: a.Home}}
}

// folders returns the folders that the action works in: its own, and those that its commands change
// to, each relative to the one before it. all is false when one cannot be determined.
func (a *Action) folders() (folders []string, all bool) {
	read := a.read()
	folders, all = []string{shell.Place{CWD: a.CWD, Home: a.Home}.Absolute(".")}, !read.Unread
	for _, st := range read.Visited {
		switch folder := st.Absolute("."); {
		case st.Failed: // it is left to the caller that finds no such folder
		case st.Open:
			all = false
		case !slices.Contains(folders, folder):
			folders = append(folders, folder)
		}
	}
	return folders, all
}
