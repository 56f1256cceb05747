package redact

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"

	"github.com/clawable/claw/domain"
)

// KeyBytes is how long a key is.
const KeyBytes = 32

// Key makes keyed hashes. Its id may be told; whoever has the key can test guesses.
type Key struct {
	ID     string // 16 hex digits
	secret []byte
}

// NewKey makes a key of random bytes.
//
// Errors: kind corrupt for another number of bytes than [KeyBytes].
func NewKey(secret []byte) (*Key, error) {
	if len(secret) != KeyBytes {
		return nil, &domain.Error{Kind: domain.ErrCorrupt, Operation: "read redaction key", Target: "key", Message: "is no key of 32 bytes",
			Hint: "restore it from a backup, or remove it: a new one is made, and hashes of the two do not compare"}
	}
	k := &Key{secret: secret}
	k.ID = hex.EncodeToString(k.sum("id", nil)[:8])
	return k, nil
}

// sum is HMAC-SHA-256 over what a value is hashed for and its canonical text.
func (k *Key) sum(use string, value []byte) []byte {
	h := hmac.New(sha256.New, k.secret)
	h.Write([]byte("claw/redact/1\x00" + use + "\x00"))
	h.Write(value)
	return h.Sum(nil)
}

// hash is the keyed hash of a value in canonical form: 32 hex digits.
func (k *Key) hash(value []byte) string { return hex.EncodeToString(k.sum("value", value)[:16]) }
