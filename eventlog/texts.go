package eventlog

import "encoding/binary"

// Texts caches texts that consecutive headers repeat, such as the session and its
// emitter: each is copied once, so that a caller that keeps one keeps no more than
// it. The zero Texts is ready to use. It is not safe for concurrent use.
type Texts struct {
	slots [textSlots]string
}

const (
	textSlots   = 1 << slotBits
	slotBits    = 8
	longestText = 64 // of those that are remembered
)

// of returns b as a string.
func (t *Texts) of(b []byte) string {
	if len(b) > longestText {
		return string(b)
	}
	slot := &t.slots[slotOf(b)]
	if *slot != string(b) {
		*slot = string(b)
	}
	return *slot
}

// slotOf mixes the length and the last bytes, in which ids differ.
func slotOf(b []byte) uint64 {
	const odd = 0x9e3779b97f4a7c15 // spreads the low bits over the high ones
	n := len(b)
	mix := uint64(n)
	if n >= 8 {
		mix ^= binary.LittleEndian.Uint64(b[n-8:]) * odd
	} else {
		for _, c := range b {
			mix = (mix ^ uint64(c)) * odd
		}
	}
	return (mix * odd) >> (64 - slotBits)
}
