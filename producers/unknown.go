package producers

import "strings"

// maxStrange is how many foreign names a file may bring into the reasons of skipped lines.
const maxStrange = 32

// Strangers makes reasons for skipping what is not known, with the foreign name in
// them as far as that is harmless. The zero value is for one input.
type Strangers struct{ seen map[string]bool }

// Reason returns "what name", or what alone when the input has brought too many names.
func (s *Strangers) Reason(what, name string) string {
	reason := what + " " + Plain(name)
	if !s.seen[reason] {
		if len(s.seen) == maxStrange {
			return what
		}
		if s.seen == nil {
			s.seen = map[string]bool{}
		}
		s.seen[reason] = true
	}
	return reason
}

// notPlain replaces a foreign name that [Plain] does not keep.
const notPlain = "other"

// Plain keeps a foreign name of letters, digits and joiners, of at most 40 bytes.
// Anything else becomes "other": made fit, a secret in it could not be known any more.
func Plain[T ~string](name T) string {
	const most = 40
	if len(name) > most || strings.IndexFunc(string(name), notInName) >= 0 {
		return notPlain
	}
	return string(name)
}

func notInName(c rune) bool {
	return (c < 'a' || c > 'z') && (c < 'A' || c > 'Z') && (c < '0' || c > '9') && c != '-' && c != '_' && c != '.'
}
