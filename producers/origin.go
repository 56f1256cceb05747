package producers

import (
	"strconv"

	"github.com/clawable/claw/domain"
)

// Origin identifies the record and the session from which events are derived.
type Origin struct {
	Source  string // of the reader
	Session domain.SessionID
	Key     string // of the record, see [Repeats]
	At      domain.Instant
	// Revision is the revision of the reader's rule for this statement; 0 and 1 are the first.
	// A reader raises it where what it says of a record differs from what it said before.
	Revision int
}

// Draft drafts an event of the record; part distinguishes it from the record's others.
func (o Origin) Draft(part string, p domain.Payload) domain.Draft {
	d := Envelope(o.Source, o.Session)
	_, own := o.Session.Split()
	d.Kind = p.Kind()
	d.ID = domain.RecordEventID(o.At.Time(), o.Source, own, o.Key, part)
	if r := RevisionOf(p, o.Revision); r > 1 {
		d.Replaces, d.Edition = d.ID, r
		d.ID = domain.RecordEventID(o.At.Time(), o.Source, own, o.Key, domain.RevisedPart(part, r))
	}
	d.ObservedAt = o.At
	d.Seq, d.SeqKind = ClockSeq(o.At, d.Kind)
	d.Data = Encode(p)
	return d
}

// pricedUsage is the revision of a usage that states its cost or what a cache keeps for an hour: the first
// readers recorded neither.
const pricedUsage = 2

// RevisionOf is the revision of the rule that makes a statement, where the reader's own is stated.
func RevisionOf(p domain.Payload, stated int) int {
	if u, ok := p.(domain.UsageRecorded); ok && (u.StatedCost != 0 || u.CacheCreation1h != 0) {
		return max(stated, pricedUsage)
	}
	return stated
}

const maxRank = 9

// ClockSeq numbers an event by its time in microseconds; 0 without a time. Of
// events of one time what ends comes before what begins.
func ClockSeq(at domain.Instant, kind domain.Kind) (uint64, domain.SeqKind) {
	us := at.Time().UnixMicro()
	if !at.Known() || us <= 0 || us >= 1<<53-maxRank {
		return 0, ""
	}
	return uint64(us + rank(kind)), domain.SeqClock
}

func rank(kind domain.Kind) int64 {
	switch kind {
	case domain.KindTurnCompleted, domain.KindTurnFailed, domain.KindTurnInterrupted:
		return 0
	case domain.KindSessionCreated, domain.KindSessionResumed, domain.KindSessionForked, domain.KindSessionCleared, domain.KindSessionCompacted,
		domain.KindSessionIdentityEnriched, domain.KindSessionEnded:
		return 2
	case domain.KindTurnWithdrawn:
		return 3
	case domain.KindTurnStarted:
		return 4
	}
	return 5
}

// Repeats makes the keys of records, so that no two of an input have one. The zero
// value is for one input.
type Repeats struct {
	seen map[string]int   // records keyed by content: how many equal ones of a session
	ids  map[named]string // content of the record that had the id first
}

// named is a record with an id of a session.
type named struct{ own, id string }

// Key is [domain.LineKey] of a record and of how many equal ones of the session
// the input had before.
func (r *Repeats) Key(own string, raw []byte) string {
	if r.seen == nil {
		r.seen = map[string]int{}
	}
	first := domain.LineKey(raw, 1)
	n := r.seen[own+"/"+first] + 1
	r.seen[own+"/"+first] = n
	if n == 1 {
		return first
	}
	return first[:len(first)-1] + strconv.Itoa(n)
}

// KeyOf returns the key of a record that identifies itself: its id. A record that has the id of another
// but different content is keyed as one without an id. For a byte-for-byte repetition of a record of the
// input there is no key, and again is true.
func (r *Repeats) KeyOf(own, id string, raw []byte) (key string, again bool) {
	if id == "" {
		return r.Key(own, raw), false
	}
	if r.ids == nil {
		r.ids = map[named]string{}
	}
	record, content := named{own, id}, domain.LineKey(raw, 1)
	first, there := r.ids[record]
	switch {
	case !there:
		r.ids[record] = content
		return id, false
	case first == content, r.seen[own+"/"+content] > 0:
		return "", true
	}
	return r.Key(own, raw), false
}
