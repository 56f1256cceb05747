package httpapi_test

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"maps"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/clawable/claw/consumers/httpapi"
)

// parameter is a parameter of a route of the OpenAPI document.
type parameter struct {
	Name, In string
	Schema   struct {
		Type             string
		Enum             []string
		Minimum, Maximum *int
	}
}

// route is a route of the OpenAPI document that no stream is.
type route struct {
	method, path string
	Parameters   []parameter
	RequestBody  *struct{ Content map[string]json.RawMessage }
	Frames       map[string]any `json:"x-claw-frames"`
}

// routesOf are the routes of the OpenAPI document, in one order.
func routesOf(t testing.TB, api *httpapi.API) (all []route) {
	t.Helper()
	var document struct{ Paths map[string]map[string]route }
	if err := json.Unmarshal(api.OpenAPI(), &document); err != nil {
		t.Fatal(err)
	}
	for _, path := range slices.Sorted(maps.Keys(document.Paths)) {
		for _, method := range slices.Sorted(maps.Keys(document.Paths[path])) {
			r := document.Paths[path][method]
			if r.method, r.path = strings.ToUpper(method), path; len(r.Frames) == 0 {
				all = append(all, r)
			}
		}
	}
	return all
}

// hostile are values that a parameter is not meant for.
var hostile = []string{"", " ", "-", "--exit", "-1", "0", "1e9", "99999999999999999999", "\x00", "\xff\xfe", "'; DROP TABLE events; --", "../../etc/passwd", "%2e%2e", "a\nb: c",
	"\u202e", "null", "{}", strings.Repeat("9", 300), strings.Repeat("é", 5000)}

// value is one of those that the schema of a parameter names, or a hostile one.
func (p *parameter) value(r *rand.Rand) string {
	fits := []string{"x", "2026-01-02T03:04:05Z", "01KT1GW6G0FXE8CX6BVXYZ3Z6R", "report-01KT1GW6G0FXE8CX6BVXYZ3Z6R"}
	switch {
	case len(p.Schema.Enum) > 0:
		fits = p.Schema.Enum
	case p.Schema.Type == "boolean":
		fits = []string{"true", "false"}
	case p.Schema.Type == "integer":
		fits = []string{"1", "2"}
		for _, bound := range []*int{p.Schema.Minimum, p.Schema.Maximum} {
			if bound != nil {
				fits = append(fits, strconv.Itoa(*bound), strconv.Itoa(*bound-1), strconv.Itoa(*bound+1))
			}
		}
	}
	return pick(r, append(slices.Clone(fits), pick(r, hostile)))
}

func pick(r *rand.Rand, of []string) string { return of[r.IntN(len(of))] }

// bodies are bodies of commands: what none reads, and what some read.
var bodies = []string{"", "null", "[]", "{}", "{", `"x"`, "\x00", `{"reason":7}`, `{"argv":["true"],"argv":[]}`, `{"reason":"x","unknown":1}`, `{"session":"-x"}`, `{"event":"x","reason":"y"}`,
	`{"kind":"message.recorded"}` + "\n" + "{", strings.Repeat("[", 20000), strings.Repeat("x", 1<<16)}

// request is a request of a route with some of its parameters.
func (of *route) request(t *testing.T, r *rand.Rand) *http.Request {
	t.Helper()
	path, query, header := of.path, url.Values{}, http.Header{}
	for i := range of.Parameters {
		p := &of.Parameters[i]
		value := p.value(r)
		switch {
		case p.In == "path":
			path = strings.ReplaceAll(path, "{"+p.Name+"}", value)
		case r.IntN(3) > 0:
		case p.In == "query":
			query.Set(p.Name, value)
		default:
			header.Set(p.Name, value)
		}
	}
	request, err := http.NewRequestWithContext(t.Context(), of.method, "http://"+host, nil)
	if err != nil {
		t.Fatal(err)
	}
	request.URL.Path, request.URL.RawQuery, request.Header = path, query.Encode(), header
	if of.RequestBody != nil {
		body := pick(r, bodies)
		request.Body, request.ContentLength = io.NopCloser(strings.NewReader(body)), int64(len(body))
		for kind := range of.RequestBody.Content {
			header.Set("Content-Type", kind)
		}
	}
	request.Host = host
	header.Set("Authorization", "Bearer "+secret)
	return request
}

// asIs does each command by writing what it was given.
type asIs struct{}

func (asIs) Do(_ context.Context, c httpapi.Command, w io.Writer) error {
	if c.Verb == "" {
		return errors.New("no verb")
	}
	_, err := io.WriteString(w, "{}\n")
	return err
}

// FuzzEachRouteOfTheDocument sends requests that are made of the OpenAPI document, the route and its values by
// a seed: each is answered by a document or by a problem of the caller, and never by a fault of the server.
func FuzzEachRouteOfTheDocument(f *testing.F) {
	api, said := newAPI(f, httpapi.DefaultLimits(), func(_ context.Context, _ httpapi.Question, w io.Writer) error {
		_, err := io.WriteString(w, "{}\n")
		return err
	})
	api.Writer = asIs{}
	all := routesOf(f, api)
	const each = 24
	for seed := range uint64(len(all) * each) {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, seed uint64) {
		r := rand.New(rand.NewPCG(seed, 1))
		of := all[seed%uint64(len(all))]
		request := of.request(t, r)
		w := httptest.NewRecorder()
		api.ServeHTTP(w, request)
		if w.Code >= http.StatusInternalServerError {
			t.Errorf("%s %q: %d %s\n%s", request.Method, request.URL, w.Code, w.Body, said)
		}
		var problem struct{ Type string }
		if w.Code >= http.StatusBadRequest && (json.Unmarshal(w.Body.Bytes(), &problem) != nil || problem.Type != "error") {
			t.Errorf("%s %q: %d, and no error document: %s", request.Method, request.URL, w.Code, w.Body)
		}
	})
}
