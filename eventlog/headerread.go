package eventlog

import (
	"encoding/binary"
	"errors"
	"math/bits"

	"github.com/clawable/claw/domain"
)

var errHeader = errors.New("the envelope cannot be decoded")

// headerReader reads the fields of a header in order; a short or senseless header sets bad.
type headerReader struct {
	b     []byte
	texts *Texts
	at    int
	bad   bool
}

func (r *headerReader) take(n int) (from int, ok bool) {
	if r.bad || n < 0 || n > len(r.b)-r.at {
		r.bad = true
		return 0, false
	}
	from = r.at
	r.at += n
	return from, true
}

func (r *headerReader) byte() byte {
	if i, ok := r.take(1); ok {
		return r.b[i]
	}
	return 0
}

func (r *headerReader) uint64() uint64 {
	if i, ok := r.take(8); ok {
		return binary.BigEndian.Uint64(r.b[i:])
	}
	return 0
}

func (r *headerReader) copy(dst []byte) {
	if i, ok := r.take(len(dst)); ok {
		copy(dst, r.b[i:])
	}
}

func (r *headerReader) uvarint() uint64 {
	if r.bad {
		return 0
	}
	if r.at < len(r.b) && r.b[r.at] < 0x80 { // nearly always
		r.at++
		return uint64(r.b[r.at-1])
	}
	n, size := binary.Uvarint(r.b[r.at:])
	if size <= 0 {
		r.bad = true
		return 0
	}
	r.at += size
	return n
}

func (r *headerReader) string() string {
	if !r.bad && r.at < len(r.b) { // nearly always an entry of the dictionary that one byte names
		if n := r.b[r.at]; n&0x81 == 1 && int(n>>1) < len(dictionary) {
			r.at++
			return dictionary[n>>1]
		}
	}
	n := r.uvarint()
	if n&1 == 1 {
		if n>>1 < uint64(len(dictionary)) {
			return dictionary[n>>1]
		}
		r.bad = true
		return ""
	}
	if n>>1 > uint64(len(r.b)) {
		r.bad = true
		return ""
	}
	i, ok := r.take(int(n >> 1))
	if !ok {
		return ""
	}
	return r.texts.of(r.b[i:r.at])
}

func (r *headerReader) ids() []domain.EventID {
	n := r.uvarint()
	if n == 0 || n > uint64(len(r.b)/16) {
		r.bad = r.bad || n != 0
		return nil
	}
	ids := make([]domain.EventID, n)
	for i := range ids {
		r.copy(ids[i][:])
	}
	return ids
}

func (r *headerReader) labels() []domain.Label {
	n := r.uvarint()
	if n == 0 || n > uint64(len(r.b)) {
		r.bad = r.bad || n != 0
		return nil
	}
	labels := make([]domain.Label, n)
	for i := range labels {
		labels[i] = domain.Label{Pointer: r.string(), Class: domain.Sensitivity(r.string())}
	}
	return labels
}

// subject fills s, which is empty, with the fields that mask has bits of: few of all.
func (r *headerReader) subject(mask uint64, s *domain.Subject) {
	for mask != 0 && !r.bad {
		field := bits.TrailingZeros64(mask) / 2
		known := mask>>(2*field)&3 == 1
		r.bad = mask>>(2*field)&3 == 3
		mask &^= 3 << (2 * field)
		text := r.string()
		switch field {
		case 0:
			fill(&s.Lane, known, text)
		case 1:
			fill(&s.Session, known, text)
		case 2:
			fill(&s.Turn, known, text)
		case 3:
			fill(&s.Item, known, text)
		case 4:
			fill(&s.Worker, known, text)
		case 5:
			fill(&s.Repo, known, text)
		case 6:
			fill(&s.Worktree, known, text)
		case 7:
			fill(&s.Branch, known, text)
		case 8:
			fill(&s.Commit, known, text)
		case 9:
			fill(&s.Host, known, text)
		case 10:
			fill(&s.ControlServer, known, text)
		default:
			r.bad = true
		}
	}
}

// fill sets one field of a subject, which is empty, to a value or to why there is none.
func fill[T ~string](v *domain.Maybe[T], known bool, text string) {
	if known {
		v.Value = T(text)
	} else {
		v.Unknown = domain.Unknown(text)
	}
}
