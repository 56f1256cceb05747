package pattern

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

// TestALineThatMatchesHoldsTheLiteral tries every line of the recorded runs against every pattern of the
// packages that read them.
func TestALineThatMatchesHoldsTheLiteral(t *testing.T) {
	lines := map[string]bool{}
	err := filepath.WalkDir("../testdata/runners", func(name string, d os.DirEntry, err error) error {
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

// expressions are those of all patterns of the packages witness and summary.
func expressions(t *testing.T) (out []string) {
	t.Helper()
	for _, dir := range []string{"..", "../summary"} {
		files, err := filepath.Glob(filepath.Join(dir, "*.go"))
		if err != nil {
			t.Fatal(err)
		}
		found := len(out)
		for _, name := range files {
			out = append(out, expressionsOf(t, name)...)
		}
		if len(out) == found {
			t.Errorf("%s has no patterns", dir)
		}
	}
	return out
}

// expressionsOf are those of the patterns of a file.
func expressionsOf(t *testing.T, name string) (out []string) {
	t.Helper()
	file, err := parser.ParseFile(token.NewFileSet(), name, nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	ast.Inspect(file, func(n ast.Node) bool {
		lit, ok := n.(*ast.CompositeLit)
		if !ok || len(lit.Elts) != 1 {
			return true
		}
		of, isQualified := lit.Type.(*ast.SelectorExpr)
		field, isField := lit.Elts[0].(*ast.KeyValueExpr)
		if !isQualified || !isField || of.Sel.Name != "Line" || of.X.(*ast.Ident).Name != "pattern" {
			return true
		}
		expr, err := strconv.Unquote(field.Value.(*ast.BasicLit).Value)
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, expr)
		return true
	})
	return out
}

// TestALineIsFound: the last line that matches, every line that matches, and the count in a group.
func TestALineIsFound(t *testing.T) {
	l := &Line{Expr: `^\s*Total: ([\d,]+)`}
	lines := []string{"Total: 1", "  Total: 1,234", "total: 5", "Sum: 6"}
	if m := l.Find(lines); len(m) != 2 || Number(m[1]) != 1234 {
		t.Errorf("the last line has the groups %q", m)
	}
	sum := 0
	l.Each(lines, func(m []string) { sum += Number(m[1]) })
	if sum != 1235 {
		t.Errorf("the counts add up to %d", sum)
	}
	if m := l.Find(lines[2:]); m != nil || Number("five") != 0 {
		t.Errorf("%q was found where no line matches", m)
	}
}

// TestALineIsLookedForAtOnce: several goroutines look for the same line first.
func TestALineIsLookedForAtOnce(t *testing.T) {
	l := &Line{Expr: `^Total: (\d+)`}
	for range 4 {
		t.Run("", func(t *testing.T) {
			t.Parallel()
			if m := l.Match("Total: 7"); len(m) != 2 || m[1] != "7" {
				t.Errorf("groups %q", m)
			}
		})
	}
}
