package bus

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"os"
	"path/filepath"
	"sync"
	"time"

	"github.com/cockroachdb/errors"
	"zombiezen.com/go/sqlite"
	"zombiezen.com/go/sqlite/sqlitex"

	"github.com/clawable/claw/internal/files"
)

// groups are the positions of consumer groups, in an SQLite file that processes share:
//
//	positions  up to where of the log a group has acknowledged the messages of a topic
type groups struct {
	folder string
	mu     sync.Mutex
	conn   *sqlite.Conn
}

const groupsSchema = `CREATE TABLE IF NOT EXISTS positions (consumer_group TEXT NOT NULL, topic TEXT NOT NULL, position INTEGER NOT NULL,
	PRIMARY KEY (consumer_group, topic)) WITHOUT ROWID;`

// busyTime is how long one waits for other processes to write their rows.
const busyTime = 10 * time.Second

func openGroups(folder string) (*groups, error) {
	if err := os.MkdirAll(folder, 0o700); err != nil {
		return nil, err
	}
	conn, err := sqlite.OpenConn(filepath.Join(folder, "groups.db"), sqlite.OpenReadWrite|sqlite.OpenCreate)
	if err != nil {
		return nil, err
	}
	conn.SetBusyTimeout(busyTime)
	if err = useWAL(conn); err == nil {
		err = sqlitex.ExecuteScript(conn, groupsSchema, nil)
	}
	if err != nil {
		return nil, errors.CombineErrors(err, conn.Close())
	}
	return &groups{folder: folder, conn: conn}, nil
}

// useWAL makes the file one with a write-ahead log. Of several that open a new one at once SQLite refuses some
// without waiting, because each holds what the others wait for: they ask again.
func useWAL(conn *sqlite.Conn) error {
	for until := time.Now().Add(busyTime); ; time.Sleep(busyTime / 500) {
		err := sqlitex.ExecuteTransient(conn, "PRAGMA journal_mode=WAL", nil)
		if err == nil || sqlite.ErrCode(err).ToPrimary() != sqlite.ResultBusy || time.Now().After(until) {
			return err
		}
	}
}

// position is up to where a group has acknowledged a topic, 0 for a new group.
func (g *groups) position(group, topic string) (position uint64, err error) {
	g.mu.Lock()
	defer g.mu.Unlock()
	err = sqlitex.Execute(g.conn, "SELECT position FROM positions WHERE consumer_group = ? AND topic = ?", &sqlitex.ExecOptions{Args: []any{group, topic},
		ResultFunc: func(stmt *sqlite.Stmt) error {
			position = uint64(stmt.ColumnInt64(0))
			return nil
		}})
	return position, err
}

// acknowledge records a position; it outlives the process when it returns.
func (g *groups) acknowledge(group, topic string, position uint64) error {
	g.mu.Lock()
	defer g.mu.Unlock()
	return sqlitex.Execute(g.conn, "INSERT OR REPLACE INTO positions VALUES (?, ?, ?)", &sqlitex.ExecOptions{Args: []any{group, topic, int64(position)}})
}

func (g *groups) close() error {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.conn.Close()
}

// name is the beginning of the names of files of a group and a topic.
func (g *groups) name(group, topic string) string {
	sum := sha256.Sum256([]byte(group + "\x00" + topic))
	return filepath.Join(g.folder, hex.EncodeToString(sum[:12]))
}

// standby is how often a subscriber looks whether the one that gets the messages of its group ended.
const standby = 20 * time.Millisecond

// claim waits until no other subscriber gets the messages of a topic for the group, in any process.
func (g *groups) claim(ctx context.Context, group, topic string) (*files.Lock, error) {
	timer := time.NewTicker(standby)
	defer timer.Stop()
	for {
		lock, err := files.TryLockFile(g.name(group, topic) + ".lock")
		if err != nil || lock != nil {
			return lock, err
		}
		select {
		case <-timer.C:
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
}
