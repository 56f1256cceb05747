package codex

import (
	"crypto/sha256"
	"strconv"

	"github.com/clawable/claw/domain"
)

// entry is a record in work: its events so far. What reads one kind of record is a function
// of the entry and the record, see [record.tell]; what these share are methods.
type entry struct {
	*session
	*record
	line, index int // its line, from 1, and its place there, from 0
	turn        domain.TurnID
	key         string
	parts       int
	drafts      []domain.Draft
	skipped     string
}

// The number of an event is its record's place in the file: a line has 1024
// numbers, a record 16 of them. What does not fit shares the last one.
const (
	slotsPerLine   = 1024
	slotsPerRecord = 16
)

// seq numbers the next event of the record.
func (e *entry) seq() uint64 {
	slot := min(e.index*slotsPerRecord+min(e.parts, slotsPerRecord-1), slotsPerLine-1)
	return uint64(e.line)*slotsPerLine + uint64(slot)
}

// begin assigns the record to s. A rollout's line has no own id: the key is derived from
// its bytes and how many equal ones of the session came before it.
func (e *entry) begin(s *session, r *record) {
	e.session, e.record = s, r
	sum := sha256.Sum256(r.raw)
	s.seen[sum]++
	e.key = domain.LineKey(r.raw, s.seen[sum])
}

// add drafts an event of the record; part identifies it among them. The draft stays the
// caller's to complete until the next add.
func (e *entry) add(part string, item domain.Maybe[domain.ItemID], payload domain.Payload) *domain.Draft {
	d := e.envelope
	d.Kind = payload.Kind()
	d.ID = domain.RecordEventID(e.at.Time(), Source, e.own, e.key, part)
	d.ObservedAt = e.at
	d.Seq, d.SeqKind = e.seq(), domain.SeqOrdinal
	d.Subject.Item = item
	if e.turn != "" {
		d.Subject.Turn = domain.Known(e.turn)
	}
	data, err := marshal(payload)
	if err != nil {
		panic("codex: a payload that cannot be written: " + err.Error()) // texts are valid, foreign JSON was checked
	}
	d.Data = data
	e.parts++
	e.drafts = append(e.drafts, d)
	return &e.drafts[len(e.drafts)-1]
}

// partOf names the part of the i-th of several alike events of a record, from 0.
func partOf(part string, i int) string {
	if i == 0 {
		return part
	}
	return part + "." + strconv.Itoa(i)
}

// skip records why the record contains nothing that a log stores.
func (e *entry) skip(why string) { e.skipped = why }
