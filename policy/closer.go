package policy

import (
	"slices"
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// maxReadings bounds the readings of one text, of which loops over several words make one each.
const maxReadings = 16

// closerParts are the parts of an action as they are read where a rule tells what is uncertain from what
// is not: variables have the values that the text gives them, or, where it gives none, those that their
// names promise; what only prints data stands for data. It only serves to tell what is uncertain from what
// is not: what is held back without it is decided by the rules that do not ask.
func closerParts(a *Action, all []part) []part {
	if a.Command == "" {
		return append(all, programParts(all)...)
	}
	var out []part
	for pick, more := 0, true; more; pick++ {
		if pick == maxReadings {
			return append(all, programParts(all)...)
		}
		s, left, ok := readClosely(a, pick)
		if !ok {
			return append(all, programParts(all)...)
		}
		out = append(append(out, partsOf(&s, a)...), writtenParts(s.commands, a)...)
		more = left
	}
	return append(out, programParts(out)...)
}

// partsOf are the parts of a text that was read.
func partsOf(s *script, a *Action) (out []part) {
	for i := range s.commands {
		out = append(out, part{simple: &s.commands[i], shown: show(s.commands[i].words), files: a.Paths})
	}
	if s.unread || len(out) == 0 {
		out = append(out, part{simple: &simple{opaque: true}, shown: a.Command, unread: true, files: a.Paths})
	}
	return out
}

// readClosely reads the command of an action with the pick-th choice of the words that its loops run over; more says that
// there is another choice.
func readClosely(a *Action, pick int) (s script, more, ok bool) {
	text := a.Command
	if len(text) > maxText || strings.ContainsRune(text, 0) || strings.Contains(text, strings.Repeat("(", maxNesting)) {
		return s, false, false
	}
	file, err := syntax.NewParser(syntax.Variant(syntax.LangBash)).Parse(strings.NewReader(text), "")
	if err != nil {
		return s, false, false
	}
	v := settingsOf(file, pick)
	syntax.Walk(file, v.visit)
	s.closely, s.visited = true, places{a.standing()}
	in := reading{at: s.visited}
	f := s.sequence(file.Stmts, in)
	s.sequence(v.beside, in.from(f.all()).hidden())
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

// nameItems puts a variable in the place of the name that xargs is told to replace in a text for a shell:
// what it puts there is one name of a list.
func nameItems(words []*syntax.Word) {
	const mark = "{}"
	if wordOf(words[0]).text != "xargs" || len(words) < 4 {
		return
	}
	last, option := wordOf(words[len(words)-1]), -1
	for i, w := range words {
		if text := wordOf(w).text; text == "-I"+mark || text == "-I" && wordOf(words[i+1]).text == mark {
			option = i
		}
	}
	if option < 0 || !last.known || !isShellName(words[len(words)-3]) || wordOf(words[len(words)-2]).text != "-c" {
		return
	}
	words[len(words)-1].Parts = quotedNode(strings.ReplaceAll(last.text, mark, "$item")).Parts
	words[option].Parts = quotedNode("-I_").Parts
	if wordOf(words[option+1]).text == mark {
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
	if w := wordOf(a.Value); a.Name != nil && v.sets[a.Name.Value] == 1 && w.known && !a.Append {
		v.values[a.Name.Value] = w.text
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
			if !read.known && (read.path == "" || strings.Contains(read.path, unknownText)) {
				return
			}
			items = append(items, firstText(read.text, read.path, read.known))
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
