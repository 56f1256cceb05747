package shell

import (
	"slices"
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// variables is what a text determines about its variables, as far as it was read.
type variables struct {
	values map[string]string
	sets   map[string]int // how often a name is set; more than once for a value that cannot be determined
	names  map[string]bool
	// lost reports that a command sets variables, or gives commands other meanings, that the text does not
	// show.
	lost          bool
	feeds         bool           // something is handed to the input of a command
	pick, choices int            // of the words of loops
	beside        []*syntax.Stmt // commands in substitutions that are replaced by their output
	read          map[*syntax.Word]bool
	size          int    // of the values that were put into words
	user          string // the user, by the name of the home
}

// settingsOf finds what a text sets, and which commands it defines.
func settingsOf(file *syntax.File, pick int) *variables {
	v := &variables{read: map[*syntax.Word]bool{}, values: map[string]string{}, sets: map[string]int{}, names: map[string]bool{}, pick: pick}
	syntax.Walk(file, func(node syntax.Node) bool {
		switch n := node.(type) {
		case *syntax.Assign:
			v.set(n)
		case *syntax.WordIter:
			v.sets[n.Name.Value]++
		case *syntax.FuncDecl:
			v.names[n.Name.Value] = true
		case *syntax.ParamExp:
			if n.Exp != nil && (n.Exp.Op == syntax.AssignUnset || n.Exp.Op == syntax.AssignUnsetOrNull) && n.Param != nil {
				v.sets[n.Param.Value] += 2
			}
		case *syntax.ArithmCmd, *syntax.ArithmExp, *syntax.LetClause:
			syntax.Walk(n, func(inner syntax.Node) bool {
				if lit, ok := inner.(*syntax.Lit); ok {
					v.sets[lit.Value] += 2
				}
				return true
			})
		case *syntax.CallExpr:
			v.setsByName(n)
		case *syntax.BinaryCmd:
			v.feeds = v.feeds || n.Op == syntax.Pipe || n.Op == syntax.PipeAll
		case *syntax.Redirect:
			v.feeds = v.feeds || slices.Contains([]syntax.RedirOperator{syntax.RdrIn, syntax.RdrInOut, syntax.DplIn, syntax.Hdoc, syntax.DashHdoc, syntax.WordHdoc}, n.Op)
		}
		return true
	})
	return v
}

func (v *variables) set(a *syntax.Assign) {
	switch {
	case a.Name == nil: // an option, as of declare -n
		flag := wordOf(a.Value)
		v.lost = v.lost || !flag.Known || strings.Contains(flag.Text, "n")
	case a.Naked:
	case a.Append || a.Index != nil || a.Array != nil:
		v.sets[a.Name.Value] += 2
	default:
		v.sets[a.Name.Value]++
	}
}

// setsByName counts the names that read and similar commands set, and finds the commands for which it cannot
// be determined what they set.
func (v *variables) setsByName(c *syntax.CallExpr) {
	if len(c.Args) == 0 { // another IFS makes other words of values
		v.lost = v.lost || slices.ContainsFunc(c.Assigns, func(a *syntax.Assign) bool { return a.Name != nil && a.Name.Value == "IFS" })
		return
	}
	switch name := wordOf(c.Args[0]); name.Text {
	case "eval":
		v.lost = v.lost || !v.startsAgent(c)
	case "alias", "enable", "hash":
		v.lost = true
	case "trap":
		v.lost = v.lost || len(c.Args) > 1 && strings.Contains(wordOf(c.Args[1]).Text, "=")
	case "read", "mapfile", "readarray", "printf", "getopts", "unset", "wait":
		for _, w := range c.Args[1:] {
			v.sets[wordOf(w).Text] += 2
		}
	}
}

// promised are values that the names of variables promise where no text sets them: of a program one that
// is named so, of others a value without a meaning.
var promised = Table[string]{
	{"EDITOR", "editor"}, {"VISUAL", "editor"}, {"PAGER", "pager"}, {"BROWSER", "browser"}, {"SHELL", "bash"}, {"BASH", "bash"},
	{"PYTHON", "python3"}, {"PYTHON3", "python3"}, {"PIP", "pip"}, {"NODE", "node"}, {"NPM", "npm"}, {"RUBY", "ruby"}, {"PERL", "perl"}, {"JAVA", "java"},
	{"CC", "cc"}, {"CXX", "c++"}, {"LD", "ld"}, {"AR", "ar"}, {"GO", "go"}, {"CARGO", "cargo"}, {"RUSTC", "rustc"}, {"MAKE", "make"}, {"CMAKE", "cmake"},
	{"DOCKER", "docker"}, {"KUBECTL", "kubectl"}, {"TERRAFORM", "terraform"}, {"PWD", "."}, {"TMPDIR", "/tmp"}, {"?", "0"}, {"$", "0"}, {"#", "0"}, {"!", "0"},
	{"RANDOM", "0"}, {"SECONDS", "0"}, {"LINENO", "0"}, {"UID", "0"}, {"PPID", "0"}, {"HOSTNAME", "host"},
}

// value is what is known of an expansion; nothing when all values together are more than a shell takes.
func (v *variables) value(p *syntax.ParamExp) (value string, known bool) {
	value, known = v.valueOf(p)
	if v.size += len(value); v.size > maxText {
		return "", false
	}
	return value, known
}

func (v *variables) valueOf(p *syntax.ParamExp) (value string, known bool) {
	plain := p.Index == nil && p.Slice == nil && p.Repl == nil && p.Names == 0 && !p.Excl && !p.Length && !p.Width
	if p.Param == nil || !plain || v.lost {
		return "", false
	}
	name := p.Param.Value
	if value, known = v.values[name]; !known && v.sets[name] == 0 {
		if value, known = promised.Of(name); name == "USER" || name == "LOGNAME" {
			value, known = v.user, true
		}
	}
	switch {
	case p.Exp == nil:
		return value, known
	case p.Exp.Op != syntax.DefaultUnset && p.Exp.Op != syntax.DefaultUnsetOrNull:
		return "", false
	case v.sets[name] > 0:
		return value, known && value != ""
	}
	byDefault := wordOf(p.Exp.Word)
	return byDefault.Text, byDefault.Known
}

// word puts what is known into a word, and returns the words that it becomes. data says that the output
// of a command in it is no command.
func (v *variables) word(w *syntax.Word, data bool) []*syntax.Word {
	if v.read[w] {
		return []*syntax.Word{w}
	}
	v.read[w] = true
	for i, part := range w.Parts {
		data := data || i == 0 && len(w.Parts) > 1 && strings.HasPrefix(literalOf(w.Parts[1]), "/")             // below a folder
		if single, ok := part.(*syntax.SglQuoted); ok && single.Dollar && strings.Contains(single.Value, `\`) { // what its escapes expand to
			w.Parts[i] = &syntax.ParamExp{Short: true, Param: &syntax.Lit{Value: "_"}}
		}
		if quoted, ok := part.(*syntax.DblQuoted); ok && !quoted.Dollar {
			for k, inner := range quoted.Parts {
				data := data || i+k == 0 && len(quoted.Parts) > 1 && strings.HasPrefix(literalOf(quoted.Parts[1]), "/")
				value, known := v.piece(inner, data)
				if !known && i+k == 0 && v.unset(inner) && (len(quoted.Parts) > 1 && strings.HasPrefix(literalOf(quoted.Parts[1]), "/") ||
					len(quoted.Parts) == 1 && len(w.Parts) > 1 && strings.HasPrefix(literalOf(w.Parts[1]), "/")) {
					value, known = ".", true
				}
				if known {
					quoted.Parts[k] = &syntax.Lit{Value: strings.NewReplacer(`\`, `\\`, `"`, `\"`, "$", `\$`, "`", "\\`").Replace(value)}
				}
			}
			continue
		}
		value, known := v.piece(part, data)
		if !known && i == 0 && len(w.Parts) > 1 && v.unset(part) && strings.HasPrefix(literalOf(w.Parts[1]), "/") {
			value, known = ".", true
		}
		switch {
		case !known:
		case len(w.Parts) == 1:
			words := make([]*syntax.Word, 0, 1)
			for _, text := range strings.Fields(value) {
				words = append(words, quotedNode(text))
			}
			return v.inPlace(w, words)
		case !strings.ContainsAny(value, " \t\n"):
			w.Parts[i] = &syntax.SglQuoted{Value: value}
		}
	}
	return []*syntax.Word{w}
}

// literalOf is the text of a part of a word that is one, "" for another.
func literalOf(part syntax.WordPart) string {
	switch p := part.(type) {
	case *syntax.Lit:
		return p.Value
	case *syntax.SglQuoted:
		return p.Value
	case *syntax.DblQuoted:
		if len(p.Parts) > 0 {
			return literalOf(p.Parts[0])
		}
	}
	return ""
}

// unset reports whether a part of a word is a variable that nothing in the text sets: before a slash it
// is a folder, most often the one here.
func (v *variables) unset(part syntax.WordPart) bool {
	p, ok := part.(*syntax.ParamExp)
	return ok && p.Param != nil && p.Exp == nil && p.Index == nil && p.Slice == nil && p.Repl == nil && !p.Excl && !p.Length && !v.lost &&
		v.sets[p.Param.Value] == 0 && p.Param.Value != "HOME" && strings.Trim(p.Param.Value, "0123456789@*") != ""
}

// blur makes the whole of a word unknown that begins with a variable whose value may be several words.
func (v *variables) blur(w *syntax.Word) {
	if p, ok := w.Parts[0].(*syntax.ParamExp); ok && len(w.Parts) > 1 && p.Param != nil && !v.unset(p) {
		w.Parts = w.Parts[:1]
	}
}

// inPlace returns the words that a word becomes. A single one is written into w itself, so that other holders
// of w see it.
func (v *variables) inPlace(w *syntax.Word, words []*syntax.Word) []*syntax.Word {
	if len(words) == 1 {
		w.Parts = words[0].Parts
		return []*syntax.Word{w}
	}
	return words
}

func quotedNode(text string) *syntax.Word {
	return &syntax.Word{Parts: []syntax.WordPart{&syntax.SglQuoted{Value: text}}}
}

// piece is what is known of a part of a word.
func (v *variables) piece(part syntax.WordPart, data bool) (string, bool) {
	switch p := part.(type) {
	case *syntax.ParamExp:
		return v.value(p)
	case *syntax.CmdSubst:
		return v.output(p, data)
	default:
		syntax.Walk(part, v.visit)
	}
	return "", false
}

// output is the output of a substitution, as far as that is known.
func (v *variables) output(c *syntax.CmdSubst, data bool) (value string, known bool) {
	for _, stmt := range c.Stmts {
		syntax.Walk(stmt, v.visit)
	}
	if len(c.Stmts) != 1 || v.lost {
		return "", false
	}
	if value, known = v.printed(c.Stmts[0]); !known && data && v.printsData(c.Stmts[0].Cmd) {
		value, known = "data", true
	}
	if known {
		v.beside = append(v.beside, c.Stmts...)
	}
	return value, known
}

// printed is what a single command prints that only prints its words.
func (v *variables) printed(stmt *syntax.Stmt) (string, bool) {
	words, known := v.plainCall(stmt.Cmd)
	if known && words[0] == "cat" && len(words) == 1 && len(stmt.Redirs) == 1 {
		if texts := given(stmt.Redirs); len(texts) == 1 && texts[0].Known {
			return strings.TrimRight(texts[0].Text, "\n"), true
		}
	}
	if !known || len(stmt.Redirs) > 0 {
		return "", false
	}
	switch {
	case words[0] == "pwd" && len(words) == 1:
		return ".", true
	case words[0] == "echo" && len(words) > 1 && !strings.HasPrefix(words[1], "-") && !strings.Contains(strings.Join(words, ""), `\`):
		return strings.Join(words[1:], " "), true
	case words[0] == "printf" && len(words) == 2 && !strings.ContainsAny(words[1], `%\\`) && !strings.HasPrefix(words[1], "-"):
		return words[1], true
	case words[0] == "printf" && len(words) == 3 && (words[1] == "%s" || words[1] == `%s\n`):
		return words[2], true
	case words[0] == "whoami" && len(words) == 1, words[0] == "id" && len(words) == 2 && words[1] == "-un":
		return v.user, true
	case words[0] == "which" && len(words) == 2:
		return installed(words[1]), true
	case words[0] == "command" && len(words) == 3 && words[1] == "-v":
		return installed(words[2]), true
	}
	return "", false
}

// installed is a name for the file of a program.
func installed(program string) string {
	if strings.Contains(program, "/") {
		return program
	}
	return "/usr/bin/" + program
}

// allQuoted reports whether every expansion of a word is in double quotes, so that it makes one word.
func allQuoted(w *syntax.Word) bool {
	return !slices.ContainsFunc(w.Parts, func(part syntax.WordPart) bool {
		switch p := part.(type) {
		case *syntax.Lit, *syntax.SglQuoted:
			return false
		case *syntax.DblQuoted:
			return slices.ContainsFunc(p.Parts, func(inner syntax.WordPart) bool {
				x, ok := inner.(*syntax.ParamExp)
				return ok && (x.Param == nil || x.Param.Value == "@" || x.Index != nil || x.Slice != nil || x.Names != 0)
			})
		}
		return true
	})
}

// isShellName reports whether a word is the name of a shell.
func isShellName(w *syntax.Word) bool {
	read := wordOf(w)
	return read.Known && IsShell(read.Program())
}

// plainCall are the words of a command that is a call, none of which is unknown or a command of the text's.
func (v *variables) plainCall(cmd syntax.Command) (words []string, known bool) {
	call, ok := cmd.(*syntax.CallExpr)
	if !ok || len(call.Args) == 0 || len(call.Assigns) > 0 {
		return nil, false
	}
	for _, arg := range call.Args {
		w := wordOf(arg)
		if !w.Known {
			return nil, false
		}
		words = append(words, w.Text)
	}
	return words, !v.names[words[0]] && v.sets["PATH"] == 0 && !slices.Contains(words, "")
}
