package policy

import (
	"path"
	"slices"
	"strings"
)

// wrapper is a program that runs the command in its arguments.
type wrapper struct {
	// harmless: the command does the same with it as without, so that what is allowed
	// alone is allowed behind it.
	harmless bool
	valued   []string // options that take the next word
	words    int      // words of its own before the command
	assigns  bool     // NAME=value before the command
	adds     bool     // the command gets words that are not in the text
}

// wrappers is what is known of programs that run others.
var wrappers = map[string]wrapper{
	"timeout": {harmless: true, words: 1, valued: []string{"-k", "--kill-after", "-s", "--signal"}},
	"nohup":   {harmless: true},
	"nice":    {harmless: true, valued: []string{"-n", "--adjustment"}},
	"command": {harmless: true},
	"xargs":   {harmless: true, adds: true, valued: []string{"-I", "-n", "-P", "-L", "-d", "-s", "-a", "-E", "--max-args", "--max-procs", "--delimiter", "--replace"}},
	"builtin": {}, "exec": {valued: []string{"-a"}}, "time": {valued: []string{"-o", "-f"}}, "setsid": {}, "eval": {},
	"sudo":   {valued: []string{"-u", "-g", "-h", "-p", "-C", "-T", "-U", "-D", "-R", "-r", "-t"}, assigns: true},
	"doas":   {valued: []string{"-u", "-C"}, assigns: true},
	"env":    {valued: []string{"-u", "-C", "-S", "--unset", "--chdir", "--split-string"}, assigns: true},
	"stdbuf": {valued: []string{"-i", "-o", "-e"}},
	"ionice": {valued: []string{"-c", "-n", "-p"}},
	"chroot": {words: 1}, "flock": {words: 1, valued: []string{"-w", "-E"}}, "strace": {valued: []string{"-e", "-o", "-p", "-s"}},
	"watch": {valued: []string{"-n"}}, "parallel": {adds: true, valued: []string{"-j", "-a"}}, "busybox": {}, "unshare": {}, "nsenter": {valued: []string{"-t"}},
}

// wrapped is the command that a wrapper runs; no words when there is none.
type wrapped struct {
	words []word
	// harmless: it does what it does alone; more: with words added that nobody can tell.
	harmless, more bool
}

// unwrap returns the command that words run through a wrapper.
func unwrap(words []word) wrapped {
	if len(words) == 0 || !words[0].known {
		return wrapped{}
	}
	name := path.Base(words[0].text)
	w, ok := wrappers[name]
	if !ok {
		return wrapped{words: placeholders(findExec(name, words)), more: true}
	}
	i, own := 1, w.words
	for ; i < len(words); i++ {
		text := words[i].text
		switch {
		case !words[i].known:
			return wrapped{words: words[i:], more: w.adds}
		case text == "--":
			continue
		case strings.HasPrefix(text, "-") && len(text) > 1:
			if slices.Contains(w.valued, text) {
				i++
			}
			continue
		case w.assigns && strings.Contains(text, "="):
			continue
		case own > 0:
			own--
			continue
		}
		break
	}
	if i >= len(words) {
		return wrapped{}
	}
	inner := wrapped{words: words[i:], harmless: w.harmless && words[0].text == name, more: w.adds}
	if w.adds {
		inner.words = placeholders(inner.words)
	}
	return inner
}

// placeholders returns words with those unknown in which a wrapper puts a text of its own.
func placeholders(words []word) []word {
	out := slices.Clone(words)
	for i, w := range out {
		if strings.Contains(w.text, "{}") {
			out[i] = word{text: w.text}
		}
	}
	return out
}

// findExec returns the command that find runs.
func findExec(name string, words []word) []word {
	if name != "find" && name != "fd" {
		return nil
	}
	for i, w := range words {
		if w.known && slices.Contains([]string{"-exec", "-execdir", "-ok", "-okdir", "-x", "-X", "--exec", "--exec-batch"}, w.text) && i+1 < len(words) {
			return words[i+1:]
		}
	}
	return nil
}
