package shell

import (
	"slices"
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// Word is a word of a command as far as its text determines what it will be.
type Word struct {
	Text  string
	Known bool
	// Path is the file that the word names if it names one: the text, with globs and with "~" for $HOME; ""
	// when it cannot be determined.
	Path string
	// partly is the text of a word that is not Known, with [computedText] for what is computed.
	partly string
	// Single reports that a shell makes exactly one word of it.
	Single bool
}

// template is the word's text with [computedText] for what is computed, as a text that is known.
func (w Word) template() Word {
	if w.Known || w.partly == "" {
		return w
	}
	return Word{Text: w.partly, Known: true}
}

// Simple is a command of words, as one of the views of it shows it.
type Simple struct {
	Words []Word
	// Writes are the files that it is redirected to, Reads those that it gets, or that are named beside it.
	Writes []Word
	Reads  []Word
	// Given are the texts of its input: here-documents and here-strings.
	Given []Word
	// At is where the shell may be when it reaches the command.
	At Places
	// More reports that words may follow that are not in the text.
	More bool
	pos  syntax.Pos // of its first word in the text
	from Places     // where the shell is when it reaches the command
	// Opaque reports that it is where its meaning cannot be determined from its words: in a substitution, a
	// subshell, a group, the background, after an assignment.
	Opaque bool
}

// maxDepth bounds commands inside of commands, such as bash -c 'bash -c …', and maxWords what
// all of them may come to: a text beyond it is not read further.
//
// No shell is given a larger text than maxText in one argument. Statements that are nested more deeply than
// maxNesting, or behind that many brackets, are not read.
const (
	maxText    = 256 << 10
	maxNesting = 200
	maxDepth   = 8
	maxWords   = 20_000
)

// Script is a shell text, split.
type Script struct {
	Commands []Simple
	Visited  Places // the folders that its commands go to, in their order
	// Unread reports that the text, or a part of it, is not a command that can be read.
	Unread    bool
	size      int // words of the commands
	nested    int // statements around the one that is read
	functions functions
	probing   bool // the text is read for where it goes, and read again for its commands
	closely   bool // the text is read to distinguish what is uncertain from what is not
}

// Reading is what surrounds the part of a text that is read.
type Reading struct {
	At     Places
	opaque bool // of the commands inside, see [Simple]
	Depth  int  // texts around it
}

func (in Reading) hidden() Reading { in.opaque = true; return in }

// From is the same with other places. Where nothing leads, the text is read as if from here.
func (in Reading) From(at Places) Reading {
	if len(at) > 0 {
		in.At = at
	}
	return in
}

// Run reads a text that a shell runs.
func (s *Script) Run(text string, in Reading) flow {
	if in.Depth > maxDepth || len(text) > maxText || strings.ContainsRune(text, 0) || strings.Contains(text, strings.Repeat("(", maxNesting)) {
		s.Unread = true
		return in.At.stays()
	}
	file, err := syntax.NewParser(syntax.Variant(syntax.LangBash)).Parse(strings.NewReader(text), "")
	if err != nil {
		s.Unread = true
		return in.At.stays()
	}
	return s.sequence(file.Stmts, in)
}

// unreadable reports whether a text is none that a shell can be seen to run.
func unreadable(text string, in Reading) bool {
	in.Depth++
	s := Script{probing: true}
	s.Run(text, in)
	return s.Unread
}

// sequence reads statements, each from where the one before it went.
func (s *Script) sequence(stmts []*syntax.Stmt, in Reading) flow {
	f := in.At.stays()
	for _, stmt := range stmts {
		in = in.From(f.all())
		f = s.statement(stmt, in)
	}
	return f
}

// statement reads a statement.
func (s *Script) statement(stmt *syntax.Stmt, in Reading) flow {
	s.nested++
	defer func() { s.nested-- }()
	if s.nested > maxNesting || s.size > maxWords {
		s.Unread = true
		return in.At.stays()
	}
	beside := stmt.Background || stmt.Coprocess || stmt.Disown
	writes, reads, odd := redirects(stmt.Redirs)
	in.opaque = in.opaque || beside || odd
	f := s.command(stmt.Cmd, Simple{Writes: writes, Reads: reads, Given: given(stmt.Redirs)}, in)
	for _, r := range stmt.Redirs {
		s.inside(r, in)
	}
	switch {
	case beside:
		return in.At.stays()
	case stmt.Negated:
		return flow{ok: f.fail, fail: f.ok}
	}
	return f
}

// command reads a command with what is redirected around it.
func (s *Script) command(cmd syntax.Command, around Simple, in Reading) flow {
	switch cmd := cmd.(type) {
	case *syntax.CallExpr:
		return s.call(cmd, around, in)
	case *syntax.BinaryCmd:
		return s.binary(cmd, in)
	case *syntax.IfClause:
		f := s.ifClause(cmd, in)
		if len(around.Writes)+len(around.Reads)+len(around.Given) > 0 {
			s.keep(Simple{Writes: around.Writes, Reads: around.Reads, Given: around.Given, At: in.At, Opaque: true})
		}
		return f
	}
	f := s.compound(cmd, in.hidden())
	set := s.assigned(cmd, in)
	s.keep(Simple{Writes: around.Writes, Reads: append(around.Reads, named(cmd)...), At: in.At, Opaque: true})
	return flow{ok: f.ok.athome(set), fail: f.fail.athome(set)}
}

// keep takes a command into the result.
func (s *Script) keep(c Simple) {
	if !s.probing {
		s.Commands = append(s.Commands, c)
	}
}

// visit takes folders that a command goes to into the result.
func (s *Script) visit(at Places) {
	if s.probing {
		return
	}
	for _, st := range at.plain() {
		if len(s.Visited) < maxVisited && !st.Failed && !slices.Contains(s.Visited, st) {
			st.Open = st.Open || len(s.Visited)+1 == maxVisited
			s.Visited = append(s.Visited, st)
		}
	}
}

// assigned reads what export, declare and their like set.
func (s *Script) assigned(cmd syntax.Command, in Reading) []assignment {
	decl, ok := cmd.(*syntax.DeclClause)
	if !ok {
		return nil
	}
	set := assignments(decl.Args)
	s.environment(set, in)
	elsewhere(s, set, nil, in)
	return set
}

// named returns the words of a compound command, as those of a loop, that are in none of the statements inside.
func named(cmd syntax.Command) (words []Word) {
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

// alternatives are the words of a command's lists, NAME=(WORD), and the default words of variables:
// ${NAME:=WORD}.
func alternatives(c *syntax.CallExpr) (words []Word) {
	syntax.Walk(c, func(n syntax.Node) bool {
		switch n := n.(type) {
		case *syntax.Stmt:
			return false
		case *syntax.ArrayElem:
			words = append(words, wordOf(n.Value))
		case *syntax.ParamExp:
			if n.Exp != nil && n.Exp.Word != nil && slices.Contains(substitutes, n.Exp.Op) {
				words = append(words, wordOf(n.Exp.Word))
			}
		}
		return true
	})
	return words
}

// substitutes are the expansions that put a word in the place of a variable.
var substitutes = []syntax.ParExpOperator{syntax.AlternateUnset, syntax.AlternateUnsetOrNull, syntax.DefaultUnset, syntax.DefaultUnsetOrNull, syntax.AssignUnset, syntax.AssignUnsetOrNull}

// inside reads the commands in a word or another part of a command: $(…), `…`, <(…), and what
// arithmetic and prompts run.
func (s *Script) inside(node syntax.Node, in Reading) {
	if node == nil {
		return
	}
	in.opaque = true
	syntax.Walk(node, func(n syntax.Node) bool {
		if stmt, ok := n.(*syntax.Stmt); ok {
			s.statement(stmt, in)
			return false
		}
		s.computed(n, in)
		return true
	})
}

// call reads a simple command and, when it runs another one, that too.
func (s *Script) call(c *syntax.CallExpr, base Simple, in Reading) flow {
	in.opaque = in.opaque || len(c.Assigns) > 0 || len(c.Args) == 0
	for _, a := range c.Assigns {
		s.inside(a, in)
	}
	set := assignments(c.Assigns)
	for _, a := range set {
		base.Reads = append(base.Reads, a.value)
	}
	base.Reads = append(base.Reads, alternatives(c)...)
	s.environment(set, in)
	in.At = in.At.athome(set)
	for _, w := range c.Args {
		base.Words = append(base.Words, wordOf(w))
		s.inside(w, in)
	}
	base.pos, base.from = c.Pos(), in.At
	s.names(&base, in)
	elsewhere(s, set, base.Words, in)
	return s.Add(base, in)
}

// Add takes a command and the commands that it runs.
func (s *Script) Add(c Simple, in Reading) flow {
	if s.size += len(c.Words) + 1; s.size > maxWords {
		s.Unread = true
		return in.At.stays()
	}
	c.At, c.Opaque = in.At, in.opaque
	f, moves := c.moves(in.At)
	if s.visit(f.ok); !moves {
		f = in.At.stays()
	}
	if s.closely && runsNoCommand(c.Words) {
		s.keep(c)
		return f
	}
	inner := unwrap(&c)
	if s.closely {
		c.Reads = append(slices.Clip(c.Reads), inner.folders...)
	}
	there := in.From(inner.worksIn(in.At))
	s.visit(there.At)
	if inner.harmless && !c.Opaque { // timeout 5 foo is foo
		c.Words, c.More = inner.commands[0], c.More || inner.more
		return inner.lead(f, s.Add(c, there))
	}
	if len(inner.commands) == 0 { // its own words name files from there
		c.At = in.At.or(there.At)
	}
	s.keep(c)
	there.opaque = true
	var led []flow
	for _, words := range inner.commands {
		led = append(led, s.Add(Simple{Words: words, Writes: c.Writes, Reads: c.Reads, Given: c.Given, More: c.More || inner.more}, there))
	}
	if inner.later {
		there.At = opened(there.At)
	}
	if s.closely && runsPrograms(c.Words) {
		inner.scripts = slices.DeleteFunc(inner.scripts, func(t Word) bool { return unreadable(t.Text, there) })
	}
	for _, text := range inner.scripts {
		led = append(led, s.text(text, there))
	}
	s.environment(envWords(inner.words), there)
	elsewhere(s, envWords(inner.words), slices.Concat(inner.commands...), there)
	return s.called(&c, inner.lead(f, led...), in)
}

// text reads a script that a command hands to a shell.
func (s *Script) text(text Word, in Reading) flow {
	if !text.Known || s.size > maxWords {
		s.Unread = true
		return in.At.stays()
	}
	in.opaque = true
	in.Depth++
	return s.Run(text.Text, in)
}

// redirects lists what a statement writes and reads; odd says that a here-document is expanded, or a file
// cannot be determined.
func redirects(list []*syntax.Redirect) (writes, reads []Word, odd bool) {
	for _, r := range list {
		w := wordOf(r.Word)
		switch r.Op {
		case syntax.Hdoc, syntax.DashHdoc:
			odd = odd || !quoted(r.Word)
		case syntax.WordHdoc:
			odd = odd || !w.Known
		case syntax.RdrIn:
			reads = append(reads, w)
		case syntax.DplOut, syntax.DplIn:
			if !w.Known || strings.Trim(w.Text, "0123456789-") != "" { // 2>&1 is no file, >&out is
				writes = append(writes, w)
			}
		case syntax.RdrOut, syntax.AppOut, syntax.RdrInOut, syntax.RdrClob, syntax.AppClob, syntax.RdrAll, syntax.RdrAllClob,
			syntax.AppAll, syntax.AppAllClob:
			if !w.Known || w.Text != "/dev/null" {
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

// Possible returns the words of a command, with one that represents those that may follow.
func (c *Simple) Possible() []Word {
	if c.More {
		return append(slices.Clip(c.Words), Word{})
	}
	return c.Words
}
