package fact

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"strconv"
	"unicode/utf16"
	"unicode/utf8"
)

// Canonical returns raw as RFC 8785: members sorted by UTF-16 code units, numbers
// as ECMAScript writes them, strings with the fewest escapes.
func Canonical(raw []byte) ([]byte, error) {
	dec := json.NewDecoder(bytes.NewReader(raw))
	dec.UseNumber()
	var v any
	if err := dec.Decode(&v); err != nil {
		return nil, err
	}
	return appendCanonical(nil, v)
}

func appendCanonical(b []byte, v any) ([]byte, error) {
	switch v := v.(type) {
	case nil:
		return append(b, "null"...), nil
	case bool:
		return strconv.AppendBool(b, v), nil
	case string:
		return AppendText(b, v), nil
	case json.Number:
		return appendNumber(b, v)
	case []any:
		return appendArray(b, v)
	case map[string]any:
		return appendObject(b, v)
	}
	return nil, fmt.Errorf("no JSON value: %T", v)
}

func appendArray(b []byte, items []any) ([]byte, error) {
	b = append(b, '[')
	var err error
	for i, item := range items {
		if i > 0 {
			b = append(b, ',')
		}
		if b, err = appendCanonical(b, item); err != nil {
			return nil, err
		}
	}
	return append(b, ']'), nil
}

func appendObject(b []byte, members map[string]any) ([]byte, error) {
	names := make([]string, 0, len(members))
	for name := range members {
		names = append(names, name)
	}
	slices.SortFunc(names, func(a, c string) int {
		return slices.Compare(utf16.Encode([]rune(a)), utf16.Encode([]rune(c)))
	})
	b = append(b, '{')
	var err error
	for i, name := range names {
		if i > 0 {
			b = append(b, ',')
		}
		b = append(AppendText(b, name), ':')
		if b, err = appendCanonical(b, members[name]); err != nil {
			return nil, err
		}
	}
	return append(b, '}'), nil
}

// appendNumber writes a number as ECMAScript's Number::toString does.
func appendNumber(b []byte, n json.Number) ([]byte, error) {
	f, err := n.Float64()
	if err != nil {
		return nil, err
	}
	if f == 0 {
		return append(b, '0'), nil
	}
	if a := math.Abs(f); a >= 1e-6 && a < 1e21 {
		return strconv.AppendFloat(b, f, 'f', -1, 64), nil
	}
	start := len(b)
	b = strconv.AppendFloat(b, f, 'e', -1, 64)
	// Go pads the exponent to two digits, ECMAScript does not.
	if e := bytes.LastIndexByte(b[start:], 'e') + start; len(b) == e+4 && b[e+2] == '0' {
		b = append(b[:e+2], b[e+3])
	}
	return b, nil
}

// AppendText appends s to b as a JSON string of RFC 8785.
func AppendText(b []byte, s string) []byte {
	b = append(b, '"')
	for _, r := range s {
		switch {
		case r == '"' || r == '\\':
			b = append(b, '\\', byte(r))
		case r == '\b':
			b = append(b, `\b`...)
		case r == '\f':
			b = append(b, `\f`...)
		case r == '\n':
			b = append(b, `\n`...)
		case r == '\r':
			b = append(b, `\r`...)
		case r == '\t':
			b = append(b, `\t`...)
		case r < 0x20:
			b = fmt.Appendf(b, `\u%04x`, r)
		default:
			b = utf8.AppendRune(b, r)
		}
	}
	return append(b, '"')
}
