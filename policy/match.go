package policy

import (
	"cmp"
	"path"
	"slices"
	"strings"

	"github.com/clawable/claw/policy/shell"
)

// part is one of the things that an action does at once: a simple command, or the whole
// action of another tool.
type part struct {
	*shell.Simple
	shown  string // for people
	unread bool   // nothing of it can be determined
	// program is a text in another language than a shell's, which the part gives a program to run; it
	// serves only to determine what is uncertain.
	program string
	// guess is the reason why the part may be run at all; it serves only to determine what is
	// uncertain.
	guess  string
	files  []string
	places []file // what of files and words is compared with paths, once that was asked
}

// read splits the commands of an action.
func (a *Action) read() shell.Script {
	s := shell.Script{Visited: shell.Places{a.standing()}}
	switch {
	case a.Command != "":
		s.Run(a.Command, shell.Reading{At: s.Visited})
		s.Unread = s.Unread || len(s.Commands) == 0
	case len(a.Argv) > 0:
		words := make([]shell.Word, len(a.Argv))
		for i, w := range a.Argv {
			words[i] = shell.Word{Text: w, Known: true, Path: w, Single: true}
		}
		s.Add(shell.Simple{Words: words}, shell.Reading{At: s.Visited})
	default:
		s.Unread = a.Unread
	}
	return s
}

// parts splits an action.
func parts(a *Action) []part {
	var out []part
	s := a.read()
	for i := range s.Commands {
		out = append(out, part{Simple: &s.Commands[i], shown: show(s.Commands[i].Words), files: a.Paths})
	}
	switch {
	case s.Unread && len(a.Command)+len(a.Argv) > 0:
		shown := cmp.Or(a.Command, strings.Join(a.Argv, " "))
		out = append(out, part{Simple: &shell.Simple{Opaque: true}, shown: shown, unread: true, files: a.Paths})
	case s.Unread:
		return []part{{Simple: &shell.Simple{Opaque: true}, shown: a.Tool, unread: true}}
	case len(out) == 0:
		return []part{{Simple: &shell.Simple{}, files: a.Paths}}
	}
	return out
}

func show(words []shell.Word) string {
	texts := make([]string, len(words))
	for i, w := range words {
		texts[i] = w.Text
	}
	return strings.Join(texts, " ")
}

// harmlessCommands need no rule to be allowed beside others.
var harmlessCommands = []string{"true", "false", ":"}

func (p *part) harmless() bool {
	return len(p.Words) == 1 && p.Words[0].Known && slices.Contains(harmlessCommands, p.Words[0].Text) && !p.Opaque && len(p.Writes) == 0
}

// perhaps reports whether the condition may hold for a part of the action.
func (c *Condition) perhaps(a *Action, p *part) bool {
	return c.around(a, false) && c.argvPerhaps(p) && c.pathsPerhaps(a, p) && c.refsPerhaps(a, p) && c.stands(a, false)
}

// surely reports whether the condition holds for a part of the action, and for all of it.
func (c *Condition) surely(a *Action, p *part) bool {
	return !p.Opaque && len(p.Writes) == 0 && c.around(a, true) && c.argvSurely(p) && c.pathsSurely(a, p) && c.refsSurely(a, p) && c.stands(a, true)
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
		return len(p.Words) > 0 && t.surely(p.Words) && (!p.More || t.written || t.surely(append(slices.Clip(p.Words), anyWord)))
	})
}

// anyWord is one that no pattern names by accident.
var anyWord = shell.Word{Text: "\x01", Known: true}

func (c *Condition) argvPerhaps(p *part) bool {
	if len(c.Argv) == 0 || p.unread {
		return true
	}
	return slices.ContainsFunc(c.Argv, func(t pattern) bool {
		words := p.Possible()
		if t.written {
			words = p.Words
		}
		return slices.ContainsFunc(views(words), t.perhaps)
	})
}

// views are the spellings of one command: as it is, its program without a folder and in small
// letters, as some disks find it, git without the options before its verb.
func views(words []shell.Word) [][]shell.Word {
	if len(words) == 0 {
		return nil
	}
	out := [][]shell.Word{words}
	if first := words[0]; first.Known && first.Program() != first.Text {
		out = append(out, append([]shell.Word{{Text: first.Program(), Known: true}}, words[1:]...))
		if base := path.Base(first.Text); base != first.Text {
			out = append(out, append([]shell.Word{{Text: base, Known: true}}, words[1:]...))
		}
	}
	if git := shell.GitCommand(words); git != nil {
		out = append(append(out, git), shell.GitSettings(words)...)
	}
	return out
}

func (c *Condition) pathsPerhaps(a *Action, p *part) bool {
	if len(c.Paths) == 0 || p.unread {
		return true
	}
	at := shell.Place{CWD: a.CWD, Home: a.Home}
	if slices.ContainsFunc(p.files, func(file string) bool {
		return slices.ContainsFunc(c.Paths, func(g string) bool { return pathMatches(at, g, file, true) })
	}) {
		return true
	}
	goals := c.goals(a)
	for _, f := range p.taken(a) {
		if slices.ContainsFunc(goals, func(g goal) bool { return g.holds(f.names) }) {
			return true
		}
	}
	return slices.ContainsFunc(mentioned(p.Simple), func(name string) bool {
		for i, st := range p.At {
			if i > 0 && shell.IsAbsolute(name) && !shell.IsProcess(name) {
				break // the same from everywhere
			}
			rest := ""
			if st.Open {
				rest = relative(name)
			}
			for _, names := range a.leads(st, name) {
				if slices.ContainsFunc(goals, func(g goal) bool { return g.meets(names) || rest != "" && g.endsAs(rest) }) {
					return true
				}
			}
		}
		return false
	})
}

// pathsSurely: every file is inside; the words of a command are not enough to determine its files.
func (c *Condition) pathsSurely(a *Action, p *part) bool {
	if len(c.Paths) == 0 {
		return true
	}
	at := shell.Place{CWD: a.CWD, Home: a.Home}
	return len(p.Words) == 0 && len(p.files) > 0 && !slices.ContainsFunc(p.files, func(file string) bool {
		return !slices.ContainsFunc(c.Paths, func(g string) bool { return pathMatches(at, g, file, false) })
	})
}

func (c *Condition) refsPerhaps(a *Action, p *part) bool {
	if len(c.Refs) == 0 || p.unread {
		return true
	}
	r, ok := shell.RefsOf(p.Possible(), string(a.Branch))
	return ok && (r.Open || slices.ContainsFunc(r.Names, c.refHit))
}

func (c *Condition) refsSurely(a *Action, p *part) bool {
	if len(c.Refs) == 0 {
		return true
	}
	r, ok := shell.RefsOf(p.Possible(), string(a.Branch))
	return ok && !r.Open && len(r.Names) > 0 && !slices.ContainsFunc(r.Names, func(n string) bool { return !c.refHit(n) })
}

func (c *Condition) refHit(name string) bool {
	return slices.ContainsFunc(c.Refs, func(g string) bool { return globMatches(g, name) })
}
