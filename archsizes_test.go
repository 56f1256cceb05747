package claw_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"
	"testing"
)

// Limits of what a reader takes in as one package or one type. Files and lines count tests too;
// lines of generated files, which are not read, do not count.
const (
	mostFiles   = 40
	mostLines   = 5000
	mostMethods = 25
)

// packageSize is the size of one folder of Go files.
type packageSize struct {
	files, lines int
	methods      map[string]int // by receiver type, of files that are not tests
}

// TestPackagesAndTypesStaySmall holds the size of every package and the methods of every type.
func TestPackagesAndTypesStaySmall(t *testing.T) {
	for dir, size := range packageSizes(t) {
		if size.files > mostFiles || size.lines > mostLines {
			t.Errorf("%s: %d files, %d lines; limits %d and %d", dir, size.files, size.lines, mostFiles, mostLines)
		}
		for name, methods := range size.methods {
			if methods > mostMethods {
				t.Errorf("%s.%s: %d methods; limit %d", dir, name, methods, mostMethods)
			}
		}
	}
}

// packageSizes measures every folder of the module that holds Go files.
func packageSizes(t *testing.T) map[string]packageSize {
	t.Helper()
	sizes := map[string]packageSize{}
	err := filepath.WalkDir(".", func(name string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && name != "." && (strings.HasPrefix(d.Name(), ".") || d.Name() == "testdata" || hasModule(name)):
			return filepath.SkipDir
		case d.IsDir() || !strings.HasSuffix(name, ".go"):
			return nil
		}
		text, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		dir := path.Clean(filepath.ToSlash(filepath.Dir(name)))
		size := sizes[dir]
		if size.methods == nil {
			size.methods = map[string]int{}
		}
		size.files++
		if !strings.HasPrefix(string(text), "// Code generated ") {
			size.lines += strings.Count(string(text), "\n")
		}
		sizes[dir] = size
		if strings.HasSuffix(name, "_test.go") {
			return nil
		}
		return countMethods(name, text, size.methods)
	})
	if err != nil {
		t.Fatal(err)
	}
	return sizes
}

// countMethods adds the methods that the file declares to counts, by receiver type.
func countMethods(name string, text []byte, counts map[string]int) error {
	file, err := parser.ParseFile(token.NewFileSet(), name, text, parser.SkipObjectResolution)
	if err != nil {
		return err
	}
	for _, decl := range file.Decls {
		if f, ok := decl.(*ast.FuncDecl); ok && f.Recv != nil {
			counts[receiverType(f.Recv.List[0].Type)]++
		}
	}
	return nil
}

// receiverType is the name of a receiver's type, without pointer and type parameters.
func receiverType(expr ast.Expr) string {
	switch e := expr.(type) {
	case *ast.StarExpr:
		return receiverType(e.X)
	case *ast.IndexExpr:
		return receiverType(e.X)
	case *ast.IndexListExpr:
		return receiverType(e.X)
	case *ast.ParenExpr:
		return receiverType(e.X)
	case *ast.Ident:
		return e.Name
	}
	return ""
}
