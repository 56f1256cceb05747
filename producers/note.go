package producers

import (
	"math"
	"strings"
	"time"

	"github.com/clawable/claw/domain"
)

// Note is what an event contains beside its payload. A record that is rewritten in place
// has a part for each state it reaches, and nothing of a note changes once that state is
// reached.
type Note struct {
	Origin
	Part string
	// Seq is the place in the source, for records without a time; 0 takes the time for it.
	Seq    uint64
	Turn   domain.TurnID
	Item   domain.Maybe[domain.ItemID]
	Causes []domain.EventID
}

// Draft drafts the event.
func (n Note) Draft(p domain.Payload) domain.Draft {
	d := n.Origin.Draft(n.Part, p)
	if n.Seq > 0 {
		d.Seq, d.SeqKind = n.Seq, domain.SeqOrdinal
	}
	d.Subject.Turn = domain.Maybe[domain.TurnID]{Value: n.Turn}
	d.Subject.Item = n.Item
	d.Causes = n.Causes
	return d
}

// Millis is the instant of milliseconds since 1970; 0 is not recorded.
func Millis[T ~int64](ms T) domain.Instant {
	switch {
	case ms == 0:
		return domain.UnknownInstant(domain.UnknownNotRecorded)
	case ms < 0 || int64(ms) > math.MaxInt64/int64(time.Millisecond):
		return domain.UnknownInstant(domain.UnknownUnparsable)
	}
	return domain.At(time.UnixMilli(int64(ms)))
}

// Recorded is a value that the source has a place for.
func Recorded[T, S ~string](value S) domain.Maybe[T] {
	switch {
	case value == "":
		return domain.NotKnown[T](domain.UnknownNotRecorded)
	case strings.Contains(string(value), placeholder):
		return domain.NotKnown[T](domain.UnknownRedacted)
	}
	return domain.Known(T(strings.ToValidUTF8(Short(value), "\uFFFD")))
}
