package esdbapi_test

import (
	"errors"
	"io"
	"math"
	"testing"

	"github.com/EventStore/EventStore-Client-Go/v4/esdb"
	"github.com/google/go-cmp/cmp"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/seal"
	"github.com/clawable/claw/eventlog"
)

func TestWhatAClientReadsIsTheEvent(t *testing.T) {
	onEachEngine(t, func(w *world) {
		w.append("a", 1, 3)
		stream, err := w.client.ReadAll(t.Context(), esdb.ReadAllOptions{From: esdb.Start{}}, math.MaxUint64)
		got := collect(t, stream, err)
		want := w.all()
		if len(got) != len(want) {
			t.Fatalf("%d events are read, the log has %d", len(got), len(want))
		}
		for i, e := range got {
			read, err := eventlog.ParseMetadata(e.UserMetadata, e.Data)
			if err != nil {
				t.Fatal(err)
			}
			if seal.Leaf(&read) != seal.Leaf(&want[i]) || eventlog.CheckDigest(&read) != nil {
				t.Errorf("event %d is read as another: %s", i+1, e.UserMetadata)
			}
			type told struct {
				ID, Stream, Kind, Content string
				Revision, Position        uint64
				Created                   int64
			}
			if diff := cmp.Diff(
				told{want[i].ID.String(), want[i].Stream.String(), string(want[i].Kind), "application/json",
					uint64(want[i].Revision) - 1, want[i].Position.Number(), want[i].RecordedAt.UnixNano()},
				told{domain.EventID(e.EventID).String(), e.StreamID, e.EventType, e.ContentType, e.EventNumber, e.Position.Commit, e.CreatedDate.UnixNano()}); diff != "" {
				t.Errorf("event %d (-log +client):\n%s", i+1, diff)
			}
		}
	})
}

func TestReadsOfAStreamAndOfAll(t *testing.T) {
	onEachEngine(t, func(w *world) {
		w.append("a", 1, 300) // positions 2 to 301
		w.append("b", 1, 2)
		a := func(o esdb.ReadStreamOptions, count uint64) func() (*esdb.ReadStream, error) {
			return func() (*esdb.ReadStream, error) { return w.client.ReadStream(t.Context(), streamOf("a"), o, count) }
		}
		all := func(o esdb.ReadAllOptions, count uint64) func() (*esdb.ReadStream, error) {
			return func() (*esdb.ReadStream, error) { return w.client.ReadAll(t.Context(), o, count) }
		}
		at := func(n uint64) esdb.Position { return esdb.Position{Commit: n, Prepare: n} }
		const every = math.MaxUint64
		for _, c := range []struct {
			says        string
			read        func() (*esdb.ReadStream, error)
			count       int
			first, last uint64 // positions
		}{
			{"a stream from its start", a(esdb.ReadStreamOptions{From: esdb.Start{}}, every), 300, 2, 301},
			{"a stream from a revision, which is inclusive", a(esdb.ReadStreamOptions{From: esdb.Revision(298)}, every), 2, 300, 301},
			{"a stream from a revision beyond its end", a(esdb.ReadStreamOptions{From: esdb.Revision(300)}, every), 0, 0, 0},
			{"a stream from the last revision there can be", a(esdb.ReadStreamOptions{From: esdb.Revision(math.MaxUint64)}, every), 0, 0, 0},
			{"the first two of a stream", a(esdb.ReadStreamOptions{From: esdb.Start{}}, 2), 2, 2, 3},
			{"none of a stream", a(esdb.ReadStreamOptions{From: esdb.Start{}}, 0), 0, 0, 0},
			{"a stream from its end", a(esdb.ReadStreamOptions{From: esdb.End{}}, every), 0, 0, 0},
			{"a stream backwards", a(esdb.ReadStreamOptions{From: esdb.End{}, Direction: esdb.Backwards}, every), 300, 301, 2},
			{"the last of a stream", a(esdb.ReadStreamOptions{From: esdb.End{}, Direction: esdb.Backwards}, 1), 1, 301, 301},
			{"a stream backwards from a revision, which is inclusive", a(esdb.ReadStreamOptions{From: esdb.Revision(1), Direction: esdb.Backwards}, every), 2, 3, 2},
			{"a stream backwards from its start", a(esdb.ReadStreamOptions{From: esdb.Start{}, Direction: esdb.Backwards}, every), 1, 2, 2},
			{"a stream backwards from beyond its end", a(esdb.ReadStreamOptions{From: esdb.Revision(999), Direction: esdb.Backwards}, 1), 1, 301, 301},
			{"all from the start", all(esdb.ReadAllOptions{From: esdb.Start{}}, every), 303, 1, 303},
			{"all from a position, which is inclusive", all(esdb.ReadAllOptions{From: at(302)}, every), 2, 302, 303},
			{"all from position 0", all(esdb.ReadAllOptions{From: at(0)}, 1), 1, 1, 1},
			{"all from the end", all(esdb.ReadAllOptions{From: esdb.End{}}, every), 0, 0, 0},
			{"all backwards", all(esdb.ReadAllOptions{From: esdb.End{}, Direction: esdb.Backwards}, every), 303, 303, 1},
			{"all backwards from a position, which is exclusive", all(esdb.ReadAllOptions{From: at(280), Direction: esdb.Backwards}, 278), 278, 279, 2},
			{"all backwards from the first event", all(esdb.ReadAllOptions{From: at(1), Direction: esdb.Backwards}, every), 0, 0, 0},
			{"all backwards from the start", all(esdb.ReadAllOptions{From: esdb.Start{}, Direction: esdb.Backwards}, every), 0, 0, 0},
			{"all backwards from beyond its end", all(esdb.ReadAllOptions{From: at(999), Direction: esdb.Backwards}, 1), 1, 303, 303},
		} {
			stream, err := c.read()
			got := collect(t, stream, err)
			if len(got) != c.count {
				t.Errorf("%s: %d events, want %d", c.says, len(got), c.count)
				continue
			}
			step := uint64(1)
			if c.first > c.last {
				step = math.MaxUint64 // −1
			}
			for i, e := range got {
				if want := c.first + uint64(i)*step; e.Position.Commit != want {
					t.Errorf("%s: event %d is at %d, want %d", c.says, i+1, e.Position.Commit, want)
					break
				}
			}
			if c.count > 0 && got[len(got)-1].Position.Commit != c.last {
				t.Errorf("%s: the last is at %d, want %d", c.says, got[len(got)-1].Position.Commit, c.last)
			}
		}
	})
}

func TestAStreamWithoutEventsIsNotFound(t *testing.T) {
	onEachEngine(t, func(w *world) {
		for _, name := range []string{streamOf("nobody"), "orders-1", "$$" + streamOf("a"), "$ce-lane", "lane-x"} {
			for _, direction := range []esdb.Direction{esdb.Forwards, esdb.Backwards} {
				stream, err := w.client.ReadStream(t.Context(), name, esdb.ReadStreamOptions{Direction: direction}, 10)
				if err != nil {
					t.Fatal(err)
				}
				_, err = stream.Recv()
				var typed *esdb.Error
				if errors.Is(err, io.EOF) || !errors.As(err, &typed) || typed.Code() != esdb.ErrorCodeResourceNotFound {
					t.Errorf("%s: %v", name, err)
				}
				stream.Close()
			}
		}
	})
}

func TestAnErasedEventHasNoData(t *testing.T) {
	onEachEngine(t, func(w *world) {
		w.append("a", 1, 2)
		erased := w.all()[1]
		data, err := eventlog.Encode(domain.LogDataErased{ID: erased.ID, DataDigest: erased.DataDigest.String(), Reason: "asked"})
		if err != nil {
			t.Fatal(err)
		}
		own := w.all()[0].Stream
		record := domain.Draft{ID: domain.RecordEventID(start, "esdbtest", "erase", "1", "record"), Kind: domain.KindLogDataErased, Version: 1, Stream: own,
			Emitter: "log/test", Source: domain.Source{Kind: domain.SourceTest}, Data: data}
		if _, err := w.log.(eventlog.Eraser).Erase(t.Context(), []domain.Draft{record}); err != nil {
			t.Fatal(err)
		}
		stream, err := w.client.ReadStream(t.Context(), erased.Stream.String(), esdb.ReadStreamOptions{}, 1)
		got := collect(t, stream, err)[0]
		read, err := eventlog.ParseMetadata(got.UserMetadata, got.Data)
		if err != nil || len(got.Data) > 0 || !read.Erased || read.Salt != nil || seal.Leaf(&read) != seal.Leaf(&erased) || got.ContentType == "application/json" {
			t.Errorf("an erased event is read as %s %s %s, %v", got.ContentType, got.Data, got.UserMetadata, err)
		}
	})
}
