package scrub

import (
	"bytes"
	"strconv"
	"strings"
)

const (
	markerHead = `{"scrubbed":{"rule":"`
	markerMid  = `","bytes":`
	markerTail = `}}`
)

// marker returns the text that replaces a secret.
func (f span) marker() string {
	return markerHead + f.rule.ID + markerMid + strconv.Itoa(f.end-f.start) + markerTail
}

// quotedMarker is the marker inside a JSON string.
func (f span) quotedMarker() string {
	return strings.ReplaceAll(f.marker(), `"`, `\"`)
}

// markers finds the markers that a text holds already. Only a known rule makes a marker:
// otherwise a secret in the place of the rule would be taken for one.
func (s *ruleSet) markers(text []byte) []span {
	var marked []span
	for from := 0; ; {
		at := bytes.Index(text[from:], []byte(markerHead))
		if at < 0 {
			return marked
		}
		start := from + at
		from = start + len(markerHead)
		if length := s.markerLength(text[start:]); length > 0 {
			marked = append(marked, span{start: start, end: start + length})
			from = start + length
		}
	}
}

// markerLength is the length of the marker at the start of text, 0 when there is none.
func (s *ruleSet) markerLength(text []byte) int {
	id, rest, ok := bytes.Cut(text[len(markerHead):], []byte(markerMid))
	if !ok || !s.knows(id) {
		return 0
	}
	digits := 0
	for digits < len(rest) && digits < 10 && '0' <= rest[digits] && rest[digits] <= '9' {
		digits++
	}
	if digits == 0 || !bytes.HasPrefix(rest[digits:], []byte(markerTail)) {
		return 0
	}
	return len(markerHead) + len(id) + len(markerMid) + digits + len(markerTail)
}

// knows reports whether a rule has this id.
func (s *ruleSet) knows(id []byte) bool {
	for i := range s.rules {
		if s.rules[i].ID == string(id) {
			return true
		}
	}
	return false
}
