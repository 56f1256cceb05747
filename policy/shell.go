package policy

import (
	"slices"
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// word is a word of a command as far as its text says what it will be.
type word struct {
	text  string
	known bool
	// path is the file that the word names if it names one: the text, with globs and with
	// "~" for $HOME; "" when nothing can be told.
	path string
	// single: it is one word, whatever is in it that is computed.
	single bool
}

// simple is a command of words, as one of the views of it shows it.
type simple struct {
	words []word
	// writes are the files that it is redirected to, reads those that it gets, or that are
	// named beside it.
	writes []word
	reads  []word
	// given are the texts of its input: here-documents and here-strings.
	given []word
	// more says that words may follow that are not in the text.
	more bool
	// opaque says that it stands where its meaning cannot be told from its words: in a
	// substitution, a subshell, a group, the background, behind an assignment.
	opaque bool
}

// maxDepth bounds commands inside of commands, such as bash -c 'bash -c …', and maxWords what
// all of them may come to: a text beyond it is not read further.
//
// No shell is given a larger text than maxText in one argument. Statements that stand deeper in
// others than maxNesting, or behind that many brackets, are for nobody to read.
const (
	maxText    = 256 << 10
	maxNesting = 200
	maxDepth   = 8
	maxWords   = 20_000
)

// script is a shell text, split.
type script struct {
	commands []simple
	// unread says that the text, or a part of it, is not a command that can be read.
	unread bool
	size   int // words of the commands
	nested int // statements around the one that is read
	// closely: the text is read to tell what is uncertain from what is not.
	closely bool
}

// split reads a shell text into its simple commands, nested ones too.
func split(text string) script { return splitAt(text, 0) }

func splitAt(text string, depth int) script {
	var s script
	if depth > maxDepth || len(text) > maxText || strings.ContainsRune(text, 0) || strings.Contains(text, strings.Repeat("(", maxNesting)) {
		return script{unread: true}
	}
	file, err := syntax.NewParser(syntax.Variant(syntax.LangBash)).Parse(strings.NewReader(text), "")
	if err != nil {
		return script{unread: true}
	}
	for _, stmt := range file.Stmts {
		s.statement(stmt, false, depth)
	}
	return s
}

// statement reads a statement; opaque is inherited by what is inside.
func (s *script) statement(stmt *syntax.Stmt, opaque bool, depth int) {
	s.nested++
	defer func() { s.nested-- }()
	if s.nested > maxNesting {
		s.unread = true
		return
	}
	opaque = opaque || stmt.Background || stmt.Coprocess || stmt.Disown
	writes, reads, odd := redirects(stmt.Redirs)
	opaque = opaque || odd
	switch cmd := stmt.Cmd.(type) {
	case *syntax.CallExpr:
		s.call(cmd, simple{writes: writes, reads: reads, given: given(stmt.Redirs), opaque: opaque}, depth)
	case *syntax.BinaryCmd:
		s.statement(cmd.X, opaque, depth)
		s.statement(cmd.Y, opaque, depth)
	case *syntax.IfClause:
		s.ifClause(cmd, opaque, depth)
	default:
		s.inside(cmd, depth)
		s.assigned(cmd, depth)
		s.commands = append(s.commands, simple{writes: writes, reads: append(reads, named(cmd)...), opaque: true})
	}
	for _, r := range stmt.Redirs {
		s.substitutions(r, depth)
	}
}

// assigned reads what export, declare and their like set.
func (s *script) assigned(cmd syntax.Command, depth int) {
	if decl, ok := cmd.(*syntax.DeclClause); ok {
		s.environment(assignments(decl.Args), depth)
	}
}

// named are the words of a compound command, as those of a loop, that stand in none of the
// statements inside.
func named(cmd syntax.Command) (words []word) {
	if cmd == nil {
		return nil
	}
	syntax.Walk(cmd, func(n syntax.Node) bool {
		switch n := n.(type) {
		case *syntax.Stmt:
			return false
		case *syntax.Word:
			words = append(words, wordOf(n))
		}
		return true
	})
	return words
}

func (s *script) ifClause(c *syntax.IfClause, opaque bool, depth int) {
	for ; c != nil; c = c.Else {
		for _, stmts := range [][]*syntax.Stmt{c.Cond, c.Then} {
			for _, stmt := range stmts {
				s.statement(stmt, opaque, depth)
			}
		}
	}
}

// inside reads what stands in a compound command whose order or number of runs the text
// does not tell: loops, groups, functions, subshells.
func (s *script) inside(node syntax.Node, depth int) {
	if node == nil {
		return
	}
	syntax.Walk(node, func(n syntax.Node) bool {
		if stmt, ok := n.(*syntax.Stmt); ok {
			s.statement(stmt, true, depth)
			return false
		}
		return true
	})
}

// substitutions reads the commands in $(…), `…` and <(…) of a word.
func (s *script) substitutions(node syntax.Node, depth int) { s.inside(node, depth) }

// call reads a simple command and, when it runs another one, that too.
func (s *script) call(c *syntax.CallExpr, base simple, depth int) {
	base.opaque = base.opaque || len(c.Assigns) > 0
	for _, a := range c.Assigns {
		s.substitutions(a, depth)
	}
	set := assignments(c.Assigns)
	for _, a := range set {
		base.reads = append(base.reads, a.value)
	}
	s.environment(set, depth)
	for _, w := range c.Args {
		base.words = append(base.words, wordOf(w))
		s.substitutions(w, depth)
	}
	if len(base.words) == 0 {
		base.opaque = true
	}
	s.add(base, depth)
}

// add takes a command and the commands that it runs.
func (s *script) add(c simple, depth int) {
	if s.size += len(c.words) + 1; s.size > maxWords {
		s.unread = true
		return
	}
	if s.closely && runsNoCommand(c.words) {
		s.commands = append(s.commands, c)
		return
	}
	inner := unwrap(c.words, c.more)
	if inner.harmless && !c.opaque { // timeout 5 foo is foo
		for _, words := range inner.commands {
			c.words, c.more = words, c.more || inner.more
			s.add(c, depth)
			return
		}
	}
	s.commands = append(s.commands, c)
	for _, words := range inner.commands {
		s.add(simple{words: words, writes: c.writes, reads: c.reads, given: c.given, more: c.more || inner.more, opaque: true}, depth)
	}
	if s.closely && runsPrograms(c.words) {
		inner.scripts = slices.DeleteFunc(inner.scripts, func(t word) bool { return splitAt(t.text, depth+1).unread })
	}
	for _, text := range slices.Concat(inner.scripts, texts(&c)) {
		s.text(text, depth+1)
	}
	s.environment(envWords(c.words), depth)
}

// text reads a script that a command hands to a shell.
func (s *script) text(text word, depth int) {
	if !text.known || s.size > maxWords {
		s.unread = true
		return
	}
	nested := splitAt(text.text, depth)
	s.size += nested.size
	for i := range nested.commands {
		nested.commands[i].opaque = true
	}
	s.commands = append(s.commands, nested.commands...)
	s.unread = s.unread || nested.unread
}

// redirects lists what a statement writes and reads; odd says that a here-document is
// expanded, or a file cannot be told.
func redirects(list []*syntax.Redirect) (writes, reads []word, odd bool) {
	for _, r := range list {
		w := wordOf(r.Word)
		switch r.Op {
		case syntax.Hdoc, syntax.DashHdoc:
			odd = odd || !quoted(r.Word)
		case syntax.WordHdoc:
			odd = odd || !w.known
		case syntax.RdrIn:
			reads = append(reads, w)
		case syntax.DplOut, syntax.DplIn:
			if !w.known || strings.Trim(w.text, "0123456789-") != "" { // 2>&1 is no file, >&out is
				writes = append(writes, w)
			}
		case syntax.RdrOut, syntax.AppOut, syntax.RdrInOut, syntax.RdrClob, syntax.AppClob, syntax.RdrAll, syntax.RdrAllClob,
			syntax.AppAll, syntax.AppAllClob:
			if !w.known || w.text != "/dev/null" {
				writes = append(writes, w)
			}
		}
	}
	return writes, reads, odd
}

// quoted reports whether a here-document's delimiter has a quote, so that nothing in it is expanded.
func quoted(delimiter *syntax.Word) bool {
	for _, p := range delimiter.Parts {
		switch p := p.(type) {
		case *syntax.SglQuoted, *syntax.DblQuoted:
			return true
		case *syntax.Lit:
			if strings.Contains(p.Value, `\`) {
				return true
			}
		}
	}
	return false
}
