package witness

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// TestALineThatMatchesHoldsTheLiteral tries every line of the recorded runs against every pattern.
func TestALineThatMatchesHoldsTheLiteral(t *testing.T) {
	lines := map[string]bool{}
	err := filepath.WalkDir("testdata/runners", func(name string, d os.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		raw, err := os.ReadFile(name)
		for l := range strings.Lines(string(raw)) {
			lines[strings.TrimRight(l, "\r\n\t ")] = true
		}
		return err
	})
	if err != nil || len(lines) < 1000 {
		t.Fatalf("%d lines: %v", len(lines), err)
	}
	patterns, withLiteral, matched := expressions(t), 0, 0
	for _, expr := range patterns {
		literal, re := literalOf(expr), regexp.MustCompile(expr)
		if literal != "" {
			withLiteral++
		}
		for l := range lines {
			if !re.MatchString(l) {
				continue
			}
			if matched++; !strings.Contains(l, literal) {
				t.Errorf("%s matches %q, which lacks %q", expr, l, literal)
			}
		}
	}
	if len(patterns) < 100 || withLiteral < len(patterns)/3 || matched < 1000 {
		t.Errorf("%d patterns, %d with a literal, %d matches: the law was hardly tried", len(patterns), withLiteral, matched)
	}
	for _, expr := range []string{`^a|b`, `^ab*|c`, `a`, `^[ab]c`, `^(a|b)c`, `^a?b`, `(?i)^ok`} {
		if got := literalOf(expr); got != "" {
			t.Errorf("%s has the literal %q", expr, got)
		}
	}
	for expr, want := range map[string]string{`^ok\s`: "ok", `^\s*--- (FAIL|PASS)`: "--- ", `^ab*c`: "a", `^a(b|c)`: "a", `^DONE [|]`: "DONE "} {
		if got := literalOf(expr); got != want {
			t.Errorf("%s has the literal %q, want %q", expr, got, want)
		}
	}
}

// expressions are those of all patterns of the package.
func expressions(t *testing.T) (out []string) {
	t.Helper()
	files, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range files {
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		ast.Inspect(file, func(n ast.Node) bool {
			lit, ok := n.(*ast.CompositeLit)
			if !ok || len(lit.Elts) != 1 {
				return true
			}
			name, isName := lit.Type.(*ast.Ident)
			field, isField := lit.Elts[0].(*ast.KeyValueExpr)
			if !isName || name.Name != "pattern" || !isField {
				return true
			}
			expr, err := strconv.Unquote(field.Value.(*ast.BasicLit).Value)
			if err != nil {
				t.Fatal(err)
			}
			out = append(out, expr)
			return true
		})
	}
	return out
}
