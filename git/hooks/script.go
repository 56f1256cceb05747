package githooks

import (
	_ "embed"
	"path/filepath"
	"strings"
)

// Name is a hook of git, as its file is called.
type Name string

// The hooks.
const (
	PrePush              Name = "pre-push"
	ReferenceTransaction Name = "reference-transaction"
	PostMerge            Name = "post-merge"
	PostRewrite          Name = "post-rewrite"
)

// Names lists the hooks that are installed, those of a push in the order in which it runs
// them.
func Names() []Name { return []Name{PrePush, ReferenceTransaction, PostMerge, PostRewrite} }

var (
	//go:embed scripts/around.sh
	around string
	//go:embed scripts/pre-push.sh
	prePush string
	//go:embed scripts/reference-transaction.sh
	referenceTransaction string
	//go:embed scripts/post-merge.sh
	postMerge string
	//go:embed scripts/post-rewrite.sh
	postRewrite string
)

// body is what a hook does, "" for one that claw does not have.
func (n Name) body() string {
	switch n {
	case PrePush:
		return prePush
	case ReferenceTransaction:
		return referenceTransaction
	case PostMerge:
		return postMerge
	case PostRewrite:
		return postRewrite
	}
	return ""
}

// InPath is the program that a hook runs which others have too: the claw in their PATH.
const InPath = "claw"

// found is how a script finds that program, once.
const found = "$(command -v " + InPath + ")"

// Script is the text of a hook that runs this program, a file or [InPath].
func Script(name Name, program string) string {
	word := quoted(program)
	if program == InPath {
		word = found
	}
	return strings.NewReplacer("@CLAW@", word, "@HOOK@\n", name.body()).Replace(around)
}

// Ours reports whether a text is a script of claw's, changed or not, and which program
// it runs, "" when that cannot be read.
func Ours(text string) (program string, ours bool) {
	mark, _, _ := strings.Cut(around, "\nclaw=") // what a script of claw's begins with
	rest, ours := strings.CutPrefix(text, mark+"\nclaw=")
	if !ours {
		return "", strings.HasPrefix(text, mark)
	}
	line, _, _ := strings.Cut(rest, "\n")
	if line == found {
		return InPath, true
	}
	return unquoted(line), true
}

// quoted is a word of sh.
func quoted(word string) string { return "'" + strings.ReplaceAll(word, "'", `'\''`) + "'" }

// unquoted is the inverse of quoted, "" for what quoted does not write.
func unquoted(word string) string {
	inner, begins := strings.CutPrefix(word, "'")
	inner, ends := strings.CutSuffix(inner, "'")
	if plain := strings.ReplaceAll(inner, `'\''`, "'"); begins && ends && quoted(plain) == word {
		return plain
	}
	return ""
}

// Named reports whether a program is called claw, by which people know its hooks.
func Named(program string) bool {
	return strings.TrimSuffix(filepath.Base(program), ".exe") == "claw"
}
