package insert_test

import (
	"context"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/eventlog"
	"github.com/clawable/claw/eventlog/sqlite/sqlitetest"

	log "github.com/clawable/claw/eventlog/sqlite"
)

// TestAResetOfTheClockRaisesTheFormat appends a reset to a log of each layout: a program that knows
// no resets only reads it. A copy keeps format and clock.
func TestAResetOfTheClockRaisesTheFormat(t *testing.T) {
	first, err := os.ReadFile(filepath.Join("..", "testdata", "format-1.claw"))
	if err != nil {
		t.Fatal(err)
	}
	now := time.Date(2036, 1, 1, 0, 0, 0, 0, time.UTC)
	options := log.Options{Create: true, Name: "clock", Now: func() time.Time { return now }}
	for name, row := range map[string]struct {
		path string
		want int64
	}{
		"a log of format 1": {sqlitetest.Files{"": first}.Write(t, t.TempDir()), 5},
		"a new log":         {filepath.Join(t.TempDir(), "events.claw"), 6},
	} {
		t.Run(name, func(t *testing.T) {
			l := sqlitetest.Open(t, row.path, options)
			m := sqlitetest.Message("clock", 1)
			appendAll(t, l, m)
			now = now.AddDate(-10, 0, 0)
			defer func() { now = now.AddDate(10, 0, 0) }()
			var own domain.StreamID
			for e, err := range l.Read(context.Background(), eventlog.Query{Limit: 1}) {
				if err != nil {
					t.Fatal(err)
				}
				own = e.Stream
			}
			data, err := eventlog.Encode(&domain.LogClockReset{Wall: domain.At(now), Statement: "as signed", Signature: "as made"})
			if err != nil {
				t.Fatal(err)
			}
			appendAll(t, l, domain.Draft{ID: domain.ClockResetID(own, 1), Kind: domain.LogClockReset{}.Kind(), Version: 1, Stream: own,
				Emitter: "log/test", Source: domain.Source{Kind: domain.SourceTest}, Data: data})
			copied := filepath.Join(t.TempDir(), "copy.claw")
			if _, err := log.Write(context.Background(), copied, l.Read(context.Background(), eventlog.Query{}), log.OverNothing); err != nil {
				t.Fatal(err)
			}
			if err := l.Close(); err != nil {
				t.Fatal(err)
			}
			if n := sqlitetest.Number(t, row.path, "PRAGMA user_version"); n != row.want {
				t.Errorf("the log has format %d, want %d", n, row.want)
			}
			if n := sqlitetest.Number(t, copied, "PRAGMA user_version"); n != 6 {
				t.Errorf("the copy has format %d, want 6", n)
			}
			again := sqlitetest.Open(t, copied, options)
			appendAll(t, again, sqlitetest.Message("clock", 2))
			head, err := again.Head(context.Background())
			if want := now.AddDate(10, 0, 0); err != nil || !head.Recorded.Equal(want) {
				t.Errorf("the copy records %s, want %s: %v", head.Recorded, want, err)
			}
		})
	}
}

func appendAll(t *testing.T, l *log.Log, drafts ...domain.Draft) {
	t.Helper()
	if _, err := l.Append(context.Background(), drafts[0].Stream, eventlog.Any, drafts); err != nil {
		t.Fatal(err)
	}
}
