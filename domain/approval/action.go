package approval

import (
	"crypto/sha256"
	"slices"
	"strconv"
	"unicode/utf8"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/jcs"
)

// DigestAction is the action digest, SHA-256 of RFC 8785 {argv, base, cwd, env, head, patch,
// tree}, which contains only the members that the action has: exactly this action and no
// other. patch is the text that PatchDigest is of, "" for an action without one.
//
// Errors: kind [domain.ErrUsage] when patch is not what PatchDigest names, and for a text
// that is not UTF-8: JSON would write two of them alike.
func DigestAction(a *domain.Action, patch string) (domain.Digest, error) {
	if want := a.PatchDigest; !want.IsZero() || patch != "" {
		if domain.Digest(sha256.Sum256([]byte(patch))) != want {
			return domain.Digest{}, domain.Usage("digest action", "patch", "give the patch whose SHA-256 the action names")
		}
	}
	for _, text := range slices.Concat(a.Argv, []string{string(a.CWD), string(a.Base), string(a.Head), a.Tree, patch}, a.Env) {
		if !utf8.ValidString(text) {
			return domain.Digest{}, domain.Usage("digest action", strconv.Quote(text), "an approval names its action in UTF-8")
		}
	}
	m := jcs.NewObject(nil)
	if len(a.Argv) > 0 {
		m.Texts("argv", a.Argv)
	}
	m.Text("base", string(a.Base))
	m.Text("cwd", string(a.CWD))
	if len(a.Env) > 0 {
		m.Texts("env", a.Env)
	}
	m.Text("head", string(a.Head))
	m.Text("patch", patch)
	m.Text("tree", a.Tree)
	return sha256.Sum256(m.End()), nil
}
