package scrub

import "bytes"

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
