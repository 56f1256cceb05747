package layout

import (
	"encoding/binary"
	"hash/crc32"
	"strconv"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/eventlog/sqlite/db"
)

// The file is an ordinary SQLite database in WAL mode, marked in its header by
// application id and by user_version, the version of this layout.
//
//	streams   number       counted from 1
//	          name         "session-01J…"
//
//	events    position     counted from 1 without gaps
//	          stream       number in streams
//	          revision     counted from 1 in the stream, without gaps
//	          id           16 bytes
//	          header       the envelope, see eventlog.AppendHeader
//	          sums         CRC-32C of header ‖ id ‖ position ‖ revision ‖ stream name,
//	                       shifted left by 32, | CRC-32C of data; integers are 8 bytes, big endian
//	          data         canonical JSON; NULL when erased. Last, so that reading
//	                       envelopes does not touch it
//
//	revisions stream       number in streams   \  the index of streams: it leads to the
//	          revision     in the stream       /  events up to head.indexed, and is brought
//	          position     of the event           up after them, many at once, see package streams
//
//	ends      stream       number in streams
//	          revision     the last one of the stream in revisions. What is lost of that
//	                       table would not be missed at its end; this second witness names it
//
//	head      position     of the last event. A damaged page can hide the last rows of
//	                       events; this second witness names them
//	          indexed      the position up to which revisions goes
//	          sum          CRC-32C of indexed, as 8 bytes, big endian
//
// In layout 1 SQLite itself kept an index of streams, events_by_stream, and there was
// neither revisions nor ends nor what head says of them. Such a log stays as it is: it is
// read and written by what it has, and a copy of its events has the newest format.
//
// Programs of the formats 1 and 2 read neither corrected statements nor admissions. A log of
// such a format gets the format 3 or 4, which has the same layout, with the first one of
// these, so that an older program refuses to write what it would misunderstand. In the same way
// it gets the format 5 or 6 with the first reset of its clock, of which programs of the formats
// before know nothing: they would record and judge times by another clock.
//
//	format    1 · 2 · 3 · 4 · 5 · 6
//	layout    1 · 2 · 1 · 2 · 1 · 2
const (
	applicationID = 0x636c6177 // "claw"
	FormatNew     = 4          // of a new log
	FormatNewest  = 6
	// formatAmends is the first one whose logs may hold events that amend earlier ones.
	formatAmends = 3
	// FormatResets is the first one whose logs may hold resets of the clock.
	FormatResets = 5
)

// IndexKept reports whether SQLite keeps the index of streams of a log of this format: layout 1.
func IndexKept(format int64) bool { return format%2 == 1 }

// LeastFormat is the first format whose programs understand the event.
func LeastFormat(e *domain.Event) int64 {
	switch {
	case e.Kind == (domain.LogClockReset{}).Kind():
		return FormatResets
	case !e.Replaces.IsZero(), e.Kind == (domain.LogAdmitted{}).Kind():
		return formatAmends
	}
	return 1
}

// Schema are the statements that make the tables.
func Schema() []string {
	return []string{
		"CREATE TABLE streams (number INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE)",
		`CREATE TABLE events (position INTEGER PRIMARY KEY, stream INTEGER NOT NULL, revision INTEGER NOT NULL,
		id BLOB NOT NULL, header BLOB NOT NULL, sums INTEGER NOT NULL, data BLOB)`,
		"CREATE UNIQUE INDEX events_by_id ON events (id)",
		`CREATE TABLE revisions (stream INTEGER NOT NULL, revision INTEGER NOT NULL, position INTEGER NOT NULL,
		PRIMARY KEY (stream, revision)) WITHOUT ROWID`,
		"CREATE TABLE ends (stream INTEGER PRIMARY KEY, revision INTEGER NOT NULL)",
		`CREATE TABLE head (one INTEGER PRIMARY KEY CHECK (one = 1), position INTEGER NOT NULL,
		indexed INTEGER NOT NULL, sum INTEGER NOT NULL)`,
		"INSERT INTO head VALUES (1, 0, 0, " + strconv.FormatUint(uint64(IndexedSum(0)), 10) + ")",
	}
}

// Columns are those of a row of events, in the order of the constants Col, without its data.
const Columns = "position, stream, revision, id, header, sums"

// Create begins a transaction that makes the tables.
func Create(c *db.Conn) error {
	return c.Each(append([]string{db.Pragma("application_id", applicationID), db.Pragma("user_version", FormatNew), "BEGIN IMMEDIATE"}, Schema()...)...)
}

// IndexedSum is the checksum of head's word of the index of streams.
func IndexedSum(indexed uint64) uint32 {
	return crc32.Checksum(binary.BigEndian.AppendUint64(nil, indexed), crc32.MakeTable(crc32.Castagnoli))
}
