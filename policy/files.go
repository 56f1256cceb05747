package policy

import (
	"slices"
	"strings"

	"github.com/clawable/claw/policy/shell"
)

// filesOf lists the files that the words of a command name. A word at a place where a program takes a name
// other than a file's is not listed unless it looks like a file's name. perhaps adds globs, and words that may
// be a file's name as well as another.
func filesOf(c *shell.Simple, perhaps bool) (files []string) {
	if len(c.Words) > 0 && strings.Contains(c.Words[0].Path, "/") {
		files = append(files, shell.NamesIn(c.Words[0].Visible())...)
	}
	kind := wordsOf(c.Words)
	for _, w := range withoutTexts(c.Words) {
		if scheme, _, remote := strings.Cut(w.Path, "://"); remote && scheme != "file" && scheme != "fileb" && strings.Trim(strings.ToLower(scheme), "abcdefghijklmnopqrstuvwxyz0123456789+") == "" {
			continue
		}
		if kind == nameOthers && w.Known && w.Text == "--" && c.Words[0].Program() == "git" {
			kind = nameFiles
		}
		given := takesFile(w.Text)
		rooted := given || strings.HasPrefix(w.Path, "/") || strings.HasPrefix(w.Path, "~") || strings.HasPrefix(w.Path, ".")
		if kind == nameFiles || kind == mayNameFiles && perhaps || kind != nameNothing && (pathlike(w.Path) || given) && (kind != nameOthers || perhaps || rooted) {
			files = append(files, shell.NamesIn(w.Visible())...)
		}
	}
	for _, w := range slices.Concat(c.Writes, c.Reads) {
		files = append(files, shell.NamesIn(w.Visible())...)
	}
	_, landed := moved(c)
	files = append(append(files, landed...), patched(c)...)
	if perhaps {
		return files
	}
	return slices.DeleteFunc(files, func(name string) bool { return strings.ContainsAny(name, "*?[") && !strings.HasSuffix(name, "/*") })
}

// takesFile reports whether a word is an option with the name of a file or a folder: --from-file=NAME, -chdir=NAME.
func takesFile(text string) bool {
	option, _, valued := strings.Cut(text, "=")
	return valued && strings.HasPrefix(option, "-") && slices.ContainsFunc([]string{"file", "dir", "folder", "path"}, func(kind string) bool { return strings.Contains(option, kind) })
}

// withoutTexts are the words behind a program but for those that are texts to it: the pattern of grep and
// its like, a message.
func withoutTexts(words []shell.Word) (rest []shell.Word) {
	if len(words) == 0 {
		return nil
	}
	name := words[0].Program()
	script := slices.Contains(patternTakers, name)
	begin := 1
	if git := shell.GitCommand(words); len(git) > 2 && git[1].Text == "grep" {
		words, begin, script, name = git, 2, true, "grep"
	}
	if name == "find" || name == "gfind" {
		return foundBy(words)
	}
	texts, _ := textOptions.Of(name)
	for i := begin; i < len(words); i++ {
		w := words[i]
		switch {
		case script && slices.Contains(counted, w.Text), name == "rg" && slices.Contains([]string{"-g", "-t", "-T"}, w.Text):
			i++
		case script && slices.Contains([]string{"-f", "--file", "--from-file"}, w.Text) || w.Text == "--files":
			script = false
			rest = append(rest, w)
			if i++; i < len(words) {
				rest = append(rest, words[i])
			}
		case slices.Contains(texts, w.Text):
			i++
			script = false
		case script && isText(w.Text, texts):
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

// isText reports whether a word is one of the options with its text in it: --regexp=TEXT, -eTEXT, -neTEXT.
func isText(word string, options []string) bool {
	return slices.ContainsFunc(options, func(o string) bool {
		if strings.HasPrefix(o, "--") {
			return strings.HasPrefix(word, o+"=")
		}
		at := strings.IndexByte(word, o[1])
		return o == "-e" && strings.HasPrefix(word, "-") && !strings.HasPrefix(word, "--") && at > 0 && strings.Trim(word[1:at], "EFGHIPRchinorsvwxz") == ""
	})
}

// actions are options of find by which it does more than to print names.
var actions = []string{"-exec", "-execdir", "-ok", "-okdir", "-delete", "-fprint", "-fprint0", "-fprintf", "-fls"}

// foundBy are the words of a find. What it looks for is a file's name below each folder in which it begins; of a
// search that only prints names, a pattern may be one.
func foundBy(words []shell.Word) (rest []shell.Word) {
	acts := slices.ContainsFunc(words, func(w shell.Word) bool { return slices.Contains(actions, w.Text) })
	starts, _ := begun(words[1:])
	for i := 1; i < len(words); i++ {
		w := words[i]
		if !w.Known || !slices.Contains(tests, words[i-1].Text) {
			rest = append(rest, w)
			continue
		}
		if before := words[max(i-2, 0)].Text; before == "-not" || before == "!" {
			continue
		}
		pattern := strings.Trim(w.Text, ".*/")
		if strings.HasPrefix(strings.TrimLeft(w.Text, "*/"), ".") && !strings.HasPrefix(w.Text, "./") && !strings.HasPrefix(w.Text, ".*") {
			pattern = "." + pattern
		}
		if !acts && strings.ContainsAny(w.Text, "*?[") {
			pattern += "*"
		}
		rest = append(rest, shell.Word{Text: pattern, Known: true, Path: pattern})
		for _, start := range starts {
			if name := strings.TrimSuffix(start.Path, "/") + "/" + pattern; start.Path != "" {
				rest = append(rest, shell.Word{Text: name, Known: true, Path: name})
			}
		}
	}
	return rest
}

// tests are options of find that take the name of what is looked for.
var tests = []string{"-path", "-ipath", "-name", "-iname", "-wholename", "-iwholename", "-regex", "-iregex", "-lname"}

// textOptions are options that are followed by a text, by the program.
var textOptions = shell.Table[[]string]{
	{"git", []string{"-m", "--message", "--grep", "--author", "-S", "-G"}}, {"gh", messages}, {"glab", messages}, {"hub", messages}, {"jj", messages}, {"hg", messages}, {"svn", messages},
	{"grep", expressions}, {"egrep", expressions}, {"fgrep", expressions}, {"zgrep", expressions}, {"ggrep", expressions}, {"rg", expressions}, {"sed", expressions}, {"gsed", expressions},
	{"awk", expressions}, {"gawk", expressions}, {"perl", expressions}, {"ruby", expressions}, {"node", expressions}, {"docker", []string{"-m", "--message"}},
}

var (
	messages    = []string{"-m", "--message", "--title", "--body"}
	expressions = []string{"-e", "--regexp", "--expression"}
)

// counted are options of grep and its like that take a number.
var counted = []string{"-A", "-B", "-C", "-m"}

// patternTakers are programs whose first operand is a pattern or a script.
var patternTakers = []string{"grep", "egrep", "fgrep", "zgrep", "rg", "ag", "ack", "sed", "gsed", "awk", "gawk", "jq", "ggrep"}

// file is a name that a part mentions, in one of the folders in which the part may work.
type file struct {
	names []string // absolute, in small letters
	rest  string   // the name below a folder that cannot be determined, "" where the folder is known
	tree  bool     // all that is in it is meant
	found bool     // a glob of what a search removes by its name: not what is in it
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
			f := file{sure: !st.Open && !st.Failed && slices.Contains(sure, name)}
			if st.Open {
				f.rest = relative(name)
			}
			for _, f.names = range a.leads(st, name) {
				p.places = append(p.places, f)
			}
		}
	}
	p.places = append(p.places, p.taken(a)...)
	if len(p.Words) == 0 {
		return p.places
	}
	for _, glob := range removedByName(p.Words) {
		for _, st := range at {
			p.places = append(p.places, file{names: strings.Split(strings.ToLower(st.Absolute(glob)), "/"), found: true})
		}
	}
	return p.places
}

// leads are a name from where the shell is, and where it leads, each absolute, in parts and in small letters.
func (a *Action) leads(st shell.Standing, name string) [][]string {
	all := [][]string{strings.Split(strings.ToLower(st.Absolute(name)), "/")}
	if real, link := a.Links[walked(st, name)]; link {
		all = append(all, strings.Split(strings.ToLower(real), "/"))
	}
	return all
}

// walked is the absolute form of a name in which ".." stays: behind a link it leads elsewhere than in the text.
func walked(st shell.Standing, name string) string {
	rest, home := strings.CutPrefix(name, "~/")
	switch {
	case !strings.Contains(name, ".."), strings.HasPrefix(name, shell.OldFolder), shell.IsProcess(name):
		return st.Absolute(name)
	case home:
		return st.Home + "/" + rest
	case shell.IsAbsolute(name):
		return name
	}
	return st.CWD + "/" + name
}

// maxLinkNames bounds the number of names whose link targets are looked up.
const maxLinkNames = 256

// LinkNames lists the files, absolute, that the commands of an action name, where a rule of the layers is about
// files: the caller finds out where they lead.
func LinkNames(layers []Layer, a *Action) (names []string) {
	asked := slices.ContainsFunc(layers, func(l Layer) bool {
		return slices.ContainsFunc(l.rules(), func(r Rule) bool { return len(r.When.Paths) > 0 })
	})
	if !asked || a.Command == "" && len(a.Argv) == 0 {
		return nil
	}
	all := parts(a)
	seen := map[string]bool{}
	for i := range all {
		for _, name := range mentioned(all[i].Simple) {
			for _, st := range all[i].At {
				file := walked(st, name)
				if seen[file] || len(seen) == maxLinkNames || strings.ContainsAny(file, "*?["+shell.UnknownText) {
					continue
				}
				seen[file] = true
				names = append(names, file)
			}
		}
	}
	return names
}

// taken are the files and folders that the part takes away with all that is in them.
func (p *part) taken(a *Action) (all []file) {
	at := p.At
	if len(at) == 0 {
		at = shell.Places{a.standing()}
	}
	trees, _ := moved(p.Simple)
	for _, w := range trees {
		name := w.Visible()
		if name == "" || strings.Contains(name, shell.UnknownText) {
			continue
		}
		for _, st := range at {
			if st.Open && !shell.IsAbsolute(name) && !strings.HasPrefix(name, "~") {
				continue // a folder that cannot be determined
			}
			for _, names := range a.leads(st, name) {
				all = append(all, file{names: names, sure: w.Known && !st.Open && !st.Failed, tree: true})
			}
		}
	}
	return all
}

// goals are the paths of the condition: each includes what is in it as well.
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

// wordsOf returns what the operands of a command name.
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
