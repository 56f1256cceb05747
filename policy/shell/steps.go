package shell

import (
	"slices"
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// Step is a command of a text, with what the exit status of the text says about it.
type Step struct {
	Simple
	// Succeeded: if the text exits with 0, the command ran and exited with 0.
	Succeeded bool
	// Failed: if the text exits with another status, at least one of the steps marked so exited
	// with another status than 0. Unseen says that what may have failed instead is no step.
	Failed, Unseen bool
	// Output is the part of what the command writes to its standard output that reaches the
	// standard output of the text.
	Output Output
	// Limited reports that a program such as timeout ends the command after some time.
	Limited bool
	// Shadowed reports that the text declares a function or an alias of the command's name.
	Shadowed bool
	// Through are the programs that ran the command and passed its exit status on, outermost first.
	Through []string
}

// Output is how much of a command's output reaches that of the text.
type Output int

// The parts of an output, from the least.
const (
	OutputNone  Output = iota // nothing: redirected, or read by another command
	OutputPart                // lines that a filter chose
	OutputEnd                 // the last lines
	OutputWhole               // all of it
)

// Steps returns the commands of a text that is run from a place, in the order of the text, each
// with what the exit status of the text says about it. A command that a loop, a substitution, a
// function or a background job runs is a step about which the status says nothing.
//
// A program that passes the exit status of the command it runs on, such as timeout, env or a
// shell with -c, is no separate step: the command is. Steps returns false for a text that
// cannot be parsed, or that is larger than a shell accepts.
func Steps(text string, from Standing) ([]Step, bool) {
	w := stepReader{}
	end, ok := w.text(text, Places{from}, settings{}, OutputWhole, stepOrigin{})
	if !ok {
		return nil, false
	}
	for _, i := range end.zero {
		w.steps[i].Succeeded = true
	}
	for _, i := range end.other {
		if i == unseen {
			continue
		}
		w.steps[i].Failed, w.steps[i].Unseen = true, slices.Contains(end.other, unseen)
	}
	return w.steps, true
}

// unseen represents a command that is no step in [ending.other].
const unseen = -1

// ending is what an exit status says.
type ending struct {
	zero  []int // steps that ran and exited with 0 if the status is 0
	other []int // one of these exited with another status if the status is not 0; nil: unknown
	never statuses
	exits bool // the shell ends here
	must  bool // the shell continues only if the status is 0
}

// statuses is a set of exit statuses.
type statuses uint8

const (
	neverZero statuses = 1 << iota
	neverOther
)

// settings are the options of a shell that change what its exit status says.
type settings struct{ errexit, pipefail bool }

// stepOrigin is what surrounds a command that a program runs.
type stepOrigin struct {
	limited bool
	through []string
	depth   int
}

// stepReader collects the steps of a text.
type stepReader struct {
	steps    []Step
	at       map[syntax.Pos]Simple // of the commands of the text that is read, with their places
	shadowed map[string]bool
	nested   int
}

// text reads a text that a shell runs.
func (w *stepReader) text(text string, at Places, set settings, out Output, from stepOrigin) (ending, bool) {
	if from.depth > maxDepth || len(text) > maxText || strings.ContainsRune(text, 0) || strings.Contains(text, strings.Repeat("(", maxNesting)) {
		return ending{}, false
	}
	file, err := syntax.NewParser(syntax.Variant(syntax.LangBash)).Parse(strings.NewReader(text), "")
	if err != nil {
		return ending{}, false
	}
	outer, shadowed := w.at, w.shadowed
	defer func() { w.at, w.shadowed = outer, shadowed }()
	w.at, w.shadowed = placesOf(file, at), shadows(file, shadowed)
	return trapped(file, w.sequence(file.Stmts, &set, out, from)), true
}

// placesOf reads where the commands of a text run, by the position of their first word.
func placesOf(file *syntax.File, at Places) map[syntax.Pos]Simple {
	s := Script{}
	s.sequence(file.Stmts, Reading{At: at})
	found := make(map[syntax.Pos]Simple, len(s.Commands))
	for _, c := range s.Commands {
		if _, known := found[c.pos]; !known && c.pos.IsValid() {
			found[c.pos] = c
		}
	}
	return found
}

// shadows returns the names that a text declares as functions or aliases, with those of the text around it.
func shadows(file *syntax.File, outer map[string]bool) map[string]bool {
	names := map[string]bool{}
	for name := range outer {
		names[name] = true
	}
	syntax.Walk(file, func(node syntax.Node) bool {
		switch n := node.(type) {
		case *syntax.FuncDecl:
			if n.Name != nil {
				names[n.Name.Value] = true
			}
		case *syntax.CallExpr:
			if len(n.Args) > 1 {
				declares(n, names)
			}
		}
		return true
	})
	return names
}

// sequence reads statements that run one after another.
func (w *stepReader) sequence(stmts []*syntax.Stmt, set *settings, out Output, from stepOrigin) ending {
	end := ending{never: neverOther}
	for i, stmt := range stmts {
		if isExitOfLast(stmt.Cmd) && i > 0 {
			end.exits = true
			return end
		}
		last := end
		end = w.statement(stmt, set, out, from)
		if i > 0 && (last.must || set.errexit && endsOnFailure(stmts[i-1])) {
			end = both(last, end)
		}
		if end.exits {
			for _, rest := range stmts[i+1:] {
				w.aside(rest, from)
			}
			return end
		}
	}
	return end
}

// endsOnFailure reports whether a shell with errexit ends when the statement fails.
func endsOnFailure(stmt *syntax.Stmt) bool {
	if stmt.Negated || stmt.Background || stmt.Coprocess || stmt.Disown {
		return false
	}
	c, binary := stmt.Cmd.(*syntax.BinaryCmd)
	return !binary || c.Op != syntax.AndStmt
}

// isExitOfLast reports whether a command ends the shell with the status of the command before it.
func isExitOfLast(cmd syntax.Command) bool {
	c, ok := cmd.(*syntax.CallExpr)
	if !ok || len(c.Args) == 0 || len(c.Args) > 2 || c.Args[0].Lit() != "exit" {
		return false
	}
	return len(c.Args) == 1 || wordOf(c.Args[1]).Text == "$?"
}

// both is the ending of two commands of which the second runs if the first succeeds.
func both(x, y ending) ending {
	end := ending{zero: slices.Concat(x.zero, y.zero), never: x.never&y.never&neverOther | (x.never|y.never)&neverZero, exits: x.exits}
	switch {
	case x.never&neverOther != 0:
		end.other = y.other
	case y.never&neverOther != 0:
		end.other = x.other
	case x.other != nil && y.other != nil:
		end.other = slices.Concat(x.other, y.other)
	default:
		end.other = slices.Concat(x.other, y.other, []int{unseen})
	}
	return end
}

// either is the ending of two commands of which the second runs if the first fails.
func either(x, y ending) ending {
	end := ending{never: x.never&y.never&neverZero | (x.never|y.never)&neverOther, must: y.exits && y.never&neverZero != 0}
	switch {
	case y.never&neverZero != 0:
		end.zero = x.zero
	case x.never&neverZero != 0:
		end.zero = y.zero
	}
	if end.other = x.other; x.other == nil || slices.Contains(x.other, unseen) && y.other != nil {
		end.other = y.other
	}
	if end.never&neverOther != 0 {
		end.other = nil
	}
	return end
}

// statement reads a statement.
func (w *stepReader) statement(stmt *syntax.Stmt, set *settings, out Output, from stepOrigin) ending {
	w.nested++
	defer func() { w.nested-- }()
	if w.nested > maxNesting || len(w.steps) > maxWords {
		return ending{}
	}
	if stmt.Background || stmt.Coprocess || stmt.Disown {
		w.aside(stmt, from)
		return ending{never: neverOther}
	}
	first := len(w.steps)
	end := w.command(stmt.Cmd, set, redirected(stmt.Redirs, out), from)
	for i := first; i < len(w.steps); i++ { // what is redirected around a group goes for its commands
		if _, simple := stmt.Cmd.(*syntax.CallExpr); !simple {
			writes, _, _ := redirects(stmt.Redirs)
			w.steps[i].Writes = append(slices.Clip(w.steps[i].Writes), writes...)
		}
	}
	for _, r := range stmt.Redirs {
		w.aside(r, from)
	}
	if stmt.Negated {
		return ending{}
	}
	return end
}

// redirected is what of an output is left behind redirections.
func redirected(list []*syntax.Redirect, out Output) Output {
	for _, r := range list {
		if r.N != nil && r.N.Value != "1" {
			continue
		}
		switch r.Op {
		case syntax.RdrOut, syntax.AppOut, syntax.RdrClob, syntax.AppClob, syntax.RdrAll, syntax.RdrAllClob, syntax.AppAll, syntax.AppAllClob:
			if name := wordOf(r.Word).Text; name != "/dev/stdout" && name != "/dev/stderr" && name != "/dev/tty" {
				out = OutputNone
			}
		case syntax.RdrIn, syntax.RdrInOut, syntax.DplIn, syntax.DplOut, syntax.Hdoc, syntax.DashHdoc, syntax.WordHdoc:
		}
	}
	return out
}

// command reads a command.
func (w *stepReader) command(cmd syntax.Command, set *settings, out Output, from stepOrigin) ending {
	switch c := cmd.(type) {
	case *syntax.CallExpr:
		return w.call(c, set, out, from)
	case *syntax.BinaryCmd:
		return w.binary(c, set, out, from)
	case *syntax.Block:
		return w.sequence(c.Stmts, set, out, from)
	case *syntax.Subshell:
		own := *set
		end := w.sequence(c.Stmts, &own, out, from)
		end.exits = false
		return end
	case *syntax.TimeClause:
		if c.Stmt != nil {
			return w.statement(c.Stmt, set, out, from)
		}
	case *syntax.IfClause:
		return w.ifClause(c, set, out, from)
	case *syntax.DeclClause:
		w.aside(c, from)
		return ending{never: neverOther}
	default:
		w.aside(cmd, from)
	}
	return ending{other: []int{unseen}}
}

// binary reads two statements with "&&", "||" or a pipe between them.
func (w *stepReader) binary(c *syntax.BinaryCmd, set *settings, out Output, from stepOrigin) ending {
	switch c.Op {
	case syntax.AndStmt:
		x := w.statement(c.X, set, out, from)
		return both(x, w.statement(c.Y, set, out, from))
	case syntax.OrStmt:
		x := w.statement(c.X, set, out, from)
		return either(x, w.statement(c.Y, set, out, from))
	case syntax.Pipe, syntax.PipeAll:
	}
	stages := stagesOf(c)
	var end ending
	for i, stage := range stages {
		own, reaches := *set, out // each part of a pipe is a separate shell
		for _, reader := range stages[i+1:] {
			reaches = min(reaches, passed(reader))
		}
		next := w.statement(stage, &own, reaches, from)
		next.exits, next.must = false, false
		if i > 0 && set.pipefail {
			next = both(end, next)
		}
		end = next
	}
	return end
}

// stagesOf lists the statements of a pipe.
func stagesOf(c *syntax.BinaryCmd) (stages []*syntax.Stmt) {
	for _, side := range []*syntax.Stmt{c.X, c.Y} {
		inner, ok := side.Cmd.(*syntax.BinaryCmd)
		if ok && (inner.Op == syntax.Pipe || inner.Op == syntax.PipeAll) && len(side.Redirs) == 0 && !side.Negated {
			stages = append(stages, stagesOf(inner)...)
			continue
		}
		stages = append(stages, side)
	}
	return stages
}

// passed is how much of its input a part of a pipe writes to its output.
func passed(stmt *syntax.Stmt) Output {
	c, ok := stmt.Cmd.(*syntax.CallExpr)
	if !ok || len(c.Args) == 0 {
		return OutputNone
	}
	out := OutputNone
	switch wordOf(c.Args[0]).Program() {
	case "cat", "tee":
		out = OutputWhole
	case "tail":
		out = OutputEnd
	case "head", "grep", "egrep", "rg", "sed", "awk", "sort", "uniq", "cut":
		out = OutputPart
	}
	return redirected(stmt.Redirs, out)
}

// ifClause reads an if command. Its status reveals that of the condition where a branch can have one status
// only.
func (w *stepReader) ifClause(c *syntax.IfClause, set *settings, out Output, from stepOrigin) ending {
	cond := w.sequence(c.Cond, set, out, from)
	own := *set
	then := w.sequence(c.Then, &own, out, from)
	otherwise := ending{never: neverOther} // no branch
	switch {
	case c.Else == nil:
	case len(c.Else.Cond) > 0:
		otherwise = w.ifClause(c.Else, &own, out, from)
	default:
		otherwise = w.sequence(c.Else.Then, &own, out, from)
	}
	end := ending{never: then.never & otherwise.never, exits: then.exits && otherwise.exits, other: []int{unseen}}
	if otherwise.never&neverZero != 0 {
		end.zero = slices.Concat(cond.zero, then.zero)
	}
	if then.never&neverOther != 0 && cond.other != nil {
		end.other = cond.other
	}
	return end
}

// aside reads the commands of a node that the status does not reveal.
func (w *stepReader) aside(node syntax.Node, from stepOrigin) {
	if node == nil {
		return
	}
	syntax.Walk(node, func(n syntax.Node) bool {
		if c, ok := n.(*syntax.CallExpr); ok {
			w.call(c, &settings{}, OutputNone, from)
			return false
		}
		return true
	})
}
