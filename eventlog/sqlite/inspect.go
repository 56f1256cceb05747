package sqlite

import (
	"os"

	"github.com/cockroachdb/errors"
)

// inspect looks at the files before SQLite does, while nobody has the log open.
// damaged says that SQLite would drop acknowledged events without a word.
func (l *Log) inspect() (damaged bool, err error) {
	if err := checkFile(l.path); err != nil {
		return false, err
	}
	report, err := scanFile(l.path + "-wal")
	return report.Corrupt, err
}

// scanFile scans a write-ahead log; one that is not there is in order.
func scanFile(path string) (walReport, error) {
	f, err := os.Open(path)
	if errors.Is(err, os.ErrNotExist) {
		return walReport{}, nil
	}
	if err != nil {
		return walReport{}, err
	}
	defer func() { _ = f.Close() }() // it was only read
	info, err := f.Stat()
	if err != nil {
		return walReport{}, err
	}
	return scanWAL(f, info.Size())
}
