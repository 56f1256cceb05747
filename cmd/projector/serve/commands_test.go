package serve_test

import (
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/clawable/claw/cmd/claw/cli/clitest"
	"github.com/clawable/claw/consumers/httpapi"
)

const closing = `{"reason":"enough"}`

// closePath is the route that closes a lane of a new world.
const closePath = "/v1/lanes/" + clitest.SettledLane + "/close"

// TestACommandIsDoneOnceForItsKey sends commands again: with the same body, with another, as another
// caller, and on another start of the server.
func TestACommandIsDoneOnceForItsKey(t *testing.T) {
	w := clitest.New(t)
	one, two := tokenOf(t, w, "one", "--append", "facts,requests"), tokenOf(t, w, "two", "--append", "facts,requests")
	s := serving(t, w, httpapi.DefaultLimits())
	ask := func(s *server, secret, body string) reply {
		t.Helper()
		return s.do(s.post("/v1/approvals", secret, body, "Idempotency-Key", "k-1"))
	}
	const push, pull = `{"argv":["git","push"]}`, `{"argv":["git","pull"]}`
	first := ask(s, one, push)
	if first.status != 200 || first.header.Get("Idempotency-Replayed") != "" {
		t.Fatalf("the first: %d %v %s", first.status, first.header, first.body)
	}
	again := ask(s, one, push)
	if again.status != 200 || again.body != first.body || again.header.Get("Idempotency-Replayed") != "true" || again.header.Get("Claw-As-Of-Position") != first.header.Get("Claw-As-Of-Position") {
		t.Errorf("again: %d %v\n%s", again.status, again.header, again.body)
	}
	s.isProblem("another body", ask(s, one, pull), 409, "conflict")
	if other := ask(s, two, push); other.status != 200 || other.body == first.body {
		t.Errorf("another token: %d %s", other.status, other.body)
	}
	s.isProblem("another route", s.do(s.post("/v1/events", one, draft, "Idempotency-Key", "k-1")), 409, "conflict")
	s.isProblem("a key that is none", s.do(s.post("/v1/approvals", one, push, "Idempotency-Key", "a b")), 400, "usage")
	s.end()
	later := serving(t, w, httpapi.DefaultLimits())
	if again := ask(later, one, push); again.body != first.body {
		t.Errorf("on another start: %d %s", again.status, again.body)
	}
}

// TestADraftWithoutAnIdIsAppendedOnceForItsKey loses the answer of an append, which no file keeps then, and
// sends the drafts again.
func TestADraftWithoutAnIdIsAppendedOnceForItsKey(t *testing.T) {
	w := clitest.New(t)
	holder := tokenOf(t, w, "holder", "--append", "facts")
	s := serving(t, w, httpapi.DefaultLimits())
	lines := draft + `{"kind":"lane.started","stream":"lane-01KJSESXM0FXE8CX6BVXYZ3Z8R","data":{}}` + "\n"
	send := func() reply { return s.do(s.post("/v1/events", holder, lines, "Idempotency-Key", "k")) }
	first, second := send(), send()
	for says, got := range map[string]reply{"the first": first, "the second": second} {
		if got.status != 403 || strings.Count(got.body, "\n") != 2 || !strings.Contains(got.body, `"type":"receipt"`) || !strings.Contains(got.body, `"line":2`) {
			t.Errorf("%s: %d %s", says, got.status, got.body)
		}
	}
	receipt := func(r reply) string { line, _, _ := strings.Cut(r.body, "\n"); return line }
	if strings.Replace(receipt(second), `"repeated":true`, `"repeated":false`, 1) != receipt(first) {
		t.Errorf("appended twice:\n%s\n%s", receipt(first), receipt(second))
	}
}

// TestADecisionRestsOnWhatItsCallerRead decides by the ETag of an outcome, before and after the lane changes.
func TestADecisionRestsOnWhatItsCallerRead(t *testing.T) {
	w := clitest.New(t)
	s := serving(t, w, httpapi.DefaultLimits())
	etag := s.get("/v1/lanes/" + clitest.SettledLane + "/outcome").header.Get("ETag")
	w.Must("log", "append", w.DraftFile()) // of another lane
	events := s.get("/v1/events?limit=10000").body
	s.isProblem("another outcome", s.do(s.post(closePath, secret, closing, "If-Match", `W/"0"`)), 412, "conflict")
	if s.get("/v1/events?limit=10000").body != events {
		t.Error("what was refused is in the log")
	}
	if got := s.do(s.post(closePath, secret, closing, "If-Match", etag)); got.status != 200 {
		t.Fatalf("the outcome that was read: %d %s", got.status, got.body)
	}
	s.isProblem("the outcome before", s.do(s.post(closePath, secret, `{"reason":"again"}`, "If-Match", etag)), 412, "conflict")
}

// TestWhatATokenAppendsIsKnownAsThat reads trust, channel and emitter of what tokens append.
func TestWhatATokenAppendsIsKnownAsThat(t *testing.T) {
	w := clitest.New(t)
	holder := tokenOf(t, w, "lead", "--append", "facts,lanes,requests,reports", "--max-sensitivity", "secret")
	s := serving(t, w, httpapi.DefaultLimits())
	claimed := strings.Replace(draft, `"kind"`, `"source":{"kind":"live_lane","channel":"operator:signed"},"kind"`, 1)
	for path, body := range map[string]string{"/v1/events": claimed, closePath: closing, "/v1/approvals": `{"argv":["true"]}`, "/v1/reports": clitest.Read(t, w.Path("later.json"))} {
		before := s.get("/v1/events?limit=10000").body
		if got := s.do(s.post(path, holder, body)); got.status != 200 {
			t.Fatalf("%s: %d %s", path, got.status, got.body)
		}
		added := strings.TrimPrefix(s.get("/v1/events?limit=10000").body, before)
		trust := map[bool]string{true: `"trust":"medium"`, false: `"trust":"low"`}[path == "/v1/reports"]
		if strings.Count(added, "\n") != 1 || !strings.Contains(added, trust) || !strings.Contains(added, `"channel":"token:lead"`) && !strings.Contains(added, `"channel":"operator:token"`) ||
			!strings.Contains(added, `token/lead"`) {
			t.Errorf("%s appended %.2000s", path, added)
		}
	}
	if got := s.do(s.post("/v1/events", holder, strings.Replace(draft, "message.", "mesage.", 1))); got.status != 400 || !strings.Contains(got.body, "did you mean message.recorded?") {
		t.Errorf("a kind that is none: %d %s", got.status, got.body)
	}
}

// TestACommandIsRefusedAsARead spoils commands as requests that read are.
func TestACommandIsRefusedAsARead(t *testing.T) {
	w := clitest.New(t)
	s := serving(t, w, httpapi.DefaultLimits())
	before := s.get("/v1/events?limit=10000").body
	for route, of := range orders(w) {
		for _, r := range []struct {
			says   string
			spoil  func(r *http.Request)
			status int
			kind   string
		}{
			{"no secret", func(r *http.Request) { r.Header.Del("Authorization") }, 401, "auth"},
			{"a name that was pointed here", func(r *http.Request) { r.Host = "evil.example" }, 421, "policy"},
			{"a page of another origin", func(r *http.Request) { r.Header.Set("Origin", "http://evil.example") }, 403, "policy"},
			{"a page of another site, by a form", func(r *http.Request) { r.Header.Set("Sec-Fetch-Site", "cross-site") }, 403, "policy"},
			{"a body that is too long", func(r *http.Request) { r.Body, r.ContentLength = io.NopCloser(io.LimitReader(zeros{}, 9<<20)), 9<<20 }, 413, "usage"},
			{"a body that is too long, of unknown length", func(r *http.Request) { r.Body, r.ContentLength = io.NopCloser(io.LimitReader(zeros{}, 9<<20)), -1 }, 413, "usage"},
			{"an unknown parameter", func(r *http.Request) { r.URL.RawQuery = join(r.URL.RawQuery, "colour=blue") }, 400, "usage"},
			{"another method", func(r *http.Request) { r.Method = http.MethodPut }, 405, "usage"},
		} {
			request := s.post(of.path, secret, of.body)
			r.spoil(request)
			s.isProblem(route+" with "+r.says, s.do(request), r.status, r.kind)
		}
	}
	if after := s.get("/v1/events?limit=10000").body; after != before {
		t.Errorf("what was refused is in the log: %s", strings.TrimPrefix(after, before))
	}
}

// TestASlowBodyIsCutOff sends a part of a body, and no end.
func TestASlowBodyIsCutOff(t *testing.T) {
	limits := httpapi.DefaultLimits()
	limits.Time = 100 * time.Millisecond
	s := serving(t, clitest.New(t), limits)
	for _, path := range []string{"/v1/events", closePath} {
		body, rest := io.Pipe()
		defer rest.Close()
		go func() { _, _ = rest.Write([]byte("{")) }() // the rest of it never comes
		r := s.post(path, secret, "")
		r.Body, r.ContentLength = body, 100
		s.isProblem(path, s.do(r), http.StatusRequestTimeout, "timeout")
	}
}

// zeros is a reader without an end.
type zeros struct{}

func (zeros) Read(p []byte) (int, error) { return len(p), nil }

// TestATokenReadsUpToItsCeiling reads each route before and after the log holds what is above it.
func TestATokenReadsUpToItsCeiling(t *testing.T) {
	w := clitest.New(t)
	w.Must("report", "advertise", "ops-bot.toml")
	open, inner := tokenOf(t, w, "open", "--max-sensitivity", "public"), tokenOf(t, w, "inner")
	whole := tokenOf(t, w, "whole", "--max-sensitivity", "secret")
	s := serving(t, w, httpapi.DefaultLimits())
	always := []string{"/v1/schemas", "/v1/schemas/{name}", "/v1/schemas/{name}/fields", "/v1/reports/{report}/view", "/v1/receipts/{event}"}
	each := func(says string, secret string, may func(route, path string) bool) {
		t.Helper()
		for _, q := range questions {
			path := q.path
			if path == "" {
				path = q.route
			}
			if strings.Contains(path, "audience=") {
				continue
			}
			got := s.do(as(s.request(path), secret))
			if want := may(q.route, path); want != (got.status == 200) {
				t.Errorf("%s %s: %d %s", says, path, got.status, got.body)
			} else if !want {
				s.isProblem(says+" "+path, got, 403, "policy")
			}
		}
	}
	isAlways := func(route, _ string) bool {
		for _, a := range always {
			if a == route {
				return true
			}
		}
		return false
	}
	each("public", open, isAlways)
	each("internal", inner, func(route, _ string) bool { return route != "/v1/reports/{report}" })
	w.File("label.jsonl", strings.Replace(draft, `"kind"`, `"sensitivity":{"/text":"operator_only"},"kind"`, 1))
	w.Must("log", "append", "label.jsonl")
	each("internal, under a label", inner, isAlways)
	each("secret", whole, func(string, string) bool { return true })
	view := "/v1/reports/" + clitest.Filed + "/view"
	s.isProblem("another audience", s.do(as(s.request(view+"?audience=ops_audit"), inner)), 403, "policy")
	s.isProblem("a greater class", s.do(as(s.request(view+"?max_sensitivity=operator_only"), inner)), 403, "policy")
	s.isProblem("a stream", s.do(as(s.request("/v1/stream/board"), inner)), 403, "policy")
	s.isProblem("metrics", s.do(as(s.request("/metrics"), open)), 403, "policy")
	s.isProblem("a decision whose answer tells", s.do(s.post(closePath, tokenOf(t, w, "late", "--append", "lanes"), closing)), 403, "policy")
}

// TestARequestLooksAtNothingOfThisMachine requests a command that names a file, in a folder whose settings
// cannot be read.
func TestARequestLooksAtNothingOfThisMachine(t *testing.T) {
	w := clitest.New(t)
	w.File("theirs/.claw/config.toml", "log = \n")
	s := serving(t, w, httpapi.DefaultLimits())
	for says, by := range map[string]string{"a token": tokenOf(t, w, "asks", "--append", "requests"), "the secret": secret} {
		got := s.do(s.post("/v1/approvals", by, `{"argv":["sh","config.toml"],"cwd":"`+w.Path("theirs/.claw")+`"}`))
		if got.status != 200 || !strings.Contains(got.body, `"files": []`) || !strings.Contains(got.body, `"cwd": "`+w.Path("theirs/.claw")+`"`) || strings.Contains(got.body, `"env"`) {
			t.Errorf("%s: %d %s", says, got.status, got.body)
		}
	}
}
