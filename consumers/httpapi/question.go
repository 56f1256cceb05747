package httpapi

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
)

// questionOf is a verb with what the parameters of a request say. A parameter of the path, or one with
// the tag arg, is an argument of the verb; each other is the flag of the same name. A parameter that is
// absent is left out.
func questionOf(verb string, params any) Question {
	q := Question{Verb: verb}
	q.fill(reflect.ValueOf(params).Elem())
	return q
}

func (q *Question) fill(params reflect.Value) {
	for i := range params.NumField() {
		field, value := params.Type().Field(i), params.Field(i)
		_, inPath := field.Tag.Lookup("path")
		name, inQuery := nameOf(field)
		_, isArg := field.Tag.Lookup("arg")
		switch {
		case field.Anonymous, field.Name == "Body":
			q.fill(value)
		case isPlace(field):
		case value.IsZero():
		case inPath, isArg:
			q.Args = append(q.Args, fmt.Sprint(value.Interface()))
		case inQuery && !slices.Contains(flagsOfPlace, flagName(name)):
			q.Flags = append(q.Flags, Flag{flagName(name), fmt.Sprint(value.Interface())})
		}
	}
}

// nameOf is the name of a parameter of the query, or of a member of the body.
func nameOf(field reflect.StructField) (string, bool) {
	if name, inQuery := field.Tag.Lookup("query"); inQuery {
		return name, true
	}
	name, _, _ := strings.Cut(field.Tag.Get("json"), ",")
	return name, name != ""
}

// isPlace reports whether a member is no flag: its route determines what it is.
func isPlace(field reflect.StructField) bool {
	_, is := field.Tag.Lookup("place")
	return is
}

// flagName is the flag of a parameter: as_of is --as-of.
func flagName(param string) string { return strings.ReplaceAll(param, "_", "-") }
