package redact

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"hash"

	"github.com/clawable/claw/domain"
)

// KeyBytes is how long a key is.
const KeyBytes = 32

// Key makes keyed hashes. Its id may be shown; whoever has the key can test guesses.
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
	k.ID = hex.EncodeToString(k.keyed("id").sum(nil)[:8])
	return k, nil
}

// keyed makes hashes with a key for one use. Not safe for concurrent use.
type keyed struct {
	mac hash.Hash
	use string
	is  [sha256.Size]byte
}

func (k *Key) keyed(use string) *keyed {
	return &keyed{mac: hmac.New(sha256.New, k.secret), use: "claw/redact/1\x00" + use + "\x00"}
}

// sum is HMAC-SHA-256 over what a value is hashed for and its canonical text, until the next call.
func (k *keyed) sum(value []byte) []byte {
	k.mac.Reset()
	k.mac.Write([]byte(k.use))
	k.mac.Write(value)
	return k.mac.Sum(k.is[:0])
}

// appendHash appends the keyed hash of a value in canonical form: 32 hex digits.
func (k *keyed) appendHash(out, value []byte) []byte { return hex.AppendEncode(out, k.sum(value)[:16]) }
