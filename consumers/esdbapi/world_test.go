package esdbapi_test

import (
	"errors"
	"io"
	"path/filepath"
	"strconv"
	"testing"
	"time"

	"github.com/EventStore/EventStore-Client-Go/v4/esdb"
	"github.com/google/uuid"

	"github.com/clawable/claw/consumers/esdbapi/esdbtest"
	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/eventlog"
	"github.com/clawable/claw/eventlog/memlog"
	"github.com/clawable/claw/eventlog/sqlite"
)

// world is a served log and a client of it.
type world struct {
	t      *testing.T
	log    eventlog.Log
	server *esdbtest.Server
	client *esdb.Client
}

var start = time.Date(2026, 3, 4, 5, 6, 7, 891011000, time.UTC)

// onEachEngine runs a test over the model and over a file.
func onEachEngine(t *testing.T, test func(w *world)) {
	now := func() time.Time { return start }
	for name, open := range map[string]func(t *testing.T) (eventlog.Log, error){
		"memlog": func(*testing.T) (eventlog.Log, error) { return memlog.Open(memlog.Options{Now: now, Name: "served"}) },
		"sqlite": func(t *testing.T) (eventlog.Log, error) {
			return sqlite.Open(t.Context(), filepath.Join(t.TempDir(), "run.claw"), sqlite.Options{Create: true, Now: now, Name: "served"})
		},
	} {
		t.Run(name, func(t *testing.T) {
			log, err := open(t)
			if err != nil {
				t.Fatal(err)
			}
			t.Cleanup(func() {
				if err := log.Close(); err != nil {
					t.Error(err)
				}
			})
			server := esdbtest.Serve(t, log)
			test(&world{t: t, log: log, server: server, client: clientOf(t, server.URL)})
		})
	}
}

func clientOf(t *testing.T, url string) *esdb.Client {
	t.Helper()
	c, err := esdb.ParseConnectionString(url)
	if err != nil {
		t.Fatal(err)
	}
	c.Logger = esdb.NoopLogging()
	client, err := esdb.NewClient(c)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := client.Close(); err != nil {
			t.Error(err)
		}
	})
	return client
}

// message is the n-th message of a session: the same arguments give the same draft.
func message(session string, n int) domain.Draft {
	id, key := domain.MakeSessionID("esdbtest", session), strconv.Itoa(n)
	return domain.Draft{ID: domain.RecordEventID(start, "esdbtest", session, key, "message"), Kind: domain.KindMessageRecorded, Version: 1,
		Stream: id.Stream(), ObservedAt: domain.At(start), Emitter: domain.EmitterID("ci/" + session), Seq: uint64(n), SeqKind: domain.SeqOrdinal,
		Subject: domain.Subject{Session: domain.Known(id)}, Source: domain.Source{Kind: domain.SourceTest, Trust: domain.TrustLow},
		Data: []byte(`{"role":"user","text":"message ` + key + `"}`)}
}

// append appends the messages of a session from one to another to the log itself.
func (w *world) append(session string, from, to int) {
	w.t.Helper()
	var drafts []domain.Draft
	for n := from; n <= to; n++ {
		drafts = append(drafts, message(session, n))
	}
	if _, err := w.log.Append(w.t.Context(), drafts[0].Stream, eventlog.Any, drafts); err != nil {
		w.t.Fatal(err)
	}
}

// proposed is a message as a client of another language sends it: with the metadata that it needs.
func proposed(session string, n int) esdb.EventData {
	d := message(session, n)
	return esdb.EventData{EventID: uuid.UUID(d.ID), EventType: string(d.Kind), ContentType: esdb.ContentTypeJson, Data: d.Data,
		Metadata: []byte(`{"emitter":"ci/` + session + `","source":{"kind":"test"},"version":1}`)}
}

func streamOf(session string) string { return message(session, 1).Stream.String() }

// collect reads to the end.
func collect(t *testing.T, stream *esdb.ReadStream, err error) (events []*esdb.RecordedEvent) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
	defer stream.Close()
	for {
		e, err := stream.Recv()
		if errors.Is(err, io.EOF) {
			return events
		}
		if err != nil {
			t.Fatal(err)
		}
		events = append(events, e.OriginalEvent())
	}
}

// all is the log itself.
func (w *world) all() (events []domain.Event) {
	w.t.Helper()
	for e, err := range w.log.Read(w.t.Context(), eventlog.Query{}) {
		if err != nil {
			w.t.Fatal(err)
		}
		events = append(events, e)
	}
	return events
}
