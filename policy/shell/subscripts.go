package shell

import (
	"slices"
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// computed reads what a node of a command runs beside the commands that are written in it: a prompt that
// is expanded, and the subscripts in a text that arithmetic computes.
func (s *Script) computed(node syntax.Node, in Reading) {
	switch n := node.(type) {
	case *syntax.ParamExp:
		if n.Exp != nil && n.Exp.Op == syntax.OtherParamOps && n.Exp.Word != nil && n.Exp.Word.Lit() == "P" {
			s.Unread = true // ${x@P} runs the text in x
		}
		if n.Index != nil {
			s.arithmetic(n.Index, in)
		}
		if n.Slice != nil {
			s.arithmetic(n, in)
		}
	case *syntax.ArithmExp, *syntax.ArithmCmd, *syntax.LetClause, *syntax.TestClause, *syntax.DeclClause, *syntax.CStyleLoop:
		s.arithmetic(n, in)
	case *syntax.Assign:
		if n.Index != nil {
			s.arithmetic(n.Index, in)
		}
	}
}

// arithmetic reads the subscripts in all quoted texts of a node.
func (s *Script) arithmetic(node syntax.Node, in Reading) {
	syntax.Walk(node, func(n syntax.Node) bool {
		switch n := n.(type) {
		case *syntax.Stmt:
			return false
		case *syntax.Word:
			s.subscripts(wordOf(n), in)
		}
		return true
	})
}

// namesVariables are commands whose words name variables, also as NAME[SUBSCRIPT], or are computed.
var namesVariables = []string{"[", "test", "printf", "read", "unset", "wait", "mapfile", "readarray", "getopts", "let", "declare", "typeset", "local", "export", "readonly", "integer", "float", "print", "zstyle"}

// names reads the subscripts in the words of a command whose words name variables.
func (s *Script) names(c *Simple, in Reading) {
	if len(c.Words) == 0 || !slices.Contains(namesVariables, c.Words[0].Text) {
		return
	}
	for _, w := range c.Words[1:] {
		s.subscripts(w, in)
	}
}

// subscripts reads the commands in the subscript of a text such as a[$(git push)], which a shell runs when
// it computes the text.
func (s *Script) subscripts(w Word, in Reading) {
	_, text, found := strings.Cut(w.Text, "[")
	if !w.Known || !found || !strings.Contains(text, "$(") && !strings.Contains(text, "`") {
		return
	}
	doc, err := syntax.NewParser(syntax.Variant(syntax.LangBash)).Document(strings.NewReader(text))
	if err != nil || in.Depth >= maxDepth {
		s.Unread = true
		return
	}
	in.Depth++
	s.inside(doc, in)
}
