package sqlite

import (
	"context"
	"errors"
	"os"
	"path/filepath"

	"zombiezen.com/go/sqlite"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/eventlog"
	"github.com/clawable/claw/eventlog/sqlite/db"
	"github.com/clawable/claw/eventlog/sqlite/insert"
	"github.com/clawable/claw/eventlog/sqlite/layout"
	"github.com/clawable/claw/eventlog/sqlite/lock"
	"github.com/clawable/claw/eventlog/sqlite/place"
	"github.com/clawable/claw/eventlog/sqlite/scratch"
)

// creation is the making of one log.
type creation struct {
	path    string
	options Options
}

// create makes the log beside its place and moves it there when it is complete and
// durable: an incomplete log is never visible, and of many concurrent creators one
// succeeds.
func (n creation) create(ctx context.Context) (err error) {
	if err := checkFolder(n.path); err != nil {
		return err
	}
	t, err := lock.OpenTurns(n.path)
	if err != nil {
		return err
	}
	if err = t.Take(ctx, n.options.Deadline); err == nil {
		if _, err = os.Stat(n.path); errors.Is(err, os.ErrNotExist) {
			err = n.buildApart()
		}
		if e := t.Release(); err == nil {
			err = e
		}
	}
	if e := t.Close(); err == nil {
		err = e
	}
	return err
}

func checkFolder(path string) error {
	dir := filepath.Dir(path)
	if _, err := os.Stat(dir); err != nil {
		e := &domain.Error{Kind: domain.ErrFilesystem, Operation: "create log", Target: path,
			Message: "the folder is not there", Errno: "ENOENT", Hint: "create the folder: mkdir -p " + dir}
		return eventlog.Fail(eventlog.ErrNotFound, e.Because(err))
	}
	return nil
}

// buildApart makes the log in a scratch folder beside its place.
func (n creation) buildApart() error {
	in, err := scratch.New(n.path)
	if err != nil {
		return err
	}
	temp, err := in.MakeFile()
	if err == nil {
		err = n.build(temp)
	}
	if err != nil {
		return errors.Join(err, in.Leave())
	}
	return in.Leave()
}

// build makes the log in the empty file temp and moves it to its place.
func (n creation) build(temp string) error {
	err := n.populate(temp)
	if err == nil {
		err = place.SyncFile(temp)
	}
	if err == nil {
		err = os.Rename(temp, n.path)
	}
	if err != nil {
		return err
	}
	return place.SyncFile(filepath.Dir(n.path))
}

// populate writes the layout and log.opened.
func (n creation) populate(path string) error {
	c, err := db.Open(path, sqlite.OpenReadWrite, n.options.Deadline)
	if err != nil {
		return err
	}
	err = n.fillNew(c)
	if e := c.Close(); err == nil {
		err = e
	}
	return err
}

func (n creation) fillNew(c *db.Conn) error {
	opened, err := eventlog.OpenedDraft(eventlog.Opening{Name: n.options.Name, Replay: n.options.Replay, Run: n.options.Run}, n.options.Now(), n.options.Random)
	if err != nil {
		return err
	}
	first, err := insert.Prepare(opened.Stream, eventlog.None, []domain.Draft{opened}, n.options.Random)
	if err != nil {
		return err
	}
	if err := c.Each("PRAGMA synchronous=FULL"); err != nil {
		return err
	}
	if err := layout.Create(c); err != nil {
		return err
	}
	var to insert.Inserter
	to.Init(c, n.options.Now, 0)
	if _, err := to.Refresh(); err != nil {
		return err
	}
	if err := to.Apply(&first); err != nil {
		return err
	}
	if err := to.Save(0); err != nil {
		return err
	}
	return c.Each("COMMIT", "PRAGMA journal_mode=WAL")
}
