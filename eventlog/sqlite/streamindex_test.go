package sqlite_test

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/eventlog"
	"github.com/clawable/claw/eventlog/sqlite/sqlitetest"

	log "github.com/clawable/claw/eventlog/sqlite"
)

// sideBySide appends messages first to last of each session, one event at a time.
func sideBySide(t testing.TB, l eventlog.Log, first, last int, sessions ...string) {
	t.Helper()
	for n := first; n <= last; n++ {
		for _, s := range sessions {
			d := sqlitetest.Message(s, n)
			if _, err := l.Append(context.Background(), d.Stream, eventlog.At(domain.Revision(n-1)), []domain.Draft{d}); err != nil {
				t.Fatal(err)
			}
		}
	}
}

// ofStream reads a session's events, as ids, until an error.
func ofStream(l eventlog.Log, session string) (ids []domain.EventID, err error) {
	for e, err := range l.Read(context.Background(), eventlog.Query{Stream: sqlitetest.Message(session, 1).Stream}) {
		if err != nil {
			return ids, err
		}
		ids = append(ids, e.ID)
	}
	return ids, nil
}

func idsOf(session string, count int) (ids []domain.EventID) {
	for n := 1; n <= count; n++ {
		ids = append(ids, sqlitetest.Message(session, n).ID)
	}
	return ids
}

// wantStream fails t unless the session has its first count events.
func wantStream(t testing.TB, l eventlog.Log, session string, count int) {
	t.Helper()
	ids, err := ofStream(l, session)
	if diff := cmp.Diff(idsOf(session, count), ids); diff != "" || err != nil {
		t.Errorf("events of %s: error %v (-want +got)\n%s", session, err, diff)
	}
}

const behindTheIndex = "SELECT position - indexed FROM head"

// A process that has the log for itself leaves events behind the index of streams; they
// are read and appended to like others, by every process, and brought into it in the end.
func TestEventsBehindTheIndexOfStreams(t *testing.T) {
	path := sqlitetest.LogPath(t, 0)
	l := sqlitetest.Open(t, path, log.Options{})
	sideBySide(t, l, 1, 3, "a", "b")
	if n := sqlitetest.Number(t, path, behindTheIndex); n < 4 {
		t.Fatalf("%d events are behind the index, want most", n)
	}
	other := sqlitetest.Open(t, path, log.Options{})
	for _, reader := range []*log.Log{l, other} {
		wantStream(t, reader, "a", 3)
		wantStream(t, reader, "b", 3)
	}
	sideBySide(t, other, 4, 4, "b", "a")
	if n := sqlitetest.Number(t, path, behindTheIndex); n > 1 {
		t.Errorf("%d events are behind the index after another process wrote", n)
	}
	sideBySide(t, l, 5, 6, "a", "b")
	wantStream(t, other, "a", 6)
	l.Settle()
	if n := sqlitetest.Number(t, path, behindTheIndex); n != 0 {
		t.Errorf("%d events are behind the index of an idle writer", n)
	}
	sideBySide(t, l, 7, 40, "a", "b")
	if err := l.Close(); err != nil {
		t.Fatal(err)
	}
	if n := sqlitetest.Number(t, path, behindTheIndex); n != 0 {
		t.Errorf("%d events are behind the index of a closed log", n)
	}
	wantStream(t, other, "b", 40)
	sqlitetest.Verify(t, other)
}

// What is behind the index has a bound, and is there after a kill.
func TestHowMuchIsBehindTheIndexOfStreams(t *testing.T) {
	t.Parallel()
	const events = 1200
	path := filepath.Join(sqlitetest.MemoryDir(t), "log.claw")
	killedAt(t, path, events).Write(t, filepath.Dir(path))
	if n := sqlitetest.Number(t, path, behindTheIndex); n == 0 || n > 1024 {
		t.Errorf("%d events are behind the index, want some, at most 1024", n)
	}
	l := sqlitetest.Open(t, path, log.Options{})
	wantStream(t, l, "killed", events)
	sideBySide(t, l, events+1, events+1, "killed")
	if n := sqlitetest.Number(t, path, behindTheIndex); n != 0 {
		t.Errorf("%d events are behind the index after the next process wrote", n)
	}
	wantStream(t, l, "killed", events+1)
	sqlitetest.Verify(t, l)
}

// Appends of many goroutines of two processes, and readers beside them: each stream is read
// without a gap, while events get into the index under the reader's eyes.
func TestReadingStreamsWhileTheIndexIsBroughtUp(t *testing.T) {
	t.Parallel()
	const writers, each = 24, 60
	path := sqlitetest.LogPath(t, 0)
	logs := []*log.Log{sqlitetest.Open(t, path, log.Options{}), sqlitetest.Open(t, path, log.Options{})}
	done := make(chan struct{})
	var readers, appenders sync.WaitGroup
	for r, l := range logs {
		readers.Go(func() {
			for n := r; ; n++ {
				session := fmt.Sprint("writer ", n%writers)
				ids, err := ofStream(l, session)
				if err != nil || !slices.Equal(ids, idsOf(session, len(ids))) {
					t.Errorf("%s: %d events, error %v", session, len(ids), err)
					return
				}
				select {
				case <-done:
					return
				default:
				}
			}
		})
	}
	for w := range writers {
		appenders.Go(func() { // those of the second process come late, so that the first has the log for itself at first
			sideBySide(t, logs[w/(writers-4)], 1, each, fmt.Sprint("writer ", w))
		})
	}
	appenders.Wait()
	close(done)
	readers.Wait()
	for w := range writers {
		wantStream(t, logs[w%2], fmt.Sprint("writer ", w), each)
	}
	sqlitetest.Verify(t, logs[0])
}

// altered is a log of three sessions side by side after it was changed; b's events
// are at 3, 6, 9 and 12. All are in the index, or most behind it.
func altered(t *testing.T, behind bool, statements ...string) *log.Log {
	path := filepath.Join(sqlitetest.MemoryDir(t), "log.claw")
	l := sqlitetest.Open(t, path, log.Options{Create: true})
	sideBySide(t, l, 1, 4, "a", "b", "c")
	if !behind {
		l.Settle()
	}
	if err := l.Close(); err != nil {
		t.Fatal(err)
	}
	sqlitetest.Change(t, path, statements...)
	return sqlitetest.Open(t, path, log.Options{})
}

// What a person with a database tool does to the index of streams is reported by a read of the
// stream, by a verification, and by each append from then on.
func TestAnAlteredIndexOfStreamsIsNamed(t *testing.T) {
	const ofB = "stream = (SELECT stream FROM events WHERE position = 3)"
	for name, test := range map[string]struct {
		change string
		gone   bool // an event is
	}{
		"the last place gone":                {"DELETE FROM revisions WHERE revision = 4 AND " + ofB, false},
		"the last places gone":               {"DELETE FROM revisions WHERE revision > 2 AND " + ofB, false},
		"a place gone":                       {"DELETE FROM revisions WHERE revision = 2 AND " + ofB, false},
		"all places gone":                    {"DELETE FROM revisions WHERE " + ofB, false},
		"the end gone":                       {"DELETE FROM ends WHERE " + ofB, false},
		"an end before the last":             {"UPDATE ends SET revision = 3 WHERE " + ofB, false},
		"an end after the last":              {"UPDATE ends SET revision = 5 WHERE " + ofB, false},
		"a place of another stream":          {"UPDATE revisions SET position = 4 WHERE revision = 2 AND " + ofB, false},
		"the last place where nothing is":    {"UPDATE revisions SET position = 99 WHERE revision = 4 AND " + ofB, false},
		"a place where nothing is":           {"UPDATE revisions SET position = 99 WHERE revision = 3 AND " + ofB, false},
		"a place of another revision":        {"UPDATE revisions SET position = 12 WHERE revision = 3 AND " + ofB, false},
		"an index that goes further":         {"UPDATE head SET indexed = indexed + 1", false},
		"an index that goes less far":        {"UPDATE head SET indexed = indexed - 1", false},
		"no word of how far it goes":         {"DELETE FROM head", false},
		"the event gone that is the last":    {"DELETE FROM events WHERE position = 12", true},
		"an event gone that is not the last": {"DELETE FROM events WHERE position = 6", true},
	} {
		t.Run(name, func(t *testing.T) {
			l := altered(t, false, test.change)
			ids, err := ofStream(l, "b")
			if !errors.Is(err, eventlog.ErrCorrupt) || !slices.Equal(ids, idsOf("b", len(ids))) {
				t.Errorf("%d events of the stream, error %v", len(ids), err)
			}
			report, err := eventlog.Verify(context.Background(), l)
			if err != nil || len(report.Damage) == 0 {
				t.Errorf("verify: %+v, %v", report, err)
			}
			d := sqlitetest.Message("b", 5)
			receipts, err := l.Append(context.Background(), d.Stream, eventlog.Any, []domain.Draft{d})
			if !errors.Is(err, eventlog.ErrCorrupt) || domain.KindOf(err) != domain.ErrCorrupt {
				t.Errorf("append: %+v, %v, want that it is corrupt", receipts, err)
			}
			if !test.gone { // the events are all there
				copied := filepath.Join(t.TempDir(), "copy.claw")
				if _, err := log.Write(context.Background(), copied, l.Read(context.Background(), eventlog.Query{}), log.OverNothing); err != nil {
					t.Fatal(err)
				}
				mended := sqlitetest.Open(t, copied, log.Options{})
				sideBySide(t, mended, 5, 5, "b")
				wantStream(t, mended, "b", 5)
				sqlitetest.Verify(t, mended)
			}
		})
	}
}

// An event that is gone from behind the index is reported by position to readers of its stream.
func TestAnEventGoneFromBehindTheIndexOfStreamsIsNamed(t *testing.T) {
	for position, session := range map[uint64]string{6: "b", 12: "b", 13: "c"} {
		l := altered(t, true, fmt.Sprint("DELETE FROM events WHERE position = ", position))
		ids, err := ofStream(l, session)
		if at, named := eventlog.DamagedAt(err); !named || at.Number() < position || !slices.Equal(ids, idsOf(session, len(ids))) {
			t.Errorf("%d gone: %d events of %s, error %v", position, len(ids), session, err)
		}
	}
}

// An event behind the index of streams that is gone, or said to be another stream's, is
// reported to readers of its stream. While it is so, appends fail: the index would be brought up
// past it, no reader would miss it, and its revision would be given again.
func TestDamageBehindTheIndexOfStreamsIsNamed(t *testing.T) {
	for name, change := range map[string]string{
		"gone":                       "DELETE FROM events WHERE position = 12",
		"of another stream":          "UPDATE events SET stream = 1 WHERE position = 12",
		"of a stream that is not":    "UPDATE events SET stream = stream + 64 WHERE position = 12",
		"at an earlier revision":     "UPDATE events SET revision = 0 WHERE position = 12",
		"the next of another stream": "UPDATE events SET stream = stream + 1, revision = 5 WHERE position = 12",
	} {
		t.Run(name, func(t *testing.T) {
			for _, session := range []string{"b", "c"} {
				l := altered(t, true, change) // of the last event of b
				d := sqlitetest.Message(session, 5)
				_, err := l.Append(context.Background(), d.Stream, eventlog.Any, []domain.Draft{d})
				if at, named := eventlog.DamagedAt(err); !named || at.Number() != 12 || domain.KindOf(err) != domain.ErrCorrupt {
					t.Errorf("append to %s: %v, want that 12 is damaged", session, err)
				}
				l.Settle()
				ids, err := ofStream(l, "b")
				if at, named := eventlog.DamagedAt(err); !named || at.Number() != 12 || !slices.Equal(ids, idsOf("b", 3)) {
					t.Errorf("%d events of b, error %v, want that 12 is damaged", len(ids), err)
				}
			}
		})
	}
}

// What SQLite cannot detect is found by a verification, when no reader encounters it.
func TestVerifySeesAnAlteredLayout(t *testing.T) {
	for name, change := range map[string][]string{
		"a stream that is not there":   {"INSERT INTO revisions VALUES (77, 1, 3)"},
		"an end that is not there":     {"INSERT INTO ends VALUES (77, 1)"},
		"a stream that vanished whole": {"DELETE FROM ends WHERE stream = 3", "DELETE FROM revisions WHERE stream = 3"},
		"an altered layout":            {"PRAGMA writable_schema=1", "UPDATE sqlite_schema SET sql = replace(sql, 'NOT NULL', 'NOT  NULL') WHERE name = 'ends'"},
		"a table too few":              {"DROP TABLE ends"},
		"something that hides changes": {"CREATE TRIGGER hide AFTER INSERT ON ends BEGIN DELETE FROM ends WHERE stream = new.stream; END"},
	} {
		t.Run(name, func(t *testing.T) {
			l := altered(t, false, change...)
			report, err := eventlog.Verify(context.Background(), l)
			if err != nil || len(report.Damage) == 0 {
				t.Errorf("verify: %+v, %v", report, err)
			}
			t.Log(report.Damage)
		})
	}
}

// One bit is flipped in a log of small pages: the damage is reported to readers of the
// streams, or they are read as before.
func TestOneFlippedBitOfALogIsNamedByWhoReadsStreams(t *testing.T) {
	if testing.Short() {
		t.Skip("one goroutine after the other")
	}
	sessions := []string{"a", "b", "c"}
	for name, each := range map[string]int{"all in the index": 30, "most behind it": 10} {
		t.Run(name, func(t *testing.T) {
			path := sqlitetest.LogPath(t, 0)
			l := sqlitetest.Open(t, path, log.Options{})
			sideBySide(t, l, 1, each, sessions...)
			if err := l.Close(); err != nil {
				t.Fatal(err)
			}
			if n := sqlitetest.Number(t, path, behindTheIndex); (n > 20) != (each < 30) {
				t.Fatalf("%d events are behind the index", n)
			}
			sqlitetest.Change(t, path, "PRAGMA journal_mode=DELETE", "PRAGMA page_size=512", "VACUUM", "PRAGMA journal_mode=WAL")
			whole := sqlitetest.Snapshot(t, path)
			dir := sqlitetest.MemoryDir(t)
			named := 0
			numbers := bits(t, len(whole[""]), 500, false)
			for _, bit := range numbers {
				flipped := maps.Clone(whole)
				content := slices.Clone(whole[""])
				content[bit/8] ^= 1 << (bit % 8)
				flipped[""] = content
				if !readsAsBefore(t, flipped.Write(t, dir), bit, sessions, each) {
					named++
				}
			}
			t.Logf("%d of %d named", named, len(numbers))
		})
	}
}

// readsAsBefore reports whether the sessions have all their events; damage is named, else.
func readsAsBefore(t *testing.T, path string, bit int, sessions []string, count int) bool {
	l, err := log.Open(context.Background(), path, log.Options{ReadOnly: true})
	if err != nil {
		if !errors.Is(err, eventlog.ErrCorrupt) {
			t.Errorf("bit %d: open: %v", bit, err)
		}
		return false
	}
	defer func() { _ = l.Close() }() // it was only read
	for _, s := range sessions {
		ids, err := ofStream(l, s)
		switch {
		case errors.Is(err, eventlog.ErrCorrupt):
			return false
		case err != nil || !slices.Equal(ids, idsOf(s, count)):
			t.Errorf("bit %d: %d events of %s, error %v", bit, len(ids), s, err)
			return false
		}
	}
	return true
}

// A log of format 1, from testdata, is read and appended to, and stays what it is, so
// that the program that made it can still use it. A copy has the format of today.
func TestALogOfFormat1(t *testing.T) {
	content, err := os.ReadFile(filepath.Join("testdata", "format-1.claw"))
	if err != nil {
		t.Fatal(err)
	}
	path := sqlitetest.Files{"": content}.Write(t, t.TempDir())
	l := sqlitetest.Open(t, path, log.Options{})
	for _, s := range []string{"a", "b", "c"} {
		wantStream(t, l, s, 4)
	}
	sideBySide(t, l, 5, 9, "b", "a")
	again := sqlitetest.Message("b", 3)
	if receipts, err := l.Append(context.Background(), again.Stream, eventlog.Any, []domain.Draft{again}); err != nil || !receipts[0].Repeated {
		t.Errorf("an event again: %+v, %v", receipts, err)
	}
	wantStream(t, l, "b", 9)
	l.Settle()
	sqlitetest.Verify(t, l)
	copied := filepath.Join(t.TempDir(), "copy.claw")
	if _, err := log.Write(context.Background(), copied, l.Read(context.Background(), eventlog.Query{}), log.OverNothing); err != nil {
		t.Fatal(err)
	}
	if err := l.Close(); err != nil {
		t.Fatal(err)
	}
	for at, want := range map[string]int64{path: 1, copied: 4} {
		if n := sqlitetest.Number(t, at, "PRAGMA user_version"); n != want {
			t.Errorf("%s has format %d, want %d", filepath.Base(at), n, want)
		}
	}
	wantStream(t, sqlitetest.Open(t, copied, log.Options{}), "a", 9)
}
