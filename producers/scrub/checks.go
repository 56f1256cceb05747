package scrub

import (
	"bytes"
	"encoding/base64"
	"regexp"
	"strings"
	"sync"
)

// passes reports whether value satisfies the checks of a rule:
//
//	literal  it is a value and not a placeholder, a reference to a variable, a path or code
//	mixed    it has a letter and a digit
//	basic    it is base64 of user:password
//	numbered it begins with base64 of a number, up to a dot
func passes(names []string, value []byte) bool {
	for _, name := range names {
		switch name {
		case "literal":
			if !literal(string(value)) {
				return false
			}
		case "mixed":
			if !mixed(value) {
				return false
			}
		case "basic":
			if !basic(value) {
				return false
			}
		case "numbered":
			if !numbered(value) {
				return false
			}
		}
	}
	return true
}

func mixed(value []byte) bool {
	return bytes.ContainsAny(value, "0123456789") &&
		bytes.ContainsFunc(value, func(r rune) bool { return 'a' <= r|0x20 && r|0x20 <= 'z' })
}

func basic(value []byte) bool {
	text := strings.TrimRight(string(value), "=")
	for _, encoding := range []*base64.Encoding{base64.RawStdEncoding, base64.RawURLEncoding} {
		decoded, err := encoding.DecodeString(text)
		if err == nil && printable(decoded) && bytes.IndexByte(decoded, ':') >= 0 {
			return true
		}
	}
	return false
}

func numbered(value []byte) bool {
	first, _, _ := bytes.Cut(value, []byte("."))
	number, err := base64.RawURLEncoding.DecodeString(string(first))
	return err == nil && len(number) > 0 && len(bytes.Trim(number, "0123456789")) == 0
}

func printable(text []byte) bool {
	for _, b := range text {
		if b < ' ' || b > '~' {
			return false
		}
	}
	return true
}

// Compiled when first asked for: most processes never meet an assignment.
var (
	// standIn is what documentation and templates write where a secret goes.
	standIn = expression{text: `(?i)redacted|scrubbed|placeholder|example|change[-_]?me|your[-_]?|dummy|todo|fixme|insert[-_]|replace[-_]|x{4}|\*{3}|\.{3}|…|^test$|^none$|^null$|^undefined$|^true$|^false$`}
	// reference names a secret that stands elsewhere: config.token, MY_API_KEY, os.environ, /run/secret.
	reference = expression{text: `^(?:[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)+|[A-Z][A-Z_]*(?:_[A-Z0-9]+)+|%\w+%?|@\w+|\$.*|(?:\.{0,2}|~)/.*|[a-z][a-z0-9+.-]*://.*)$`}
	// nameOnly is the name of a secret in its place: access_token, my-client-secret, password.
	nameOnly = expression{text: `(?i)^(?:(?:api|access|auth|client|secret|token|password|passwd|pass|pwd|passphrase|key|user|username|my|the|some|new|old|test|bearer|basic|refresh|session|value|string|here|private|public|github|openai|anthropic|default|fake|admin|root|invalid|valid|wrong|secrets?|tokens?|keys?|env|name|id|field|input|url|hash|required|optional)[-_. :]?)+$`}
)

// expression is a regular expression that is compiled when it is first asked for.
type expression struct {
	text     string
	once     sync.Once
	compiled *regexp.Regexp
}

func (e *expression) matches(value string) bool {
	e.once.Do(func() { e.compiled = regexp.MustCompile(e.text) })
	return e.compiled.MatchString(value)
}

func literal(value string) bool {
	return !strings.ContainsAny(value, "<>(){}`") && !strings.Contains(value, "${") &&
		!standIn.matches(value) && !reference.matches(value) && !nameOnly.matches(value) &&
		strings.Trim(value, value[:1]) != ""
}
