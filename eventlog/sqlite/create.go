package sqlite

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strconv"

	"zombiezen.com/go/sqlite"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/eventlog"
)

// create makes the log beside its place and moves it there when it is complete
// and durable: nobody ever sees half of it, and of many who create at once one does.
func (l *Log) create(ctx context.Context) (err error) {
	if err := l.checkFolder(); err != nil {
		return err
	}
	t, err := openTurns(l.path)
	if err != nil {
		return err
	}
	if err = t.take(ctx, l.options.Deadline); err == nil {
		if _, err = os.Stat(l.path); errors.Is(err, os.ErrNotExist) {
			err = l.buildApart()
		}
		if e := t.release(); err == nil {
			err = e
		}
	}
	if e := t.close(); err == nil {
		err = e
	}
	return err
}

func (l *Log) checkFolder() error {
	dir := filepath.Dir(l.path)
	if _, err := os.Stat(dir); err != nil {
		e := &domain.Error{Kind: domain.ErrFilesystem, Operation: "create log", Target: l.path,
			Message: "the folder is not there", Errno: "ENOENT", Hint: "create the folder: mkdir -p " + dir}
		return eventlog.Fail(eventlog.ErrNotFound, e.Because(err))
	}
	return nil
}

// buildApart makes the log in a scratch folder beside its place.
func (l *Log) buildApart() error {
	in, err := newScratchDir(l.path)
	if err != nil {
		return err
	}
	if err = l.build(in.file()); err != nil {
		return errors.Join(err, in.leave())
	}
	return in.leave()
}

// build makes the log in temp and moves it to its place.
func (l *Log) build(temp string) error {
	err := makeDatabase(temp)
	if err == nil {
		err = l.populate(temp)
	}
	if err == nil {
		err = syncFile(temp)
	}
	if err == nil {
		err = os.Rename(temp, l.path)
	}
	if err != nil {
		return err
	}
	return syncFile(filepath.Dir(l.path))
}

// makeDatabase makes an empty file of its owner's.
func makeDatabase(path string) error {
	f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return err
	}
	return f.Close()
}

func removeDatabase(path string) {
	for _, suffix := range []string{"", "-journal", "-wal", "-shm"} {
		_ = os.Remove(path + suffix) // mostly, it is not there
	}
}

// populate writes the layout and log.opened.
func (l *Log) populate(path string) error {
	c, err := openConn(path, sqlite.OpenReadWrite, l.options.Deadline)
	if err != nil {
		return err
	}
	err = l.fillNew(c)
	if e := c.Close(); err == nil {
		err = e
	}
	return err
}

func (l *Log) fillNew(c *conn) error {
	opened, err := eventlog.OpenedDraft(eventlog.Opening{Name: l.options.Name, Replay: l.options.Replay, Run: l.options.Run}, l.options.Now(), l.options.Random)
	if err != nil {
		return err
	}
	j, err := newJob(opened.Stream, eventlog.None, []domain.Draft{opened}, l.options.Random)
	if err != nil {
		return err
	}
	if err := c.each("PRAGMA synchronous=FULL"); err != nil {
		return err
	}
	if err := c.layOut(); err != nil {
		return err
	}
	w := &writer{conn: c, now: l.options.Now}
	if _, err := w.state.refresh(c); err != nil {
		return err
	}
	if err := w.apply(j); err != nil {
		return err
	}
	if err := w.state.save(c, 0); err != nil {
		return err
	}
	return c.each("COMMIT", "PRAGMA journal_mode=WAL")
}

// layOut begins a transaction that makes the tables.
func (c *conn) layOut() error {
	return c.each(append([]string{pragma("application_id", applicationID), pragma("user_version", formatVersion), "BEGIN IMMEDIATE"}, schema...)...)
}

func pragma(name string, value int) string { return "PRAGMA " + name + "=" + strconv.Itoa(value) }
