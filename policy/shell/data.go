package shell

import (
	"slices"
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// dataCommands print data that is not given the form of a command: existing names, numbers, ids. A
// name with a verb counts with that verb.
var dataCommands = []string{"mktemp", "nproc", "whoami", "hostname", "uname", "id", "date", "wc", "lsof", "pgrep", "pidof", "seq", "dirname", "basename", "realpath",
	"git rev-parse", "git ls-files", "git diff", "git merge-base", "git describe", "git branch", "git status", "git rev-list", "git config", "git symbolic-ref",
	"go env", "go list", "npm root", "npm prefix", "npm bin", "docker ps", "docker images", "docker container", "kubectl get", "gh pr", "gh run", "brew --prefix", "xcrun"}

// filters pass on lines of what they read.
var filters = []string{"head", "tail", "sort", "uniq", "wc", "grep"}

// printsData reports whether a command prints only data.
func (v *variables) printsData(cmd syntax.Command) bool {
	if pipe, ok := cmd.(*syntax.BinaryCmd); ok {
		words, known := v.plainCall(pipe.Y.Cmd)
		return pipe.Op == syntax.Pipe && known && slices.Contains(filters, words[0]) && v.printsData(pipe.X.Cmd)
	}
	call, ok := cmd.(*syntax.CallExpr)
	if !ok || len(call.Args) == 0 || len(call.Assigns) > 0 {
		return false
	}
	name := wordOf(call.Args[0])
	if !name.Known || v.names[name.Text] || v.sets["PATH"] > 0 || madeUp(call) {
		return false
	}
	verb := ""
	if len(call.Args) > 1 {
		verb = wordOf(call.Args[1]).Text
	}
	return slices.Contains(dataCommands, name.Text) || slices.Contains(dataCommands, name.Text+" "+verb)
}

// madeUp reports whether the words of a command give its output a form: date +push, seq -f rm.
func madeUp(call *syntax.CallExpr) bool {
	switch name := wordOf(call.Args[0]).Text; name {
	case "date":
		return slices.ContainsFunc(call.Args[1:], func(arg *syntax.Word) bool {
			return strings.Trim(wordOf(arg).Text, "+-:%._/ YmdHMSsFTjuNzZ") != ""
		})
	case "basename", "dirname", "realpath", "seq":
		return slices.ContainsFunc(call.Args[1:], func(arg *syntax.Word) bool {
			return wordOf(arg).Known && strings.Trim(wordOf(arg).Text, "0123456789") != ""
		})
	case "git", "docker", "kubectl", "gh":
		return slices.ContainsFunc(call.Args[1:], func(arg *syntax.Word) bool {
			return strings.Contains(wordOf(arg).Text, "format") || strings.HasPrefix(wordOf(arg).Text, "-o") || wordOf(arg).Text == "alias"
		}) || name == "git" && slices.ContainsFunc(call.Args[1:], func(arg *syntax.Word) bool { return wordOf(arg).Text == "config" }) && len(call.Args) > 4
	}
	return false
}

// quiet are verbs of launchers that no command follows.
var quiet = Table[[]string]{
	{"docker", []string{"ps", "images", "pull", "push", "build", "logs", "stop", "start", "restart", "rm", "rmi", "inspect", "network", "volume", "secret", "tag", "stats", "kill", "cp", "system", "info", "version", "login", "logout"}},
	{"podman", []string{"ps", "images", "pull", "push", "build", "logs", "stop", "start", "restart", "rm", "rmi", "inspect", "network", "volume", "secret", "tag", "cp"}},
	{"kubectl", []string{"get", "describe", "delete", "logs", "apply", "rollout", "scale", "top", "label", "annotate", "config", "wait", "create", "port-forward"}},
}

// runsNoCommand reports whether a launcher's verb is one that no command follows.
func runsNoCommand(words []Word) bool {
	if len(words) < 2 || !words[0].Known {
		return false
	}
	verbs, launches := quiet.Of(words[0].Program())
	first := slices.IndexFunc(words[1:], func(w Word) bool { return !strings.HasPrefix(w.Text, "-") })
	return launches && first == 0 && words[1].Known && slices.Contains(verbs, words[1].Text)
}

// runsPrograms reports whether a launcher runs a program, and hands its words to no shell: a text among
// them that is none for a shell is one for the program.
func runsPrograms(words []Word) bool {
	return len(words) > 0 && words[0].Known && slices.Contains([]string{"docker", "podman", "kubectl", "npx", "bunx", "xvfb-run", "systemd-run", "mise", "direnv", "valgrind", "perf"}, words[0].Program())
}

// operandsBefore are how many words, options aside, a launcher takes before a command.
var operandsBefore = Table[int]{{"ssh", 1}, {"docker", 2}, {"podman", 2}, {"kubectl", 2}}

// takesData reports whether the output of a command, or a variable that the text does not set, cannot be
// a command as the next word after words.
func (v *variables) takesData(words []*syntax.Word, w *syntax.Word) bool {
	if len(words) == 0 {
		return false
	}
	read := make([]Word, len(words))
	for i, before := range words {
		read[i] = wordOf(before)
	}
	if !read[0].Known {
		return false
	}
	name := read[0].Program()
	before := slices.DeleteFunc(slices.Clone(read[1:]), func(w Word) bool { return strings.HasPrefix(w.Text, "-") })
	verbs, _ := quiet.Of(name)
	if n, launches := operandsBefore.Of(name); launches {
		ends := len(before) > 0 && before[0].Known && slices.Contains(verbs, before[0].Text)
		if ends || len(before) < n {
			v.standIn(w)
			return true
		}
		return false
	}
	row, runs := runners.Of(name)
	runs = runs && row.begins != nowhere && row.begins != behindVerb
	if name == "rm" { // its options are held back
		v.standInQuoted(w)
		return false
	}
	switch {
	case runs, IsShell(name), slices.Contains([]string{"eval", "source", ".", "trap", "alias", "find", "claw"}, name):
		return false
	case name == "git" && !(len(before) > 0 && before[0].Known):
		return false
	}
	v.standInQuoted(w)
	return true
}

// standInQuoted does so for one that makes a single word, and names no folder: "$PWD" does.
func (v *variables) standInQuoted(w *syntax.Word) {
	if first, _, _ := strings.Cut(wordOf(w).Path, "/"); allQuoted(w) && first != "." && first != "~" {
		v.standIn(w)
	}
}

// standIn replaces a word that is one variable, which the text does not set, by a name.
func (v *variables) standIn(w *syntax.Word) {
	parts := w.Parts
	if len(parts) == 1 {
		if quoted, ok := parts[0].(*syntax.DblQuoted); ok {
			parts = quoted.Parts
		}
	}
	if len(parts) != 1 {
		return
	}
	if v.unset(parts[0]) {
		w.Parts = quotedNode("_").Parts
	}
}

// agents print settings for the shell that evaluates them.
var agents = []string{"ssh-agent", "gpg-agent", "keychain", "direnv", "brew", "pyenv", "rbenv", "nodenv", "goenv", "starship", "mise", "zoxide", "fnm", "opam", "conda",
	"dircolors", "atuin", "minikube", "luarocks", "asdf", "volta", "phpenv", "jenv"}

// agentWords are the first words after an agent's name with which it prints settings for the shell.
var agentWords = []string{"hook", "shellenv", "init", "activate", "env", "shell.bash", "shell.zsh", "docker-env", "path", "export"}

// startsAgent reports whether a command is eval "$(ssh-agent -s)" or its like.
func (v *variables) startsAgent(c *syntax.CallExpr) bool {
	if len(c.Args) != 2 || wordOf(c.Args[0]).Text != "eval" || len(c.Args[1].Parts) != 1 {
		return false
	}
	part := c.Args[1].Parts[0]
	if quoted, ok := part.(*syntax.DblQuoted); ok && len(quoted.Parts) == 1 {
		part = quoted.Parts[0]
	}
	sub, ok := part.(*syntax.CmdSubst)
	if !ok || len(sub.Stmts) != 1 || len(sub.Stmts[0].Redirs) > 0 {
		return false
	}
	words, known := v.plainCall(sub.Stmts[0].Cmd)
	if !known || !slices.Contains(agents, words[0]) {
		return false
	}
	return len(words) == 1 || strings.HasPrefix(words[1], "-") && !strings.Contains(strings.Join(words, " "), "exec") || slices.Contains(agentWords, words[1])
}
