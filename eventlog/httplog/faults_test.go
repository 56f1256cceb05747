package httplog_test

import (
	"context"
	"errors"
	"io"
	"iter"
	"net/http"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/clawable/claw/commands/commandtest"
	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/eventlog"
	"github.com/clawable/claw/eventlog/httplog"
	"github.com/clawable/claw/eventlog/memlog"
)

// lossy does each request and loses every third answer; of a stream it lets few bytes through.
type lossy struct {
	http.RoundTripper
	asked atomic.Int64
}

var errLost = errors.New("the answer is lost")

// RoundTrip implements [http.RoundTripper].
func (l *lossy) RoundTrip(r *http.Request) (*http.Response, error) {
	answer, err := l.RoundTripper.RoundTrip(r)
	if err == nil && strings.Contains(r.URL.Path, "/stream/") {
		answer.Body = struct {
			io.Reader
			io.Closer
		}{io.LimitReader(answer.Body, 1500), answer.Body}
		return answer, nil
	}
	if err == nil && l.asked.Add(1)%3 == 0 {
		_ = answer.Body.Close()
		return nil, errLost
	}
	return answer, err
}

func model(t *testing.T) *memlog.Log {
	t.Helper()
	log, err := memlog.Open(memlog.Options{Now: time.Now})
	return kept(t, log, err)
}

// ids are the ids of events, and the error after them.
func ids(events iter.Seq2[domain.Event, error]) (all []domain.EventID, err error) {
	for e, err := range events {
		if err != nil {
			return all, err
		}
		all = append(all, e.ID)
	}
	return all, nil
}

// TestWhatIsAppendedOverABadConnectionIsThereOnce loses answers and cuts streams.
func TestWhatIsAppendedOverABadConnectionIsThereOnce(t *testing.T) {
	const count = 12
	beneath := model(t)
	s := serve(t, beneath)
	c := client()
	c.Transport = &lossy{RoundTripper: c.Transport}
	log, err := httplog.Open(t.Context(), s.url, httplog.Options{Client: c, Token: secret})
	kept(t, log, err)
	var want []domain.EventID
	for i := range count {
		d := commandtest.SaidIn("agent/shop", string(rune('a'+i)), "hello")
		want = append(want, d.ID)
		receipts, err := log.Append(t.Context(), d.Stream, eventlog.At(domain.Revision(i)), []domain.Draft{d})
		if err != nil || receipts[0].Revision != domain.Revision(i+1) {
			t.Fatalf("append %d: %+v, %v", i, receipts, err)
		}
	}
	got, err := ids(beneath.Read(t.Context(), eventlog.Query{}))
	if diff := cmp.Diff(want, got[1:]); err != nil || diff != "" {
		t.Errorf("%v (-want +got)\n%s", err, diff)
	}
	followed, err := ids(log.Follow(t.Context(), eventlog.Query{Limit: count + 1}))
	if diff := cmp.Diff(got, followed); err != nil || diff != "" {
		t.Errorf("followed: %v (-want +got)\n%s", err, diff)
	}
}

// damaged is a log one of whose events does not verify.
type damaged struct {
	eventlog.Log
	at domain.Position
}

// Read implements [eventlog.Log].
func (l damaged) Read(ctx context.Context, q eventlog.Query) iter.Seq2[domain.Event, error] {
	return l.broken(l.Log.Read(ctx, q))
}

// Follow implements [eventlog.Log].
func (l damaged) Follow(ctx context.Context, q eventlog.Query) iter.Seq2[domain.Event, error] {
	return l.broken(l.Log.Follow(ctx, q))
}

func (l damaged) broken(events iter.Seq2[domain.Event, error]) iter.Seq2[domain.Event, error] {
	return func(yield func(domain.Event, error) bool) {
		for e, err := range events {
			if err == nil && e.Position == l.at {
				yield(domain.Event{}, eventlog.Corrupt(l.at, "its bytes do not verify"))
				return
			}
			if !yield(e, err) {
				return
			}
		}
	}
}

// TestDamageIsToldWithItsPosition reads and follows a log whose third event does not verify.
func TestDamageIsToldWithItsPosition(t *testing.T) {
	beneath := model(t)
	for _, name := range []string{"a", "b", "c"} {
		d := commandtest.SaidIn("agent/shop", name, "hello")
		if _, err := beneath.Append(t.Context(), d.Stream, eventlog.Any, []domain.Draft{d}); err != nil {
			t.Fatal(err)
		}
	}
	all, err := ids(beneath.Read(t.Context(), eventlog.Query{}))
	if err != nil {
		t.Fatal(err)
	}
	third := domain.PositionAt(3)
	log := serve(t, damaged{beneath, third}).open(t, httplog.Options{})
	for says, events := range map[string]iter.Seq2[domain.Event, error]{
		"read": log.Read(t.Context(), eventlog.Query{}), "followed": log.Follow(t.Context(), eventlog.Query{}),
	} {
		got, err := ids(events)
		if at, is := eventlog.DamagedAt(err); !is || at != third || !slices.Equal(got, all[:2]) {
			t.Errorf("%s %d events, then %v", says, len(got), err)
		}
	}
	var past []domain.EventID
	for e, err := range eventlog.ReadPast(t.Context(), log, eventlog.Query{}) {
		if err == nil {
			past = append(past, e.ID)
		}
	}
	if diff := cmp.Diff(slices.Delete(slices.Clone(all), 2, 3), past); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
}

// TestARefusalIsTypedAndWritesNothing appends what the server refuses.
func TestARefusalIsTypedAndWritesNothing(t *testing.T) {
	d := commandtest.SaidIn("agent/shop", "a", "hello")
	for says, c := range map[string]struct {
		refusal  *domain.Error
		sentinel error
	}{
		"by its policy":     {&domain.Error{Kind: domain.ErrPolicy, Operation: "append", Message: "no"}, eventlog.ErrInvalid},
		"for its form":      {&domain.Error{Kind: domain.ErrUsage, Operation: "append", Message: "no"}, eventlog.ErrInvalid},
		"for its full disk": {&domain.Error{Kind: domain.ErrFilesystem, Errno: "ENOSPC", Operation: "append", Message: "no"}, eventlog.ErrFull},
		"for another head":  {&domain.Error{Kind: domain.ErrConflict, Operation: "append", Message: "no"}, eventlog.ErrConflict},
	} {
		s := serve(t, model(t))
		s.refuse = func() error { return c.refusal }
		_, err := s.open(t, httplog.Options{}).Append(t.Context(), d.Stream, eventlog.Any, []domain.Draft{d})
		if !errors.Is(err, c.sentinel) || domain.KindOf(err) != c.refusal.Kind {
			t.Errorf("%s: %v", says, err)
		}
	}
}
