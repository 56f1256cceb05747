package policy

import (
	"path"
	"slices"
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

var shells = []string{"sh", "bash", "zsh", "dash", "ksh", "ash", "fish", "pwsh", "powershell"}

// texts returns the scripts that a command hands to a shell, now or later: bash -c '…',
// eval '…', a here-document for bash, trap '…', alias x='…', git -c alias.x='!…'. One that
// is not known may be any.
func texts(c *simple) []word {
	if len(c.words) == 0 || !c.words[0].known {
		return nil
	}
	switch name, rest := path.Base(c.words[0].text), c.words[1:]; {
	case name == "eval" && len(rest) > 0:
		return []word{joined(rest)}
	case name == "trap" && len(rest) > 1:
		return rest[:1]
	case name == "alias":
		return aliases(rest)
	case name == "git":
		return gitTexts(rest)
	case slices.Contains(shells, name):
		return ofShell(rest, c.given)
	}
	return nil
}

// ofShell returns the script of a shell: its argument, or else what it reads. A script
// in a file is a program like any other.
func ofShell(args []word, given []word) []word {
	for i, w := range args {
		switch {
		case !w.known:
			return []word{{}}
		case w.text == "--version" || w.text == "--help":
			return nil
		case strings.HasPrefix(w.text, "-") && !strings.HasPrefix(w.text, "--") && strings.ContainsRune(w.text, 'c') && i+1 < len(args):
			return args[i+1 : i+2]
		case !strings.HasPrefix(w.text, "-"):
			return nil
		}
	}
	if len(given) == 0 {
		return []word{{}} // a pipe, a file, or what was there before
	}
	return given
}

// aliases returns what NAME=TEXT words stand for; more words may follow each.
func aliases(words []word) (all []word) {
	for _, w := range words {
		_, text, sets := strings.Cut(w.text, "=")
		switch {
		case !w.known:
			all = append(all, word{})
		case sets:
			all = append(all, continued(text))
		}
	}
	return all
}

// continued is a script behind which more words may come.
func continued(text string) word { return word{text: text + ` "$@"`, known: true} }

// gitTexts returns what git is told to run by its configuration, for now (git -c NAME=VALUE) or
// for good (git config NAME VALUE).
func gitTexts(args []word) (all []word) {
	for i, w := range args {
		switch {
		case w.text == "-c" && i+1 < len(args):
			name, value, _ := strings.Cut(args[i+1].text, "=")
			all = append(all, configured(name, word{text: value, known: args[i+1].known})...)
		case strings.HasPrefix(w.text, "--config-env"):
			all = append(all, word{})
		case w.text == "config":
			rest := slices.DeleteFunc(slices.Clone(args[i+1:]), func(w word) bool {
				return strings.HasPrefix(w.text, "-") || w.text == "set"
			})
			if len(rest) > 1 {
				return append(all, configured(rest[0].text, rest[1])...)
			}
			return all
		case w.known && !strings.HasPrefix(w.text, "-") && (i == 0 || !slices.Contains(gitValued, args[i-1].text)):
			return all // the verb
		}
	}
	return all
}

// runs are the settings of git, lower case, whose values are commands.
var runs = []string{"core.sshcommand", "core.pager", "core.editor", "core.fsmonitor", "sequence.editor", "diff.external", "credential.helper", "gpg.program"}

// configured returns the script that a setting of git's becomes.
func configured(name string, value word) []word {
	name = strings.ToLower(name)
	alias := strings.HasPrefix(name, "alias.")
	switch script, shell := strings.CutPrefix(value.text, "!"); {
	case !alias && !slices.Contains(runs, name):
		return nil
	case !value.known:
		return []word{{}}
	case !alias || shell:
		return []word{continued(script)}
	}
	return []word{continued("git " + value.text)}
}

func joined(words []word) word {
	texts := make([]string, len(words))
	for i, w := range words {
		if !w.known {
			return word{}
		}
		texts[i] = w.text
	}
	return word{text: strings.Join(texts, " "), known: true}
}

// given returns the texts that redirections hand to a command as its input.
func given(list []*syntax.Redirect) (all []word) {
	for _, r := range list {
		switch {
		case r.Op == syntax.WordHdoc:
			all = append(all, wordOf(r.Word))
		case r.Op == syntax.Hdoc || r.Op == syntax.DashHdoc:
			all = append(all, hereDocument(r))
		}
	}
	return all
}

// hereDocument reads the lines of a here-document; they are known when nothing in them
// is expanded.
func hereDocument(r *syntax.Redirect) word {
	var b strings.Builder
	if r.Hdoc == nil {
		return word{known: true}
	}
	raw := quoted(r.Word)
	for _, part := range r.Hdoc.Parts {
		lit, ok := part.(*syntax.Lit)
		switch {
		case !ok:
			return word{}
		case raw:
			b.WriteString(lit.Value)
		default:
			b.WriteString(unescaped(lit.Value))
		}
	}
	return word{text: b.String(), known: true}
}
