package policy

import (
	"path"
	"slices"
	"strings"
)

// interpreters are programs that run texts in languages of their own: those that options give them, and
// what they read.
var interpreters = table[optionNames]{
	{"python", optionNames{"c", nil}}, {"python2", optionNames{"c", nil}}, {"python3", optionNames{"c", nil}}, {"pypy3", optionNames{"c", nil}}, {"ipython", optionNames{"c", nil}},
	{"perl", optionNames{"eE", nil}}, {"ruby", optionNames{"e", nil}}, {"lua", optionNames{"e", nil}}, {"php", optionNames{"rRB", []string{"run"}}},
	{"node", optionNames{"ep", []string{"eval", "print"}}}, {"nodejs", optionNames{"ep", []string{"eval", "print"}}}, {"bun", optionNames{"ep", []string{"eval", "print"}}},
	{"deno", optionNames{"", nil}}, {"rscript", optionNames{"e", nil}}, {"julia", optionNames{"eE", []string{"eval"}}}, {"osascript", optionNames{"e", nil}}, {"groovy", optionNames{"e", nil}},
	{"elixir", optionNames{"e", []string{"eval"}}}, {"awk", optionNames{"e", []string{"source"}}}, {"gawk", optionNames{"e", []string{"source"}}}, {"mawk", optionNames{"", nil}},
	{"sed", optionNames{"e", []string{"expression"}}}, {"gsed", optionNames{"e", []string{"expression"}}}, {"vim", optionNames{"c", []string{"cmd"}}}, {"vi", optionNames{"c", nil}},
	{"nvim", optionNames{"c", []string{"cmd"}}}, {"ex", optionNames{"c", nil}}, {"ed", optionNames{}}, {"emacs", optionNames{"", []string{"eval", "execute"}}},
	{"gdb", optionNames{"", []string{"ex", "eval-command"}}}, {"sqlite3", optionNames{"", []string{"cmd"}}}, {"psql", optionNames{"c", []string{"command"}}},
	{"make", optionNames{"", []string{"eval"}}}, {"gmake", optionNames{"", []string{"eval"}}}, {"tclsh", optionNames{}}, {"expect", optionNames{"c", nil}}, {"jshell", optionNames{}},
	{"pwsh", optionNames{"c", nil}}, {"m4", optionNames{}}, {"bc", optionNames{}}, {"ghci", optionNames{"e", nil}}, {"go", optionNames{}}, {"tee", optionNames{}}, {"patch", optionNames{}},
}

// lineRunners run lines of their texts without a word for it.
var lineRunners = []string{"make", "gmake", "gdb", "expect", "ed", "ex"}

// programParts are the texts that the parts give to interpreters.
func programParts(all []part) (out []part) {
	for i := range all {
		p := &all[i]
		if len(p.words) == 0 || !p.words[0].known {
			continue
		}
		name := p.words[0].program()
		if strings.HasPrefix(name, "python3.") {
			name = "python3"
		}
		of, known := interpreters.of(name)
		if !known {
			continue
		}
		texts := slices.Clone(p.given)
		for _, w := range p.words[1:] {
			if w.known && strings.ContainsAny(w.text, " \t\n('\"!;") {
				texts = append(texts, w)
			}
		}
		texts = append(texts, of.texts(p.words[1:])...)
		for _, t := range texts {
			if t.known && slices.Contains(lineRunners, name) || name == "sed" && strings.HasSuffix(strings.Split(t.text, " ")[0], "e") {
				t.text = "!" + t.text
			}
			if t.known && t.text != "" {
				out = append(out, part{simple: &simple{opaque: true}, shown: p.shown, program: t.text})
			}
		}
	}
	return out
}

// makers are what programs in other languages make texts of, which are then run.
var makers = []string{"b64decode", "unhexlify", "fromhex", "fromCharCode", "atob(", "rot13", "rot_13", "base64", "[::-1]", "__import__", "decode_base64", "pack(", "chr(", "chr,", "reverse", "getattr(", "\\x", "Buffer.from"}

// programRunners are how programs in other languages run a command.
var programRunners = []string{"system", "popen", "subprocess", "exec", "spawn", "eval", "`", "qx", "shell", "sh(", "run(", "command(", "|", "!", "open3", "getline", "process", "rmtree", "argv"}

// mentionedIn says why a program text may do what the condition names; "" where nothing in it does.
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

// mentioned reports whether the words of the pattern stand in a text, near to each other.
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

// pathMentioned reports whether words of a text, or two that stand beside each other, name a file of the
// condition.
func (c *Condition) pathMentioned(a *Action, words []string) bool {
	at := place{a.CWD, a.Home}
	for i, w := range words {
		names := []string{}
		if pathlike(w) || strings.HasPrefix(w, ".") && len(w) > 1 {
			names = append(names, w)
		}
		if i+1 < len(words) && !strings.HasPrefix(w, "-") {
			names = append(names, strings.TrimSuffix(w, "/")+"/"+strings.TrimPrefix(words[i+1], "/"))
		}
		for _, name := range names {
			if slices.ContainsFunc(c.Paths, func(g string) bool { return strings.Contains(g, "/") && at.pathMatches(g, name, true) }) {
				return true
			}
		}
	}
	return false
}
