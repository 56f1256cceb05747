package serve_test

import (
	"bufio"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/clawable/claw/cmd/claw/cli/clitest"
	"github.com/clawable/claw/consumers/httpapi"
)

// frame is a frame of a stream with data.
type frame struct{ id, event, data string }

// stream reads a stream of a server; id is that of the last frame read.
type stream struct {
	t     *testing.T
	lines *bufio.Scanner
	id    string
}

// open opens a stream after an id, "" for what comes from now on.
func (s *server) open(path, after string) *stream {
	s.t.Helper()
	r := s.request(path)
	if after != "" {
		r.Header.Set("Last-Event-ID", after)
	}
	answer, err := http.DefaultTransport.RoundTrip(r)
	if err != nil {
		s.t.Fatal(err)
	}
	s.t.Cleanup(func() { _ = answer.Body.Close() })
	if answer.StatusCode != http.StatusOK {
		s.t.Fatalf("%s after %q: %d", path, after, answer.StatusCode)
	}
	lines := bufio.NewScanner(answer.Body)
	lines.Buffer(nil, 1<<20)
	got := &stream{t: s.t, lines: lines}
	for lines.Scan() && lines.Text() != "" { // the opening
		got.id = strings.TrimPrefix(lines.Text(), "id: ")
	}
	return got
}

// next is the next frame that has data.
func (s *stream) next() (f frame) {
	s.t.Helper()
	for s.lines.Scan() {
		name, value, _ := strings.Cut(s.lines.Text(), ": ")
		switch name {
		case "id":
			s.id = value
		case "event":
			f.event = value
		case "data":
			f.data = value
		case "":
			if f.data != "" {
				f.id = s.id
				return f
			}
		}
	}
	s.t.Fatalf("the stream ended: %v", s.lines.Err())
	return f
}

// all reads frames of a stream from its begin until one holds a text.
func (s *server) all(path, until string) (frames []frame) {
	s.t.Helper()
	for c := s.open(path, "0"); ; {
		f := c.next()
		if frames = append(frames, f); strings.Contains(f.data, until) {
			return frames
		}
	}
}

func member(t *testing.T, document, name string) string {
	t.Helper()
	var members map[string]json.RawMessage
	if err := json.Unmarshal([]byte(document), &members); err != nil {
		t.Fatalf("%v: %s", err, document)
	}
	return string(members[name])
}

const (
	newLane    = "01KT1GW6G0FXE8CX6BVXYZ3Z6R"
	laterLane  = "01KT1GW6G0FXE8CX6BVXYZ3Z7R"
	failedLane = `{"kind":"lane.failed","stream":"lane-` + newLane + `","data":{"failure_class":"test"}}`
	doneLane   = `{"kind":"lane.finished","stream":"lane-` + laterLane + `","data":{}}`
)

// record appends an event of a lane by claw log append.
func record(w *clitest.World, line string) {
	w.File("more.jsonl", line+"\n")
	w.Must("log", "append", "more.jsonl")
}

// TestOutcomesAreThoseOfClawWatch compares the stream with claw watch, and resumes it over a restart.
func TestOutcomesAreThoseOfClawWatch(t *testing.T) {
	w := clitest.New(t)
	record(w, failedLane)
	const path = "/v1/stream/outcomes"
	want := strings.Split(strings.TrimSpace(w.Must("watch", "--json", "--once", "--from", "start").Out), "\n")
	first := serving(t, w, httpapi.DefaultLimits())
	frames := first.all(path, newLane)
	var got []string
	for _, f := range frames {
		if f.event != "outcome" {
			t.Errorf("a frame %q", f.event)
		}
		got = append(got, f.data)
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-claw watch +stream)\n%s", diff)
	}
	last := frames[len(frames)-1].id
	now := first.open(path, "")
	if now.id != last {
		t.Errorf("a stream of what comes begins at %s, and the last frame is %s", now.id, last)
	}
	first.end()
	record(w, doneLane)
	second := serving(t, w, httpapi.DefaultLimits())
	if f := second.open(path, last).next(); !strings.Contains(f.data, laterLane) {
		t.Errorf("after a restart: %+v", f)
	}
	if again := second.all(path, laterLane); len(again) != len(frames)+1 || again[0] != frames[0] {
		t.Errorf("from the begin: %d frames, first %+v; there were %d, first %+v", len(again), again[0], len(frames), frames[0])
	}
	refused := second.request(path)
	refused.Header.Set("Last-Event-ID", "AAAA.1")
	second.isProblem("an id of another numbering", second.do(refused), 409, "conflict")
	refused.Header.Set("Last-Event-ID", strings.TrimSuffix(last, last[strings.IndexByte(last, '.'):])+".99999")
	second.isProblem("an id beyond the head", second.do(refused), 409, "conflict")
}

// TestTheBoardSendsRowsThatChanged reads the rows, and the changes of a board with and without a filter.
func TestTheBoardSendsRowsThatChanged(t *testing.T) {
	w := clitest.New(t)
	record(w, doneLane)
	var board struct{ Lanes []json.RawMessage }
	if err := json.Unmarshal([]byte(w.Must("board", "--json").Out), &board); err != nil {
		t.Fatal(err)
	}
	first := serving(t, w, httpapi.DefaultLimits())
	all := first.open("/v1/stream/board", "0")
	want, got := map[string]string{}, map[string]string{}
	for _, row := range board.Lanes {
		want[member(t, string(row), "lane")] = member(t, string(row), "outcome")
		f := all.next()
		got[member(t, f.data, "lane")] = member(t, f.data, "outcome")
	}
	if diff := cmp.Diff(want, got); diff != "" || len(want) < 3 {
		t.Errorf("(-board +stream)\n%s", diff)
	}
	finished := "/v1/stream/board?" + url.Values{"state": {"finished_unverified"}}.Encode()
	if member(t, rowOf(t, board.Lanes, laterLane), "outcome") != `"finished_unverified"` {
		t.Fatalf("the lane is %s", rowOf(t, board.Lanes, laterLane))
	}
	some := first.open(finished, "")
	record(w, `{"kind":"lane.failed","stream":"lane-`+laterLane+`","data":{"failure_class":"test"}}`)
	if f := all.next(); f.event != "lane" || !strings.Contains(f.data, laterLane) {
		t.Errorf("a row that changed: %+v", f)
	}
	if f := some.next(); f.event != "lane_removed" || f.data != `{"lane":"`+laterLane+`"}` {
		t.Errorf("a row that left the filter: %+v", f)
	}
	last := all.id
	first.end()
	record(w, failedLane)
	second := serving(t, w, httpapi.DefaultLimits())
	if f := second.open("/v1/stream/board", last).next(); !strings.Contains(f.data, newLane) {
		t.Errorf("after a restart: %+v", f)
	}
}

// TestTheBoardSendsNoRowThatOnlyGrewOlder appends with a clock that goes on.
func TestTheBoardSendsNoRowThatOnlyGrewOlder(t *testing.T) {
	w := clitest.New(t)
	w.Now = func() time.Time { return clitest.Now.Add(time.Since(begun)) }
	for n := range 40 {
		record(w, fmt.Sprintf(`{"kind":"lane.finished","stream":"lane-01KT1GW6G0FXE8CX6BVXYZ%04d","data":{}}`, n))
	}
	s := serving(t, w, httpapi.DefaultLimits())
	c := s.open("/v1/stream/board", "")
	for _, lane := range []string{newLane, laterLane} {
		record(w, `{"kind":"lane.failed","stream":"lane-`+lane+`","data":{"failure_class":"test"}}`)
		if f := c.next(); f.event != "lane" || !strings.Contains(f.data, lane) {
			t.Errorf("%+v", f)
		}
	}
}

// begun is when the tests began.
var begun = time.Now()

func rowOf(t *testing.T, rows []json.RawMessage, lane string) string {
	t.Helper()
	for _, row := range rows {
		if strings.Contains(string(row), lane) {
			return string(row)
		}
	}
	t.Fatalf("no row of %s", lane)
	return ""
}

// TestApprovalsSendWhatChanged denies a request while its stream is read.
func TestApprovalsSendWhatChanged(t *testing.T) {
	w := clitest.New(t)
	s := serving(t, w, httpapi.DefaultLimits())
	c := s.open("/v1/stream/approvals", "")
	w.Must("approval", "deny", clitest.Pending, "--reason", "no")
	if f := c.next(); f.event != "approval" || !strings.Contains(member(t, f.data, "approval"), clitest.Pending) || member(t, f.data, "status") != `"denied"` {
		t.Errorf("%+v", f)
	}
}

// TestEventsAreFiltered appends events of which a stream wants one.
func TestEventsAreFiltered(t *testing.T) {
	w := clitest.New(t)
	s := serving(t, w, httpapi.DefaultLimits())
	kind := s.open("/v1/stream/events?kind=lane.finished", "")
	of := s.open("/v1/stream/events?stream=lane-"+laterLane, "")
	record(w, failedLane+"\n"+doneLane)
	for says, c := range map[string]*stream{"a kind": kind, "a stream": of} {
		if f := c.next(); f.event != "event" || !strings.Contains(f.data, laterLane) {
			t.Errorf("%s: %+v", says, f)
		}
	}
	want := strings.TrimSpace(w.Must("log", "read", "--json", "--kind", "lane.finished", "--stream", "lane-"+laterLane).Out)
	if got := s.open("/v1/stream/events?kind=lane.finished&stream=lane-"+laterLane, "0").next(); got.data != want {
		t.Errorf("(-log read +stream)\n%s", cmp.Diff(want, got.data))
	}
	for path, kind := range map[string]string{"/v1/stream/events?kind=no.kind": "usage", "/v1/stream/events?stream=x": "usage", "/v1/stream/board?state=x": "usage", "/v1/stream/events?after=3": "usage"} {
		s.isProblem(path, s.get(path), 400, kind)
	}
	s.isProblem("a session that the log lacks", s.get("/v1/stream/board?session=x"), 404, "not_found")
}

// TestMetricsTellHowFarTheReadModelIs appends behind a read model, and brings it to the head.
func TestMetricsTellHowFarTheReadModelIs(t *testing.T) {
	w := clitest.New(t)
	s := serving(t, w, httpapi.DefaultLimits())
	for _, of := range []struct {
		says string
		do   func()
		want string
	}{
		{"after a read", func() { s.get("/v1/board") }, "claw_read_model_lag_events 0"},
		{"after two appends", func() { record(w, failedLane+"\n"+doneLane) }, "claw_read_model_lag_events 2"},
		{"after another read", func() { s.get("/v1/board") }, "claw_read_model_lag_events 0"},
	} {
		of.do()
		if got := s.get("/metrics"); got.status != 200 || !strings.Contains(got.body, "\n"+of.want+"\n") || !strings.Contains(got.body, "\nclaw_parked_events 0\n") {
			t.Errorf("%s: %d, without %s\n%s", of.says, got.status, of.want, got.body)
		}
	}
}
