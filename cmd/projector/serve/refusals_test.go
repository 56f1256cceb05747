package serve_test

import (
	"io"
	"net/http"
	"strings"
	"testing"

	"github.com/clawable/claw/cmd/claw/cli/clitest"
	"github.com/clawable/claw/consumers/httpapi"
)

// refusals are requests that no route answers, made of one that it answers.
var refusals = []struct {
	says   string
	spoil  func(r *http.Request)
	status int
	kind   string
}{
	{"no secret", func(r *http.Request) { r.Header.Del("Authorization") }, 401, "auth"},
	{"another secret", func(r *http.Request) { r.Header.Set("Authorization", "Bearer "+secret+"x") }, 401, "auth"},
	{"the beginning of the secret", func(r *http.Request) { r.Header.Set("Authorization", "Bearer "+secret[:9]) }, 401, "auth"},
	{"an empty secret", func(r *http.Request) { r.Header.Set("Authorization", "Bearer ") }, 401, "auth"},
	{"the secret in another scheme", func(r *http.Request) { r.Header.Set("Authorization", "Basic "+secret) }, 401, "auth"},
	{"the secret in the query", func(r *http.Request) { r.Header.Del("Authorization"); r.URL.RawQuery = "access_token=" + secret }, 401, "auth"},
	{"a name that was pointed here", func(r *http.Request) { r.Host = "evil.example" }, 421, "policy"},
	{"the address on another port", func(r *http.Request) { r.Host = "127.0.0.1:1" }, 421, "policy"},
	{"a page of another origin", func(r *http.Request) { r.Header.Set("Origin", "http://evil.example") }, 403, "policy"},
	{"a page without an origin", func(r *http.Request) { r.Header.Set("Origin", "null") }, 403, "policy"},
	{"a page of the same name on another port", func(r *http.Request) { r.Header.Set("Origin", "http://127.0.0.1:1") }, 403, "policy"},
	{"a page of another site, by an image", func(r *http.Request) { r.Header.Set("Sec-Fetch-Site", "cross-site") }, 403, "policy"},
	{"a body", func(r *http.Request) { r.Body, r.ContentLength = newBody(), 1 }, 413, "usage"},
	{"a body of unknown length", func(r *http.Request) { r.Body, r.ContentLength = newBody(), -1 }, 413, "usage"},
	{"a query that is too long", func(r *http.Request) { r.URL.RawQuery = "q=" + strings.Repeat("x", 9<<10) }, 414, "usage"},
	{"an unknown parameter", func(r *http.Request) { r.URL.RawQuery = join(r.URL.RawQuery, "colour=blue") }, 400, "usage"},
	{"an unknown parameter in other letters", func(r *http.Request) { r.URL.RawQuery = join(r.URL.RawQuery, "LIMIT=1") }, 400, "usage"},
	{"a parameter twice", func(r *http.Request) { r.URL.RawQuery = "q=a&q=b" }, 400, "usage"},
	{"an empty parameter", func(r *http.Request) { r.URL.RawQuery = "since=" }, 400, "usage"},
	{"an escape that is none", func(r *http.Request) { r.URL.RawQuery = "q=%zz" }, 400, "usage"},
	{"another method", func(r *http.Request) { r.Method = http.MethodDelete }, 405, "usage"},
}

func newBody() io.ReadCloser { return io.NopCloser(strings.NewReader("x")) }

func join(query, more string) string { return strings.TrimPrefix(query+"&"+more, "&") }

// readings are a path for each route that reads: those of the OpenAPI document, none of which may lack a
// question of the tests, and those of files and metrics.
func readings(t *testing.T, s *server) map[string]string {
	t.Helper()
	paths := map[string]string{"/openapi.json": "/openapi.json", "/metrics": "/metrics"}
	for route, of := range openAPI(t, s).Paths {
		switch {
		case of.Get.Verb == nil && len(of.Get.Frames) == 0:
			continue // it commands
		case !strings.Contains(route, "{"):
			paths[route] = route
		case route == "/v1/receipts/{event}":
			paths[route] = "/v1/receipts/" + clitest.ContestedEnd
		}
		for _, q := range questions {
			if q.route == route && q.path != "" {
				paths[route] = q.path
			}
		}
		if paths[route] == "" {
			t.Errorf("no question of the tests goes to %s", route)
		}
	}
	return paths
}

// TestEachRouteRefuses spoils a request of each route in each way.
func TestEachRouteRefuses(t *testing.T) {
	s := serving(t, clitest.New(t), httpapi.DefaultLimits())
	paths := readings(t, s)
	paths["nowhere"] = "/v1/nowhere"
	for route, path := range paths {
		for _, of := range refusals {
			if (route == "/openapi.json" || route == "/metrics") && of.status == 400 && strings.HasPrefix(of.says, "an unknown") {
				continue // plain files, whatever the parameters
			}
			if route == "nowhere" && (of.status == 405 || strings.HasPrefix(of.says, "an unknown")) {
				continue
			}
			r := s.request(path)
			of.spoil(r)
			got := s.do(r)
			s.isProblem(route+" with "+of.says, got, of.status, of.kind)
			if strings.Contains(got.body, secret) {
				t.Errorf("%s with %s repeats the secret", route, of.says)
			}
		}
	}
	s.isProblem("no route", s.get("/v1/nowhere"), 404, "not_found")
}

// TestWhatTheVerbRefusesIsTold requests what is not there and what cannot be read.
func TestWhatTheVerbRefusesIsTold(t *testing.T) {
	s := serving(t, clitest.New(t), httpapi.DefaultLimits())
	for path, want := range map[string]struct {
		status int
		kind   string
	}{
		"/v1/lanes/01ZZZZ":                       {404, "not_found"},
		"/v1/lanes/01ZZZZ/outcome":               {404, "not_found"},
		"/v1/lanes/--exit/outcome":               {404, "not_found"},
		"/v1/lanes/0/outcome?field=x":            {400, "usage"},
		"/v1/board?state=asleep":                 {400, "usage"},
		"/v1/board?since=yesterday-ish":          {400, "usage"},
		"/v1/board?cursor=bm9uZQ":                {400, "usage"},
		"/v1/board?limit=0":                      {400, "usage"},
		"/v1/board?limit=1001":                   {400, "usage"},
		"/v1/board?limit=two":                    {400, "usage"},
		"/v1/board?actionable=perhaps":           {400, "usage"},
		"/v1/board?as_of=noon":                   {400, "usage"},
		"/v1/search":                             {400, "usage"},
		"/v1/search?q=-x":                        {400, "usage"},
		"/v1/ships/HEAD":                         {400, "usage"},
		"/v1/audit/shipped?of=HEAD":              {400, "usage"},
		"/v1/audit/acts?text=--+git":             {400, "usage"},
		"/v1/approvals?state=pending&cursor=abc": {400, "usage"},
		"/v1/approvals/01ZZZZ":                   {404, "not_found"},
		"/v1/reports/01ZZZZ":                     {404, "not_found"},
		"/v1/schemas/nothing":                    {400, "usage"},
		"/v1/events?after=-1":                    {400, "usage"},
		"/v1/events?kind=no.kind":                {400, "usage"},
		"/v1/receipts/nothing":                   {400, "usage"},
	} {
		s.isProblem(path, s.get(path), want.status, want.kind)
	}
}

// TestABrowserIsToldToKeepAnswersToItself reads the headers of answers, with and without the secret.
func TestABrowserIsToldToKeepAnswersToItself(t *testing.T) {
	s := serving(t, clitest.New(t), httpapi.DefaultLimits())
	anonymous := s.request("/v1/board")
	anonymous.Header.Del("Authorization")
	for says, got := range map[string]reply{"an answer": s.get("/v1/board"), "a refusal": s.do(anonymous), "health": s.get("/healthz")} {
		for name, want := range map[string]string{"X-Content-Type-Options": "nosniff", "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'",
			"Cross-Origin-Resource-Policy": "same-origin", "Cache-Control": "private, no-cache", "Access-Control-Allow-Origin": "", "Set-Cookie": ""} {
			if got.header.Get(name) != want {
				t.Errorf("%s has %s: %q, want %q", says, name, got.header.Get(name), want)
			}
		}
	}
}
