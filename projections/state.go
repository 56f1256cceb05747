package projections

import (
	"crypto/sha256"
	"hash"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/clawable/claw/domain"
)

// AppendState appends the RFC 8785 form of an entity: what a read model keeps and
// what a state digest is over.
func AppendState[E any](b []byte, entity *E) ([]byte, error) {
	if own, ok := any(entity).(appender); ok {
		w := stateWriter{b: b}
		own.appendState(&w)
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

// ReadState reads what AppendState writes.
func ReadState[E any](state []byte, entity *E) error { return json.Unmarshal(state, entity) }

// StateDigest hashes the state of one projection: SHA-256 over RFC 8785 of the
// array of [key, entity] pairs in byte order of the keys.
type StateDigest struct {
	hash hash.Hash
	buf  []byte
	n    int
}

// NewStateDigest begins with an empty state.
func NewStateDigest() *StateDigest {
	d := &StateDigest{hash: sha256.New()}
	d.hash.Write([]byte{'['})
	return d
}

// Add adds the next entity; state is its RFC 8785 form.
func (d *StateDigest) Add(key string, state []byte) error {
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
func (d *StateDigest) Sum() domain.Digest {
	d.hash.Write([]byte{']'})
	var sum domain.Digest
	d.hash.Sum(sum[:0])
	return sum
}
