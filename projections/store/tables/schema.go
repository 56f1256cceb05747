package tables

// format is the version of the tables; an earlier one is built anew, see IsNewer.
const format = 16

// Schema makes the tables. A state is the RFC 8785 form of an entity; the columns
// beside it repeat what questions filter and sort by. Times are nanoseconds since
// 1970; what is not known sorts last: 0 where the newest comes first, the largest
// number where the oldest does. Rows are in the order in which they were written, and the hashes of keys in
// indexes: keys are random, and rows in their order would make a rebuild write all pages again and again;
// numbers are sorted faster than texts. A fold's rows are numbered from 1 without gaps: none of them is ever
// deleted.
// Rows of tools that hold the words of a session, see [projections.HoldsWords], have a
// state alone; the calls that they describe are derived rows, made anew when the words change.
// call_words has a row for each entity with words that a derived call is of, and call_marks
// one for each of [projections.CopyMarks]; their keys are the entity's and the call's or the mark, in two lines.
// A request is open while it is neither denied nor used, a call held while a policy holds it back.
// An act is a row that claw audit reports separately: not a call that is only the result of an approval's use,
// not a request that a call represents. Lists of texts are
// lines, each with its end and one before the first; failed lists the turns of a session that
// count and failed. Editions, pending and by_file are what the log says of its events, see
// [projections.Amendments]. Observed has a row for each commit.observed, whoever recorded it and whatever
// amends it: its stream, the commit that it is about and the one that its data name; paths has one for
// each path in those data, whose key is the event's with a number. Labels has a row for each event with
// a part that fewer may see than internal, with the greatest class, as it was recorded. Heard has a row for each log that
// forwards its events to this one, with when new ones came last and how many came. Of a lane, written is the position
// as of which its row was written. Changed has the lanes that lost their row and those whose row tells more since
// than the lane's outcome: a session of it was heard of; "" stands for any lane, which a ship may be of. It is
// empty after a rebuild, which writes each lane.
const Schema = `
CREATE TABLE meta (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE parked (key TEXT PRIMARY KEY, position INTEGER NOT NULL, state BLOB NOT NULL) WITHOUT ROWID;
CREATE TABLE sessions (key TEXT NOT NULL, state BLOB NOT NULL, hash INTEGER NOT NULL, first INTEGER, last INTEGER,
	agent TEXT, repo TEXT, branch TEXT, parent TEXT, standing TEXT, failed TEXT);
CREATE TABLE messages (key TEXT NOT NULL, state BLOB NOT NULL, hash INTEGER NOT NULL, session TEXT, role TEXT);
CREATE TABLE tools (key TEXT NOT NULL, state BLOB NOT NULL, hash INTEGER NOT NULL, session TEXT, started INTEGER, name TEXT,
	status TEXT, error_kind TEXT, command TEXT, files TEXT, act INTEGER, held INTEGER, derived INTEGER NOT NULL DEFAULT 0);
CREATE TABLE call_words (key TEXT PRIMARY KEY, words TEXT NOT NULL, call TEXT NOT NULL) WITHOUT ROWID;
CREATE INDEX call_words_words ON call_words (words);
CREATE TABLE call_marks (key TEXT PRIMARY KEY, words TEXT NOT NULL, mark TEXT NOT NULL) WITHOUT ROWID;
CREATE INDEX call_marks_words ON call_marks (words);
CREATE INDEX call_marks_mark ON call_marks (mark);
CREATE TABLE usage (key TEXT NOT NULL, state BLOB NOT NULL, hash INTEGER NOT NULL, session TEXT, first INTEGER, model TEXT,
	input INTEGER, cache_read INTEGER, cache_creation INTEGER, output INTEGER, reasoning INTEGER, kept_1h INTEGER, stated INTEGER, together INTEGER);
CREATE TABLE errors (key TEXT NOT NULL, state BLOB NOT NULL, hash INTEGER NOT NULL, session TEXT, first INTEGER, origin TEXT, class TEXT, turn TEXT);
CREATE TABLE approvals (key TEXT NOT NULL, state BLOB NOT NULL, hash INTEGER NOT NULL, first INTEGER, last INTEGER,
	asked INTEGER, command TEXT, actors TEXT, act INTEGER, open INTEGER);
CREATE TABLE ships (key TEXT NOT NULL, state BLOB NOT NULL, hash INTEGER NOT NULL, first INTEGER, last INTEGER, repo TEXT, ref TEXT,
	method TEXT, basis TEXT, told INTEGER);
CREATE TABLE ship_words (key TEXT PRIMARY KEY, ship TEXT NOT NULL) WITHOUT ROWID;
CREATE INDEX ship_words_ship ON ship_words (ship);
CREATE TABLE commits (key TEXT NOT NULL, state BLOB NOT NULL, hash INTEGER NOT NULL, at INTEGER, patch TEXT);
CREATE TABLE observed (key TEXT NOT NULL, position INTEGER NOT NULL, stream TEXT NOT NULL, subject TEXT NOT NULL, changed TEXT NOT NULL);
CREATE TABLE paths (key TEXT NOT NULL, position INTEGER NOT NULL, path TEXT NOT NULL);
CREATE TABLE labels (key TEXT NOT NULL, stream TEXT NOT NULL, lane TEXT NOT NULL, session TEXT NOT NULL, class TEXT NOT NULL);
CREATE TABLE heard (key TEXT PRIMARY KEY, at INTEGER NOT NULL, events INTEGER NOT NULL) WITHOUT ROWID;
CREATE TABLE packs (key TEXT NOT NULL, n INTEGER NOT NULL, facts BLOB NOT NULL);
CREATE TABLE lanes (key TEXT PRIMARY KEY, state BLOB NOT NULL, first INTEGER, last INTEGER, decided INTEGER, standing TEXT,
	outcome TEXT, failure_class TEXT, rank INTEGER, silent_from INTEGER, silent_rank INTEGER,
	owner TEXT, workflow TEXT, actionable INTEGER, written INTEGER NOT NULL);
CREATE TABLE editions (id TEXT PRIMARY KEY, statement TEXT NOT NULL, emitter TEXT NOT NULL, number INTEGER NOT NULL,
	trust TEXT NOT NULL, by_file INTEGER NOT NULL) WITHOUT ROWID;
CREATE TABLE pending (id TEXT PRIMARY KEY, via TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE by_file (first INTEGER PRIMARY KEY, last INTEGER NOT NULL);
CREATE TABLE changed (lane TEXT PRIMARY KEY, written INTEGER NOT NULL) WITHOUT ROWID;
CREATE TABLE lane_sessions (session TEXT PRIMARY KEY, lane TEXT NOT NULL) WITHOUT ROWID;
`

// LaneIndexes are made before the first lane is derived, which looks for facts and sessions.
const LaneIndexes = `
CREATE UNIQUE INDEX packs_key ON packs (key, n);
CREATE INDEX sessions_hash ON sessions (hash);
CREATE UNIQUE INDEX sessions_key ON sessions (key);
`

// Indexes are made after a rebuild has written all rows.
const Indexes = `
CREATE INDEX messages_hash ON messages (hash);
CREATE INDEX tools_hash ON tools (hash);
CREATE INDEX usage_hash ON usage (hash);
CREATE INDEX errors_hash ON errors (hash);
CREATE INDEX approvals_hash ON approvals (hash);
CREATE INDEX ships_hash ON ships (hash);
CREATE INDEX ships_key ON ships (key);
CREATE INDEX ships_first ON ships (first DESC, key);
CREATE INDEX ships_repo ON ships (repo, ref);
CREATE INDEX commits_hash ON commits (hash);
CREATE INDEX commits_key ON commits (key);
CREATE INDEX observed_position ON observed (position);
CREATE INDEX observed_stream ON observed (stream, subject);
CREATE INDEX paths_path ON paths (path, position);
CREATE INDEX commits_patch ON commits (patch) WHERE patch <> '';
CREATE INDEX approvals_key ON approvals (key);
CREATE INDEX approvals_first ON approvals (first DESC, key);
CREATE INDEX approvals_open ON approvals (first DESC, key) WHERE open;
CREATE INDEX approvals_asked ON approvals (asked, act, command, actors);
CREATE INDEX sessions_first ON sessions (first DESC, key);
CREATE INDEX sessions_parent ON sessions (parent) WHERE parent <> '';
CREATE INDEX messages_session ON messages (session, role);
CREATE INDEX tools_started ON tools (started, act, command);
CREATE INDEX tools_files ON tools (files, started) WHERE files <> '';
CREATE INDEX tools_session ON tools (session, status);
CREATE INDEX tools_held ON tools (session, started) WHERE held;
CREATE INDEX tools_errors ON tools (error_kind, started) WHERE error_kind <> '';
CREATE INDEX usage_session ON usage (session);
CREATE INDEX errors_session ON errors (session);
CREATE INDEX lanes_first ON lanes (first DESC, key);
CREATE INDEX lanes_outcome ON lanes (outcome);
CREATE INDEX lanes_ranked ON lanes (rank, silent_rank, silent_from, last, key);
CREATE INDEX lanes_written ON lanes (written, key);
CREATE INDEX lanes_last ON lanes (last);
CREATE INDEX lanes_silent ON lanes (silent_from);
CREATE INDEX changed_written ON changed (written);
CREATE INDEX lane_sessions_lane ON lane_sessions (lane);
`
