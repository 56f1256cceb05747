package projections_test

import (
	"reflect"
	"testing"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/clawable/claw/projections"
	"github.com/clawable/claw/projections/sessions"
	"github.com/clawable/claw/projections/statejson"
	"github.com/clawable/claw/projections/tools"
)

// TestEveryFieldOfAStateIsWritten fills every field of every entity and holds what
// is written to reflection: a field that a hand-written encoder misses shows here.
func TestEveryFieldOfAStateIsWritten(t *testing.T) {
	full[sessions.Session](t)
	full[projections.Message](t)
	full[tools.Tool](t)
	full[projections.Response](t)
	full[projections.Failure](t)
	full[projections.Parked](t)
}

func full[E any](t *testing.T) {
	t.Helper()
	var e E
	fill(reflect.ValueOf(&e).Elem())
	got, err := statejson.Append(nil, &e)
	if err != nil {
		t.Fatal(err)
	}
	plain, err := json.Marshal(&e, json.Deterministic(true))
	want := jsontext.Value(plain)
	if err == nil {
		err = want.Canonicalize()
	}
	if err != nil {
		t.Fatal(err)
	}
	if string(got) != string(want) {
		t.Errorf("%T\n-RFC 8785 %s\n+written  %s", e, want, got)
	}
}

// fill makes a value and all in it other than zero.
func fill(v reflect.Value) {
	switch v.Kind() {
	case reflect.Struct:
		for i := range v.NumField() {
			fill(v.Field(i))
		}
	case reflect.Pointer:
		v.Set(reflect.New(v.Type().Elem()))
		fill(v.Elem())
	case reflect.Slice:
		v.Set(reflect.MakeSlice(v.Type(), 2, 2))
		fill(v.Index(0))
		fill(v.Index(1))
	case reflect.Array:
		for i := range v.Len() {
			fill(v.Index(i))
		}
	case reflect.Map:
		v.Set(reflect.MakeMap(v.Type()))
		for _, name := range []string{"\U0001F600", "\uFB33", "b", "a"} {
			value := reflect.New(v.Type().Elem()).Elem()
			fill(value)
			v.SetMapIndex(reflect.ValueOf(name), value)
		}
	case reflect.String:
		v.SetString("x\n\"€")
	case reflect.Bool:
		v.SetBool(true)
	case reflect.Int, reflect.Int64:
		v.SetInt(7)
	case reflect.Uint8, reflect.Uint64:
		v.SetUint(7)
	}
}
