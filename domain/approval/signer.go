package approval

import (
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"errors"
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

// ParseSigner reads a line of an allowed_signers file (ssh-keygen(1), ALLOWED SIGNERS), with
// the options as OpenSSH writes and reads them. A key represents one person: patterns and
// lists of principals, certificate authorities and times without a zone are refused; see
// [InUTC] for those.
//
// Errors: kind usage, with what to write instead.
func ParseSigner(line string) (Signer, error) {
	s := Signer{Line: strings.TrimSpace(line)}
	if strings.ContainsAny(s.Line, "\r\n\x00") {
		return s, s.refuse("is no allowed_signers line", "write one line: alice@example.org ssh-ed25519 AAAA…")
	}
	a, err := takeApart(s.Line)
	s.Principal = a.principal
	switch {
	case errors.Is(err, errUnclosed):
		return s, s.refuse(err.Error(), "close the quote")
	case errors.Is(err, errBehind):
		return s, s.refuse(err.Error(), `write name="value",name="value" without blanks between`)
	case isKeyType(s.Principal):
		return s, s.refuse("is a public key without whose it is", "put the person's name before it: alice@example.org "+s.Principal+" AAAA…")
	case s.Principal == "" || len(a.options) == 0 && len(a.key) == 0:
		return s, s.refuse("is no allowed_signers line", "write: alice@example.org ssh-ed25519 AAAA…")
	case strings.ContainsAny(s.Principal, "*?!,"):
		return s, s.refuse("names no single principal", "write one line for each person, without patterns")
	}
	for _, o := range a.options {
		if err := s.option(o); err != nil {
			return s, err
		}
	}
	if len(a.key) < 2 {
		return s, s.refuse("holds no public key", "write: alice@example.org ssh-ed25519 AAAA…")
	}
	s.KeyType = a.key[0]
	s.Key, err = base64.StdEncoding.DecodeString(a.key[1])
	if err != nil || !bytes.HasPrefix(s.Key, binary.BigEndian.AppendUint32(nil, uint32(len(s.KeyType)))) ||
		!bytes.HasPrefix(s.Key[4:], []byte(s.KeyType)) {
		return s, s.refuse("holds no "+s.KeyType+" key", "copy the key's .pub file")
	}
	return s, nil
}

// Why a line cannot be taken apart.
var (
	errUnclosed = errors.New("has a quote that is not closed")
	errBehind   = errors.New("has something behind a value in quotes")
	errTime     = errors.New("is no time with a zone")
)

func (s *Signer) refuse(message, hint string) error {
	return &domain.Error{Kind: domain.ErrUsage, Operation: "read allowed signers", Target: s.Principal, Message: message, Hint: hint}
}

// isKeyType reports whether keys of a type may sign; ssh-keygen refuses DSA too.
func isKeyType(word string) bool {
	switch word {
	case "ssh-ed25519", "ssh-rsa", "ecdsa-sha2-nistp256", "ecdsa-sha2-nistp384", "ecdsa-sha2-nistp521",
		"sk-ssh-ed25519@openssh.com", "sk-ecdsa-sha2-nistp256@openssh.com":
		return true
	}
	return false
}

// option takes one option, such as namespaces="a,b" or valid-after="20260101Z".
func (s *Signer) option(o option) error {
	switch o.name {
	case "namespaces":
		for _, n := range strings.Split(o.value, ",") {
			if n == "" || strings.ContainsAny(n, "*?!") {
				return s.refuse("has a pattern for a namespace", `write namespaces="approval@claw,signers@claw"`)
			}
			s.Namespaces = append(s.Namespaces, n)
		}
	case "valid-after", "valid-before":
		at, err := parseValidity(o.value)
		if err != nil {
			return s.refuse("has the time "+o.value+" without a zone or in another form", "write "+o.name+`="20260131120000Z"`)
		}
		if o.name == "valid-after" {
			s.After = at
		} else {
			s.Before = at
		}
	case "cert-authority":
		return s.refuse("is a certificate authority", "write the people's own keys")
	default:
		return s.refuse("has the unknown option or key type "+o.name, "namespaces, valid-after, valid-before and the key types of ssh-keygen are known")
	}
	return nil
}
