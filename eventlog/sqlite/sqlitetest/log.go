package sqlitetest

import (
	"context"
	"iter"
	"path/filepath"
	"strconv"
	"testing"
	"time"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/seal"
	"github.com/clawable/claw/eventlog"
	log "github.com/clawable/claw/eventlog/sqlite"
)

// Message is the n-th message of a session: the same arguments give the same draft.
func Message(session string, n int) domain.Draft {
	id, key := domain.MakeSessionID("test", session), strconv.Itoa(n)
	data, err := eventlog.Encode(domain.MessageRecorded{Role: domain.RoleUser, Text: domain.TextOf("message " + key)})
	if err != nil {
		panic(err)
	}
	return domain.Draft{
		ID: domain.RecordEventID(time.Time{}, "test", session, key, ""), Kind: domain.KindMessageRecorded, Version: 1,
		Stream: id.Stream(), Emitter: domain.EmitterID("import/test/" + session), Epoch: id.Epoch(),
		Seq: uint64(n), SeqKind: domain.SeqOrdinal, Subject: domain.Subject{Session: domain.Known(id)},
		Source: domain.Source{Kind: domain.SourceLive, Trust: domain.TrustMedium}, Data: data,
	}
}

// Open opens a log that is closed with the test.
func Open(t testing.TB, path string, o log.Options) *log.Log {
	t.Helper()
	l, err := log.Open(context.Background(), path, o)
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

// LogPath is the path of a new log that is closed.
func LogPath(t testing.TB, events int) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "log.claw")
	l, err := log.Open(context.Background(), path, log.Options{Create: true, Name: "test"})
	if err != nil {
		t.Fatal(err)
	}
	Fill(t, l, events)
	if err := l.Close(); err != nil {
		t.Fatal(err)
	}
	return path
}

// Fill appends messages of one session.
func Fill(t testing.TB, l eventlog.Log, events int) {
	t.Helper()
	for n := 1; n <= events; n++ {
		d := Message("filled", n)
		if _, err := l.Append(context.Background(), d.Stream, eventlog.Any, []domain.Draft{d}); err != nil {
			t.Fatal(err)
		}
	}
}

// ReadAll reads the whole log, which must be sound.
func ReadAll(t testing.TB, l eventlog.Log) (events []domain.Event) {
	t.Helper()
	for e, err := range l.Read(context.Background(), eventlog.Query{}) {
		if err != nil {
			t.Fatal(err)
		}
		events = append(events, e)
	}
	return events
}

// Verify fails t unless all of the log verifies.
func Verify(t testing.TB, l eventlog.Log) *eventlog.VerifyReport {
	t.Helper()
	report, err := eventlog.Verify(context.Background(), l)
	if err != nil {
		t.Fatal(err)
	}
	if len(report.Damage) > 0 {
		t.Fatalf("the log is damaged: %+v", report.Damage)
	}
	return report
}

// Sequence yields events, and err last if there is one.
func Sequence(events []domain.Event, err error) iter.Seq2[domain.Event, error] {
	return func(yield func(domain.Event, error) bool) {
		for _, e := range events {
			if !yield(e, nil) {
				return
			}
		}
		if err != nil {
			yield(domain.Event{}, err)
		}
	}
}

// Lines are the lines of events.
func Lines(events []domain.Event) (all []string) {
	for i := range events {
		all = append(all, string(seal.Line(&events[i], nil)))
	}
	return all
}
