package term

import "github.com/clawable/claw/internal/visible"

// Printable is [visible.Printable], as pages write texts of others.
func Printable(s string) string { return visible.Printable(s) }

// QuotedArgument is [visible.QuotedArgument].
func QuotedArgument(arg string) (quoted string, ok bool) { return visible.QuotedArgument(arg) }

// Escaped is [visible.Escaped].
func Escaped(document []byte) []byte { return visible.Escaped(document) }
