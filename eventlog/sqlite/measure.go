package sqlite

import (
	"context"
	"errors"
	"os"

	"github.com/clawable/claw/eventlog"
	"github.com/clawable/claw/eventlog/sqlite/db"
)

var _ eventlog.Measured = (*Log)(nil)

// Measure implements [eventlog.Measured].
func (l *Log) Measure(ctx context.Context) (s eventlog.Storage, err error) {
	err = l.read(ctx, "measure log", func(c *db.Conn) (err error) {
		for pragma, to := range map[string]*int64{"page_size": &s.PageBytes, "page_count": &s.Pages, "freelist_count": &s.FreePages} {
			if *to, err = c.Number("PRAGMA " + pragma); err != nil {
				return err
			}
		}
		if s.WriteAhead, err = sizeOf(l.source.path + "-wal"); err != nil {
			return err
		}
		s.Bytes, err = sizeOf(l.source.path)
		return err
	})
	s.Bytes += s.WriteAhead
	return s, err
}

// sizeOf is the size of a file, 0 of one that is not there.
func sizeOf(path string) (int64, error) {
	info, err := os.Stat(path)
	if errors.Is(err, os.ErrNotExist) {
		return 0, nil
	}
	if err != nil {
		return 0, err
	}
	return info.Size(), nil
}
