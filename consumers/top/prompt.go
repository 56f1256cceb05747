package top

import "unicode"

// prompt is a line that is being typed.
type prompt struct {
	reason bool // why an outcome is accepted; else the words of the filter
	row    Row  // whose outcome
	typed  []rune
}

// mostTyped bounds a line.
const mostTyped = 500

// key edits the line by a key, and reports whether the key did.
func (p *prompt) key(name, characters string) bool {
	switch name {
	case "backspace", "ctrl+h":
		p.typed = p.typed[:max(len(p.typed)-1, 0)]
	case "ctrl+u":
		p.typed = nil
	case "ctrl+w":
		n := len(p.typed)
		for ; n > 0 && p.typed[n-1] == ' '; n-- {
		}
		for ; n > 0 && p.typed[n-1] != ' '; n-- {
		}
		p.typed = p.typed[:n]
	default:
		return p.insert(characters)
	}
	return true
}

// insert appends what can be seen of a text, and reports whether anything can.
func (p *prompt) insert(characters string) (changed bool) {
	for _, r := range characters {
		if r == '\n' || r == '\r' || r == '\t' {
			r = ' '
		}
		if len(p.typed) < mostTyped && unicode.IsPrint(r) {
			p.typed, changed = append(p.typed, r), true
		}
	}
	return changed
}

// label returns the text before the line.
func (p *prompt) label() string {
	if p.reason {
		return "accept " + p.row.Short + ", because: "
	}
	return "/"
}
