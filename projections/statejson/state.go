// Package statejson writes the states of entities as RFC 8785 JSON and digests them. The bytes
// are what read models store and what digests are over, so that a change of them wants a new
// version of the fold. It depends on no entity: one that is written often writes itself with a
// [Writer].
package statejson

import (
	"crypto/sha256"
	"hash"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/clawable/claw/domain"
)

// Append appends the RFC 8785 form of an entity: what a read model keeps and
// what a state digest is over.
func Append[E any](b []byte, entity *E) ([]byte, error) {
	if own, ok := any(entity).(appender); ok {
		w := Writer{b: b}
		own.AppendState(&w)
		return w.b, w.err
	}
	v, err := json.Marshal(entity, json.Deterministic(true))
	if err != nil {
		return b, err
	}
	state := jsontext.Value(v)
	if err := state.Canonicalize(); err != nil {
		return b, err
	}
	return append(b, state...), nil
}

// Read reads what [Append] writes.
func Read[E any](state []byte, entity *E) error { return json.Unmarshal(state, entity) }

// Digest hashes the state of one projection: SHA-256 over RFC 8785 of the
// array of [key, entity] pairs in byte order of the keys.
type Digest struct {
	hash hash.Hash
	buf  []byte
	n    int
}

// NewDigest begins with an empty state.
func NewDigest() *Digest {
	d := &Digest{hash: sha256.New()}
	d.hash.Write([]byte{'['})
	return d
}

// Add adds the next entity; state is its RFC 8785 form.
func (d *Digest) Add(key string, state []byte) error {
	b := d.buf[:0]
	if d.n > 0 {
		b = append(b, ',')
	}
	d.n++
	b, err := jsontext.AppendQuote(append(b, '['), key)
	if err != nil {
		return err
	}
	b = append(append(append(b, ','), state...), ']')
	d.hash.Write(b)
	d.buf = b
	return nil
}

// Sum is the digest of what was added.
func (d *Digest) Sum() domain.Digest {
	d.hash.Write([]byte{']'})
	var sum domain.Digest
	d.hash.Sum(sum[:0])
	return sum
}
