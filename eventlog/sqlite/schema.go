package sqlite

import (
	"strconv"

	"github.com/clawable/claw/domain"
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
//	          position     of the event           up after them, many at once, see streamIndex
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
	formatVersion = 4          // of a new log
	formatNewest  = 6
	// layoutOwnIndex is the first one whose index of streams is ours to bring up.
	layoutOwnIndex = 2
	// formatAmends is the first one whose logs may hold events that amend earlier ones.
	formatAmends = 3
	// formatResets is the first one whose logs may hold resets of the clock.
	formatResets = 5
)

// layoutOf is the layout of a log of this format.
func layoutOf(format int64) int64 { return 2 - format%2 }

// leastFormat is the first format whose programs understand the event.
func leastFormat(e *domain.Event) int64 {
	switch {
	case e.Kind == (domain.LogClockReset{}).Kind():
		return formatResets
	case !e.Replaces.IsZero(), e.Kind == (domain.LogAdmitted{}).Kind():
		return formatAmends
	}
	return 1
}

// mark gives the log a format of which programs that misunderstand e know that they do.
func (w *writer) mark(e *domain.Event) error {
	least := leastFormat(e)
	if w.format >= least {
		return nil
	}
	format, err := w.conn.number("PRAGMA user_version")
	if err == nil && format < least {
		format = least + 1 - format%2
		err = w.conn.each(pragma("user_version", int(format)))
	}
	if err == nil {
		w.format = format
	}
	return err
}

var schema = []string{
	"CREATE TABLE streams (number INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE)",
	`CREATE TABLE events (position INTEGER PRIMARY KEY, stream INTEGER NOT NULL, revision INTEGER NOT NULL,
		id BLOB NOT NULL, header BLOB NOT NULL, sums INTEGER NOT NULL, data BLOB)`,
	"CREATE UNIQUE INDEX events_by_id ON events (id)",
	`CREATE TABLE revisions (stream INTEGER NOT NULL, revision INTEGER NOT NULL, position INTEGER NOT NULL,
		PRIMARY KEY (stream, revision)) WITHOUT ROWID`,
	"CREATE TABLE ends (stream INTEGER PRIMARY KEY, revision INTEGER NOT NULL)",
	`CREATE TABLE head (one INTEGER PRIMARY KEY CHECK (one = 1), position INTEGER NOT NULL,
		indexed INTEGER NOT NULL, sum INTEGER NOT NULL)`,
	"INSERT INTO head VALUES (1, 0, 0, " + strconv.FormatUint(uint64(indexedSum(0)), 10) + ")",
}

const columns = "position, stream, revision, id, header, sums"

const (
	sqlBegin        = "BEGIN IMMEDIATE"
	sqlInsertEvent  = "INSERT INTO events (position, stream, revision, id, header, sums, data) VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT (id) DO NOTHING"
	sqlEraseEvent   = "UPDATE events SET header = ?, sums = ?, data = NULL WHERE position = ?"
	sqlUndoEvents   = "DELETE FROM events WHERE position > ?"
	sqlInsertStream = "INSERT INTO streams (number, name) VALUES (?, ?)"
	sqlSetHead      = "UPDATE head SET position = ?, indexed = ?, sum = ? WHERE one = 1"
	sqlSetHead1     = "UPDATE head SET position = ? WHERE one = 1" // of format 1
	sqlInsertPlace  = "INSERT INTO revisions (stream, revision, position) VALUES (?, ?, ?)"
	sqlSetEnd       = "INSERT INTO ends (stream, revision) VALUES (?, ?) ON CONFLICT (stream) DO UPDATE SET revision = excluded.revision"

	sqlHead         = "SELECT position FROM head WHERE one = 1"
	sqlFirstID      = "SELECT id FROM events WHERE position = 1"
	sqlLast         = "SELECT max(position) FROM events"
	sqlLastStream   = "SELECT max(number) FROM streams"
	sqlStreamNumber = "SELECT number FROM streams WHERE name = ?"
	// sqlSeekStream reads the whole table: a damaged index does not hide a stream from a reader.
	sqlSeekStream = "SELECT number FROM streams NOT INDEXED WHERE name = ?"
	sqlStreamName = "SELECT name FROM streams WHERE number = ?"
	sqlRevision1  = "SELECT max(revision) FROM events WHERE stream = ?" // of format 1
	sqlIndexed    = "SELECT indexed, sum FROM head WHERE one = 1"
	// sqlStreamEnd gives head's word of the index, and the last event of a stream by both
	// witnesses, NULL where there is none.
	sqlStreamEnd = "SELECT head.indexed, head.sum, ends.revision, revisions.position FROM head LEFT JOIN ends ON ends.stream = ?" +
		" LEFT JOIN revisions ON revisions.stream = ends.stream AND revisions.revision = ends.revision WHERE head.one = 1"
	sqlDataVersion = "PRAGMA data_version"

	sqlPositions  = "SELECT position FROM events ORDER BY position"
	sqlPositionAt = "SELECT position FROM events WHERE position = ?"

	sqlByID         = "SELECT " + columns + ", data FROM events WHERE id = ?"
	sqlEnvelopeByID = "SELECT " + columns + " FROM events WHERE id = ?"
	sqlEnvelopeAt   = "SELECT " + columns + " FROM events WHERE position = ?"
	sqlEventAt      = "SELECT " + columns + ", data FROM events WHERE position = ?"
	// The pages of a reader end where it stops: a limit that is bound has SQLite prepare the
	// statement again for every page.
	sqlReadEvents    = "SELECT " + columns + ", data FROM events WHERE position > ? ORDER BY position"
	sqlReadEnvelopes = "SELECT " + columns + " FROM events WHERE position > ? ORDER BY position"

	// The events of a stream that the index leads to; stream and what follows are NULL where
	// it leads to nothing.
	sqlIndexedEvents    = "SELECT " + indexedColumns + ", events.data" + sqlByIndex
	sqlIndexedEnvelopes = "SELECT " + indexedColumns + sqlByIndex
	indexedColumns      = "revisions.position, events.stream, events.revision, events.id, events.header, events.sums"
	sqlByIndex          = " FROM revisions LEFT JOIN events ON events.position = revisions.position" +
		" WHERE revisions.position > ? AND revisions.position <= ? AND revisions.stream = ? AND revisions.revision > ? ORDER BY revisions.revision"
	// The same of format 1, by the index that it has.
	sqlStreamEvents1    = "SELECT " + columns + ", data" + sqlOfStream1
	sqlStreamEnvelopes1 = "SELECT " + columns + sqlOfStream1
	sqlOfStream1        = " FROM events WHERE position > ? AND position <= ? AND stream = ? AND revision > ? ORDER BY revision"
)
