package producers

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

// Plain keeps the letters, digits and joiners of a foreign name, at most 40.
func Plain[T ~string](name T) string {
	out := make([]byte, 0, 40)
	for i := 0; i < len(name) && len(out) < cap(out); i++ {
		switch c := name[i]; {
		case c >= 'a' && c <= 'z', c >= 'A' && c <= 'Z', c >= '0' && c <= '9', c == '-', c == '_', c == '.':
			out = append(out, c)
		default:
			out = append(out, '_')
		}
	}
	return string(out)
}
