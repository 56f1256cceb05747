// Package scrub takes secrets out of payloads before they reach the log. It is the one
// scrubber in front of the log for every producer.
//
// It finds secrets by their structure only: the prefix and alphabet of a service's tokens, the
// armour of a key file, the place of a password in an address, the name of a variable. It never
// guesses by entropy, so hashes, commit ids, UUIDs, ULIDs, ids of calls, messages and sessions,
// and embedded images stay as they are.
//
// A secret is replaced by the text
//
//	{"scrubbed":{"rule":"github-token","bytes":40}}
//
// inside the string that contains it, also when it is the whole string. The value therefore stays
// a string: the text around a secret survives and a strict payload schema still holds. The number
// counts the bytes of the secret in the decoded string. Scrubbing what was scrubbed changes
// nothing.
//
// It never validates or reformats: bytes of a document that are not part of a secret come back
// as they were. It never keeps, logs or reports a secret. It cannot see half a token: a producer
// that cuts long texts scrubs them before the cut.
package scrub

import (
	"bytes"
)

// A Scrubber replaces secrets by markers. All of its methods may be called at once.
type Scrubber struct {
	set *ruleSet
}

// A Hit is one replaced secret. It reveals only the length of the secret.
type Hit struct {
	Rule  string // id of the rule, see [Scrubber.Rules]
	Bytes int    // length of the secret in the decoded string
	// Pointer is the RFC 6901 pointer of the member or element, in the scrubbed document, whose
	// name or value held the secret. It is empty for a plain text and for the document's root.
	Pointer string
}

// RuleInfo describes a rule to people.
type RuleInfo struct {
	ID, Family, Description string
}

// New returns a scrubber with the embedded rules, each of which is compiled when one of its
// keywords is first encountered.
func New() *Scrubber { return &Scrubber{set: embedded.Get()} }

// Rules lists the rules in their order: where two find the same bytes, the earlier one names them.
func (s *Scrubber) Rules() []RuleInfo {
	infos := make([]RuleInfo, len(s.set.rules))
	for i := range s.set.rules {
		r := &s.set.rules[i]
		infos[i] = RuleInfo{ID: r.ID, Family: r.Family, Description: r.What}
	}
	return infos
}

// Text replaces the secrets of a plain text and returns a hit for each. A text without secrets is
// returned as it is.
func (s *Scrubber) Text(text string) (string, []Hit) {
	plain := []byte(text)
	var hits []Hit
	for {
		found := s.set.find(plain)
		if len(found) == 0 {
			break
		}
		hits = append(hits, hitsAt(found, "")...)
		changes := make([]replacement, len(found))
		for i, f := range found {
			changes[i] = replacement{f.start, f.end, f.marker()}
		}
		plain = splice(plain, changes)
	}
	if len(hits) == 0 {
		return text, nil
	}
	return string(plain), hits
}

func hitsAt(found []span, pointer string) []Hit {
	hits := make([]Hit, len(found))
	for i, f := range found {
		hits[i] = Hit{Rule: f.rule.ID, Bytes: f.end - f.start, Pointer: pointer}
	}
	return hits
}

// replacement is text that takes the place of a half-open range of bytes.
type replacement struct {
	start, end int
	text       string
}

// splice returns a copy of text with the replacements made. They are in order and do not overlap.
func splice(text []byte, changes []replacement) []byte {
	var out bytes.Buffer
	done := 0
	for _, c := range changes {
		out.Write(text[done:c.start])
		out.WriteString(c.text)
		done = c.end
	}
	out.Write(text[done:])
	return out.Bytes()
}
