package policy

import (
	"slices"
	"strings"

	"github.com/clawable/claw/policy/shell"
)

// filesOf lists the files that the words of a command name. Of a word that stands where a program takes
// another name than a file's, and has nothing of a file's name, that is none. perhaps adds globs, and
// words that may be a file's name as well as another.
func filesOf(c *shell.Simple, perhaps bool) (files []string) {
	if len(c.Words) > 0 && strings.Contains(c.Words[0].Path, "/") {
		files = append(files, shell.NamesIn(c.Words[0].Visible())...)
	}
	kind := wordsOf(c.Words)
	for _, w := range withoutTexts(c.Words) {
		if scheme, _, remote := strings.Cut(w.Path, "://"); remote && scheme != "file" && strings.Trim(strings.ToLower(scheme), "abcdefghijklmnopqrstuvwxyz0123456789+") == "" {
			continue
		}
		if kind == nameOthers && w.Known && w.Text == "--" && c.Words[0].Program() == "git" {
			kind = nameFiles
		}
		option, _, valued := strings.Cut(w.Text, "=")
		rooted := valued && strings.HasPrefix(option, "-") && strings.Contains(option, "file") ||
			strings.HasPrefix(w.Path, "/") || strings.HasPrefix(w.Path, "~") || strings.HasPrefix(w.Path, ".")
		if kind == nameFiles || kind == mayNameFiles && perhaps || kind != nameNothing && pathlike(w.Path) && (kind != nameOthers || perhaps || rooted) {
			files = append(files, shell.NamesIn(w.Visible())...)
		}
	}
	for _, w := range slices.Concat(c.Writes, c.Reads) {
		files = append(files, shell.NamesIn(w.Visible())...)
	}
	files = append(files, patched(c)...)
	if perhaps {
		return files
	}
	return slices.DeleteFunc(files, func(name string) bool { return strings.ContainsAny(name, "*?[") && !strings.HasSuffix(name, "/*") })
}

// withoutTexts are the words behind a program but for those that are texts to it: the pattern of grep and
// its like, a message.
func withoutTexts(words []shell.Word) (rest []shell.Word) {
	if len(words) == 0 {
		return nil
	}
	script := slices.Contains(patternTakers, words[0].Program())
	begin := 1
	if git := shell.GitCommand(words); len(git) > 2 && git[1].Text == "grep" {
		words, begin, script = git, 2, true
	}
	for i := begin; i < len(words); i++ {
		w := words[i]
		switch {
		case script && slices.Contains(counted, w.Text), words[0].Program() == "rg" && slices.Contains([]string{"-g", "-t", "-T"}, w.Text):
			i++
		case w.Known && slices.Contains([]string{"-path", "-name", "-iname", "-wholename"}, words[i-1].Text):
			if before := words[max(i-2, 0)].Text; before != "-not" && before != "!" {
				name := strings.TrimPrefix(strings.Trim(w.Text, "*/"), "./")
				rest = append(rest, shell.Word{Text: name, Known: true, Path: name})
			}
		case slices.Contains(textOptions, w.Text):
			i++
			script = false
		case script && w.Known && !strings.HasPrefix(w.Text, "-"):
			script = false
		case w.Known && strings.ContainsAny(w.Text, " \t\n") && wordsOf(words) == nameOthers:
		default:
			rest = append(rest, w)
		}
	}
	return rest
}

// textOptions are followed by a text.
var textOptions = []string{"-e", "-m", "--message", "--regexp", "--expression", "--title", "--body", "--grep", "--author", "-S", "-G"}

// counted are options of grep and its like that take a number.
var counted = []string{"-A", "-B", "-C", "-m"}

// patternTakers are programs whose first operand is a pattern or a script.
var patternTakers = []string{"grep", "egrep", "fgrep", "zgrep", "rg", "ag", "ack", "sed", "gsed", "awk", "gawk", "jq", "yq", "ggrep"}

// file is a name that a part mentions, in one of the folders in which the part may work.
type file struct {
	names []string // absolute, in small letters
	rest  string   // what it says behind a folder that nobody can tell, "" where the folder is known
	sure  bool     // it is a file's name, whatever else is not known
}

// placed are the files that the part names, or may name.
func (p *part) placed(a *Action) []file {
	if p.places != nil {
		return p.places
	}
	p.places = []file{}
	sure := append(filesOf(p.Simple, false), p.files...)
	at := p.At
	if len(at) == 0 {
		at = shell.Places{a.standing()}
	}
	for _, name := range append(filesOf(p.Simple, true), p.files...) {
		for i, st := range at {
			if i > 0 && shell.IsAbsolute(name) && !shell.IsProcess(name) {
				break // the same from everywhere
			}
			f := file{names: strings.Split(strings.ToLower(st.Absolute(name)), "/"), sure: !st.Open && !st.Failed && slices.Contains(sure, name)}
			if st.Open {
				f.rest = relative(name)
			}
			p.places = append(p.places, f)
		}
	}
	return p.places
}

// goals are the paths of the condition: each stands for what is in it as well.
func (c *Condition) goals(a *Action) []goal {
	at := shell.Place{CWD: a.CWD, Home: a.Home}
	all := make([]goal, len(c.Paths))
	for i, g := range c.Paths {
		all[i] = goalOf(at, g)
	}
	return all
}

// pathlike reports whether a word can hardly be anything but a file's name.
func pathlike(text string) bool {
	return strings.ContainsAny(text, `/\`) || strings.HasPrefix(text, "~")
}

// operandKind is what the words of a program name.
type operandKind int

const (
	mayNameFiles operandKind = iota // what is not known of a program
	nameFiles
	nameOthers  // but for what has the form of a path
	nameNothing // they are texts
)

// wordsOf tells what the operands of a command name.
func wordsOf(words []shell.Word) operandKind {
	if len(words) == 0 || !words[0].Known {
		return mayNameFiles
	}
	name := words[0].Program()
	if slices.Contains(fileTakers, name) {
		return nameFiles
	}
	if slices.Contains(textTakers, name) {
		return nameNothing
	}
	if verbs, known := nameTakers.Of(name); known {
		verb := slices.IndexFunc(words[1:], func(w shell.Word) bool { return !w.Known || !strings.HasPrefix(w.Text, "-") })
		if len(verbs) == 0 || verb >= 0 && words[verb+1].Known && slices.Contains(verbs, words[verb+1].Text) {
			return nameOthers
		}
	}
	return mayNameFiles
}

// fileTakers are programs whose operands are files.
var fileTakers = []string{"cat", "tac", "less", "more", "most", "bat", "head", "tail", "nl", "wc", "cp", "mv", "rm", "rmdir", "ln", "install", "tee", "touch", "truncate",
	"shred", "unlink", "dd", "chmod", "chown", "chgrp", "chattr", "ls", "dir", "tree", "stat", "file", "du", "find", "fd", "realpath", "readlink", "cd", "pushd", "mkdir",
	"base64", "base32", "xxd", "hexdump", "od", "strings", "md5sum", "sha1sum", "sha256sum", "shasum", "cksum", "diff", "cmp", "comm", "sort", "uniq", "cut", "paste", "fold",
	"rev", "split", "tar", "zip", "unzip", "gzip", "gunzip", "zcat", "bzip2", "xz", "scp", "rsync", "vi", "vim", "nvim", "nano", "emacs", "ed", "code", "open", "xdg-open",
	"grep", "egrep", "fgrep", "zgrep", "rg", "ag", "ack", "sed", "gsed", "awk", "gawk", "jq", "yq", "ggrep", "source", ".", "python", "python3", "node", "ruby", "perl", "sh", "bash", "zsh", "[", "test", "gpg", "openssl", "age", "mapfile", "readarray"}

// textTakers are programs that only print their words.
var textTakers = []string{"echo", "printf", "true", "false", ":"}

// nameTakers are programs whose operands are names of other things, behind some of their verbs or, where
// there is none, always.
var nameTakers = shell.Table[[]string]{
	{"kubectl", []string{"get", "describe", "delete", "logs", "rollout", "scale", "top", "label", "annotate", "explain", "config", "api-resources", "edit", "wait", "create"}},
	{"docker", []string{"ps", "images", "pull", "push", "logs", "stop", "start", "restart", "rm", "rmi", "inspect", "network", "volume", "secret", "tag", "stats", "kill"}},
	{"podman", []string{"ps", "images", "pull", "push", "logs", "stop", "start", "restart", "rm", "rmi", "inspect", "network", "volume", "secret", "tag"}},
	{"gh", nil}, {"glab", nil}, {"aws", nil}, {"gcloud", nil}, {"az", nil}, {"heroku", nil}, {"fly", nil}, {"flyctl", nil}, {"vault", nil}, {"systemctl", nil}, {"service", nil},
	{"brew", nil}, {"apt", nil}, {"apt-get", nil}, {"dnf", nil}, {"yum", nil}, {"apk", nil}, {"pacman", nil}, {"which", nil}, {"type", nil}, {"man", nil}, {"kill", nil}, {"pkill", nil},
	{"pgrep", nil}, {"export", nil}, {"unset", nil}, {"command", nil}, {"ping", nil}, {"dig", nil}, {"host", nil}, {"nslookup", nil},
	{"git", []string{"checkout", "switch", "branch", "merge", "rebase", "fetch", "pull", "push", "tag", "log", "commit", "remote", "stash", "config", "cherry-pick", "reset", "revert", "worktree"}},
	{"npm", []string{"run", "install", "i", "ci", "test", "view", "ls", "uninstall", "audit", "outdated"}}, {"pnpm", []string{"run", "add", "install", "remove", "why"}},
	{"yarn", []string{"run", "add", "install", "remove", "why"}}, {"pip", []string{"install", "show", "uninstall", "list"}}, {"pip3", []string{"install", "show", "uninstall", "list"}},
	{"cargo", []string{"add", "run", "test", "build", "install", "search"}}, {"go", []string{"get", "install", "doc", "mod"}}, {"make", nil}, {"just", nil},
	{"terraform", nil}, {"helm", nil}, {"rails", nil},
}
