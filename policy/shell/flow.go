package shell

import (
	"slices"

	"mvdan.cc/sh/v3/syntax"
)

// function is one that the text declares.
type function struct {
	name string
	body *syntax.Stmt
	// led are the places from which it was read, with those to which it led.
	led []leading
	// active reports that its body is being read.
	active bool
}

// functions are those that a text declares, in its order.
type functions []function

type leading struct{ from, to Places }

// binary reads two statements with "&&", "||" or a pipe between them.
func (s *Script) binary(c *syntax.BinaryCmd, in Reading) flow {
	x := s.statement(c.X, in)
	switch c.Op {
	case syntax.AndStmt:
		y := s.statement(c.Y, in.From(x.ok))
		return flow{ok: y.ok, fail: x.fail.or(y.fail)}
	case syntax.OrStmt:
		y := s.statement(c.Y, in.From(foreseen(x.fail)))
		return flow{ok: x.ok.or(y.ok), fail: y.fail}
	case syntax.Pipe, syntax.PipeAll:
	}
	y := s.statement(c.Y, in) // bash runs the last one beside the shell, zsh in it
	return in.At.or(y.all()).stays()
}

// foreseen are places to which the text itself says what is done after a failure.
func foreseen(p Places) Places {
	return p.each(func(st Standing) Standing { st.Failed = false; return st })
}

func (s *Script) ifClause(c *syntax.IfClause, in Reading) flow {
	var out Places
	for ; c != nil; c = c.Else {
		if len(c.Cond) == 0 { // else
			return out.or(s.sequence(c.Then, in).all()).stays()
		}
		cond := s.sequence(c.Cond, in)
		out = out.or(s.sequence(c.Then, in.From(cond.ok)).all())
		in = in.From(foreseen(cond.fail))
	}
	return out.or(in.At).stays()
}

// compound reads a command that holds others.
func (s *Script) compound(cmd syntax.Command, in Reading) flow {
	switch c := cmd.(type) {
	case *syntax.Block:
		return s.sequence(c.Stmts, in)
	case *syntax.Subshell:
		s.sequence(c.Stmts, in)
	case *syntax.CoprocClause:
		s.statement(c.Stmt, in)
	case *syntax.TimeClause:
		if c.Stmt != nil {
			return s.statement(c.Stmt, in)
		}
	case *syntax.FuncDecl:
		s.declare(c, leading{from: in.At, to: s.statement(c.Body, in).all()})
	case *syntax.WhileClause:
		return s.loop(c, in, func(in Reading) flow {
			cond := s.sequence(c.Cond, in)
			return flow{ok: s.sequence(c.Do, in.From(cond.all())).all(), fail: cond.all()}
		})
	case *syntax.ForClause:
		s.inside(c.Loop, in)
		return s.loop(c, in, func(in Reading) flow { return s.sequence(c.Do, in) })
	case *syntax.CaseClause:
		return s.caseClause(c, in)
	default:
		if cmd != nil {
			s.inside(cmd, in)
		}
	}
	return in.At.stays()
}

func (s *Script) caseClause(c *syntax.CaseClause, in Reading) flow {
	s.inside(c.Word, in)
	out, before := in.At, Places(nil)
	for _, item := range c.Items {
		for _, p := range item.Patterns {
			s.inside(p, in)
		}
		f := s.sequence(item.Stmts, in.From(in.At.or(before)))
		out = out.or(f.all())
		if before = nil; item.Op != syntax.Break {
			before = f.all()
		}
	}
	return out.stays()
}

// loop reads a body that runs any number of times, from all places to which it leads.
func (s *Script) loop(node syntax.Node, in Reading, body func(Reading) flow) flow {
	if s.functions.mayMove(node) {
		in.At = s.settle(in, body)
	}
	return in.At.or(body(in).all()).stays()
}

// maxRounds bounds how often a loop is read to find out where it leads.
const maxRounds = 4

// settle are the places from which a loop's body may be read.
func (s *Script) settle(in Reading, body func(Reading) flow) Places {
	probing := s.probing
	s.probing = true
	defer func() { s.probing = probing }()
	for range maxRounds {
		next := in.At.or(body(in).all())
		if len(next) == len(in.At) {
			return next
		}
		in.At = next
	}
	return in.At.or(opened(in.At[:1]))
}

// mayMove reports whether a statement of the node may take the shell to another folder.
func (fs functions) mayMove(node syntax.Node) (may bool) {
	syntax.Walk(node, func(n syntax.Node) bool {
		call, ok := n.(*syntax.CallExpr)
		if !ok || len(call.Args) == 0 {
			return !may
		}
		w := wordOf(call.Args[0])
		row, known := runners.Of(w.Program())
		may = may || slices.Contains([]string{"cd", "chdir", "pushd", "popd"}, w.Text) || known && row.here || fs.named(w.Text) != nil
		return !may
	})
	return may
}

// declare keeps a function, whose body was read once.
func (s *Script) declare(c *syntax.FuncDecl, once leading) {
	for i := range s.functions { // it may be what they call
		s.functions[i].led = nil
	}
	for _, name := range append(slices.Clip(c.Names), c.Name) {
		if name != nil {
			s.functions = append(s.functions, function{name: name.Value, body: c.Body, led: []leading{once}})
		}
	}
}

// named is the last one of a name, nil when the text declares none.
func (fs functions) named(name string) *function {
	for i := len(fs) - 1; i >= 0; i-- {
		if fs[i].name == name {
			return &fs[i]
		}
	}
	return nil
}

// called reads the function that a command may be, from where it is called.
func (s *Script) called(c *Simple, f flow, in Reading) flow {
	if len(c.Words) == 0 || !c.Words[0].Known {
		return f
	}
	for i := range s.functions {
		if s.functions[i].name == c.Words[0].Text {
			to := s.through(i, in)
			f = flow{ok: f.ok.or(to), fail: f.fail.or(to)}
		}
	}
	return f
}

// through reads a function's body, each time from other places, and returns where it leads.
func (s *Script) through(i int, in Reading) Places {
	for _, l := range s.functions[i].led {
		if slices.Equal(l.from, in.At) {
			return l.to
		}
	}
	if s.functions[i].active {
		return opened(in.At)
	}
	s.functions[i].active = true
	to := s.statement(s.functions[i].body, in.hidden()).all()
	s.functions[i].active = false
	if !s.probing {
		s.functions[i].led = append(s.functions[i].led, leading{from: in.At, to: to})
	}
	return to
}
