package domain

import (
	"cmp"
	"math"
	"time"
)

// Instant is a point in time of a producer, with nanoseconds, or the reason why
// it is not known. The zero value is absent.
type Instant struct {
	ns      int64
	set     bool
	unknown Unknown
}

// At makes a known instant. A time that 64 bits of nanoseconds since 1970 do not
// hold, before 1678 or after 2261, is unknown (unparsable).
func At(t time.Time) Instant {
	if t.Before(time.Unix(0, math.MinInt64)) || t.After(time.Unix(0, math.MaxInt64)) {
		return UnknownInstant(UnknownUnparsable)
	}
	return Instant{ns: t.UnixNano(), set: true}
}

// AtUnixNano makes a known instant from nanoseconds since 1970.
func AtUnixNano(ns int64) Instant { return Instant{ns: ns, set: true} }

// UnknownInstant makes an instant that is not known.
func UnknownInstant(why Unknown) Instant { return Instant{unknown: why} }

// ParseInstant reads RFC 3339 with a zone.
//
// Errors: kind [ErrParse].
func ParseInstant(s string) (Instant, error) {
	t, err := time.Parse(time.RFC3339Nano, s)
	if err != nil {
		return Instant{}, &Error{Kind: ErrParse, Operation: "parse time", Target: s,
			Message: "not an RFC 3339 time with a zone", Hint: "write 2026-01-02T03:04:05Z"}
	}
	return At(t), nil
}

// Known reports whether the time is known.
func (i Instant) Known() bool { return i.set }

// Compare orders times; one that is not known is before all others, whatever is known of why.
func (i Instant) Compare(j Instant) int {
	switch {
	case i.set && j.set:
		return cmp.Compare(i.ns, j.ns)
	case i.set:
		return 1
	case j.set:
		return -1
	}
	return 0
}

// IsZero reports whether the instant is absent: neither known nor given a reason.
func (i Instant) IsZero() bool { return i == Instant{} }

// Why returns the reason of an unknown instant, "" of a known one.
func (i Instant) Why() Unknown { return i.unknown }

// Time returns the time in UTC, the zero time when not known.
func (i Instant) Time() time.Time {
	if !i.set {
		return time.Time{}
	}
	return time.Unix(0, i.ns).UTC()
}

// UnixNano returns nanoseconds since 1970; the largest int64 when not known, so
// that unknown sorts last.
func (i Instant) UnixNano() int64 {
	if !i.set {
		return math.MaxInt64
	}
	return i.ns
}

// String returns RFC 3339 in UTC with as many fraction digits as needed; "" when not known.
func (i Instant) String() string {
	if !i.set {
		return ""
	}
	return i.Time().Format(time.RFC3339Nano)
}

// MarshalJSON writes the text, or {"unknown": reason}; null when absent.
func (i Instant) MarshalJSON() ([]byte, error) { return i.AppendJSON(nil), nil }

// AppendJSON appends what MarshalJSON writes.
func (i Instant) AppendJSON(b []byte) []byte {
	switch {
	case i.set:
		return append(i.Time().AppendFormat(append(b, '"'), time.RFC3339Nano), '"')
	case i.unknown != "":
		return appendUnknown(b, i.unknown)
	}
	return append(b, "null"...)
}

// UnmarshalJSON reads what MarshalJSON writes.
func (i *Instant) UnmarshalJSON(b []byte) error {
	s, why, err := readMaybe(b)
	switch {
	case err != nil:
		return err
	case why != "":
		*i = UnknownInstant(why)
		return nil
	case string(b) == "null":
		*i = Instant{}
		return nil
	}
	*i, err = ParseInstant(s)
	return err
}
