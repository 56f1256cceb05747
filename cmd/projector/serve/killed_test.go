package serve_test

import (
	"errors"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/clawable/claw/cmd/claw/cli/clitest"
	"github.com/clawable/claw/consumers/httpapi"
)

// TestACommandWhoseAnswerWasLostIsRecordedOnce has the server end between the append of a command and the
// file of its answer, and sends the command again with its key on another start: it is answered as if it
// came for the first time, and the log has its events once.
func TestACommandWhoseAnswerWasLostIsRecordedOnce(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("many cases of what other tests here run as well")
	}
	for route, of := range orders(clitest.New(t)) {
		t.Run(route, func(t *testing.T) {
			w := clitest.New(t)
			terms := []string{"holder", "--append", of.class, "--max-sensitivity", "secret"}
			if of.class == "forward" {
				terms = append(terms, "--forwards-log", strings.Repeat("ab", 32))
			}
			holder := tokenOf(t, w, terms...)
			calm := serving(t, w, httpapi.DefaultLimits())
			before := calm.get("/v1/events?limit=10000").body
			calm.end()
			crashing := servingWith(t, w, httpapi.DefaultLimits(), func(c *httpapi.Config) { c.Kept = forgetful{c.Kept} })
			if got := crashing.do(crashing.post(of.path, holder, of.body, "Idempotency-Key", "k")); got.status != 500 {
				t.Fatalf("its answer was kept: %d %s", got.status, got.body)
			}
			crashing.end()
			s := serving(t, w, httpapi.DefaultLimits())
			appended := strings.TrimPrefix(s.get("/v1/events?limit=10000").body, before)
			if appended == "" && of.class != "import" { // those events are there before
				t.Fatal("nothing was appended before the end")
			}
			second := s.do(s.post(of.path, holder, of.body, "Idempotency-Key", "k"))
			third := s.do(s.post(of.path, holder, of.body, "Idempotency-Key", "k"))
			if second.status != 200 || !strings.Contains(second.body, of.kind) || third.body != second.body || third.header.Get("Idempotency-Replayed") != "true" {
				t.Errorf("again: %d %s", second.status, second.body)
			}
			if after := strings.TrimPrefix(s.get("/v1/events?limit=10000").body, before); after != appended {
				t.Errorf("it was recorded again: %s", strings.TrimPrefix(after, appended))
			}
			if of.class == "import" || of.class == "forward" {
				return // its answer counts what was there already
			}
			s.end()
			once := clitest.New(t)
			s = serving(t, once, httpapi.DefaultLimits())
			first := s.do(s.post(of.path, tokenOf(t, once, terms...), of.body, "Idempotency-Key", "k"))
			if diff := cmp.Diff(shape(first.body), shape(second.body)); diff != "" {
				t.Errorf("it is answered otherwise than at first (-first +again)\n%s", diff)
			}
		})
	}
}

// TestAKeyStaysThatOfTheCommandWhoseAnswerWasLost has the server end before the answer of a command is kept,
// and sends another command with its key on another start. A command that the caller got wrong frees its key.
func TestAKeyStaysThatOfTheCommandWhoseAnswerWasLost(t *testing.T) {
	w := clitest.New(t)
	const push, pull, none = `{"argv":["git","push"]}`, `{"argv":["git","pull"]}`, `{"base":"main"}`
	ask := func(s *server, key, body string) reply {
		t.Helper()
		return s.do(s.post("/v1/approvals", secret, body, "Idempotency-Key", key))
	}
	crashing := servingWith(t, w, httpapi.DefaultLimits(), func(c *httpapi.Config) { c.Kept = forgetful{c.Kept} })
	if got := ask(crashing, "lost", push); got.status != 500 {
		t.Fatalf("its answer was kept: %d %s", got.status, got.body)
	}
	if got := ask(crashing, "wrong", none); got.status != 400 {
		t.Fatalf("a command that cannot be read: %d %s", got.status, got.body)
	}
	crashing.end()
	s := serving(t, w, httpapi.DefaultLimits())
	before := s.get("/v1/events?limit=10000").body
	s.isProblem("another command under the key", ask(s, "lost", pull), 409, "conflict")
	if after := s.get("/v1/events?limit=10000").body; after != before {
		t.Errorf("it was recorded: %s", strings.TrimPrefix(after, before))
	}
	if got := ask(s, "lost", push); got.status != 200 {
		t.Errorf("the command of the key: %d %s", got.status, got.body)
	}
	if got := ask(s, "wrong", pull); got.status != 200 {
		t.Errorf("after a command that the caller got wrong: %d %s", got.status, got.body)
	}
}

// shape is an answer without what differs between two worlds, ids and hashes, and without causes and
// already_known: a decision that is done again may find itself.
func shape(body string) string {
	body = regexp.MustCompile(`[0-7][0-9A-HJKMNP-TV-Z]{25}|[0-9a-f]{64}|"position": ?\d+|"revision": ?\d+|"uid": ?"[^"]*"`).ReplaceAllString(body, "…")
	return regexp.MustCompile(`(?s)"causes": \[.*?\]|\s*"already_known": true,`).ReplaceAllString(body, "")
}

// forgetful keeps no answers: its server ends before it could.
type forgetful struct{ httpapi.Kept }

var errEnded = errors.New("the server ended")

func (f forgetful) Keep(id string, o httpapi.Outcome) error {
	if o.Status == 0 {
		return f.Kept.Keep(id, o)
	}
	return errEnded
}
