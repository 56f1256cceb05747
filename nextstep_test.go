package claw_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/nextstep"
)

// named lists the texts below cmd that may name a verb or a flag of the CLI, with the reason.
var named = map[string]string{
	"claw policy adopt":                     "the name of a call in the log, which is never renamed",
	"not a claw log: ":                      "says what a file is not",
	" --enforce ":                           "is read back from the settings of an agent, where claw wrote it",
	"git push --dry-run says what it wants": "a command of git",
}

// TestLowerFloorsNameNoVerb checks that packages below cmd serve every front door: they
// return a next step by its code, and a front door names the verb.
func TestLowerFloorsNameNoVerb(t *testing.T) {
	verb, flag := commandLine(t)
	met := map[string]bool{}
	for name, file := range below(t) {
		ast.Inspect(file.syntax, func(n ast.Node) bool {
			lit, ok := n.(*ast.BasicLit)
			if !ok || lit.Kind != token.STRING {
				return true
			}
			text, err := strconv.Unquote(lit.Value)
			if err != nil {
				t.Fatal(err)
			}
			found := verb.FindString(text)
			if found == "" && strings.Contains(text, " ") { // a flag alone may be that of another program
				found = flag.FindString(text)
			}
			if _, exempt := named[text]; exempt {
				met[text] = true
			} else if found != "" {
				t.Errorf("%s:%d: %q names %q of the command line; return a domain.Step", name, file.set.Position(lit.Pos()).Line, text, found)
			}
			return true
		})
	}
	for text, reason := range named {
		if !met[text] {
			t.Errorf("nothing says %q any more (%s)", text, reason)
		}
	}
}

// commandLine matches the verbs and the flags that docs/cli.md lists; a test of cmd/claw/cli
// holds that list to the program.
func commandLine(t *testing.T) (verb, flag *regexp.Regexp) {
	t.Helper()
	text, err := os.ReadFile("docs/cli.md")
	if err != nil {
		t.Fatal(err)
	}
	verbs, flags := map[string]bool{}, map[string]bool{"json": true, "log": true, "output-format": true}
	for _, m := range regexp.MustCompile("(?m)^\\| `claw ([a-z-]+)|^- `--([a-z-]+)`").FindAllSubmatch(text, -1) {
		if verbs[string(m[1])] = true; len(m[2]) > 0 {
			flags[string(m[2])] = true
		}
	}
	delete(verbs, "")
	if len(verbs) < 20 || len(flags) < 40 {
		t.Fatalf("docs/cli.md lists %d verbs and %d flags", len(verbs), len(flags))
	}
	either := func(words map[string]bool) string { return strings.Join(slices.Sorted(maps.Keys(words)), "|") }
	return regexp.MustCompile(`\bclaw (?:(?:` + either(verbs) + `)\b|$)`), regexp.MustCompile(`(?:^|[\s(])--(?:` + either(flags) + `)(?:[\s,;:.)]|$)`)
}

// TestNextStepsAreSetAsTheTableSays holds each use of a step's code below cmd to
// [nextstep.All]: a code is in the table, is used, and has all its arguments.
func TestNextStepsAreSetAsTheTableSays(t *testing.T) {
	facts := map[domain.StepCode]nextstep.Fact{}
	for _, f := range nextstep.All() {
		if _, twice := facts[f.Code]; twice || f.Means == "" {
			t.Errorf("the table of steps has %s twice, or does not say what it means", f.Code)
		}
		facts[f.Code] = f
	}
	files := below(t)
	codes := stepCodes(t, files["domain/nextstep/step.go"].syntax)
	for name, code := range codes {
		if _, known := facts[code]; !known {
			t.Errorf("%s is not in the table of steps", name)
		}
	}
	unused := maps.Clone(codes)
	for name, file := range files {
		in := map[*ast.SelectorExpr][]string{} // codes that have arguments
		ast.Inspect(file.syntax, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.CompositeLit:
				if code, arguments := stepLiteral(n); code != nil {
					in[code] = arguments
				}
			case *ast.SelectorExpr:
				from, _ := n.X.(*ast.Ident)
				code, is := codes[n.Sel.Name]
				if !is || from == nil || from.Name != "nextstep" {
					return true
				}
				delete(unused, n.Sel.Name)
				var want []string
				for _, a := range facts[code].Arguments {
					want = append(want, string(a))
				}
				if got := in[n]; !slices.Equal(slices.Sorted(slices.Values(got)), slices.Sorted(slices.Values(want))) {
					t.Errorf("%s:%d: %s stands with %q, want %q", name, file.set.Position(n.Pos()).Line, n.Sel.Name, got, want)
				}
			}
			return true
		})
	}
	for name := range unused {
		t.Errorf("nothing returns %s", name)
	}
}

// stepLiteral is the code of a literal domain.Step, and the names of its arguments; nil of another.
func stepLiteral(lit *ast.CompositeLit) (code *ast.SelectorExpr, arguments []string) {
	if typ, ok := lit.Type.(*ast.SelectorExpr); !ok || typ.Sel.Name != "Step" {
		return nil, nil
	}
	for _, element := range lit.Elts {
		pair, ok := element.(*ast.KeyValueExpr)
		if !ok {
			continue
		}
		if key := pair.Key.(*ast.Ident).Name; key != "Code" {
			arguments = append(arguments, key)
		} else if code, ok = pair.Value.(*ast.SelectorExpr); !ok {
			return nil, nil
		}
	}
	return code, arguments
}

// stepCodes are the constants of type StepCode: name → code.
func stepCodes(t *testing.T, file *ast.File) map[string]domain.StepCode {
	t.Helper()
	codes := map[string]domain.StepCode{}
	ast.Inspect(file, func(n ast.Node) bool {
		v, ok := n.(*ast.ValueSpec)
		if !ok {
			return true
		}
		if typ, ok := v.Type.(*ast.SelectorExpr); ok && typ.Sel.Name == "StepCode" {
			text, err := strconv.Unquote(v.Values[0].(*ast.BasicLit).Value)
			if err != nil {
				t.Fatal(err)
			}
			codes[v.Names[0].Name] = domain.StepCode(text)
		}
		return true
	})
	if len(codes) == 0 {
		t.Fatal("no codes of steps are found")
	}
	return codes
}

// parsed is the syntax of one file.
type parsed struct {
	syntax *ast.File
	set    *token.FileSet
}

// below parses every file that is no test of the packages below cmd: name → syntax.
func below(t *testing.T) map[string]parsed {
	t.Helper()
	files := map[string]parsed{}
	err := filepath.WalkDir(".", func(name string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && name != "." && (strings.HasPrefix(d.Name(), ".") || d.Name() == "testdata" || hasModule(name)):
			return filepath.SkipDir
		case name == "cmd" || name == "bench": // programs
			return filepath.SkipDir
		case d.IsDir() || !strings.HasSuffix(name, ".go") || strings.HasSuffix(name, "_test.go"):
			return nil
		}
		set := token.NewFileSet()
		syntax, err := parser.ParseFile(set, name, nil, parser.SkipObjectResolution)
		files[filepath.ToSlash(name)] = parsed{syntax, set}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}
