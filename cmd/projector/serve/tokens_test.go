package serve_test

import (
	"encoding/json"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/clawable/claw/cmd/claw/cli/clitest"
	"github.com/clawable/claw/consumers/httpapi"
)

// tokenOf creates a token in a world and returns its secret.
func tokenOf(t *testing.T, w *clitest.World, args ...string) string {
	t.Helper()
	var made struct{ Secret string }
	if err := json.Unmarshal([]byte(w.Must(append([]string{"token", "create", "--json"}, args...)...).Out), &made); err != nil || made.Secret == "" {
		t.Fatal(err)
	}
	return made.Secret
}

// as makes a request one of the holder of a secret.
func as(r *http.Request, secret string) *http.Request {
	r.Header.Set("Authorization", "Bearer "+secret)
	return r
}

// post is a command with a JSON body.
func (s *server) post(path, secret, body string, headers ...string) *http.Request {
	s.t.Helper()
	r, err := http.NewRequestWithContext(s.t.Context(), http.MethodPost, s.url+path, strings.NewReader(body))
	if err != nil {
		s.t.Fatal(err)
	}
	r.Header.Set("Content-Type", "application/json")
	for i := 0; i+1 < len(headers); i += 2 {
		r.Header.Set(headers[i], headers[i+1])
	}
	return as(r, secret)
}

// draft is a line that any caller that appends facts may append.
const draft = `{"kind":"message.recorded","stream":"session-01KJSESXM0FXE8CX6BVXYZ3Z9R","data":{"role":"user","text":"hello"}}` + "\n"

// orders are a command for each route, with the class that it needs and the kind of its answer.
func orders(w *clitest.World) map[string]struct{ path, body, class, kind string } {
	reason := `{"reason":"enough"}`
	return map[string]struct{ path, body, class, kind string }{
		"/v1/events":                     {"/v1/events", draft, "facts", "receipt"},
		"/v1/events/import":              {"/v1/events/import", clitest.Read(w.T, w.Path("run.jsonl")), "import", "log_import"},
		"/v1/events/forward":             {"/v1/events/forward", clitest.Read(w.T, w.Path("run.jsonl")), "forward", "log_import"},
		"/v1/lanes/{lane}/bind":          {"/v1/lanes/" + clitest.SettledLane + "/bind", `{"session":"` + clitest.BoundSession + `"}`, "lanes", "lane_decided"},
		"/v1/lanes/{lane}/settle":        {"/v1/lanes/" + clitest.ContestedLane + "/settle", `{"event":"` + clitest.ContestedEnd + `","reason":"it did"}`, "lanes", "lane_decided"},
		"/v1/lanes/{lane}/close":         {"/v1/lanes/" + clitest.SettledLane + "/close", reason, "lanes", "lane_decided"},
		"/v1/lanes/{lane}/accept":        {"/v1/lanes/" + clitest.SettledLane + "/accept", reason, "lanes", "lane_decided"},
		"/v1/lanes/{lane}/reopen":        {"/v1/lanes/" + clitest.SettledLane + "/reopen", reason, "lanes", "lane_decided"},
		"/v1/approvals":                  {"/v1/approvals", `{"argv":["git","push","--force"],"cwd":"/home/ada/shop","reason":"to undo"}`, "requests", "approval_requested"},
		"/v1/approvals/{approval}/grant": {"/v1/approvals/" + clitest.Pending + "/grant", clitest.Read(w.T, w.Path("grant.json")), "approvals", "approval_decided"},
		"/v1/reports":                    {"/v1/reports?channel=ops", clitest.Read(w.T, w.Path("later.json")), "reports", "report_filed"},
		"/v1/reports/{report}/versions":  {"/v1/reports/" + filedReport(w) + "/versions?reason=later", clitest.Read(w.T, w.Path("later.json")), "reports", "report_filed"},
	}
}

// filedReport is the whole id of the report of the world.
func filedReport(w *clitest.World) string {
	var d struct {
		Report string `json:"report_id"`
	}
	if err := json.Unmarshal([]byte(w.Must("report", "show", clitest.Filed, "--json").Out), &d); err != nil {
		w.T.Fatal(err)
	}
	return d.Report
}

// TestEachCommandIsDoneByWhoMay sends a command to each route with every token: it is done for the secret
// and for a token of its class alone, and what it is refused for is not in the log.
func TestEachCommandIsDoneByWhoMay(t *testing.T) {
	if testing.Short() {
		t.Skip("many cases of what other tests here run as well")
	}
	described := map[string]bool{}
	for route, of := range orders(clitest.New(t)) {
		described[route] = true
		t.Run(route, func(t *testing.T) {
			w := clitest.New(t)
			reader := tokenOf(t, w, "reader", "--max-sensitivity", "secret")
			agent := tokenOf(t, w, "agent", "--agent", "--append", "facts,reports,requests", "--max-sensitivity", "secret")
			others := tokenOf(t, w, "others", "--append", strings.Join(without([]string{"facts", "import", "reports", "requests", "lanes", "approvals"}, of.class), ","), "--max-sensitivity", "secret")
			terms := []string{"holder", "--append", of.class, "--max-sensitivity", "secret"}
			if of.class == "forward" {
				terms = append(terms, "--forwards-log", strings.Repeat("ab", 32))
			}
			holder := tokenOf(t, w, terms...)
			s := serving(t, w, httpapi.DefaultLimits())
			before := s.get("/v1/events?limit=10000").body
			for says, secret := range map[string]string{"a token that reads": reader, "a token of other classes": others} {
				s.isProblem(says, s.do(s.post(of.path, secret, of.body)), 403, "policy")
			}
			if of.class == "lanes" || of.class == "import" || of.class == "forward" || of.class == "approvals" {
				s.isProblem("an agent's token", s.do(s.post(of.path, agent, of.body)), 403, "policy")
			}
			if after := s.get("/v1/events?limit=10000").body; after != before {
				t.Errorf("what was refused is in the log: %s", strings.TrimPrefix(after, before))
			}
			schema := openAPI(t, s).Paths[route].Post.Responses["200"].Content
			for says, by := range map[string]string{"the token": holder, "the secret": secret} {
				if by == secret && strings.HasSuffix(route, "/versions") {
					continue // the same version twice is a conflict
				}
				if by == secret && of.class == "forward" {
					s.isProblem("the secret, which is bound to no log", s.do(s.post(of.path, by, of.body)), 403, "policy")
					continue
				}
				got := s.do(s.post(of.path, by, of.body))
				if got.status != 200 || !strings.Contains(got.body, of.kind) {
					t.Fatalf("%s: %d %s", says, got.status, got.body)
				}
				for _, media := range schema {
					fits(t, compilerOf(t, s), media.Schema.Ref, of.path, got.body)
				}
			}
		})
	}
	for route, of := range openAPI(t, serving(t, clitest.New(t), httpapi.DefaultLimits())).Paths {
		if of.Post.Verb != nil && !described[route] {
			t.Errorf("no command of the test goes to %s", route)
		}
	}
}

func without(all []string, one string) (rest []string) {
	for _, a := range all {
		if a != one {
			rest = append(rest, a)
		}
	}
	return rest
}

// TestEachRouteRefusesTokens shows tokens that are none to each route.
func TestEachRouteRefusesTokens(t *testing.T) {
	w := clitest.New(t)
	good := tokenOf(t, w, "good", "--append", "facts,import,reports,requests,lanes,approvals", "--max-sensitivity", "secret")
	lost := tokenOf(t, w, "lost", "--max-sensitivity", "secret")
	w.Must("token", "revoke", "lost", "--reason", "it lay in a paste")
	now := w.Now
	w.Now = func() time.Time { return now().Add(-48 * time.Hour) }
	old := tokenOf(t, w, "old", "--expires", "1h", "--max-sensitivity", "secret")
	w.Now = now
	stranger := tokenOf(t, clitest.New(t), "good", "--max-sensitivity", "secret")
	s := serving(t, w, httpapi.DefaultLimits())
	secrets := map[string]string{"a revoked token": lost, "an expired token": old, "a token of another log": stranger, "a token with another end": good[:len(good)-1] + "!",
		"the beginning of a token": good[:40], "the id of a token alone": "claw_01KJSEVMA0FGZDS8MX33HD33KS", "its prefix alone": "claw_"}
	paths := map[string]*http.Request{}
	for route, of := range orders(w) {
		paths["POST "+route] = s.post(of.path, good, of.body)
	}
	for route, path := range readings(t, s) {
		paths[route] = s.request(path)
	}
	for route, r := range paths {
		for says, secret := range secrets {
			again := r.Clone(t.Context())
			if r.GetBody != nil {
				again.Body, _ = r.GetBody()
			}
			got := s.do(as(again, secret))
			s.isProblem(route+" with "+says, got, 401, "auth")
			if strings.Contains(got.body, secret[5:]) && len(secret) > 40 {
				t.Errorf("%s with %s repeats the token", route, says)
			}
		}
	}
	if got := s.do(as(s.request("/v1/board"), good)); got.status != 200 {
		t.Errorf("a good token: %d %s", got.status, got.body)
	}
}

// TestATokenIsHeldToItsRate sends more requests than a token may.
func TestATokenIsHeldToItsRate(t *testing.T) {
	w := clitest.New(t)
	busy, calm := tokenOf(t, w, "busy"), tokenOf(t, w, "calm")
	limits := httpapi.DefaultLimits()
	limits.Rate, limits.Burst = 1, 3 // the clock of the world is stopped
	s := serving(t, w, limits)
	for range 3 {
		if got := s.do(as(s.request("/v1/schemas"), busy)); got.status != 200 {
			t.Fatalf("within its rate: %d %s", got.status, got.body)
		}
	}
	got := s.do(as(s.request("/v1/schemas"), busy))
	s.isProblem("beyond its rate", got, 429, "unavailable")
	if got.header.Get("Retry-After") == "" {
		t.Error("the caller is not told when to retry")
	}
	for says, secret := range map[string]string{"another token": calm, "the secret": secret} {
		if got := s.do(as(s.request("/v1/schemas"), secret)); got.status != 200 {
			t.Errorf("%s: %d", says, got.status)
		}
	}
}
