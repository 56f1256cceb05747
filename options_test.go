package claw_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// TestAFlagIsAFieldOfTheOptionsOfItsVerb holds that a verb's flags are one struct, so that a program
// which calls what the verb does passes values and not flags.
func TestAFlagIsAFieldOfTheOptionsOfItsVerb(t *testing.T) {
	declared := 0
	err := filepath.WalkDir("cmd", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(name, ".go") || strings.HasSuffix(name, "_test.go") {
			return err
		}
		set := token.NewFileSet()
		file, err := parser.ParseFile(set, name, nil, parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		ast.Inspect(file, func(n ast.Node) bool {
			call, ok := n.(*ast.CallExpr)
			if !ok {
				return true
			}
			switch flagOf(call) {
			case "field":
				declared++
			case "variable":
				t.Errorf("%s: the flag is no field of the options of a verb", set.Position(call.Pos()))
			}
			return true
		})
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if declared < 100 {
		t.Errorf("%d flags were seen: the test does not know how they are declared", declared)
	}
}

// flagOf says where a call that declares a flag of pflag puts the value: in a field or in a variable;
// "" for another call.
func flagOf(call *ast.CallExpr) string {
	method, ok := call.Fun.(*ast.SelectorExpr)
	if !ok || len(call.Args) < 3 {
		return ""
	}
	types := []string{"", "Bool", "Count", "Duration", "Int", "Int64", "String", "StringArray", "StringSlice", "Uint", "Uint64"}
	kind, in := strings.CutSuffix(strings.TrimSuffix(method.Sel.Name, "P"), "Var")
	if !slices.Contains(types, kind) {
		return ""
	}
	if !in {
		if of, isCall := method.X.(*ast.CallExpr); isCall {
			if flags, ok := of.Fun.(*ast.SelectorExpr); ok && strings.HasSuffix(flags.Sel.Name, "Flags") {
				return "variable"
			}
		}
		return ""
	}
	place, isAddress := call.Args[0].(*ast.UnaryExpr)
	if !isAddress {
		return ""
	}
	if _, isField := place.X.(*ast.SelectorExpr); isField {
		return "field"
	}
	return "variable"
}
