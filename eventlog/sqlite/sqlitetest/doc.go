// Package sqlitetest is what the tests of logs in SQLite files share: logs to begin with,
// processes that append and are killed, and the files of a log as bytes.
//
// Only tests import it.
package sqlitetest
