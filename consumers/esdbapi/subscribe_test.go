package esdbapi_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/EventStore/EventStore-Client-Go/v4/esdb"
	"github.com/google/go-cmp/cmp"
)

// told is what a subscription sends, one word each: the position of an event, "checkpoint N", "caught up".
func told(t *testing.T, s *esdb.Subscription, n int) (words []string) {
	t.Helper()
	for len(words) < n {
		switch e := s.Recv(); {
		case e.EventAppeared != nil:
			words = append(words, fmt.Sprint(e.EventAppeared.OriginalEvent().Position.Commit))
		case e.CheckPointReached != nil:
			words = append(words, fmt.Sprint("checkpoint ", e.CheckPointReached.Commit))
		case e.CaughtUp != nil:
			words = append(words, "caught up")
		case e.SubscriptionDropped != nil:
			t.Fatalf("after %v the subscription is dropped: %v", words, e.SubscriptionDropped.Error)
		}
	}
	return words
}

func TestSubscriptionsCatchUpAndThenFollow(t *testing.T) {
	onEachEngine(t, func(w *world) {
		w.append("a", 1, 3) // positions 2, 3, 4
		w.append("b", 1, 2) // 5, 6
		all := func(from esdb.AllPosition, f *esdb.SubscriptionFilter, window, interval int) func() (*esdb.Subscription, error) {
			return func() (*esdb.Subscription, error) {
				return w.client.SubscribeToAll(t.Context(), esdb.SubscribeToAllOptions{From: from, Filter: f, MaxSearchWindow: window, CheckpointInterval: interval})
			}
		}
		stream := func(session string, from esdb.StreamPosition) func() (*esdb.Subscription, error) {
			return func() (*esdb.Subscription, error) {
				return w.client.SubscribeToStream(t.Context(), streamOf(session), esdb.SubscribeToStreamOptions{From: from})
			}
		}
		streams := func(regex string, prefixes ...string) *esdb.SubscriptionFilter {
			return &esdb.SubscriptionFilter{Type: esdb.StreamFilterType, Regex: regex, Prefixes: prefixes}
		}
		kinds := func(regex string, prefixes ...string) *esdb.SubscriptionFilter {
			return &esdb.SubscriptionFilter{Type: esdb.EventFilterType, Regex: regex, Prefixes: prefixes}
		}
		type row struct {
			says         string
			open         func() (*esdb.Subscription, error)
			there, later string // words, before and after a, a, b are appended at 7, 8, 9
		}
		rows := []row{
			{"all from the start", all(esdb.Start{}, nil, 0, 0), "1,2,3,4,5,6,caught up", "7,8,9"},
			{"all after a position, which is exclusive", all(esdb.Position{Commit: 4, Prepare: 4}, nil, 0, 0), "5,6,caught up", "7,8,9"},
			{"all from the end", all(esdb.End{}, nil, 0, 0), "caught up", "7,8,9"},
			{"a stream from the start", stream("a", esdb.Start{}), "2,3,4,caught up", "7,8"},
			{"a stream after a revision, which is exclusive", stream("a", esdb.Revision(1)), "4,caught up", "7,8"},
			{"a stream from the end", stream("a", esdb.End{}), "caught up", "7,8"},
			{"a stream that has no event yet", stream("c", esdb.Start{}), "caught up", ""},
			{"streams by prefix", all(esdb.Start{}, streams("", streamOf("b")), 100, 1), "5,6,checkpoint 6,caught up", "9"},
			{"streams by one of two prefixes", all(esdb.Start{}, streams("", streamOf("b"), "log-"), 100, 1), "1,5,6,checkpoint 6,caught up", "9"},
			{"streams by a regular expression", all(esdb.Start{}, streams("^log-"), 100, 1), "1,checkpoint 6,caught up", ""},
			{"kinds by prefix", all(esdb.Start{}, kinds("", "log."), 100, 1), "1,checkpoint 6,caught up", ""},
			{"kinds by a regular expression", all(esdb.Start{}, kinds(`^message\.rec`), 100, 1), "2,3,4,5,6,checkpoint 6,caught up", "7,8,9"},
			{"nothing passes: checkpoints move on", all(esdb.Start{}, kinds("", "ship."), 2, 1), "checkpoint 2,checkpoint 4,checkpoint 6,caught up", "checkpoint 8"},
			{"checkpoints of a window and an interval", all(esdb.Start{}, kinds("", "ship."), 1, 3), "checkpoint 3,checkpoint 6,caught up", "checkpoint 9"},
		}
		open := make([]*esdb.Subscription, len(rows))
		for i, c := range rows {
			s, err := c.open()
			if err != nil {
				t.Fatalf("%s: %v", c.says, err)
			}
			defer func() { _ = s.Close() }()
			open[i] = s
			want := strings.Split(c.there, ",")
			if diff := cmp.Diff(want, told(t, s, len(want))); diff != "" {
				t.Errorf("%s (-want +told):\n%s", c.says, diff)
			}
		}
		w.append("a", 4, 5)
		w.append("b", 3, 3)
		for i, c := range rows {
			want := slices.DeleteFunc(strings.Split(c.later, ","), func(s string) bool { return s == "" })
			if diff := cmp.Diff(want, told(t, open[i], len(want))); diff != "" && len(want) > 0 {
				t.Errorf("%s, later (-want +told):\n%s", c.says, diff)
			}
		}
	})
}

func TestFiltersThatAreNoneAreRefused(t *testing.T) {
	onEachEngine(t, func(w *world) {
		for says, f := range map[string]esdb.SubscriptionFilter{
			"no regular expression": {Type: esdb.StreamFilterType, Regex: "("},
			"one that looks back":   {Type: esdb.EventFilterType, Regex: `(?<=a)b`},
			"one that is too long":  {Type: esdb.EventFilterType, Regex: strings.Repeat("a", 2000)},
			"too many prefixes":     {Type: esdb.EventFilterType, Prefixes: make([]string, 300)},
		} {
			s, err := w.client.SubscribeToAll(t.Context(), esdb.SubscribeToAllOptions{From: esdb.Start{}, Filter: &f})
			if err == nil || s != nil || !strings.Contains(err.Error(), "read the filter") {
				t.Errorf("%s: %v", says, err)
			}
		}
	})
}

func TestASubscriptionEndsWithTheServerAndWithItsClient(t *testing.T) {
	onEachEngine(t, func(w *world) {
		ctx, cancel := context.WithCancel(t.Context())
		left, err := w.client.SubscribeToAll(ctx, esdb.SubscribeToAllOptions{From: esdb.End{}})
		if err != nil {
			t.Fatal(err)
		}
		nowhere, err := w.client.SubscribeToStream(t.Context(), "orders-1", esdb.SubscribeToStreamOptions{From: esdb.Start{}})
		if err != nil {
			t.Fatal(err)
		}
		told(t, left, 1)
		told(t, nowhere, 1)
		cancel()
		if e := left.Recv(); e.SubscriptionDropped == nil {
			t.Errorf("a subscription whose client left tells %+v", e)
		}
		w.server.Stop()
		if e := nowhere.Recv(); e.SubscriptionDropped == nil || !strings.Contains(e.SubscriptionDropped.Error.Error(), "the server stops") {
			t.Errorf("a subscription of a server that stopped tells %+v", e.SubscriptionDropped)
		}
	})
}
