package policy

import (
	"path"
	"slices"
	"strings"

	"github.com/clawable/claw/policy/shell"
)

type optionNames = shell.OptionNames

// interpreters are programs that run texts in their own languages: those that options give them, and
// what they read.
var interpreters = shell.Table[optionNames]{
	{"python", optionNames{Letters: "c"}}, {"python2", optionNames{Letters: "c"}}, {"python3", optionNames{Letters: "c"}}, {"pypy3", optionNames{Letters: "c"}}, {"ipython", optionNames{Letters: "c"}},
	{"perl", optionNames{Letters: "eE"}}, {"ruby", optionNames{Letters: "e"}}, {"lua", optionNames{Letters: "e"}}, {"php", optionNames{Letters: "rRB", Names: []string{"run"}}},
	{"node", optionNames{Letters: "ep", Names: []string{"eval", "print"}}}, {"nodejs", optionNames{Letters: "ep", Names: []string{"eval", "print"}}}, {"bun", optionNames{Letters: "ep", Names: []string{"eval", "print"}}},
	{"deno", optionNames{}}, {"rscript", optionNames{Letters: "e"}}, {"julia", optionNames{Letters: "eE", Names: []string{"eval"}}}, {"osascript", optionNames{Letters: "e"}}, {"groovy", optionNames{Letters: "e"}},
	{"elixir", optionNames{Letters: "e", Names: []string{"eval"}}}, {"awk", optionNames{Letters: "e", Names: []string{"source"}}}, {"gawk", optionNames{Letters: "e", Names: []string{"source"}}}, {"mawk", optionNames{}},
	{"sed", optionNames{Letters: "e", Names: []string{"expression"}}}, {"gsed", optionNames{Letters: "e", Names: []string{"expression"}}}, {"vim", optionNames{Letters: "c", Names: []string{"cmd"}}}, {"vi", optionNames{Letters: "c"}},
	{"nvim", optionNames{Letters: "c", Names: []string{"cmd"}}}, {"ex", optionNames{Letters: "c"}}, {"ed", optionNames{}}, {"emacs", optionNames{Names: []string{"eval", "execute"}}},
	{"gdb", optionNames{Names: []string{"ex", "eval-command"}}}, {"sqlite3", optionNames{Names: []string{"cmd"}}}, {"psql", optionNames{Letters: "c", Names: []string{"command"}}},
	{"mysql", optionNames{Letters: "e", Names: []string{"execute"}}}, {"mariadb", optionNames{Letters: "e", Names: []string{"execute"}}},
	{"duckdb", optionNames{Letters: "cs"}}, {"yq", optionNames{}}, {"cc", optionNames{}}, {"gcc", optionNames{}}, {"clang", optionNames{}}, {"cpp", optionNames{}}, {"make", optionNames{Names: []string{"eval"}}}, {"gmake", optionNames{Names: []string{"eval"}}}, {"tclsh", optionNames{}}, {"expect", optionNames{Letters: "c"}}, {"jshell", optionNames{}},
	{"pwsh", optionNames{Letters: "c"}}, {"m4", optionNames{}}, {"bc", optionNames{}}, {"ghci", optionNames{Letters: "e"}}, {"go", optionNames{}}, {"tee", optionNames{}}, {"patch", optionNames{}},
}

// lineRunners run lines of their texts without a word for it.
var lineRunners = []string{"make", "gmake", "gdb", "expect", "ed", "ex"}

// programParts are the texts that the parts give to interpreters.
func programParts(all []part) (out []part) {
	for i := range all {
		p := &all[i]
		if len(p.Words) == 0 || !p.Words[0].Known {
			continue
		}
		name := p.Words[0].Program()
		if strings.HasPrefix(name, "python3.") {
			name = "python3"
		}
		of, known := interpreters.Of(name)
		if !known {
			continue
		}
		texts := slices.Clone(p.Given)
		for _, w := range p.Words[1:] {
			if w.Known && strings.ContainsAny(w.Text, " \t\n('\"!;") {
				texts = append(texts, w)
			}
		}
		texts = append(texts, of.Texts(p.Words[1:])...)
		for _, t := range texts {
			if t.Known && slices.Contains(lineRunners, name) || name == "sed" && strings.HasSuffix(strings.Split(t.Text, " ")[0], "e") {
				t.Text = "!" + t.Text
			}
			if t.Known && t.Text != "" {
				out = append(out, part{Simple: &shell.Simple{Opaque: true}, shown: p.shown, program: t.Text})
			}
		}
	}
	return out
}

// makers are what programs in other languages make texts of, which are then run.
var makers = []string{"b64decode", "unhexlify", "fromhex", "fromCharCode", "atob(", "rot13", "rot_13", "base64", "[::-1]", "__import__", "decode_base64", "pack(", "chr(", "chr,", "reverse", "getattr(", "\\x", "Buffer.from"}

// programRunners are how programs in other languages run a command.
var programRunners = []string{"system", "popen", "subprocess", "exec", "spawn", "eval", "`", "qx", "shell", "sh(", "run(", "command(", "|", "!", "open3", "getline", "process", "rmtree", "argv"}

// mentionedIn returns why a program text may do what the condition names; "" where nothing in it does.
func (c *Condition) mentionedIn(a *Action, text string) string {
	runs := slices.ContainsFunc(programRunners, func(r string) bool { return strings.Contains(strings.ToLower(text), r) })
	made := slices.ContainsFunc(makers, func(m string) bool { return strings.Contains(text, m) })
	if len(c.Argv)+len(c.Paths)+len(c.Refs) > 0 && runs && made && slices.ContainsFunc([]string{"system", "popen", "subprocess", "exec(", "exec (", "spawn", "eval"}, func(r string) bool { return strings.Contains(text, r) }) {
		return "a program text in it makes what it runs"
	}
	words := strings.FieldsFunc(text, func(r rune) bool {
		return !(r == '-' || r == '_' || r == '.' || r == '/' || r == '~' || r == '=' || 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z' || '0' <= r && r <= '9')
	})
	squashed := strings.Join(words, "")
	if len(c.Argv) > 0 && !(runs && slices.ContainsFunc(c.Argv, func(p pattern) bool { return p.mentioned(words, squashed) })) {
		return ""
	}
	if len(c.Paths) > 0 && !c.pathMentioned(a, words) {
		return ""
	}
	if len(c.Argv)+len(c.Paths) == 0 && len(c.Refs) > 0 && !(runs && strings.Contains(squashed, "push")) {
		return ""
	}
	return "a program text in it names that, and nobody here reads its language"
}

// mentioned reports whether the words of the pattern occur in a text, near to each other.
func (p *pattern) mentioned(words []string, squashed string) bool {
	tokens := p.tokens
	if p.text != "" {
		tokens = strings.Fields(strings.ReplaceAll(p.text, "*", " "))
	}
	tokens = slices.DeleteFunc(slices.Clone(tokens), func(t string) bool { return strings.Trim(t, "*?") == "" })
	if len(tokens) == 0 || len(tokens) > 1 && strings.Contains(squashed, strings.Join(tokens, "")) {
		return true
	}
	for i := range words {
		at := i
		for _, t := range tokens {
			for end := at + 5; at < end && at < len(words) && !wordMatches(t, words[at]) && !wordMatches(t, path.Base(words[at])); at++ {
			}
			if at >= len(words) || !wordMatches(t, words[at]) && !wordMatches(t, path.Base(words[at])) {
				at = -1
				break
			}
			at++
		}
		if at >= 0 {
			return true
		}
	}
	return false
}

// pathMentioned reports whether words of a text, or two adjacent ones, name a file of the condition.
func (c *Condition) pathMentioned(a *Action, words []string) bool {
	at := shell.Place{CWD: a.CWD, Home: a.Home}
	for i, w := range words {
		names := []string{}
		if pathlike(w) || strings.HasPrefix(w, ".") && len(w) > 1 {
			names = append(names, w)
		}
		if i+1 < len(words) && !strings.HasPrefix(w, "-") {
			names = append(names, strings.TrimSuffix(w, "/")+"/"+strings.TrimPrefix(words[i+1], "/"))
		}
		for _, name := range names {
			if slices.ContainsFunc(c.Paths, func(g string) bool { return strings.Contains(g, "/") && pathMatches(at, g, name, true) }) {
				return true
			}
		}
	}
	return false
}
