package db_test

import (
	"testing"

	"zombiezen.com/go/sqlite"
)

// SQLite before 3.51.3 may lose committed pages where one connection empties the write-ahead
// log while another begins to move it into the file: https://www.sqlite.org/wal.html#walresetbug.
// Two hooks at once do that. The version is of modernc.org/sqlite, which go.mod names for it.
func TestSQLiteDoesNotLoseWhatIsWrittenWhileTheLogIsEmptied(t *testing.T) {
	const fixed = 3_051_003
	if sqlite.VersionNumber < fixed {
		t.Errorf("SQLite %s: the bug of resetting the write-ahead log is in it", sqlite.Version)
	}
}
