package domain

import (
	"encoding/hex"
	"strconv"
)

// Digest is a SHA-256.
type Digest [32]byte

// String returns 64 hex digits.
func (d Digest) String() string { return hex.EncodeToString(d[:]) }

// IsZero reports whether d is none.
func (d Digest) IsZero() bool { return d == Digest{} }

// MarshalText writes 64 hex digits.
func (d Digest) MarshalText() ([]byte, error) { return []byte(d.String()), nil }

// UnmarshalText reads 64 hex digits.
func (d *Digest) UnmarshalText(b []byte) error { return unhex("digest", d[:], b) }

// Salt hides the data behind its digest, so that erased data cannot be guessed.
type Salt [16]byte

// String returns 32 hex digits.
func (s Salt) String() string { return hex.EncodeToString(s[:]) }

// MarshalText writes 32 hex digits.
func (s Salt) MarshalText() ([]byte, error) { return []byte(s.String()), nil }

// UnmarshalText reads 32 hex digits.
func (s *Salt) UnmarshalText(b []byte) error { return unhex("salt", s[:], b) }

func unhex(what string, dst, src []byte) error {
	if hex.DecodedLen(len(src)) == len(dst) && len(src)%2 == 0 {
		if _, err := hex.Decode(dst, src); err == nil && hex.EncodeToString(dst) == string(src) {
			return nil
		}
	}
	return &Error{Kind: ErrParse, Operation: "parse " + what, Target: string(src),
		Message: "not " + strconv.Itoa(2*len(dst)) + " lower-case hex digits"}
}
