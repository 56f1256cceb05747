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
		name, inQuery := field.Tag.Lookup("query")
		_, isArg := field.Tag.Lookup("arg")
		switch {
		case field.Anonymous:
			q.fill(value)
		case value.IsZero():
		case inPath, isArg:
			q.Args = append(q.Args, fmt.Sprint(value.Interface()))
		case inQuery && !slices.Contains(flagsOfPlace, flagName(name)):
			q.Flags = append(q.Flags, Flag{flagName(name), fmt.Sprint(value.Interface())})
		}
	}
}

// flagName is the flag of a parameter: as_of is --as-of.
func flagName(param string) string { return strings.ReplaceAll(param, "_", "-") }
