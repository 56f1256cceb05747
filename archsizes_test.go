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
// lines of generated files, which nobody reads, do not count.
const (
	mostFiles   = 40
	mostLines   = 5000
	mostMethods = 25
)

// largePackages lists the packages above mostFiles or mostLines, each with the reason.
var largePackages = map[string]string{
	"cmd/claw/cli":      "the stories of every verb; the verbs themselves have packages of their own",
	"domain":            "all events in one package, so that an emitter and a reader know one import",
	"eventlog/sqlite":   "the log with its write path, its checks and its faults",
	"projections":       "one file a read model",
	"projections/store": "tables, queries and files of the read model",
}

// largeTypes lists the types above mostMethods, each with the reason. A key is "folder.Type".
var largeTypes = map[string]string{
	"bench.bench":                 "one method a measurement",
	"commands/approve.Approvals":  "the use cases of approvals",
	"domain/lane.derivation":      "the outcome rule, one method a question",
	"eventlog/sqlite.Log":         "implements the log's contract and its maintenance",
	"eventlog/sqlite.writer":      "the one writer of a file: commits, turns and faults share its connection",
	"producers/claudecode.scribe": "one method a kind of record",
	"producers/codex.entry":       "one method a kind of record",
	"producers/gitrepo.Clone":     "the questions that are asked of one clone",
	"producers/scrub.cursor":      "a scanner, one method a token",
	"projections.Session":         "the answers of one entity, one method a column of the session list",
	"projections/store.Store":     "the queries of the read model, one method a question",
}

// packageSize is the size of one folder of Go files.
type packageSize struct {
	files, lines int
	methods      map[string]int // by receiver type, of files that are not tests
}

// TestPackagesAndTypesStaySmall holds the size of every package and the methods of every type.
// An exemption that is no longer needed fails too, so that the lists only shrink.
func TestPackagesAndTypesStaySmall(t *testing.T) {
	sizes := packageSizes(t)
	for dir, size := range sizes {
		above := size.files > mostFiles || size.lines > mostLines
		if _, exempt := largePackages[dir]; above != exempt {
			t.Errorf("%s: %d files, %d lines; limits %d and %d; exempt: %t", dir, size.files, size.lines, mostFiles, mostLines, exempt)
		}
		for name, methods := range size.methods {
			key := dir + "." + name
			if _, exempt := largeTypes[key]; (methods > mostMethods) != exempt {
				t.Errorf("%s: %d methods; limit %d; exempt: %t", key, methods, mostMethods, exempt)
			}
		}
	}
	for dir := range largePackages {
		if _, ok := sizes[dir]; !ok {
			t.Errorf("package %s is exempt from the size limits and has no Go files", dir)
		}
	}
	for key := range largeTypes {
		dot := strings.LastIndex(key, ".")
		if sizes[key[:dot]].methods[key[dot+1:]] == 0 {
			t.Errorf("type %s is exempt from the method limit and has no methods", key)
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
