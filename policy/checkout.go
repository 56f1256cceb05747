package policy

import (
	"path"
	"slices"
	"strings"
)

// Checkout is how the work in a folder stands to the branch that it goes to, as the caller found.
// The zero value is one of which nobody can tell: it may be stale for a restriction, and is
// neither stale nor current for an allowance, so that to know less never allows more.
type Checkout struct {
	Known bool
	Stale bool   // it lacks commits of that branch
	Says  string // for people: what it lacks, or why nobody can tell
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

// stands compares the condition with each checkout that the action works in. One that nobody can
// name is one of which nobody can tell.
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

// folders are those that the action works in: its own, and those that its commands go to, each from
// where the one before it went. all is false when one cannot be told.
func (a *Action) folders() (folders []string, all bool) {
	at := place{a.CWD, a.Home}
	folders, all = []string{at.absolute(".")}, true
	step := func(from *place, to word) {
		computed := !strings.HasPrefix(to.path, "~") || strings.ContainsAny(to.path, "*?["+unknownText)
		if !to.known && computed || to.text == "-" {
			all = false
			return
		}
		if from.cwd = from.absolute(to.path); !slices.Contains(folders, from.cwd) {
			folders = append(folders, from.cwd)
		}
	}
	for _, p := range parts(a) {
		all = all && !p.unread
		if to, goes := p.changesTo(); goes {
			step(&at, to)
		}
		own := at
		for _, to := range p.worksIn() {
			step(&own, to)
		}
	}
	return folders, all
}

// changesTo is the folder to which the command takes those behind it; goes is false for one that
// stays.
func (c *simple) changesTo() (to word, goes bool) {
	if len(c.words) == 0 {
		return to, false
	}
	switch c.words[0].text {
	case "popd":
		return to, true
	case "cd", "chdir", "pushd":
		for _, w := range c.words[1:] {
			if !w.known || len(w.text) < 2 || w.text[0] != '-' {
				return w, true
			}
		}
		return word{text: "~", known: true, path: "~"}, true
	}
	return to, false
}

// elsewhere are the options by which programs work in another folder than the one they start in.
var elsewhere = table[[]string]{
	{"env", []string{"-C", "--chdir"}}, {"sudo", []string{"-D", "--chdir"}}, {"git", []string{"-C"}}, {"go", []string{"-C"}}, {"make", []string{"-C", "--directory"}}, {"cargo", []string{"-C"}},
	{"npm", []string{"-C", "--prefix"}}, {"pnpm", []string{"-C", "--dir"}}, {"yarn", []string{"--cwd"}},
}

// worksIn are the folders that a command itself goes to, one from the other.
func (c *simple) worksIn() (folders []word) {
	if len(c.words) == 0 {
		return nil
	}
	options, _ := elsewhere.of(path.Base(c.words[0].text))
	for _, option := range options {
		for i, w := range c.words {
			value, joined := strings.CutPrefix(w.text, option)
			switch value = strings.TrimPrefix(value, "="); {
			case joined && value != "":
				folders = append(folders, word{text: value, known: w.known, path: value})
			case joined && i+1 < len(c.words):
				folders = append(folders, c.words[i+1])
			}
		}
	}
	return folders
}
