package scrub

import (
	"bytes"
	"errors"
)

// ErrNotJSON says that a document with a secret in it is not one JSON value, so that the secret
// could not be taken out. The document must not be recorded.
var ErrNotJSON = errors.New("scrub: the document is not JSON")

// Data replaces the secrets in the string values and the member names of a JSON document.
//
// A document without secrets is returned as it is, the same slice, and is not checked for being
// JSON. Otherwise the result is a new slice, in which all bytes outside the secrets are as they
// were; where two scrubbed names of one object would be equal, the later one gets the suffix
// #2, #3, ….
//
// Errors: [ErrNotJSON].
func (s *Scrubber) Data(doc []byte) ([]byte, []Hit, error) {
	if !s.set.suspect(doc) {
		return doc, nil, nil
	}
	return rewrite(s.set, doc)
}

// suspect reports whether any string of the document holds a secret. Only strings with a keyword
// are decoded.
func (s *ruleSet) suspect(doc []byte) bool {
	var state uint32
	var words []int
	for end := 0; ; {
		if words, end, state = s.keywords.find(doc, end, state); words == nil {
			return false
		}
		if !s.tries(doc, end, words) {
			continue
		}
		body, until := stringAround(doc, end-1)
		name := unescape(body, stringEscapes).text
		if len(s.find(name)) > 0 {
			return true
		}
		value, ok := valueAfter(doc, until)
		if !ok {
			value, ok = valueBeside(doc, until, name)
		}
		if ok && s.isSecret(name, value) || !ok && s.within(name, doc, until) {
			return true
		}
		end, state = max(end, until), 0
	}
}

// worthwhile reports whether the string around a keyword is to be decoded and searched.
func (r *rule) worthwhile(doc []byte, start, end int) (ok bool) {
	switch {
	case r.Style == styleNamed:
		_, ok = readName(doc, start, end)
	case r.Style == styleUser:
		_, ok = r.userinfo(doc, start)
	default:
		ok = r.hasDot(doc, start)
	}
	return ok
}

func (s *ruleSet) isSecret(name, body []byte) bool {
	return len(s.member(name, unescape(body, stringEscapes).text)) > 0
}

// within reports whether an array of strings, or an object with a member called value, that
// follows the member name ending at i holds a secret.
func (s *ruleSet) within(name, doc []byte, i int) bool {
	if i == len(doc) || doc[i] != ':' && !isSpace(doc[i]) {
		return false
	}
	rest := bytes.TrimLeft(doc[i:], ": \t\r\n")
	if len(rest) == 0 || rest[0] != '[' && rest[0] != '{' {
		return false
	}
	at := len(doc) - len(rest) + 1
	body, until := stringAfter(doc, at)
	if rest[0] == '{' {
		value, ok := valueAfter(doc, until)
		return ok && holdsValue(body) && s.isSecret(name, value)
	}
	for body != nil {
		if s.isSecret(name, body) {
			return true
		}
		if rest = bytes.TrimLeft(doc[until:], " \t\r\n"); len(rest) == 0 || rest[0] != ',' {
			return false
		}
		body, until = stringAfter(doc, len(doc)-len(rest)+1)
	}
	return false
}

// tries reports whether one of the words that end at end is, in its letter case, a keyword.
func (s *ruleSet) tries(doc []byte, end int, words []int) bool {
	for _, w := range words {
		found := doc[end-s.keywords.length[w] : end]
		for _, try := range s.tried[w] {
			if try.exact != "" && try.exact != string(found) {
				continue
			}
			if try.rule == nil || try.rule.worthwhile(doc, end-len(found), end) {
				return true
			}
		}
	}
	return false
}

// stringAround returns the body of the JSON string that holds the byte at index at, and the
// index after its closing quote.
func stringAround(doc []byte, at int) (body []byte, until int) {
	start := at
	for {
		start = bytes.LastIndexByte(doc[:start], '"')
		if start < 0 || !backslashed(doc, start) {
			break
		}
	}
	end := closingQuote(doc, start+1)
	return doc[start+1 : end], min(end+1, len(doc))
}

// closingQuote is the index of the quote that ends the string whose body begins at index i, or
// the document's length.
func closingQuote(doc []byte, i int) int {
	for {
		n := bytes.IndexByte(doc[i:], '"')
		if n < 0 {
			return len(doc)
		}
		i += n
		if !backslashed(doc, i) {
			return i
		}
		i++
	}
}

// backslashed reports whether an odd number of backslashes precedes index i.
func backslashed(doc []byte, i int) bool {
	n := i
	for n > 0 && doc[n-1] == '\\' {
		n--
	}
	return (i-n)%2 == 1
}

// membersBetween is how many members, whose values are strings, may appear between a member called
// name and one called value.
const membersBetween = 4

// valueBeside returns the body of what may be the value of the name that ends at i: the member
// called value behind it, or the argument behind a flag.
func valueBeside(doc []byte, i int, name []byte) ([]byte, bool) {
	rest := bytes.TrimLeft(doc[i:], " \t\r\n")
	if len(rest) == 0 || rest[0] != ',' {
		return nil, false
	}
	next, until := stringAfter(rest, 1)
	if flag(name) {
		return next, next != nil
	}
	for range membersBetween {
		if holdsValue(next) {
			return valueAfter(rest, until)
		}
		colon := bytes.IndexByte(rest[until:], ':')
		if colon < 0 {
			return nil, false
		}
		if next, until = stringAfter(rest, until+colon+1); next == nil {
			return nil, false
		}
		comma := bytes.TrimLeft(rest[until:], " \t\r\n")
		if len(comma) == 0 || comma[0] != ',' {
			return nil, false
		}
		if next, until = stringAfter(rest, len(rest)-len(comma)+1); next == nil {
			return nil, false
		}
	}
	return nil, false
}

// stringAfter returns the body of the string that comes next from index i, and the index after it.
func stringAfter(doc []byte, i int) (body []byte, until int) {
	rest := bytes.TrimLeft(doc[i:], " \t\r\n")
	if len(rest) == 0 || rest[0] != '"' {
		return nil, i
	}
	start := len(doc) - len(rest) + 1
	end := closingQuote(doc, start)
	return doc[start:end], min(end+1, len(doc))
}

// valueAfter returns the body of the string value that follows the member name ending at i.
func valueAfter(doc []byte, i int) ([]byte, bool) {
	rest := bytes.TrimLeft(doc[i:], " \t\r\n")
	if len(rest) == 0 || rest[0] != ':' {
		return nil, false
	}
	body, _ := stringAfter(rest, 1)
	return body, body != nil
}
