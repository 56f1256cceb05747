package domain

import (
	"crypto/sha256"
	"slices"
	"strconv"
	"unicode/utf8"
)

// Digest is the action digest, SHA-256 of RFC 8785 {argv, base, cwd, env, head, patch,
// tree}, of which each member stands only where the action has it: exactly this action
// and no other. patch is the text that PatchDigest is of, "" for an action without one.
//
// Errors: kind [ErrUsage] when patch is not what PatchDigest names, and for a text
// that is not UTF-8: JSON would write two of them alike.
func (a *Action) Digest(patch string) (Digest, error) {
	if want := a.PatchDigest; !want.IsZero() || patch != "" {
		if Digest(sha256.Sum256([]byte(patch))) != want {
			return Digest{}, Usage("digest action", "patch", "give the patch whose SHA-256 the action names")
		}
	}
	for _, text := range slices.Concat(a.Argv, []string{string(a.CWD), string(a.Base), string(a.Head), a.Tree, patch}, a.Env) {
		if !utf8.ValidString(text) {
			return Digest{}, Usage("digest action", strconv.Quote(text), "an approval names its action in UTF-8")
		}
	}
	m := object(nil)
	if len(a.Argv) > 0 {
		m.texts("argv", a.Argv)
	}
	m.text("base", string(a.Base))
	m.text("cwd", string(a.CWD))
	if len(a.Env) > 0 {
		m.texts("env", a.Env)
	}
	m.text("head", string(a.Head))
	m.text("patch", patch)
	m.text("tree", a.Tree)
	return sha256.Sum256(m.end()), nil
}
