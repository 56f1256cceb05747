package sqlite

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
//	head      position     of the last event. A damaged page can hide the last rows of
//	                       events; this second witness names them
const (
	applicationID = 0x636c6177 // "claw"
	formatVersion = 1
)

var schema = []string{
	"CREATE TABLE streams (number INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE)",
	`CREATE TABLE events (position INTEGER PRIMARY KEY, stream INTEGER NOT NULL, revision INTEGER NOT NULL,
		id BLOB NOT NULL, header BLOB NOT NULL, sums INTEGER NOT NULL, data BLOB)`,
	"CREATE UNIQUE INDEX events_by_id ON events (id)",
	"CREATE UNIQUE INDEX events_by_stream ON events (stream, revision)",
	"CREATE TABLE head (one INTEGER PRIMARY KEY CHECK (one = 1), position INTEGER NOT NULL)",
	"INSERT INTO head VALUES (1, 0)",
}

const columns = "position, stream, revision, id, header, sums"

const (
	sqlBegin        = "BEGIN IMMEDIATE"
	sqlInsertEvent  = "INSERT INTO events (position, stream, revision, id, header, sums, data) VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT (id) DO NOTHING"
	sqlEraseEvent   = "UPDATE events SET header = ?, sums = ?, data = NULL WHERE position = ?"
	sqlUndoEvents   = "DELETE FROM events WHERE position > ?"
	sqlInsertStream = "INSERT INTO streams (number, name) VALUES (?, ?)"
	sqlSetHead      = "UPDATE head SET position = ? WHERE one = 1"

	sqlHead         = "SELECT position FROM head WHERE one = 1"
	sqlFirstID      = "SELECT id FROM events WHERE position = 1"
	sqlLast         = "SELECT max(position) FROM events"
	sqlLastStream   = "SELECT max(number) FROM streams"
	sqlStreamNumber = "SELECT number FROM streams WHERE name = ?"
	sqlStreamName   = "SELECT name FROM streams WHERE number = ?"
	sqlRevision     = "SELECT max(revision) FROM events WHERE stream = ?"
	sqlDataVersion  = "PRAGMA data_version"

	sqlPositions  = "SELECT position FROM events ORDER BY position"
	sqlPositionAt = "SELECT position FROM events WHERE position = ?"

	sqlByID         = "SELECT " + columns + ", data FROM events WHERE id = ?"
	sqlEnvelopeByID = "SELECT " + columns + " FROM events WHERE id = ?"
	sqlEnvelopeAt   = "SELECT " + columns + " FROM events WHERE position = ?"
	sqlEventAt      = "SELECT " + columns + ", data FROM events WHERE position = ?"
	// The pages of a reader end where it stops: a limit that is bound has SQLite prepare the
	// statement again for every page.
	sqlReadEvents     = "SELECT " + columns + ", data FROM events WHERE position > ? ORDER BY position"
	sqlReadEnvelopes  = "SELECT " + columns + " FROM events WHERE position > ? ORDER BY position"
	sqlStreamEvents   = "SELECT " + columns + ", data" + sqlOfStream
	sqlStreamEnvelope = "SELECT " + columns + sqlOfStream
	sqlOfStream       = " FROM events WHERE position > ? AND position <= ? AND stream = ? AND revision > ? ORDER BY revision"
)
