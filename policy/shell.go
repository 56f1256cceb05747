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
	// partly is the text of a word that is not known, with [computedText] for what is computed.
	partly string
	// single says that a shell makes exactly one word of it.
	single bool
}

// template is the word's text with [computedText] for what is computed, as a text that is known.
func (w word) template() word {
	if w.known || w.partly == "" {
		return w
	}
	return word{text: w.partly, known: true}
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
	// at is where the shell may be when it comes to the command.
	at places
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
	visited  places // the folders that its commands go to, in their order
	// unread says that the text, or a part of it, is not a command that can be read.
	unread    bool
	size      int // words of the commands
	nested    int // statements around the one that is read
	functions []function
	probing   bool // the text is read for where it goes, and read again for its commands
	closely   bool // the text is read to tell what is uncertain from what is not
}

// reading is what surrounds the part of a text that is read.
type reading struct {
	at     places
	opaque bool // of the commands inside, see [simple]
	depth  int  // texts around it
}

func (in reading) hidden() reading { in.opaque = true; return in }

// from is the same with other places. Where nothing leads, the text is read as if from here.
func (in reading) from(at places) reading {
	if len(at) > 0 {
		in.at = at
	}
	return in
}

// run reads a text that a shell runs.
func (s *script) run(text string, in reading) flow {
	if in.depth > maxDepth || len(text) > maxText || strings.ContainsRune(text, 0) || strings.Contains(text, strings.Repeat("(", maxNesting)) {
		s.unread = true
		return in.at.stays()
	}
	file, err := syntax.NewParser(syntax.Variant(syntax.LangBash)).Parse(strings.NewReader(text), "")
	if err != nil {
		s.unread = true
		return in.at.stays()
	}
	return s.sequence(file.Stmts, in)
}

// unreadable reports whether a text is none that a shell can be seen to run.
func unreadable(text string, in reading) bool {
	in.depth++
	s := script{probing: true}
	s.run(text, in)
	return s.unread
}

// sequence reads statements, each from where the one before it went.
func (s *script) sequence(stmts []*syntax.Stmt, in reading) flow {
	f := in.at.stays()
	for _, stmt := range stmts {
		in = in.from(f.all())
		f = s.statement(stmt, in)
	}
	return f
}

// statement reads a statement.
func (s *script) statement(stmt *syntax.Stmt, in reading) flow {
	s.nested++
	defer func() { s.nested-- }()
	if s.nested > maxNesting || s.size > maxWords {
		s.unread = true
		return in.at.stays()
	}
	beside := stmt.Background || stmt.Coprocess || stmt.Disown
	writes, reads, odd := redirects(stmt.Redirs)
	in.opaque = in.opaque || beside || odd
	f := s.command(stmt.Cmd, simple{writes: writes, reads: reads, given: given(stmt.Redirs)}, in)
	for _, r := range stmt.Redirs {
		s.inside(r, in)
	}
	switch {
	case beside:
		return in.at.stays()
	case stmt.Negated:
		return flow{ok: f.fail, fail: f.ok}
	}
	return f
}

// command reads a command with what is redirected around it.
func (s *script) command(cmd syntax.Command, around simple, in reading) flow {
	switch cmd := cmd.(type) {
	case *syntax.CallExpr:
		return s.call(cmd, around, in)
	case *syntax.BinaryCmd:
		return s.binary(cmd, in)
	case *syntax.IfClause:
		return s.ifClause(cmd, in)
	}
	f := s.compound(cmd, in.hidden())
	set := s.assigned(cmd, in)
	s.keep(simple{writes: around.writes, reads: append(around.reads, named(cmd)...), at: in.at, opaque: true})
	return flow{ok: f.ok.athome(set), fail: f.fail.athome(set)}
}

// keep takes a command into the result.
func (s *script) keep(c simple) {
	if !s.probing {
		s.commands = append(s.commands, c)
	}
}

// visit takes folders that a command goes to into the result.
func (s *script) visit(at places) {
	if s.probing {
		return
	}
	for _, st := range at.plain() {
		if len(s.visited) < maxVisited && !st.failed && !slices.Contains(s.visited, st) {
			st.open = st.open || len(s.visited)+1 == maxVisited
			s.visited = append(s.visited, st)
		}
	}
}

// assigned reads what export, declare and their like set.
func (s *script) assigned(cmd syntax.Command, in reading) []assignment {
	decl, ok := cmd.(*syntax.DeclClause)
	if !ok {
		return nil
	}
	set := assignments(decl.Args)
	s.environment(set, in)
	return set
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

// inside reads the commands in a word or another part of a command: $(…), `…`, <(…), and what
// arithmetic and prompts run.
func (s *script) inside(node syntax.Node, in reading) {
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
func (s *script) call(c *syntax.CallExpr, base simple, in reading) flow {
	in.opaque = in.opaque || len(c.Assigns) > 0 || len(c.Args) == 0
	for _, a := range c.Assigns {
		s.inside(a, in)
	}
	set := assignments(c.Assigns)
	for _, a := range set {
		base.reads = append(base.reads, a.value)
	}
	s.environment(set, in)
	in.at = in.at.athome(set)
	for _, w := range c.Args {
		base.words = append(base.words, wordOf(w))
		s.inside(w, in)
	}
	s.names(&base, in)
	return s.add(base, in)
}

// add takes a command and the commands that it runs.
func (s *script) add(c simple, in reading) flow {
	if s.size += len(c.words) + 1; s.size > maxWords {
		s.unread = true
		return in.at.stays()
	}
	c.at, c.opaque = in.at, in.opaque
	f, moves := c.moves(in.at)
	if s.visit(f.ok); !moves {
		f = in.at.stays()
	}
	if s.closely && runsNoCommand(c.words) {
		s.keep(c)
		return f
	}
	inner := unwrap(&c)
	there := in.from(inner.worksIn(in.at))
	s.visit(there.at)
	if inner.harmless && !c.opaque { // timeout 5 foo is foo
		c.words, c.more = inner.commands[0], c.more || inner.more
		return inner.lead(f, s.add(c, there))
	}
	if len(inner.commands) == 0 { // its own words name files from there
		c.at = in.at.or(there.at)
	}
	s.keep(c)
	there.opaque = true
	var led []flow
	for _, words := range inner.commands {
		led = append(led, s.add(simple{words: words, writes: c.writes, reads: c.reads, given: c.given, more: c.more || inner.more}, there))
	}
	if inner.later {
		there.at = opened(there.at)
	}
	if s.closely && runsPrograms(c.words) {
		inner.scripts = slices.DeleteFunc(inner.scripts, func(t word) bool { return unreadable(t.text, there) })
	}
	for _, text := range inner.scripts {
		led = append(led, s.text(text, there))
	}
	s.environment(envWords(inner.words), there)
	return s.called(&c, inner.lead(f, led...), in)
}

// text reads a script that a command hands to a shell.
func (s *script) text(text word, in reading) flow {
	if !text.known || s.size > maxWords {
		s.unread = true
		return in.at.stays()
	}
	in.opaque = true
	in.depth++
	return s.run(text.text, in)
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
