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
}

// wrappers is what is known of programs that run others.
var wrappers = map[string]wrapper{
	"timeout": {harmless: true, words: 1, valued: []string{"-k", "--kill-after", "-s", "--signal"}},
	"nohup":   {harmless: true},
	"nice":    {harmless: true, valued: []string{"-n", "--adjustment"}},
	"command": {harmless: true},
	"xargs":   {harmless: true, valued: []string{"-I", "-n", "-P", "-L", "-d", "-s", "-a", "-E", "--max-args", "--max-procs", "--delimiter", "--replace"}},
	"builtin": {}, "exec": {valued: []string{"-a"}}, "time": {valued: []string{"-o", "-f"}}, "setsid": {}, "eval": {},
	"sudo":   {valued: []string{"-u", "-g", "-h", "-p", "-C", "-T", "-U", "-D", "-R", "-r", "-t"}, assigns: true},
	"doas":   {valued: []string{"-u", "-C"}, assigns: true},
	"env":    {valued: []string{"-u", "-C", "-S", "--unset", "--chdir", "--split-string"}, assigns: true},
	"stdbuf": {valued: []string{"-i", "-o", "-e"}},
	"ionice": {valued: []string{"-c", "-n", "-p"}},
	"chroot": {words: 1}, "flock": {words: 1, valued: []string{"-w", "-E"}}, "strace": {valued: []string{"-e", "-o", "-p", "-s"}},
	"watch": {valued: []string{"-n"}}, "parallel": {valued: []string{"-j", "-a"}}, "busybox": {}, "unshare": {}, "nsenter": {valued: []string{"-t"}},
}

// unwrap returns the command that words run through a wrapper, nil when they are none.
func unwrap(words []word) (inner []word, harmless bool) {
	if len(words) == 0 || !words[0].known {
		return nil, false
	}
	name := path.Base(words[0].text)
	w, ok := wrappers[name]
	if !ok {
		return findExec(name, words), false
	}
	i, own := 1, w.words
	for ; i < len(words); i++ {
		text := words[i].text
		switch {
		case !words[i].known:
			return words[i:], false
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
		return nil, false
	}
	return words[i:], w.harmless && words[0].text == name
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

var shells = []string{"sh", "bash", "zsh", "dash", "ksh", "ash", "fish", "pwsh", "powershell"}

// shellText returns the script that words give to a shell: bash -c '…', eval '…'.
func shellText(words []word) (word, bool) {
	if len(words) < 2 || !words[0].known {
		return word{}, false
	}
	name := path.Base(words[0].text)
	if name == "eval" {
		return joined(words[1:]), true
	}
	if !slices.Contains(shells, name) {
		return word{}, false
	}
	for i, w := range words[1:] {
		switch {
		case !w.known:
			return word{}, true
		case strings.HasPrefix(w.text, "-") && !strings.HasPrefix(w.text, "--") && strings.ContainsRune(w.text, 'c') && i+2 < len(words):
			return words[i+2], true
		case !strings.HasPrefix(w.text, "-"):
			return word{}, false // a script file
		}
	}
	return word{}, false
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
