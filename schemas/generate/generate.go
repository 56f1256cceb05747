// Package generate makes JSON Schemas (draft 2020-12) of Go types, for the tests that
// publish them in schemas/. It reflects, so no program imports it.
package generate

import (
	"encoding/json"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path"
	"path/filepath"
	"strings"

	"github.com/invopop/jsonschema"

	"github.com/clawable/claw/schemas"
)

const module = "github.com/clawable/claw"

// Reflector returns a reflector of open schemas that describes members by the comments
// of packages, named by their folders in the module whose root is given.
//
// Errors: a folder or a Go file in it cannot be read.
func Reflector(root string, packages ...string) (*jsonschema.Reflector, error) {
	r := &jsonschema.Reflector{Anonymous: true, AllowAdditionalProperties: true, ExpandedStruct: true, Mapper: Mapper,
		CommentMap: map[string]string{}}
	for _, p := range packages {
		if err := comments(r.CommentMap, filepath.Join(root, filepath.FromSlash(p)), path.Join(module, p)); err != nil {
			return nil, err
		}
	}
	return r, nil
}

// comments adds what the Go files of a folder say of their types and members.
func comments(to map[string]string, folder, pkg string) error {
	entries, err := os.ReadDir(folder)
	if err != nil {
		return err
	}
	for _, e := range entries {
		if e.IsDir() || !strings.HasSuffix(e.Name(), ".go") {
			continue
		}
		file, err := parser.ParseFile(token.NewFileSet(), filepath.Join(folder, e.Name()), nil, parser.ParseComments)
		if err != nil {
			return err
		}
		in := pkg
		if strings.HasSuffix(file.Name.Name, "_test") {
			in += "_test"
		}
		ast.Inspect(file, func(n ast.Node) bool {
			if decl, ok := n.(*ast.GenDecl); ok {
				typeComments(to, in, decl)
			}
			return true
		})
	}
	return nil
}

func typeComments(to map[string]string, pkg string, decl *ast.GenDecl) {
	for _, spec := range decl.Specs {
		t, ok := spec.(*ast.TypeSpec)
		if !ok {
			continue
		}
		name := pkg + "." + t.Name.Name
		to[name] = oneLine(t.Doc.Text())
		if to[name] == "" && len(decl.Specs) == 1 {
			to[name] = oneLine(decl.Doc.Text())
		}
		members, ok := t.Type.(*ast.StructType)
		if !ok {
			continue
		}
		for _, f := range members.Fields.List {
			text := oneLine(f.Doc.Text())
			if text == "" {
				text = oneLine(f.Comment.Text())
			}
			for _, member := range f.Names {
				to[name+"."+member.Name] = text
			}
		}
	}
}

func oneLine(text string) string { return strings.Join(strings.Fields(text), " ") }

// Text returns the text of the file that publishes s under a title.
func Text(file, title string, s *jsonschema.Schema) (string, error) {
	s.ID, s.Title = jsonschema.ID(schemas.ID(file)), title
	deprecate(s)
	text, err := json.MarshalIndent(s, "", "  ")
	return string(text) + "\n", err
}

// deprecate marks the members whose comment has a paragraph that begins with "Deprecated: ".
func deprecate(s *jsonschema.Schema) {
	s.Deprecated = s.Deprecated || strings.Contains(s.Description, "Deprecated: ")
	if s.Properties != nil {
		for m := s.Properties.Oldest(); m != nil; m = m.Next() {
			deprecate(m.Value)
		}
	}
	for _, d := range s.Definitions {
		deprecate(d)
	}
	if s.Items != nil {
		deprecate(s.Items)
	}
	for _, of := range s.AnyOf {
		deprecate(of)
	}
}
