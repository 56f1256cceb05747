package pattern

import "strings"

// literalOf returns a text that every match of an expression contains, "" where the beginning of the
// expression shows none.
func literalOf(expr string) string {
	rest, anchored := strings.CutPrefix(expr, "^")
	rest = strings.TrimPrefix(rest, `\s*`)
	end := strings.IndexFunc(rest, func(r rune) bool { return strings.ContainsRune(`\.+*?()|[]{}^$`, r) })
	switch {
	case !anchored || isChoice(expr):
		return ""
	case end < 0:
		return rest
	case end > 0 && strings.ContainsRune("*?{", rune(rest[end])):
		end--
	}
	return rest[:end]
}

// isChoice reports whether an expression is a choice between several.
func isChoice(expr string) bool {
	depth := 0
	for i := 0; i < len(expr); i++ {
		switch expr[i] {
		case '\\':
			i++
		case '[':
			i += max(0, strings.IndexByte(expr[i:], ']'))
		case '(':
			depth++
		case ')':
			depth--
		case '|':
			if depth == 0 {
				return true
			}
		}
	}
	return false
}
