package sqlite_test

import (
	"path/filepath"
	"testing"

	"github.com/clawable/claw/eventlog"
	"github.com/clawable/claw/eventlog/logtest"
	log "github.com/clawable/claw/eventlog/sqlite"
	"github.com/clawable/claw/eventlog/sqlite/sqlitetest"
)

// openForSuite opens a log as the suite wants it.
func openForSuite(t *testing.T, o logtest.Options) eventlog.Log {
	t.Helper()
	dir := o.Dir
	if dir == "" {
		dir = sqlitetest.MemoryDir(t) // what is durable is tested with a folder that is given
	}
	l, err := log.Open(t.Context(), filepath.Join(dir, "events.claw"),
		log.Options{Create: true, Name: o.Name, Replay: o.Replay, Now: o.Now, Random: o.Random})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := l.Close(); err != nil {
			t.Error(err)
		}
	})
	return l
}

func TestConformance(t *testing.T) { logtest.Run(t, openForSuite) }
func TestModel(t *testing.T)       { logtest.Model(t, openForSuite) }
func TestDurable(t *testing.T)     { logtest.Durable(t, openForSuite) }
func TestShared(t *testing.T)      { logtest.Shared(t, openForSuite) }
