package approval

import (
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"slices"
	"strings"
	"time"

	"github.com/clawable/claw/domain"
)

// Signer is a line of an OpenSSH allowed_signers file: one key of one principal.
type Signer struct {
	Line       string // as written, without white space around
	Principal  string
	Namespaces []string // none: every namespace
	After      time.Time
	Before     time.Time // zero: for ever
	KeyType    string
	Key        []byte // public key, SSH wire format
}

// Fingerprint names the key as ssh-keygen -l does: "SHA256:…".
func (s *Signer) Fingerprint() string { return Fingerprint(s.Key) }

// Fingerprint names a public key in SSH wire format as ssh-keygen -l does.
func Fingerprint(key []byte) string {
	sum := sha256.Sum256(key)
	return "SHA256:" + base64.RawStdEncoding.EncodeToString(sum[:])
}

// Hardware reports whether the key lives in a FIDO token.
func (s *Signer) Hardware() bool { return strings.HasPrefix(s.KeyType, "sk-") }

// Actor is the human who signs with the key.
func (s *Signer) Actor() domain.Actor { return domain.Actor("human:" + s.Principal) }

// MayUse reports whether the key may sign in the namespace at a time.
func (s *Signer) MayUse(namespace string, at time.Time) bool {
	return (len(s.Namespaces) == 0 || slices.Contains(s.Namespaces, namespace)) &&
		!at.Before(s.After) && (s.Before.IsZero() || at.Before(s.Before))
}

// ParseSigner reads a line of an allowed_signers file (ssh-keygen(1), ALLOWED SIGNERS).
// A key stands for one person: patterns and lists of principals, certificate
// authorities and times without a zone are refused.
//
// Errors: kind usage, with what to write instead.
func ParseSigner(line string) (Signer, error) {
	s := Signer{Line: strings.TrimSpace(line)}
	principal, rest, ok := strings.Cut(s.Line, " ")
	s.Principal = strings.Trim(principal, `"`)
	if !ok || s.Principal == "" || strings.ContainsAny(s.Line, "\r\n\x00") {
		return s, s.refuse("is no allowed_signers line", "write: alice@example.org ssh-ed25519 AAAA…")
	}
	if strings.ContainsAny(s.Principal, "*?!,") {
		return s, s.refuse("names no single principal", "write one line for each person, without patterns")
	}
	if isKeyType(s.Principal) {
		return s, s.refuse("is a public key without whose it is", "put the person's name before it: alice@example.org "+s.Principal+" AAAA…")
	}
	words, err := fields(rest)
	if err != nil {
		return s, s.refuse(err.Error(), "close the quote")
	}
	for len(words) > 0 && !isKeyType(words[0]) {
		if err := s.options(words[0]); err != nil {
			return s, err
		}
		words = words[1:]
	}
	if len(words) < 2 {
		return s, s.refuse("holds no public key", "write: alice@example.org ssh-ed25519 AAAA…")
	}
	s.KeyType = words[0]
	s.Key, err = base64.StdEncoding.DecodeString(words[1])
	if err != nil || !bytes.HasPrefix(s.Key, binary.BigEndian.AppendUint32(nil, uint32(len(s.KeyType)))) ||
		!bytes.HasPrefix(s.Key[4:], []byte(s.KeyType)) {
		return s, s.refuse("holds no "+s.KeyType+" key", "copy the key's .pub file")
	}
	return s, nil
}

func (s *Signer) refuse(message, hint string) error {
	return &domain.Error{Kind: domain.ErrUsage, Operation: "read allowed signers", Target: s.Principal, Message: message, Hint: hint}
}

// isKeyType knows the keys that may sign; ssh-keygen refuses DSA too.
func isKeyType(word string) bool {
	switch word {
	case "ssh-ed25519", "ssh-rsa", "ecdsa-sha2-nistp256", "ecdsa-sha2-nistp384", "ecdsa-sha2-nistp521",
		"sk-ssh-ed25519@openssh.com", "sk-ecdsa-sha2-nistp256@openssh.com":
		return true
	}
	return false
}

// options reads one word of options, such as namespaces="a,b",valid-after="20260101Z".
func (s *Signer) options(word string) error {
	for _, option := range splitOutsideQuotes(word, ',') {
		name, value, _ := strings.Cut(option, "=")
		value = strings.Trim(value, `"`)
		switch strings.ToLower(name) {
		case "namespaces":
			for _, n := range strings.Split(value, ",") {
				if n == "" || strings.ContainsAny(n, "*?!") {
					return s.refuse("has a pattern for a namespace", `write namespaces="approval@claw,signers@claw"`)
				}
				s.Namespaces = append(s.Namespaces, n)
			}
		case "valid-after", "valid-before":
			at, err := parseValidity(value)
			if err != nil {
				return s.refuse("has the time "+value+" without a zone or in another form", "write "+name+`="20260131120000Z"`)
			}
			if strings.EqualFold(name, "valid-after") {
				s.After = at
			} else {
				s.Before = at
			}
		case "cert-authority":
			return s.refuse("is a certificate authority", "write the people's own keys")
		default:
			return s.refuse("has the unknown option or key type "+name, "namespaces, valid-after, valid-before and the key types of ssh-keygen are known")
		}
	}
	return nil
}

// parseValidity reads YYYYMMDD[HHMM[SS]]Z.
func parseValidity(text string) (time.Time, error) {
	for _, layout := range []string{"20060102Z", "200601021504Z", "20060102150405Z"} {
		if len(layout) == len(text) {
			return time.Parse(layout, text)
		}
	}
	return time.Time{}, errUnclosed
}
