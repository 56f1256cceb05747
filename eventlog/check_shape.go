package eventlog

import (
	"math/bits"
	"reflect"
	"strings"

	"github.com/clawable/claw/domain"
)

// form is what a value has to be.
type form uint8

const (
	formAny     form = iota // foreign JSON
	formString              // accept decides, when there is one
	formInteger             // within ±2^53
	formNatural             // within 0 and 2^53
	formBool
	formArray  // of elem
	formObject // of members
	formChoice // a string as elem, or an object of members
)

// shape is the compiled expectation of one Go type.
type shape struct {
	form form
	// want says the expectation to a person.
	want string
	// accept decides about the decoded text of a string; nil takes all.
	accept  func(text []byte) bool
	enum    []string
	elem    *shape
	members []member
	index   map[string]int
	// required has the bit of each member that must be there.
	required uint64
}

type member struct {
	name  string
	shape *shape
}

// maxMembers is how many members fit the set of those seen.
const maxMembers = 64

var (
	textType    = reflect.TypeFor[domain.Text]()
	cutType     = reflect.TypeFor[domain.Cut]()
	jsonType    = reflect.TypeFor[domain.JSON]()
	instantType = reflect.TypeFor[domain.Instant]()
	unknownType = reflect.TypeFor[domain.Unknown]()
	enumType    = reflect.TypeFor[interface{ Enum() []string }]()
)

// textShape is the shape of a type whose JSON form is a string of a certain form, nil of others.
func textShape(t reflect.Type) *shape {
	switch t {
	case reflect.TypeFor[domain.EventID](), reflect.TypeFor[domain.Epoch](), reflect.TypeFor[domain.LaneID]():
		return &shape{form: formString, want: "a ULID", accept: isULID}
	case reflect.TypeFor[domain.StreamID]():
		return &shape{form: formString, want: "a stream, such as lane-01ARZ3NDEKTSV4RRFFQ69G5FAV", accept: isStream}
	case reflect.TypeFor[domain.Digest]():
		return &shape{form: formString, want: "64 lower-case hex digits", accept: isDigest}
	}
	return nil
}

// compileShape makes the shape of a payload type or of a type within one. It
// panics on a type that no payload may have.
func compileShape(t reflect.Type) *shape {
	if s := textShape(t); s != nil {
		return s
	}
	switch {
	case t == jsonType:
		return &shape{form: formAny, want: "a JSON value"}
	case t == textType:
		return choice(&shape{form: formString, want: "a string"}, "cut", cutType, `a string or {"cut": {…}}`)
	case t == instantType:
		when := &shape{form: formString, want: "an RFC 3339 time with a zone", accept: isInstant}
		return choice(when, "unknown", unknownType, `an RFC 3339 time with a zone or {"unknown": reason}`)
	case isMaybe(t):
		value := *compileShape(t.Field(0).Type)
		if value.accept == nil && value.enum == nil {
			value.accept, value.want = isNotEmpty, "a string that is not empty"
		}
		return choice(&value, "unknown", unknownType, value.want+` or {"unknown": reason}`)
	case t.Implements(enumType):
		return enumShape(reflect.Zero(t).Interface().(interface{ Enum() []string }).Enum())
	}
	return compileKind(t)
}

func compileKind(t reflect.Type) *shape {
	switch t.Kind() {
	case reflect.Pointer:
		return compileShape(t.Elem())
	case reflect.String:
		return &shape{form: formString, want: "a string"}
	case reflect.Bool:
		return &shape{form: formBool, want: "true or false"}
	case reflect.Int, reflect.Int64:
		return &shape{form: formInteger, want: "an integer"}
	case reflect.Uint64:
		return &shape{form: formNatural, want: "an integer from 0"}
	case reflect.Slice:
		elem := compileShape(t.Elem())
		return &shape{form: formArray, want: "an array", elem: elem}
	case reflect.Struct:
		s := &shape{form: formObject, want: "an object", index: map[string]int{}}
		s.addFields(t)
		return s
	}
	panic("eventlog: no payload may hold a " + t.String())
}

// choice is the string s or an object with the one member name.
func choice(s *shape, name string, t reflect.Type, want string) *shape {
	c := &shape{form: formChoice, want: want, elem: s, index: map[string]int{}}
	c.addMember(name, compileShape(t), true)
	return c
}

func enumShape(values []string) *shape {
	set := make(map[string]bool, len(values))
	for _, v := range values {
		set[v] = true
	}
	return &shape{form: formString, want: "one of " + strings.Join(values, " "), enum: values,
		accept: func(text []byte) bool { return set[string(text)] }}
}

// addFields adds the members of struct t, those of embedded structs as its own.
func (s *shape) addFields(t reflect.Type) {
	for i := range t.NumField() {
		f := t.Field(i)
		name, options, _ := strings.Cut(f.Tag.Get("json"), ",")
		switch {
		case f.Anonymous && name == "":
			s.addFields(f.Type)
		case f.IsExported():
			s.addMember(name, compileShape(f.Type), options == "")
		}
	}
}

func (s *shape) addMember(name string, value *shape, required bool) {
	i := len(s.members)
	if _, twice := s.index[name]; twice || name == "" || i == maxMembers {
		panic("eventlog: a payload member without a name of its own: " + name)
	}
	s.members = append(s.members, member{name, value})
	s.index[name] = i
	if required {
		s.required |= 1 << i
	}
}

// missing returns the first required member that is not in seen.
func (s *shape) missing(seen uint64) (member, bool) {
	lacking := s.required &^ seen
	if lacking == 0 {
		return member{}, false
	}
	return s.members[bits.TrailingZeros64(lacking)], true
}

func (s *shape) names() []string {
	names := make([]string, len(s.members))
	for i, m := range s.members {
		names[i] = m.name
	}
	return names
}

// isMaybe reports whether t is a domain.Maybe of something.
func isMaybe(t reflect.Type) bool {
	return t.Kind() == reflect.Struct && t.PkgPath() == unknownType.PkgPath() && strings.HasPrefix(t.Name(), "Maybe[")
}
