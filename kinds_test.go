package claw_test

import (
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/clawable/claw/domain"
)

// kindTexts lists the files that may hold a kind as a text, and why.
var kindTexts = map[string]string{
	"domain/kindnames.go":              "the constants",
	"domain/lane/lanetest/generate.go": "a kind that is not in the table is among those drawn",
	"eventlog/header.go":               "the dictionary of the stored envelope is a format of its own: an entry never changes, whatever it names",
	"projections/foldtest/draw.go":     "a kind that is not in the table is among those drawn",
	"eventlog/logtest/refused.go":      "every engine has to refuse a kind that is not in the table",
	"producers/codexexec/run.go":       "codex exec has records of its own that are called turn.started, turn.completed and turn.failed",
}

// TestKindsAreConstants fails where a string literal is a kind: one with the text of a registered
// kind, whatever its type and platform, and one that the compiler takes for a [domain.Kind],
// whatever its text: a misspelled kind is one.
func TestKindsAreConstants(t *testing.T) {
	used := map[string]bool{}
	for _, at := range slices.Concat(registeredTexts(t), kindLiterals(t)) {
		used[at.Filename] = true
		if kindTexts[at.Filename] == "" {
			t.Errorf("%s:%d: a kind is written as a string: use its constant of package domain", at.Filename, at.Line)
		}
	}
	for name := range kindTexts {
		if !used[name] {
			t.Errorf("%s is exempt and holds no kind as a string", name)
		}
	}
}

// registeredTexts returns the places of the literals whose text is a registered kind.
func registeredTexts(t *testing.T) (places []token.Position) {
	t.Helper()
	for _, name := range productFiles(t) {
		fset := token.NewFileSet()
		for _, lit := range literals(parse(t, fset, name)) {
			text, _ := strconv.Unquote(lit.Value)
			if _, ok := domain.LookupKind(domain.Kind(text)); ok {
				places = append(places, fset.Position(lit.Pos()))
			}
		}
	}
	return places
}

// kindLiterals returns the places of the literals that are a [domain.Kind] to the compiler, on
// this platform. The empty one is no kind.
func kindLiterals(t *testing.T) (places []token.Position) {
	t.Helper()
	own, others := compiled(t)
	fset := token.NewFileSet()
	imports := typed{own: map[string]*types.Package{}}
	imports.others = importer.ForCompiler(fset, "gc", func(path string) (io.ReadCloser, error) { return os.Open(others[path]) })
	for _, p := range own {
		var files []*ast.File
		for _, name := range p.files {
			files = append(files, parse(t, fset, name))
		}
		info := &types.Info{Types: map[ast.Expr]types.TypeAndValue{}}
		checked, err := (&types.Config{Importer: imports}).Check(p.path, fset, files, info)
		if err != nil {
			t.Fatal(err)
		}
		imports.own[p.path] = checked
		for _, file := range files {
			for _, lit := range literals(file) {
				if is := info.TypeOf(lit); is != nil && is.String() == module+"/domain.Kind" && lit.Value != `""` {
					places = append(places, fset.Position(lit.Pos()))
				}
			}
		}
	}
	return places
}

// typed imports packages of the module that were checked before, and others from their export data.
type typed struct {
	own    map[string]*types.Package
	others types.Importer
}

func (i typed) Import(path string) (*types.Package, error) {
	if p := i.own[path]; p != nil {
		return p, nil
	}
	return i.others.Import(path)
}

// goPackage is a package of the module: its import path and its Go files from here.
type goPackage struct {
	path  string
	files []string
}

// compiled returns the packages of the module, each after those that it imports, and the files of
// the export data of all other packages that they import, by import path.
func compiled(t *testing.T) (own []goPackage, others map[string]string) {
	t.Helper()
	var outside []string
	for _, fields := range goList(t, `{{.ImportPath}}|{{join .GoFiles "|"}}`, "-deps", "./...") {
		dir, inner := strings.CutPrefix(fields[0]+"/", module+"/")
		if !inner {
			outside = append(outside, fields[0])
			continue
		}
		if fields[1] == "" {
			continue // a folder of tests alone
		}
		p := goPackage{path: fields[0]}
		for _, name := range fields[1:] {
			p.files = append(p.files, filepath.Join(dir, name))
		}
		own = append(own, p)
	}
	others = map[string]string{}
	for _, fields := range goList(t, "{{.ImportPath}}|{{.Export}}", append([]string{"-export"}, outside...)...) {
		others[fields[0]] = fields[1]
	}
	return own, others
}

// goList returns the fields of each line that go list prints.
func goList(t *testing.T, format string, args ...string) (lines [][]string) {
	t.Helper()
	out, err := exec.CommandContext(t.Context(), "go", append([]string{"list", "-f", format}, args...)...).Output()
	if err != nil {
		t.Fatalf("go list: %v", err)
	}
	for line := range strings.Lines(string(out)) {
		lines = append(lines, strings.Split(strings.TrimSpace(line), "|"))
	}
	return lines
}

// productFiles returns the Go files of the module that are no tests, of every platform.
func productFiles(t *testing.T) (names []string) {
	t.Helper()
	err := filepath.WalkDir(".", func(name string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && name != "." && (strings.HasPrefix(d.Name(), ".") || d.Name() == "testdata" || hasModule(name)):
			return filepath.SkipDir
		case !d.IsDir() && strings.HasSuffix(name, ".go") && !strings.HasSuffix(name, "_test.go"):
			names = append(names, filepath.ToSlash(name))
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return names
}

func parse(t *testing.T, fset *token.FileSet, name string) *ast.File {
	t.Helper()
	file, err := parser.ParseFile(fset, filepath.ToSlash(name), nil, parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	return file
}

// literals returns the string literals of a file.
func literals(file *ast.File) (list []*ast.BasicLit) {
	ast.Inspect(file, func(n ast.Node) bool {
		if lit, ok := n.(*ast.BasicLit); ok && lit.Kind == token.STRING {
			list = append(list, lit)
		}
		return true
	})
	return list
}
