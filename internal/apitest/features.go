// Package apitest lists what a package exports, one feature a line, so that an API change is a
// difference of text. Its test compares the packages that other programs may import with the lists
// in testdata. It never judges whether a change is wise.
package apitest

import (
	"fmt"
	"go/types"
	"slices"
	"strings"
)

// Features lists what pkg exports, sorted:
//
//	const KindLaneFailed Kind = "lane.failed"
//	func ParseLine([]byte) (domain.Event, error)
//	type Event struct, Kind Kind `json:"kind"`
//	type Log interface { Append, Read }
//	method (*Error) Unwrap() error
//
// A program that compiles against a package compiles against each later one that still has all of
// its lines, unless it counts on there being no others, such as by a struct literal without names.
// Names of parameters are left out. For an interface that no other package can implement, the
// methods are listed; for one that others may implement, their set is listed as well: there an
// addition breaks them.
func Features(pkg *types.Package) []string {
	l := &list{of: pkg}
	for _, name := range pkg.Scope().Names() {
		if object := pkg.Scope().Lookup(name); object.Exported() {
			l.object(object)
		}
	}
	slices.Sort(l.lines)
	return slices.Compact(l.lines)
}

// list collects the features of a package.
type list struct {
	of    *types.Package
	lines []string
}

func (l *list) add(format string, args ...any) {
	l.lines = append(l.lines, fmt.Sprintf(format, args...))
}

func (l *list) object(object types.Object) {
	switch o := object.(type) {
	case *types.Const:
		l.add("const %s %s = %s", o.Name(), l.text(o.Type()), o.Val().ExactString())
	case *types.Var:
		l.add("var %s %s", o.Name(), l.text(o.Type()))
	case *types.Func:
		l.add("func %s%s", o.Name(), l.signature(o.Signature()))
	case *types.TypeName:
		l.typeName(o)
	}
}

func (l *list) typeName(o *types.TypeName) {
	name := l.text(o.Type())
	if o.IsAlias() {
		l.add("type %s = %s", o.Name(), l.text(types.Unalias(o.Type())))
		return
	}
	switch under := o.Type().Underlying().(type) {
	case *types.Struct:
		l.add("type %s struct", name)
		l.fields(name, under)
	case *types.Interface:
		l.methods(name, under)
		return
	default:
		l.add("type %s %s", name, l.text(under))
	}
	pointer := types.NewPointer(o.Type())
	direct := types.NewMethodSet(o.Type())
	for selection := range types.NewMethodSet(pointer).Methods() {
		method := selection.Obj().(*types.Func)
		if !method.Exported() {
			continue
		}
		receiver := pointer.Elem()
		star := "*"
		if direct.Lookup(l.of, method.Name()) != nil {
			star = ""
		}
		l.add("method (%s%s) %s%s", star, l.text(receiver), method.Name(), l.signature(method.Signature()))
	}
}

func (l *list) fields(name string, s *types.Struct) {
	for i := range s.NumFields() {
		field, tag := s.Field(i), s.Tag(i)
		if !field.Exported() {
			continue
		}
		if tag != "" {
			tag = " `" + tag + "`"
		}
		if field.Embedded() {
			l.add("type %s struct, embedded %s%s", name, l.text(field.Type()), tag)
		} else {
			l.add("type %s struct, %s %s%s", name, field.Name(), l.text(field.Type()), tag)
		}
	}
}

func (l *list) methods(name string, i *types.Interface) {
	var set []string
	sealed := false
	for method := range i.Methods() {
		if !method.Exported() {
			sealed = true
			continue
		}
		set = append(set, method.Name())
		l.add("type %s interface, %s%s", name, method.Name(), l.signature(method.Signature()))
	}
	if sealed {
		l.add("type %s interface, unexported methods", name)
		return
	}
	slices.Sort(set)
	l.add("type %s interface { %s }", name, strings.Join(set, ", "))
}

// signature is a function's without its name and the names of its parameters.
func (l *list) signature(s *types.Signature) string {
	return strings.TrimPrefix(l.text(s), "func")
}

// text returns a type as code in its package would write it.
func (l *list) text(t types.Type) string {
	return types.TypeString(nameless(t), func(other *types.Package) string {
		if other == l.of {
			return ""
		}
		return other.Name()
	})
}

// nameless takes the names of parameters out of a function's type, also out of those of its
// parameters. Those of a generic function stay: its type cannot be made anew.
func nameless(t types.Type) types.Type {
	s, ok := t.(*types.Signature)
	if !ok || s.TypeParams().Len() > 0 {
		return t
	}
	return types.NewSignatureType(nil, nil, nil, unnamed(s.Params()), unnamed(s.Results()), s.Variadic())
}

func unnamed(tuple *types.Tuple) *types.Tuple {
	var vars []*types.Var
	for v := range tuple.Variables() {
		vars = append(vars, types.NewParam(v.Pos(), v.Pkg(), "", nameless(v.Type())))
	}
	return types.NewTuple(vars...)
}
