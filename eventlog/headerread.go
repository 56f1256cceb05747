package eventlog

import (
	"encoding/binary"
	"errors"

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

// subject fills s, which is empty.
func (r *headerReader) subject(mask uint64, s *domain.Subject) {
	if mask == 0 {
		return
	}
	take(r, &mask, &s.Lane)
	take(r, &mask, &s.Session)
	take(r, &mask, &s.Turn)
	take(r, &mask, &s.Item)
	take(r, &mask, &s.Worker)
	take(r, &mask, &s.Repo)
	take(r, &mask, &s.Worktree)
	take(r, &mask, &s.Branch)
	take(r, &mask, &s.Commit)
	take(r, &mask, &s.Host)
	take(r, &mask, &s.ControlServer)
	r.bad = r.bad || mask != 0
}

// take reads one field of the subject by the two lowest bits of mask.
func take[T ~string](r *headerReader, mask *uint64, v *domain.Maybe[T]) {
	switch *mask & 3 {
	case 1:
		v.Value = T(r.string())
	case 2:
		v.Unknown = domain.Unknown(r.string())
	case 3:
		r.bad = true
	}
	*mask >>= 2
}
