package jcs

import (
	"bytes"
	"errors"
	"fmt"
	"math"
	"strconv"

	"github.com/go-json-experiment/json/jsontext"
)

// MaxInteger is the largest integer that every JSON reader keeps exactly.
const MaxInteger = 1 << 53

// Canonical returns the RFC 8785 form of a JSON document. doc is not changed.
//
// Errors: not one JSON value, duplicate member names, invalid UTF-8, a number
// beyond ±2^53 or not finite.
func Canonical(doc []byte) ([]byte, error) {
	if isCanonical(doc) {
		return bytes.Clone(doc), nil
	}
	if err := checkNumbers(doc); err != nil {
		return nil, err
	}
	return Rounded(doc)
}

// Rounded is [Canonical] for documents whose numbers may be changed: each is written as the
// double that is nearest to it. doc is not changed.
//
// Errors: not one JSON value, duplicate member names, invalid UTF-8, a number beyond the doubles.
func Rounded(doc []byte) ([]byte, error) {
	v := jsontext.Value(append(make([]byte, 0, len(doc)), doc...))
	if err := v.Canonicalize(); err != nil {
		return nil, fmt.Errorf("canonicalize: %w", err)
	}
	return v, nil
}

// checkNumbers refuses what RFC 8785 would silently change: it writes numbers as
// doubles. doc need not be valid JSON; the canonicaliser finds what is not.
func checkNumbers(doc []byte) error {
	for i := 0; i < len(doc); {
		switch c := doc[i]; {
		case c == '"':
			i = skipString(doc, i)
		case c == '-' || c >= '0' && c <= '9':
			start := i
			for i < len(doc) && isNumberByte(doc[i]) {
				i++
			}
			if err := checkNumber(doc[start:i]); err != nil {
				return err
			}
		default:
			i++
		}
	}
	return nil
}

func skipString(doc []byte, i int) int {
	for i++; i < len(doc); i++ {
		switch doc[i] {
		case '\\':
			i++
		case '"':
			return i + 1
		}
	}
	return i
}

func isNumberByte(c byte) bool {
	return c >= '0' && c <= '9' || c == '-' || c == '+' || c == '.' || c == 'e' || c == 'E'
}

func checkNumber(text []byte) error {
	const shortest = 16 // digits of 2^53; fewer cannot exceed it without an exponent
	if len(text) < shortest && !hasExponent(text) {
		return nil
	}
	f, err := strconv.ParseFloat(string(text), 64)
	if err != nil && !errors.Is(err, strconv.ErrRange) {
		return nil // not a number: the canonicaliser says so
	}
	if math.IsInf(f, 0) || math.Abs(f) > MaxInteger || math.Abs(f) == MaxInteger && !isExact(text) {
		return fmt.Errorf("number %.40s is beyond ±2^53: write it as a string", text)
	}
	return nil
}

// isExact reports whether text is 2^53 itself and not a neighbour that rounds to it.
func isExact(text []byte) bool {
	n, err := strconv.ParseInt(string(text), 10, 64)
	return err == nil && (n == MaxInteger || n == -MaxInteger)
}

func hasExponent(text []byte) bool {
	for _, c := range text {
		if c == 'e' || c == 'E' {
			return true
		}
	}
	return false
}
