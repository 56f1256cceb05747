package shell

import (
	"slices"
	"strings"
)

// Standing is a folder in which a shell may be when it reaches a command.
type Standing struct {
	Place
	Open   bool   // the text does not determine the folder: cwd is the best guess
	Failed bool   // the shell is here only if a change of the folder failed
	before string // $OLDPWD, "" when that is not known
	stack  string // the folders that pushd put aside, the last one first, a line each
}

// Places are the alternatives: the shell is in one of them.
type Places []Standing

// maxPlaces bounds the alternatives, maxVisited the folders of a text, and maxFolder the length of a folder's
// name: the folders of a text that goes to more of them, or deeper, count as unknown.
const (
	maxPlaces  = 8
	maxVisited = 128
	maxFolder  = 512
)

// flow is where the shell may be behind a command that succeeded, and behind one that failed.
type flow struct{ ok, fail Places }

func (p Places) stays() flow { return flow{ok: p, fail: p} }

func (f flow) all() Places { return f.ok.or(f.fail) }

// or are the alternatives of both. Of too many, one represents those that are left out: an unknown folder.
func (p Places) or(others Places) Places {
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
func (p Places) plain() (all Places) {
	for _, st := range p {
		if st = plain(st); !slices.Contains(all, st) {
			all = append(all, st)
		}
	}
	return all
}

func plain(st Standing) Standing { return Standing{Place: st.Place, Open: st.Open, Failed: st.Failed} }

// opened are the places with unknown folders.
func opened(p Places) Places {
	all := slices.Clone(p)
	for i := range all {
		all[i].Open = true
	}
	return all
}

// each applies a step to every alternative.
func (p Places) each(step func(Standing) Standing) (all Places) {
	for _, from := range p {
		all = all.or(Places{step(from)})
	}
	return all
}

// Absolute resolves a name that a command of this place gives.
func (st Standing) Absolute(name string) string {
	if rest, old := strings.CutPrefix(name, OldFolder); old {
		if st.before == "" {
			return st.Place.Absolute("." + rest)
		}
		return st.Place.Absolute(st.before + rest)
	}
	return st.Place.Absolute(name)
}

// OldFolder represents $OLDPWD at the begin of a path.
const OldFolder = "\x05"

// to is the place behind a change to the folder that a word names.
func (st Standing) to(w Word) Standing {
	next := st
	next.before = st.CWD
	switch {
	case w.Known && w.Text == "-":
		next.CWD, next.Open = st.before, st.before == ""
		if next.Open {
			next.CWD = st.CWD
		}
	case w.told():
		next.CWD = st.Absolute(w.Path)
		next.Open = st.Open && !IsAbsolute(w.Path) && !strings.HasPrefix(w.Path, "~")
	default:
		next.Open = true
		if names := NamesIn(w.Path); len(names) > 0 {
			next.CWD = st.Absolute(names[len(names)-1])
		}
	}
	if len(next.CWD) > maxFolder {
		next.CWD, next.Open = st.CWD, true
	}
	return next
}

// told reports whether the text determines which file the word names.
func (w Word) told() bool {
	here := strings.HasPrefix(w.Path, "~") || w.Path == "." || strings.HasPrefix(w.Path, "./") || strings.HasPrefix(w.Path, OldFolder)
	return w.Known || here && !strings.ContainsAny(w.Path, "*?["+UnknownText)
}

// moves is where the shell may be behind a command that changes its folder; ok is false for another command.
func (c *Simple) moves(at Places) (f flow, ok bool) {
	if len(c.Words) == 0 || !c.Words[0].Known {
		return f, false
	}
	var step func(Standing) Standing
	switch c.Words[0].Text {
	case "cd", "chdir":
		step = func(st Standing) Standing { return st.to(folderOf(c.Words[1:])) }
	case "pushd":
		step = func(st Standing) Standing { return st.pushed(c.Words[1:]) }
	case "popd":
		step = func(st Standing) Standing { return st.popped(c.Words[1:]) }
	case "exit", "logout":
		return flow{}, true
	default:
		return f, false
	}
	failed := at.each(func(st Standing) Standing { st.Failed = true; return st })
	return flow{ok: at.each(step), fail: failed}, true
}

// folderOf is the folder that the words behind cd name.
func folderOf(words []Word) Word {
	for i, w := range words {
		switch {
		case w.Known && isTurn(w.Text):
			return Word{}
		case w.Known && len(w.Text) > 1 && w.Text[0] == '-':
		case i+1 < len(words): // zsh replaces a part of the folder's name
			return Word{Path: w.Path}
		default:
			return w
		}
	}
	return Word{Text: "~", Known: true, Path: "~"}
}

// isTurn reports whether a word counts in the stack of folders: +1, -2.
func isTurn(text string) bool {
	return len(text) > 1 && (text[0] == '+' || text[0] == '-') && strings.Trim(text[1:], "0123456789") == ""
}

// pushed is the place behind pushd.
func (st Standing) pushed(words []Word) Standing {
	switch {
	case len(words) > 0 && words[0].Known && words[0].Text == "-n":
		return st
	case len(words) > 0:
		next := st.to(folderOf(words))
		next.stack = aside(st.CWD, st.stack)
		return next
	}
	next := st.popped(nil)
	next.stack = aside(st.CWD, next.stack)
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
func (st Standing) popped(words []Word) Standing {
	top, rest, _ := strings.Cut(st.stack, "\n")
	next := st
	switch {
	case len(words) > 0 && words[0].Known && words[0].Text == "-n":
	case len(words) > 0 || top == "":
		next.Open, next.before = true, st.CWD
	default:
		next.CWD, next.before, next.stack = top, st.CWD, rest
	}
	return next
}

// athome are the places with the homes that assignments give beside their own.
func (p Places) athome(set []assignment) Places {
	all := p
	for _, a := range set {
		if a.name != "HOME" || !a.value.Known || a.value.Text == "" {
			continue
		}
		all = all.or(p.each(func(st Standing) Standing { st.Home = st.Absolute(a.value.Path); return st }))
	}
	return all
}
