package pinpoint

import (
	"crypto/sha256"
	"encoding/hex"
	"slices"
	"strings"

	"github.com/clawable/claw/domain"
)

// keyVersion begins each similarity key that [Key] makes.
const keyVersion = "sk1:"

// Key is the similarity key of a gap, "" where one of the three is not known: what has no key is
// like nothing else. No title and no description is part of it.
//
//	"sk1:" + hex(first 16 bytes of SHA-256(class NUL place NUL signature))
func Key(class domain.FailureClass, place, signature string) string {
	place = strings.Trim(strings.TrimSpace(place), "/")
	if class == "" || place == "" {
		return ""
	}
	text := make([]byte, 0, len(class)+len(place)+len(signature)+2)
	text = append(append(append(append(text, class...), 0), place...), 0)
	n := len(text)
	if text = appendSignature(text, signature); len(text) == n {
		return ""
	}
	sum := sha256.Sum256(text)
	var key [len(keyVersion) + 32]byte
	hex.Encode(key[copy(key[:], keyVersion):], sum[:16])
	return string(key[:])
}

// statedKey begins the key of a filing that states a key and not the parts of one.
const statedKey = "stated:"

// keyOf is the key of a filing. The parts count before what the reporter states.
func keyOf(p *domain.PinpointFiled) string {
	if key := Key(p.FailureClass, p.Place, p.ErrorSignature); key != "" {
		return key
	}
	switch {
	case p.SimilarityKey == "":
		return ""
	case strings.HasPrefix(p.SimilarityKey, keyVersion):
		return p.SimilarityKey
	}
	return statedKey + p.SimilarityKey
}

// changes replaces in a signature the parts of an error text that differ from run to run.
const changes = "N"

// Signature reduces an error text to the parts that are the same in every run: numbers, with a unit or
// without, object names, addresses, UUIDs and ULIDs become N, and white space one space. An error code
// stays: E0308, and the number after exit, status, code, signal, errno, error or HTTP.
func Signature(s string) string { return string(appendSignature(nil, s)) }

// appendSignature appends the signature of s to b.
func appendSignature(b []byte, s string) []byte {
	before, space := "", false
	for field := range strings.FieldsSeq(s) {
		if space {
			b = append(b, ' ')
		}
		b, before = reduce(b, field, before)
		space = true
	}
	return b
}

// codes are the words after which a number is an error code.
var codes = []string{"exit", "status", "code", "signal", "errno", "error", "http"}

// reduce appends a word without white space to b, token by token. before is the token before it; it
// returns the last one.
func reduce(b []byte, s, before string) (to []byte, token string) {
	for len(s) > 0 {
		n := 0
		if len(s) >= uuidBytes && isUUID(s[:uuidBytes]) {
			n = uuidBytes
		}
		for n < len(s) && isWord(s[n]) {
			n++
		}
		switch {
		case n == 0:
			b = append(b, s[0])
			n = 1
			s = s[n:]
			continue
		case varies(s[:n]) && !slices.ContainsFunc(codes, func(w string) bool { return strings.EqualFold(w, before) }):
			b = append(b, changes...)
		default:
			b = append(b, s[:n]...)
		}
		before, s = s[:n], s[n:]
	}
	return b, before
}

// uuidBytes is the length of a UUID as text.
const uuidBytes = 36

func isUUID(s string) bool {
	for i := range len(s) {
		if dash := i == 8 || i == 13 || i == 18 || i == 23; dash != (s[i] == '-') || !dash && !isHex(s[i]) {
			return false
		}
	}
	return true
}

func isWord(c byte) bool {
	return c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c == '_' || c >= 0x80
}

func isHex(c byte) bool {
	return c >= '0' && c <= '9' || c >= 'a' && c <= 'f' || c >= 'A' && c <= 'F'
}

// shortestName is how short an abbreviated object name of git may be, and ulidBytes how long a ULID is.
const (
	shortestName = 7
	ulidBytes    = 26
)

// varies reports whether a token is a number or a name that a machine gave.
func varies(s string) bool {
	digit, hexed, upper := strings.ContainsAny(s, "0123456789"), true, true
	for i := range len(s) {
		hexed = hexed && isHex(s[i])
		upper = upper && (s[i] < 'a' || s[i] > 'z')
	}
	return s[0] >= '0' && s[0] <= '9' || digit && (hexed && len(s) >= shortestName || upper && len(s) == ulidBytes || len(s) >= uuidBytes && s[8] == '-')
}
