package scrub_test

import (
	"flag"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/clawable/claw/producers/scrub"
)

var trufflehog = flag.String("scrub.trufflehog", "", "a checkout of trufflehog, whose detectors' tests are measured")

// TestTrufflehogsSecrets says which of the secrets of trufflehog's tests pass. They are read where
// they are, and are not copied here. Its detectors of two kinds are distinguished: those that recognise
// a token by its form, and those that match what is opaque near a vendor's name.
func TestTrufflehogsSecrets(t *testing.T) {
	if *trufflehog == "" {
		t.Skip("needs a checkout: -scrub.trufflehog DIR; TestFewTokensOfADocumentedFormPass holds the documented forms")
	}
	s := scrub.New()
	tried, missed := map[bool]int{}, map[bool]map[string]int{false: {}, true: {}}
	for _, one := range trufflehogSamples(t, filepath.Join(*trufflehog, "pkg/detectors")) {
		byForm := one.Rule[0] == '+'
		tried[byForm]++
		if clean, _ := s.Text(one.Text); strings.Contains(clean, one.Secret) {
			missed[byForm][one.Rule]++
		}
	}
	for byForm, kind := range map[bool]string{true: "known by their form", false: "opaque near a name"} {
		passed := 0
		for _, n := range missed[byForm] {
			passed += n
		}
		t.Logf("%s: %d of %d passed (%.1f %%)", kind, passed, tried[byForm], 100*float64(passed)/float64(tried[byForm]))
		t.Logf("%s", fmt.Sprint(missed[byForm]))
	}
}

// trufflehogSamples reads the tables of the tests: texts with what is to be found in them.
func trufflehogSamples(t *testing.T, root string) (samples []sample) {
	t.Helper()
	err := filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(path, "_test.go") || strings.Contains(path, "integration") {
			return err
		}
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, 0)
		if err != nil {
			return err
		}
		rule := "+" + filepath.Base(filepath.Dir(path))
		if nearName(filepath.Dir(path)) {
			rule = rule[1:]
		}
		constants := stringsOf(file)
		ast.Inspect(file, func(n ast.Node) bool {
			row, ok := n.(*ast.CompositeLit)
			if !ok {
				return true
			}
			text, wants := rowOf(row, constants)
			for _, want := range wants {
				if strings.Contains(text, want) && len(want) > 5 {
					samples = append(samples, sample{rule, text, want})
				}
			}
			return true
		})
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return samples
}

// nearName reports whether a detector looks for anything opaque behind a vendor's name.
func nearName(folder string) bool {
	files, _ := filepath.Glob(filepath.Join(folder, "*.go"))
	for _, file := range files {
		text, _ := os.ReadFile(file)
		if !strings.HasSuffix(file, "_test.go") && strings.Contains(string(text), "PrefixRegex(") {
			return true
		}
	}
	return false
}

// stringsOf are the strings that a file names.
func stringsOf(file *ast.File) map[string]string {
	named := map[string]string{}
	ast.Inspect(file, func(n ast.Node) bool {
		if spec, ok := n.(*ast.ValueSpec); ok {
			for i, name := range spec.Names {
				if i < len(spec.Values) {
					if text, ok := textOf(spec.Values[i], named); ok {
						named[name.Name] = text
					}
				}
			}
		}
		return true
	})
	return named
}

func textOf(e ast.Expr, named map[string]string) (string, bool) {
	switch e := e.(type) {
	case *ast.BasicLit:
		text, err := strconv.Unquote(e.Value)
		return text, err == nil && e.Kind == token.STRING
	case *ast.Ident:
		text, ok := named[e.Name]
		return text, ok
	case *ast.BinaryExpr:
		a, okA := textOf(e.X, named)
		b, okB := textOf(e.Y, named)
		return a + b, okA && okB
	case *ast.CallExpr: // fmt.Sprintf with texts
		var args []any
		for _, arg := range e.Args {
			text, ok := textOf(arg, named)
			if !ok {
				return "", false
			}
			args = append(args, text)
		}
		if len(args) == 0 {
			return "", false
		}
		return fmt.Sprintf(args[0].(string), args[1:]...), true
	}
	return "", false
}

// rowOf is a row of a table: its input and what is wanted.
func rowOf(row *ast.CompositeLit, named map[string]string) (text string, wants []string) {
	for _, element := range row.Elts {
		pair, ok := element.(*ast.KeyValueExpr)
		if !ok {
			continue
		}
		switch key, _ := pair.Key.(*ast.Ident); {
		case key == nil:
		case key.Name == "input":
			text, _ = textOf(pair.Value, named)
		case key.Name == "want":
			if list, ok := pair.Value.(*ast.CompositeLit); ok {
				for _, e := range list.Elts {
					if want, ok := textOf(e, named); ok {
						wants = append(wants, want)
					}
				}
			}
		}
	}
	slices.Sort(wants)
	return text, slices.Compact(wants)
}
