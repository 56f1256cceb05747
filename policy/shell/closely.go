package shell

import (
	"path"
	"slices"
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// ReadClosely reads a text from a folder with the pick-th choice of the words that its loops run over; more says that
// there is another choice.
func ReadClosely(text string, from Standing, pick int) (s Script, more, ok bool) {
	if len(text) > maxText || strings.ContainsRune(text, 0) || strings.Contains(text, strings.Repeat("(", maxNesting)) {
		return s, false, false
	}
	file, err := syntax.NewParser(syntax.Variant(syntax.LangBash)).Parse(strings.NewReader(text), "")
	if err != nil {
		return s, false, false
	}
	v := settingsOf(file, pick)
	v.user = "user"
	if name := path.Base(from.Home); from.Home != "" && strings.Trim(name, "./") != "" {
		v.user = name
	}
	syntax.Walk(file, v.visit)
	s.closely, s.Visited = true, Places{from}
	in := Reading{At: s.Visited}
	f := s.sequence(file.Stmts, in)
	s.sequence(v.beside, in.From(f.all()).hidden())
	return s, v.pick == 0 && v.choices > pick+1, true
}

// visit puts what is known into the words of a node.
func (v *variables) visit(node syntax.Node) bool {
	switch n := node.(type) {
	case *syntax.CallExpr:
		v.call(n)
		return false
	case *syntax.Assign:
		v.assign(n)
		return false
	case *syntax.ForClause:
		v.loop(n)
	case *syntax.CaseItem:
		n.Patterns = slices.DeleteFunc(n.Patterns, func(w *syntax.Word) bool { return w.Lit() != "" })
	case *syntax.Word:
		v.word(n, false)
		return false
	}
	return true
}

// call puts what is known into a command. Its substitutions are data where its words are no commands.
func (v *variables) call(c *syntax.CallExpr) {
	for _, a := range c.Assigns {
		v.assign(a)
	}
	var words []*syntax.Word
	for i, w := range c.Args {
		words = append(words, v.word(w, i > 0 && v.takesData(words, w))...)
	}
	if c.Args = words; len(words) > 0 {
		v.blur(words[0])
		nameItems(words)
	}
	if n := len(c.Args); n > 1 && !v.feeds && isShellName(c.Args[n-1]) { // nothing is there for it to read
		c.Args[n-1] = quotedNode(":")
	}
	if v.startsAgent(c) {
		c.Args = []*syntax.Word{quotedNode(":")}
	}
}

// nameItems replaces the placeholder that xargs substitutes in a text for a shell by a variable: its value is
// one name of a list.
func nameItems(words []*syntax.Word) {
	const mark = "{}"
	if wordOf(words[0]).Text != "xargs" || len(words) < 4 {
		return
	}
	last, option := wordOf(words[len(words)-1]), -1
	for i, w := range words {
		if text := wordOf(w).Text; text == "-I"+mark || text == "-I" && wordOf(words[i+1]).Text == mark {
			option = i
		}
	}
	if option < 0 || !last.Known || !isShellName(words[len(words)-3]) || wordOf(words[len(words)-2]).Text != "-c" {
		return
	}
	words[len(words)-1].Parts = quotedNode(strings.ReplaceAll(last.Text, mark, "$item")).Parts
	words[option].Parts = quotedNode("-I_").Parts
	if wordOf(words[option+1]).Text == mark {
		words[option+1].Parts = quotedNode("-t").Parts
	}
}

// assign keeps the value of a variable that is set once.
func (v *variables) assign(a *syntax.Assign) {
	if a.Array != nil {
		syntax.Walk(a.Array, v.visit)
	}
	if a.Value == nil {
		return
	}
	v.word(a.Value, true)
	if w := wordOf(a.Value); a.Name != nil && v.sets[a.Name.Value] == 1 && w.Known && !a.Append {
		v.values[a.Name.Value] = w.Text
	}
}

// loop lets the variable of a loop be one of its words, another one in each reading.
func (v *variables) loop(f *syntax.ForClause) {
	iter, ok := f.Loop.(*syntax.WordIter)
	if !ok || v.sets[iter.Name.Value] != 1 || len(iter.Items) == 0 {
		return
	}
	var items []string
	for _, item := range iter.Items {
		for _, w := range v.word(item, true) {
			read := wordOf(w)
			if !read.Known && (read.Path == "" || strings.Contains(read.Path, UnknownText)) {
				return
			}
			items = append(items, firstText(read.Text, read.Path, read.Known))
		}
	}
	if len(items) > 0 {
		v.values[iter.Name.Value] = items[v.pick%len(items)]
		v.pick, v.choices = v.pick/len(items), max(v.choices, 1)*len(items)
	}
}

// firstText is the text of a word that is known, else the glob that it is.
func firstText(text, glob string, known bool) string {
	if known {
		return text
	}
	return glob
}
