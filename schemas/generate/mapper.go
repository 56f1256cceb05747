package generate

import (
	"encoding/json"
	"reflect"
	"strings"

	"github.com/invopop/jsonschema"

	"github.com/clawable/claw/domain"
)

const (
	ulidPattern   = `[0-7][0-9A-HJKMNP-TV-Z]{25}`
	digestPattern = `^[0-9a-f]{64}$`
	// timePattern covers the days of months and leap years, because a time that does
	// not exist is refused at append.
	timePattern = `^(?:\d{4}-(?:(?:0[13578]|1[02])-(?:0[1-9]|[12]\d|3[01])|(?:0[469]|11)-(?:0[1-9]|[12]\d|30)|02-(?:0[1-9]|1\d|2[0-8]))` +
		`|(?:(?:[02468][048]|[13579][26])00|\d\d(?:0[48]|[2468][048]|[13579][26]))-02-29)` +
		`T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d+)?(?:Z|[+-](?:[01]\d|2[0-3]):[0-5]\d)$`
	maxInteger = json.Number("9007199254740992") // 2^53
)

// texts are the types whose JSON form is a string of a certain form.
var texts = map[reflect.Type]string{
	reflect.TypeFor[domain.EventID]():  "^" + ulidPattern + "$",
	reflect.TypeFor[domain.Epoch]():    "^" + ulidPattern + "$",
	reflect.TypeFor[domain.LaneID]():   "^" + ulidPattern + "$",
	reflect.TypeFor[domain.StreamID](): "^(?:" + strings.Join(domain.FamilyPrefixes(), "|") + ")" + ulidPattern + "$",
	reflect.TypeFor[domain.Digest]():   digestPattern,
	reflect.TypeFor[domain.Salt]():     `^[0-9a-f]{32}$`,
}

type enumerated interface{ Enum() []string }

// Mapper describes what the reflection cannot see: JSON forms that a method makes.
// It returns nil for a type that is as it looks.
func Mapper(t reflect.Type) *jsonschema.Schema {
	if pattern, ok := texts[t]; ok {
		return &jsonschema.Schema{Type: "string", Pattern: pattern}
	}
	switch t {
	case reflect.TypeFor[domain.JSON]():
		return &jsonschema.Schema{}
	case reflect.TypeFor[domain.Text]():
		return orObject(&jsonschema.Schema{Type: "string"}, "cut", cutSchema())
	case reflect.TypeFor[domain.Instant]():
		return orObject(Time(), "unknown", Mapper(reflect.TypeFor[domain.Unknown]()))
	}
	if strings.HasPrefix(t.Name(), "Maybe[") {
		value := Mapper(t.Field(0).Type)
		if value == nil {
			least := uint64(1)
			value = &jsonschema.Schema{Type: "string", MinLength: &least}
		}
		return orObject(value, "unknown", Mapper(reflect.TypeFor[domain.Unknown]()))
	}
	if e, ok := reflect.Zero(t).Interface().(enumerated); ok {
		s := &jsonschema.Schema{Type: "string"}
		for _, v := range e.Enum() {
			s.Enum = append(s.Enum, v)
		}
		return s
	}
	switch t.Kind() {
	case reflect.Int, reflect.Int64:
		return &jsonschema.Schema{Type: "integer", Minimum: "-" + maxInteger, Maximum: maxInteger}
	case reflect.Uint64:
		return &jsonschema.Schema{Type: "integer", Minimum: "0", Maximum: maxInteger}
	}
	return nil
}

// Time is the schema of a time that is known, RFC 3339.
func Time() *jsonschema.Schema {
	return &jsonschema.Schema{Type: "string", Pattern: timePattern}
}

// orObject is s or an object with the one member name.
func orObject(s *jsonschema.Schema, name string, member *jsonschema.Schema) *jsonschema.Schema {
	return &jsonschema.Schema{AnyOf: []*jsonschema.Schema{s, object(name, member)}}
}

// object has the given members, names and schemas in turn, all required.
func object(name string, member *jsonschema.Schema, more ...any) *jsonschema.Schema {
	s := &jsonschema.Schema{Type: "object", Properties: jsonschema.NewProperties(), Required: []string{name}}
	s.Properties.Set(name, member)
	for i := 0; i < len(more); i += 2 {
		s.Properties.Set(more[i].(string), more[i+1].(*jsonschema.Schema))
		s.Required = append(s.Required, more[i].(string))
	}
	return s
}

func cutSchema() *jsonschema.Schema {
	return object("bytes", Mapper(reflect.TypeFor[int]()), "head", &jsonschema.Schema{Type: "string"}, "tail", &jsonschema.Schema{Type: "string"})
}
