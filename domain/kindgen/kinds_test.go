package main_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"reflect"
	"strconv"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/clawable/claw/domain"
)

func TestOnlyEndingsAndDispositionsNameMaterialFields(t *testing.T) {
	want := map[domain.Kind][]string{
		"lane.finished":   {"result", "commit", "review_verdict", "review_target", "selection_outcome"},
		"lane.failed":     {"failure_class", "result", "commit"},
		"lane.canceled":   {"result", "commit"},
		"lane.merged":     {"commit", "into", "pr_number"},
		"lane.superseded": {"by", "commit"},
	}
	got := map[domain.Kind][]string{}
	for _, info := range domain.Kinds() {
		if info.Material != nil {
			got[info.Kind] = info.Material
		}
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("material fields (-want +got):\n%s", diff)
	}
}

func TestEveryKindHasOneConstantNamedAfterItsPayload(t *testing.T) {
	want := map[string]string{}
	for _, info := range domain.Kinds() {
		want["Kind"+reflect.TypeOf(info.New()).Elem().Name()] = string(info.Kind)
	}
	if diff := cmp.Diff(want, stringConstants(t, "../kindnames.go")); diff != "" {
		t.Errorf("constants of the kinds (-table +constants):\n%s", diff)
	}
}

// stringConstants reads the constants that a file declares, each by a literal.
func stringConstants(t *testing.T, name string) map[string]string {
	t.Helper()
	file, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	constants := map[string]string{}
	ast.Inspect(file, func(n ast.Node) bool {
		if spec, ok := n.(*ast.ValueSpec); ok {
			text, err := strconv.Unquote(spec.Values[0].(*ast.BasicLit).Value)
			if err != nil {
				t.Fatal(err)
			}
			constants[spec.Names[0].Name] = text
		}
		return true
	})
	return constants
}
