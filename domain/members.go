package domain

import (
	"encoding/hex"
	"strconv"

	"github.com/oklog/ulid/v2"

	"github.com/clawable/claw/domain/jcs"
)

func itoa(n int) string { return strconv.Itoa(n) }

// members writes the members of one object; the caller writes names in order.
type members struct {
	b     []byte
	first bool
}

func object(b []byte) members { return members{append(b, '{'), true} }

func (m *members) name(n string) {
	if !m.first {
		m.b = append(m.b, ',')
	}
	m.first = false
	m.b = append(append(append(m.b, '"'), n...), '"', ':')
}

func (m *members) text(n, v string) {
	if v == "" {
		return
	}
	m.name(n)
	m.b = jcs.AppendString(m.b, v)
}

func (m *members) ulid(n string, u ulid.ULID) {
	m.name(n)
	m.b = append(appendULID(append(m.b, '"'), u), '"')
}

func (m *members) hex(n string, v []byte) {
	m.name(n)
	m.b = append(hex.AppendEncode(append(m.b, '"'), v), '"')
}

func (m *members) number(n string, v uint64) {
	if v == 0 {
		return
	}
	m.name(n)
	m.b = strconv.AppendUint(m.b, v, 10)
}

func maybe[T ~string](m *members, n string, v Maybe[T]) {
	switch {
	case v.Unknown != "":
		m.name(n)
		m.b = appendUnknown(m.b, v.Unknown)
	case v.Value != "":
		m.name(n)
		m.b = jcs.AppendString(m.b, string(v.Value))
	}
}

func (m *members) end() []byte { return append(m.b, '}') }
