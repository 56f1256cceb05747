package policy

import (
	"slices"
	"strings"
)

// standing is a folder in which a shell may be when it comes to a command.
type standing struct {
	place
	open   bool   // the text does not tell the folder: cwd is the best guess
	failed bool   // the shell is here only if a change of the folder failed
	before string // $OLDPWD, "" when that is not known
	stack  string // the folders that pushd put aside, the last one first, a line each
}

// places are the alternatives: the shell is in one of them.
type places []standing

// maxPlaces bounds the alternatives, maxVisited the folders of a text, and maxFolder the length of a folder's
// name: a text that goes to more of them, or deeper, goes to folders that nobody can tell.
const (
	maxPlaces  = 8
	maxVisited = 128
	maxFolder  = 512
)

// flow is where the shell may be behind a command that succeeded, and behind one that failed.
type flow struct{ ok, fail places }

func (p places) stays() flow { return flow{ok: p, fail: p} }

func (f flow) all() places { return f.ok.or(f.fail) }

// or are the alternatives of both. Of too many, one stands for those that are left out: a folder that nobody can tell.
func (p places) or(others places) places {
	all := slices.Clip(p)
	for _, o := range others {
		if len(all) == maxPlaces && !slices.Contains(all, o) {
			all, o = all.plain(), plain(o)
		}
		switch {
		case slices.Contains(all, o):
		case len(all) < maxPlaces:
			all = append(all, o)
		default:
			all[maxPlaces-1] = opened(all[:1])[0]
		}
	}
	return all
}

// plain are the places without what the shell remembers of others.
func (p places) plain() (all places) {
	for _, st := range p {
		if st = plain(st); !slices.Contains(all, st) {
			all = append(all, st)
		}
	}
	return all
}

func plain(st standing) standing { return standing{place: st.place, open: st.open, failed: st.failed} }

// opened are the places with folders that nobody can tell.
func opened(p places) places {
	all := slices.Clone(p)
	for i := range all {
		all[i].open = true
	}
	return all
}

// each applies a step to every alternative.
func (p places) each(step func(standing) standing) (all places) {
	for _, from := range p {
		all = all.or(places{step(from)})
	}
	return all
}

// absolute resolves a name that a command of this place gives.
func (st standing) absolute(name string) string {
	if rest, old := strings.CutPrefix(name, oldFolder); old {
		if st.before == "" {
			return st.place.absolute("." + rest)
		}
		return st.place.absolute(st.before + rest)
	}
	return st.place.absolute(name)
}

// oldFolder stands for $OLDPWD at the begin of a path.
const oldFolder = "\x05"

// to is the place behind a change to the folder that a word names.
func (st standing) to(w word) standing {
	next := st
	next.before = st.cwd
	switch {
	case w.known && w.text == "-":
		next.cwd, next.open = st.before, st.before == ""
		if next.open {
			next.cwd = st.cwd
		}
	case w.told():
		next.cwd = st.absolute(w.path)
		next.open = st.open && !isAbsolute(w.path) && !strings.HasPrefix(w.path, "~")
	default:
		next.open = true
		if names := namesIn(w.path); len(names) > 0 {
			next.cwd = st.absolute(names[len(names)-1])
		}
	}
	if len(next.cwd) > maxFolder {
		next.cwd, next.open = st.cwd, true
	}
	return next
}

// told reports whether the text says which file the word names.
func (w word) told() bool {
	here := strings.HasPrefix(w.path, "~") || w.path == "." || strings.HasPrefix(w.path, "./") || strings.HasPrefix(w.path, oldFolder)
	return w.known || here && !strings.ContainsAny(w.path, "*?["+unknownText)
}

// moves is where the shell may be behind a command that changes its folder; ok is false for another command.
func (c *simple) moves(at places) (f flow, ok bool) {
	if len(c.words) == 0 || !c.words[0].known {
		return f, false
	}
	var step func(standing) standing
	switch c.words[0].text {
	case "cd", "chdir":
		step = func(st standing) standing { return st.to(folderOf(c.words[1:])) }
	case "pushd":
		step = func(st standing) standing { return st.pushed(c.words[1:]) }
	case "popd":
		step = func(st standing) standing { return st.popped(c.words[1:]) }
	case "exit", "logout":
		return flow{}, true
	default:
		return f, false
	}
	failed := at.each(func(st standing) standing { st.failed = true; return st })
	return flow{ok: at.each(step), fail: failed}, true
}

// folderOf is the folder that the words behind cd name.
func folderOf(words []word) word {
	for i, w := range words {
		switch {
		case w.known && isTurn(w.text):
			return word{}
		case w.known && len(w.text) > 1 && w.text[0] == '-':
		case i+1 < len(words): // zsh replaces a part of the folder's name
			return word{path: w.path}
		default:
			return w
		}
	}
	return word{text: "~", known: true, path: "~"}
}

// isTurn reports whether a word counts in the stack of folders: +1, -2.
func isTurn(text string) bool {
	return len(text) > 1 && (text[0] == '+' || text[0] == '-') && strings.Trim(text[1:], "0123456789") == ""
}

// pushed is the place behind pushd.
func (st standing) pushed(words []word) standing {
	switch {
	case len(words) > 0 && words[0].known && words[0].text == "-n":
		return st
	case len(words) > 0:
		next := st.to(folderOf(words))
		next.stack = aside(st.cwd, st.stack)
		return next
	}
	next := st.popped(nil)
	next.stack = aside(st.cwd, next.stack)
	return next
}

// aside puts a folder before others. Who puts many aside forgets the first.
func aside(folder, stack string) string {
	if stack != "" && len(stack) < 4*maxFolder {
		return folder + "\n" + stack
	}
	return folder
}

// popped is the place behind popd.
func (st standing) popped(words []word) standing {
	top, rest, _ := strings.Cut(st.stack, "\n")
	next := st
	switch {
	case len(words) > 0 && words[0].known && words[0].text == "-n":
	case len(words) > 0 || top == "":
		next.open, next.before = true, st.cwd
	default:
		next.cwd, next.before, next.stack = top, st.cwd, rest
	}
	return next
}

// athome are the places with the homes that assignments give beside their own.
func (p places) athome(set []assignment) places {
	all := p
	for _, a := range set {
		if a.name != "HOME" || !a.value.known {
			continue
		}
		all = all.or(p.each(func(st standing) standing { st.home = st.absolute(a.value.path); return st }))
	}
	return all
}
