package reports

import (
	"errors"
	"strings"

	"github.com/go-json-experiment/json"

	"github.com/clawable/claw/domain"
)

// Decode reads JSON text into a value. The error names the member that is wrong.
//
// Errors: kind parse.
func Decode(operation, target string, text []byte, into any, options ...json.Options) error {
	if e := decode(operation, target, text, into, options...); e != nil {
		return e
	}
	return nil
}

// decode is [Decode], nil for no error.
func decode(operation, target string, text []byte, into any, options ...json.Options) *domain.Error {
	err := json.Unmarshal(text, into, options...)
	if err == nil {
		return nil
	}
	e := &domain.Error{Kind: domain.ErrParse, Operation: operation, Target: target, Message: "is not one JSON document", Hint: "one object in UTF-8, no member twice"}
	var semantic *json.SemanticError
	switch {
	case !errors.As(err, &semantic):
		e.Cause = []string{strings.TrimPrefix(err.Error(), "jsontext: ")}
	case errors.Is(err, json.ErrUnknownName):
		e.Message = "has a member that its schema does not know: " + string(semantic.JSONPointer)
	case semantic.JSONPointer != "":
		e.Message = "has a member of another type: " + string(semantic.JSONPointer)
	}
	if semantic != nil {
		e.Detail, e.Hint = map[string]any{"member": string(semantic.JSONPointer)}, "the schema named report has its members"
	}
	return e
}

// ParseStatement reads what a reporter states. target names it in errors.
//
// Errors: kind parse.
func ParseStatement(target string, text []byte) (*Statement, error) {
	var s Statement
	return &s, Decode("read statement", target, text, &s, json.RejectUnknownMembers(true))
}
