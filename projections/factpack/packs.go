// Package factpack gathers the facts of lanes under their keys and encodes them in packs. It
// does not derive an outcome and keeps no pack: its callers store them.
package factpack

import (
	"encoding/binary"
	"errors"
	"slices"

	"github.com/clawable/claw/domain/lane/fact"
	"github.com/clawable/claw/domain/lane/index"
)

// Packs gathers the facts of lanes under their keys. A pack holds the facts that
// came under one key since the last flush, each as a length (uvarint) and the
// fact: a session's facts are few packs, and a rebuild writes few. It is
// not safe for use by several at once.
//
// The keys of single events are not filed: a log finds an event by its id.
type Packs struct {
	write   func(packs map[index.Key][]byte, bytes int) error
	most    int
	pending map[index.Key][]byte
	bytes   int // in pending
	buf     []byte
	keyer   index.Keyer
	leads   map[index.Key]bool // lanes that lead to their default session already
}

// New returns packs that are handed to write, for good, when they come to so
// many bytes.
func New(most int, write func(packs map[index.Key][]byte, bytes int) error) *Packs {
	return &Packs{write: write, most: most, pending: map[index.Key][]byte{}, leads: map[index.Key]bool{}}
}

// File adds f to the packs of its keys. The memory of f stays the caller's.
func (p *Packs) File(f *fact.Fact) error {
	_, err := p.Add(f)
	return err
}

// Add files f and reports whether it has a key at all.
func (p *Packs) Add(f *fact.Fact) (filed bool, err error) {
	p.buf = fact.Append(p.buf[:0], f)
	own := p.keyer.SessionLane(f.Session)
	keys := p.keyer.Shared(f)
	for _, k := range keys {
		if k == own && p.led(f, own) {
			continue
		}
		p.pending[k] = appendForm(p.pending[k], p.buf)
		p.bytes += len(p.buf) + len(k)
	}
	if p.bytes > p.most {
		err = p.Flush()
	}
	return len(keys) > 0, err
}

// led reports whether a fact filed before leads from the lane of f's session to
// the session, under which f is filed as well: one that does is enough.
func (p *Packs) led(f *fact.Fact, own index.Key) bool {
	if f.Lane != "" || f.Payload.Lane != "" || len(f.Payload.Lanes) > 0 {
		return false
	}
	held := p.leads[own]
	p.leads[own] = true
	return held
}

// Flush hands on what was filed since the last time, if anything.
func (p *Packs) Flush() error {
	if len(p.pending) == 0 {
		return nil
	}
	some, bytes := p.pending, p.bytes
	p.pending, p.bytes = map[index.Key][]byte{}, 0
	return p.write(some, bytes)
}

// Unpack appends the facts of a pack, or of several one after the other.
//
// Errors: when b is not what [Packs] wrote.
func Unpack(b []byte, facts []*fact.Fact) ([]*fact.Fact, error) {
	forms, err := split(string(b))
	if err != nil {
		return facts, err
	}
	made := make([]fact.Fact, len(forms))
	facts = slices.Grow(facts, len(forms))
	for i, form := range forms {
		if err := made[i].Decode(form); err != nil {
			return facts, err
		}
		facts = append(facts, &made[i])
	}
	return facts, nil
}

// Pack appends facts to b in the one form that [Unpack] reads them from and [Packs]
// writes: bytes that differ from it were not written so, whatever Unpack makes of them.
func Pack(b []byte, facts []*fact.Fact) []byte {
	var form []byte
	for _, f := range facts {
		form = fact.Append(form[:0], f)
		b = appendForm(b, form)
	}
	return b
}

func appendForm(pack, form []byte) []byte {
	return append(binary.AppendUvarint(pack, uint64(len(form))), form...)
}

// leastForm is how short the stored form of a fact is, about: most are longer.
const leastForm = 128

// split cuts a pack into the stored forms of its facts.
func split(pack string) ([]string, error) {
	forms := make([]string, 0, len(pack)/leastForm+1)
	for len(pack) > 0 {
		head := min(len(pack), binary.MaxVarintLen64)
		n, size := binary.Uvarint([]byte(pack[:head]))
		if size <= 0 || uint64(len(pack)-size) < n {
			return nil, errors.New("a pack of facts is cut short")
		}
		end := size + int(n)
		forms, pack = append(forms, pack[size:end]), pack[end:]
	}
	return forms, nil
}
