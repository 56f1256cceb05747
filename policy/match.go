package policy

import (
	"cmp"
	"path"
	"slices"
	"strings"
)

// part is one of the things that an action does at once: a simple command, or the whole
// action of another tool.
type part struct {
	*simple
	shown  string // for people
	unread bool   // nothing of it can be told
	// program is a text in another language than a shell's, which the part gives a program to run; it
	// serves only to tell what is uncertain.
	program string
	files   []string
	places  []file // what of files and words is compared with paths, once that was asked
}

// read splits the commands of an action.
func (a *Action) read() script {
	s := script{visited: places{a.standing()}}
	switch {
	case a.Command != "":
		s.run(a.Command, reading{at: s.visited})
		s.unread = s.unread || len(s.commands) == 0
	case len(a.Argv) > 0:
		words := make([]word, len(a.Argv))
		for i, w := range a.Argv {
			words[i] = word{text: w, known: true, path: w, single: true}
		}
		s.add(simple{words: words}, reading{at: s.visited})
	default:
		s.unread = a.Unread
	}
	return s
}

// parts splits an action.
func parts(a *Action) []part {
	var out []part
	s := a.read()
	for i := range s.commands {
		out = append(out, part{simple: &s.commands[i], shown: show(s.commands[i].words), files: a.Paths})
	}
	switch {
	case s.unread && len(a.Command)+len(a.Argv) > 0:
		shown := cmp.Or(a.Command, strings.Join(a.Argv, " "))
		out = append(out, part{simple: &simple{opaque: true}, shown: shown, unread: true, files: a.Paths})
	case s.unread:
		return []part{{simple: &simple{opaque: true}, shown: a.Tool, unread: true}}
	case len(out) == 0:
		return []part{{simple: &simple{}, files: a.Paths}}
	}
	return out
}

func show(words []word) string {
	texts := make([]string, len(words))
	for i, w := range words {
		texts[i] = w.text
	}
	return strings.Join(texts, " ")
}

// harmlessCommands need no rule to be allowed beside others.
var harmlessCommands = []string{"true", "false", ":"}

func (p *part) harmless() bool {
	return len(p.words) == 1 && p.words[0].known && slices.Contains(harmlessCommands, p.words[0].text) && !p.opaque && len(p.writes) == 0
}

// perhaps reports whether the condition may hold for a part of the action.
func (c *Condition) perhaps(a *Action, p *part) bool {
	return c.around(a, false) && c.argvPerhaps(p) && c.pathsPerhaps(a, p) && c.refsPerhaps(a, p) && c.stands(a, false)
}

// surely reports whether the condition holds for a part of the action, and for all of it.
func (c *Condition) surely(a *Action, p *part) bool {
	return !p.opaque && len(p.writes) == 0 && c.around(a, true) && c.argvSurely(p) && c.pathsSurely(a, p) && c.refsSurely(a, p) && c.stands(a, true)
}

// around compares what surrounds the action. What is not known of it may be anything.
func (c *Condition) around(a *Action, sure bool) bool {
	return any1(c.Tools, func(t string) bool { return toolMatches(t, a.Tool) || a.Tool == "" && a.Unread && !sure }) &&
		any1(c.Agents, func(g string) bool { return globMatches(g, a.Agent) || a.Agent == "" && !sure }) &&
		any1(c.Repos, func(g string) bool { return globMatches(g, string(a.Repo)) || a.Repo == "" && !sure }) &&
		c.environment(a)
}

func (c *Condition) environment(a *Action) bool {
	for name, globs := range c.Env {
		value, set := a.Env[name]
		if !any1(globs, func(g string) bool { return set && wordMatches(g, value) }) {
			return false
		}
	}
	return true
}

// any1 holds when there is no condition or one alternative holds.
func any1[T any](alternatives []T, holds func(T) bool) bool {
	return len(alternatives) == 0 || slices.ContainsFunc(alternatives, holds)
}

func (c *Condition) argvSurely(p *part) bool {
	return any1(c.Argv, func(t pattern) bool {
		return len(p.words) > 0 && t.surely(p.words) && (!p.more || t.written || t.surely(append(slices.Clip(p.words), anyWord)))
	})
}

// anyWord is one that no pattern names by accident.
var anyWord = word{text: "\x01", known: true}

// possible are the words of a command, with one that stands for those that may follow.
func (c *simple) possible() []word {
	if c.more {
		return append(slices.Clip(c.words), word{})
	}
	return c.words
}

func (c *Condition) argvPerhaps(p *part) bool {
	if len(c.Argv) == 0 || p.unread {
		return true
	}
	return slices.ContainsFunc(c.Argv, func(t pattern) bool {
		words := p.possible()
		if t.written {
			words = p.words
		}
		return slices.ContainsFunc(views(words), t.perhaps)
	})
}

// views are the spellings of one command: as it is, its program without a folder and in small
// letters, as some disks find it, git without the options before its verb.
func views(words []word) [][]word {
	if len(words) == 0 {
		return nil
	}
	out := [][]word{words}
	if first := words[0]; first.known && first.program() != first.text {
		out = append(out, append([]word{{text: first.program(), known: true}}, words[1:]...))
		if base := path.Base(first.text); base != first.text {
			out = append(out, append([]word{{text: base, known: true}}, words[1:]...))
		}
	}
	if git := gitCommand(words); git != nil {
		out = append(out, git)
	}
	return out
}

func (c *Condition) pathsPerhaps(a *Action, p *part) bool {
	if len(c.Paths) == 0 || p.unread {
		return true
	}
	at := place{a.CWD, a.Home}
	if slices.ContainsFunc(p.files, func(file string) bool {
		return slices.ContainsFunc(c.Paths, func(g string) bool { return at.pathMatches(g, file, true) })
	}) {
		return true
	}
	goals := c.goals(a)
	return slices.ContainsFunc(mentioned(p.simple), func(name string) bool {
		for i, st := range p.at {
			if i > 0 && isAbsolute(name) && !isProcess(name) {
				break // the same from everywhere
			}
			names, rest := strings.Split(strings.ToLower(st.absolute(name)), "/"), ""
			if st.open {
				rest = relative(name)
			}
			if slices.ContainsFunc(goals, func(g goal) bool { return g.meets(names) || rest != "" && g.endsAs(rest) }) {
				return true
			}
		}
		return false
	})
}

// pathsSurely: every file is inside; the words of a command are not enough to tell its files.
func (c *Condition) pathsSurely(a *Action, p *part) bool {
	if len(c.Paths) == 0 {
		return true
	}
	at := place{a.CWD, a.Home}
	return len(p.words) == 0 && len(p.files) > 0 && !slices.ContainsFunc(p.files, func(file string) bool {
		return !slices.ContainsFunc(c.Paths, func(g string) bool { return at.pathMatches(g, file, false) })
	})
}

func (c *Condition) refsPerhaps(a *Action, p *part) bool {
	if len(c.Refs) == 0 || p.unread {
		return true
	}
	r, ok := refsOf(p.possible(), string(a.Branch))
	return ok && (r.open || slices.ContainsFunc(r.names, c.refHit))
}

func (c *Condition) refsSurely(a *Action, p *part) bool {
	if len(c.Refs) == 0 {
		return true
	}
	r, ok := refsOf(p.possible(), string(a.Branch))
	return ok && !r.open && len(r.names) > 0 && !slices.ContainsFunc(r.names, func(n string) bool { return !c.refHit(n) })
}

func (c *Condition) refHit(name string) bool {
	return slices.ContainsFunc(c.Refs, func(g string) bool { return globMatches(g, name) })
}
