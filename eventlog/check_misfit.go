package eventlog

import (
	"strconv"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/nextstep"
)

// misfit describes what in a document does not fit, and what would.
type misfit struct {
	at   jsontext.Pointer
	what string
	hint string
}

func (f *misfit) asError(kind domain.Kind) error {
	e := &domain.Error{Kind: domain.ErrParse, Operation: "check payload", Target: string(kind),
		Message: f.what, Hint: f.hint, Detail: map[string]any{"kind": string(kind), "pointer": string(f.at)}}
	if f.at != "" {
		e.Target += ": " + short(string(f.at))
	}
	return e
}

// otherType reads the value, so that the pointer names it.
func (c *checker) otherType(s *shape, kind jsontext.Kind) *misfit {
	if f := c.skip(); f != nil {
		return f
	}
	f := &misfit{at: c.dec.StackPointer(), what: "is " + nameOf(kind), hint: "expected " + s.want}
	if kind == 'n' && f.at != "" {
		f.hint += "; leave the member out when there is nothing to say"
	}
	return f
}

func nameOf(kind jsontext.Kind) string {
	switch kind {
	case 'n':
		return "null"
	case 't', 'f':
		return "a boolean"
	case '"':
		return "a string"
	case '0':
		return "a number"
	case '{':
		return "an object"
	case '[':
		return "an array"
	}
	return ""
}

func (c *checker) unreadable() *misfit {
	return &misfit{at: c.dec.StackPointer(), what: "is not valid JSON", hint: "data is one JSON object in UTF-8"}
}

func unknownMember(at jsontext.Pointer, name string, s *shape) *misfit {
	names := s.names()
	f := &misfit{at: at, what: "is no member of this payload", hint: "members: " + strings.Join(names, " ")}
	if near := nextstep.Nearest(name, names); near != "" {
		f.hint = "did you mean " + near + "? " + f.hint
	}
	if len(names) == 0 {
		f.hint = "it has none"
	}
	return f
}

func missingMember(object jsontext.Pointer, m member) *misfit {
	return &misfit{at: object.AppendToken(m.name), what: "is missing", hint: "expected " + m.shape.want}
}

func otherText(at jsontext.Pointer, text []byte, s *shape) *misfit {
	f := &misfit{at: at, what: "has the value " + quoteShort(string(text)), hint: "expected " + s.want}
	if near := nextstep.Nearest(string(text), s.enum); near != "" {
		f.hint = "did you mean " + near + "? " + f.hint
	}
	return f
}

func quoteShort(s string) string { return strconv.Quote(short(s)) }

// short cuts a text for a message.
func short(s string) string {
	const most = 80
	if len(s) <= most {
		return s
	}
	return strings.ToValidUTF8(s[:most], "") + "…"
}
