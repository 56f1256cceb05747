package serve_test

import (
	"compress/gzip"
	"io"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/clawable/claw/cmd/claw/cli/clitest"
	"github.com/clawable/claw/consumers/httpapi"
)

// next is the path of the next page, "" for none.
func (r reply) next(t *testing.T) string {
	t.Helper()
	link := r.header.Get("Link")
	if link == "" {
		return ""
	}
	path, rel, ok := strings.Cut(strings.TrimPrefix(link, "<"), ">")
	if _, err := url.Parse(path); err != nil || !ok || rel != `; rel="next"` {
		t.Fatalf("link %q", link)
	}
	return path
}

// TestPagesHoldEachRowOnce follows the links of a list, and of events, to the end.
func TestPagesHoldEachRowOnce(t *testing.T) {
	w := clitest.New(t)
	s := serving(t, w, httpapi.DefaultLimits())
	var lanes, events strings.Builder
	for path := "/v1/lanes?limit=1"; path != ""; {
		got := s.get(path)
		for line := range strings.Lines(got.body) {
			if strings.HasPrefix(line, `      "lane": `) {
				lanes.WriteString(line)
			}
		}
		path = got.next(t)
	}
	var want strings.Builder
	for line := range strings.Lines(w.Must("lanes", "--json").Out) {
		if strings.HasPrefix(line, `      "lane": `) {
			want.WriteString(line)
		}
	}
	if diff := cmp.Diff(want.String(), lanes.String()); diff != "" || want.Len() == 0 {
		t.Errorf("lanes (-whole +pages)\n%s", diff)
	}
	for path := "/v1/events?limit=7"; path != ""; {
		got := s.get(path)
		events.WriteString(got.body)
		path = got.next(t)
	}
	if all := w.Must("log", "read").Out; events.String() != all {
		t.Errorf("events (-whole +pages)\n%s", cmp.Diff(all, events.String()))
	}
}

// TestAnAnswerThatIsHeldIsNotSentAgain sends the ETag of each answer, before and after an append.
func TestAnAnswerThatIsHeldIsNotSentAgain(t *testing.T) {
	w := clitest.New(t)
	s := serving(t, w, httpapi.DefaultLimits())
	asked := func(path, etag string) reply {
		r := s.request(path)
		r.Header.Set("If-None-Match", etag)
		return s.do(r)
	}
	const board = "/v1/board"
	first := s.get(board)
	etag := first.header.Get("ETag")
	if again := asked(board, `"other", `+etag); again.status != 304 || again.body != "" || again.header.Get("ETag") != etag ||
		again.header.Get("Claw-As-Of-Position") != first.header.Get("Claw-As-Of-Position") {
		t.Errorf("held: %+v", again)
	}
	if other := asked(board, `W/"other"`); other.status != 200 || other.body != first.body {
		t.Errorf("another: %+v", other)
	}
	w.Must("lane", "close", clitest.SettledLane, "--reason", "enough")
	if later := asked(board, etag); later.status != 200 || later.header.Get("ETag") == etag || later.header.Get("Claw-As-Of-Position") == first.header.Get("Claw-As-Of-Position") {
		t.Errorf("after an append: %d %v", later.status, later.header)
	}
}

// TestAnswersAreCompressedOnRequest compares a compressed answer with the plain one.
func TestAnswersAreCompressedOnRequest(t *testing.T) {
	s := serving(t, clitest.New(t), httpapi.DefaultLimits())
	for _, path := range []string{"/v1/board", "/v1/events"} {
		r := s.request(path)
		r.Header.Set("Accept-Encoding", "gzip")
		got := s.do(r)
		unpacked, err := gzip.NewReader(strings.NewReader(got.body))
		if err != nil {
			t.Fatalf("%s: %v, %v", path, err, got.header)
		}
		text, err := io.ReadAll(unpacked)
		if err != nil || string(text) != s.get(path).body {
			t.Errorf("%s: %v\n%s", path, err, text)
		}
	}
}

// TestAHeadOfAnAnswerIsItsHeaders requests only headers.
func TestAHeadOfAnAnswerIsItsHeaders(t *testing.T) {
	s := serving(t, clitest.New(t), httpapi.DefaultLimits())
	r := s.request("/v1/lanes")
	r.Method = "HEAD"
	if got := s.do(r); got.status != 200 || got.body != "" || got.header.Get("ETag") != s.get("/v1/lanes").header.Get("ETag") {
		t.Errorf("%+v", got)
	}
}

// TestAnAnswerThatOnlyGrewOlderIsNotSentAgain asks each question again a second later.
func TestAnAnswerThatOnlyGrewOlderIsNotSentAgain(t *testing.T) {
	w := clitest.New(t)
	w.Must("report", "advertise", "ops-bot.toml")
	s := serving(t, w, httpapi.DefaultLimits())
	now := w.Now
	w.Now = func() time.Time { return now().Add(time.Second) }
	later := serving(t, w, httpapi.DefaultLimits())
	for _, q := range questions {
		path := q.path
		if path == "" {
			path = q.route
		}
		if q.route == "/v1/events" || strings.HasSuffix(q.route, "/view") || strings.HasSuffix(q.route, "/explanation") {
			continue // a page of events has no ETag; a view and the explanation of an age are of the time of reading
		}
		r := later.request(path)
		r.Header.Set("If-None-Match", s.get(path).header.Get("ETag"))
		if got := later.do(r); got.status != http.StatusNotModified {
			t.Errorf("%s: %d", path, got.status)
		}
	}
}
