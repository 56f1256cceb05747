package sqlite_test

import (
	"bytes"
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/eventlog"
	"github.com/clawable/claw/eventlog/sqlite/sqlitetest"

	log "github.com/clawable/claw/eventlog/sqlite"
)

// planted is in the text of every event of planted sessions.
const planted = "xyzzy-planted-"

// plant is the n-th message of a session, with a text to look for; some are longer
// than a page.
func plant(session string, n int) domain.Draft {
	d := sqlitetest.Message(session, n)
	text := fmt.Sprint(planted, session, "-", n, " ", strings.Repeat(planted, n%7*n%7*120))
	data, err := eventlog.Encode(domain.MessageRecorded{Role: domain.RoleUser, Text: domain.TextOf(text)})
	if err != nil {
		panic(err)
	}
	d.Data = data
	return d
}

// plantSession appends count planted messages, some of them twice in one batch with
// new ones: what an engine writes and takes back leaves traces, too.
func plantSession(t *testing.T, l *log.Log, session string, count int) {
	t.Helper()
	for n := 1; n <= count; n++ {
		batch := []domain.Draft{plant(session, n)}
		if n > 1 {
			batch = append(batch, plant(session, n-1))
		}
		if _, err := l.Append(context.Background(), batch[0].Stream, eventlog.Any, batch); err != nil {
			t.Fatal(err)
		}
	}
}

// eraseSession erases what is left of a session, in batches; after each, done is called.
func eraseSession(l *log.Log, session string, done func()) error {
	ctx := context.Background()
	var stream domain.StreamID
	for e, err := range l.Read(ctx, eventlog.Query{Limit: 1}) {
		if err != nil {
			return err
		}
		stream = e.Stream
	}
	var records []domain.Draft
	for e, err := range l.Read(ctx, eventlog.Query{Stream: sqlitetest.Message(session, 1).Stream}) {
		if err != nil {
			return err
		}
		if e.Erased {
			continue
		}
		says := domain.LogDataErased{ID: e.ID, DataDigest: e.DataDigest.String(), Actor: "test"}
		data, err := eventlog.Encode(says)
		if err != nil {
			return err
		}
		d := sqlitetest.Message("records", 1)
		d.ID = domain.RecordEventID(time.Time{}, "test", "erasures", e.ID.String(), "")
		d.Kind, d.Stream, d.Data = says.Kind(), stream, data
		records = append(records, d)
	}
	for len(records) > 0 {
		n := min(4, len(records))
		if _, err := l.Erase(ctx, records[:n]); err != nil {
			return err
		}
		records = records[n:]
		done()
	}
	return nil
}

// eraseEvents is a child: it prints a line before each step.
func eraseEvents(t sqlitetest.Task) error {
	l, err := log.Open(context.Background(), t.Path, log.Options{})
	if err != nil {
		return err
	}
	fmt.Println("open")
	if err := eraseSession(l, t.Name, func() { fmt.Println("erased") }); err != nil {
		return err
	}
	if err := l.Scour(context.Background()); err != nil {
		return err
	}
	fmt.Println("scoured")
	return l.Close()
}

// traces lists the files beside a log, and itself, that hold a text.
func traces(t *testing.T, path, text string) (files []string) {
	t.Helper()
	all, err := filepath.Glob(path + "*")
	if err != nil || len(all) == 0 {
		t.Fatal(all, err)
	}
	for _, file := range all {
		b, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if n := bytes.Count(b, []byte(text)); n > 0 {
			files = append(files, fmt.Sprintf("%s (%d times)", filepath.Base(file), n))
		}
	}
	return files
}

func TestNoFileHoldsWhatWasErased(t *testing.T) {
	t.Parallel()
	path := sqlitetest.LogPath(t, 50)
	l := sqlitetest.Open(t, path, log.Options{})
	plantSession(t, l, "kept", 40)
	plantSession(t, l, "gone", 60)
	plantSession(t, l, "later", 40)
	if found := traces(t, path, planted+"gone"); len(found) == 0 {
		t.Fatal("nothing is planted: this test shows nothing")
	}
	if err := eraseSession(l, "gone", func() {}); err != nil {
		t.Fatal(err)
	}
	if err := l.Scour(context.Background()); err != nil {
		t.Fatal(err)
	}
	if found := traces(t, path, planted+"gone"); len(found) > 0 {
		t.Errorf("traces while the log is open: %v", found)
	}
	plantSession(t, l, "gone", 60) // imported again
	sqlitetest.Fill(t, l, 51)
	if err := l.Close(); err != nil {
		t.Fatal(err)
	}
	if found := traces(t, path, planted+"gone"); len(found) > 0 {
		t.Errorf("traces after it was imported again and closed: %v", found)
	}
	for _, session := range []string{"kept", "later"} {
		if found := traces(t, path, planted+session); len(found) == 0 {
			t.Errorf("session %s is gone too", session)
		}
	}
	l = sqlitetest.Open(t, path, log.Options{})
	salts := 0
	for _, e := range sqlitetest.ReadAll(t, l) {
		if e.Erased && e.Salt == nil {
			salts++
		}
	}
	if salts != 60 {
		t.Errorf("%d events have no salt, want the 60 that were erased", salts)
	}
	sqlitetest.Verify(t, l)
}

// A reader that pauses between two events is not in the way, and an appender continues.
func TestScouringTakesItsTurnAmongReadersAndWriters(t *testing.T) {
	t.Parallel()
	path := sqlitetest.LogPath(t, 200)
	l := sqlitetest.Open(t, path, log.Options{})
	plantSession(t, l, "gone", 20)
	var appending sync.WaitGroup
	appending.Go(func() { plantSession(t, sqlitetest.Open(t, path, log.Options{}), "meanwhile", 30) })
	if err := eraseSession(l, "gone", func() {}); err != nil {
		t.Fatal(err)
	}
	n := 0
	for _, err := range l.Read(context.Background(), eventlog.Query{}) {
		if err != nil {
			t.Fatal(err)
		}
		if n++; n == 5 {
			if err := l.Scour(context.Background()); err != nil {
				t.Fatal(err)
			}
		}
	}
	appending.Wait()
	if found := traces(t, path, planted+"gone"); len(found) > 0 {
		t.Errorf("traces: %v", found)
	}
	sqlitetest.Verify(t, l)
}

// A process that erases is killed at a random step. Whoever does it again ends with
// everything erased, one record for each event, and no trace.
func TestKilledErasuresAreFinishedByTheNext(t *testing.T) {
	t.Parallel()
	seed := rand.Uint64()
	t.Logf("seed %d", seed)
	random := rand.New(rand.NewPCG(seed, 0))
	start := sqlitetest.LogPath(t, 5)
	l := sqlitetest.Open(t, start, log.Options{})
	plantSession(t, l, "gone", 24)
	if err := l.Close(); err != nil {
		t.Fatal(err)
	}
	whole := sqlitetest.Snapshot(t, start)
	for round := range *rounds {
		path := whole.Write(t, sqlitetest.MemoryDir(t)) // a kill leaves there what it leaves on a disk
		cmd, lines := sqlitetest.Child(t, sqlitetest.Task{Do: "erase", Path: path, Name: "gone"})
		for step := random.IntN(8); step >= 0 && lines.Scan(); step-- {
		}
		if err := cmd.Process.Kill(); err != nil {
			t.Fatal(err)
		}
		_ = cmd.Wait() // killed
		l = sqlitetest.Open(t, path, log.Options{})
		if err := eraseSession(l, "gone", func() {}); err != nil {
			t.Fatal(err)
		}
		if err := l.Scour(context.Background()); err != nil {
			t.Fatal(err)
		}
		checkErased(t, l, 24)
		if found := traces(t, path, planted); len(found) > 0 {
			t.Fatalf("round %d: traces: %v", round, found)
		}
		if err := l.Close(); err != nil {
			t.Fatal(err)
		}
	}
}

// checkErased holds a log to so many erased events, with one record each.
func checkErased(t *testing.T, l *log.Log, want int) {
	t.Helper()
	erased, records := map[domain.EventID]bool{}, map[domain.EventID]int{}
	for _, e := range sqlitetest.ReadAll(t, l) {
		if e.Erased {
			erased[e.ID] = true
		}
		var says domain.LogDataErased
		if e.Kind == says.Kind() {
			if err := eventlog.Decode(e.Data, &says); err != nil {
				t.Fatal(err)
			}
			records[says.ID]++
		}
	}
	for id := range erased {
		if records[id] != 1 {
			t.Errorf("%s has %d records", id, records[id])
		}
	}
	if len(erased) != want || len(records) != want {
		t.Errorf("%d erased, %d recorded, want %d", len(erased), len(records), want)
	}
	sqlitetest.Verify(t, l)
}
