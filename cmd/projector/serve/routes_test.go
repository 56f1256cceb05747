package serve_test

import (
	"bytes"
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/clawable/claw/cmd/claw/cli/clitest"
	"github.com/clawable/claw/consumers/httpapi"
)

// question is a path of the API, and the command line with the same answer.
type question struct {
	route string // in the OpenAPI document
	path  string // "": the route itself
	args  string
}

// questions has each route, and each parameter of it at least once.
var questions = []question{
	{"/v1/board", "", "board"},
	{"/v1/board", "/v1/board?state=ended&actionable=true&limit=1&repo=example.org/demo&branch=main&agent=codex", "board --state ended --actionable --limit 1 --repo example.org/demo --branch main --agent codex"},
	{"/v1/board", "/v1/board?owner=me&workflow=w&since=2026-01-01&lane=" + clitest.SettledLane + "&session=codex/x", "board --owner me --workflow w --since 2026-01-01 --lane " + clitest.SettledLane + " --session codex/x"},
	{"/v1/board", "/v1/board?as_of=2026-07-01T00:00:00Z", "board --as-of 2026-07-01T00:00:00Z"},
	{"/v1/lanes", "/v1/lanes?limit=2", "lanes --limit 2"},
	{"/v1/lanes/{lane}", "/v1/lanes/" + clitest.ContestedLane, "lane show " + clitest.ContestedLane},
	{"/v1/lanes/{lane}/outcome", "/v1/lanes/" + clitest.SettledLane + "/outcome", "lane outcome " + clitest.SettledLane},
	{"/v1/lanes/{lane}/explanation", "/v1/lanes/" + clitest.ContestedLane + "/explanation", "lane explain " + clitest.ContestedLane},
	{"/v1/lanes/{lane}/explanation", "/v1/lanes/" + clitest.ContestedLane + "/explanation?field=outcome", "lane explain " + clitest.ContestedLane + " outcome"},
	{"/v1/lanes/{lane}/explanation", "/v1/lanes/" + clitest.ContestedLane + "/explanation?events=1", "lane explain " + clitest.ContestedLane + " --events 1"},
	{"/v1/sessions", "", "sessions"},
	{"/v1/sessions", "/v1/sessions?state=ended&commit=d8987c7", "sessions --state ended --commit d8987c7"},
	{"/v1/sessions/timeline", "/v1/sessions/timeline?session=" + clitest.BoundSession + "&since=2020-01-01&full=true&limit=5", "timeline " + clitest.BoundSession + " --since 2020-01-01 --full --limit 5"},
	{"/v1/sessions/explanation", "/v1/sessions/explanation?session=" + clitest.BoundSession + "&field=state", "lane explain " + clitest.BoundSession + " state"},
	{"/v1/tools", "/v1/tools?tool=Bash&state=completed", "tools --tool Bash --state completed"},
	{"/v1/errors", "/v1/errors?kind=denied&origin=tool", "errors --kind denied --origin tool"},
	{"/v1/usage", "/v1/usage?by=lane", "usage --by lane"},
	{"/v1/search", "/v1/search?q=tests+-pass&kind=message.recorded", "search --kind message.recorded -- tests -pass"},
	{"/v1/approvals", "", "approval list"},
	{"/v1/approvals", "/v1/approvals?state=pending", "approval list --state pending"},
	{"/v1/approvals/{approval}", "/v1/approvals/" + clitest.Granted, "approval show " + clitest.Granted},
	{"/v1/ships", "/v1/ships?ref=main&method=merge_commit&basis=objects", "ship list --ref main --method merge_commit --basis objects"},
	{"/v1/ships/{ship}", "/v1/ships/" + clitest.DemoShip, "ship show " + clitest.DemoShip},
	{"/v1/ships/{ship}", "/v1/ships/" + string(clitest.DemoMerge), "ship show " + string(clitest.DemoMerge)},
	{"/v1/audit/acts", "", "audit who"},
	{"/v1/audit/acts", "/v1/audit/acts?text=git&file=main.go&session=codex/x&actor=human:alice&since=7d&until=1h&limit=3", "audit who git --file main.go --session codex/x --actor human:alice --since 7d --until 1h --limit 3"},
	{"/v1/audit/session", "/v1/audit/session?limit=1&session=" + clitest.BoundSession, "audit session --limit 1 " + clitest.BoundSession},
	{"/v1/audit/lanes/{lane}", "/v1/audit/lanes/" + clitest.SettledLane, "audit lane " + clitest.SettledLane},
	{"/v1/audit/approvals/{approval}", "/v1/audit/approvals/" + clitest.Pending, "audit approval " + clitest.Pending},
	{"/v1/audit/ships/{ship}", "/v1/audit/ships/" + clitest.DemoShip, "audit ship " + clitest.DemoShip},
	{"/v1/audit/shipped", "/v1/audit/shipped?of=refs/heads/main&limit=1", "audit what refs/heads/main --limit 1"},
	{"/v1/audit/gaps", "", "audit gaps"},
	{"/v1/audit/tokens", "", "audit tokens"},
	{"/v1/reports", "/v1/reports?channel=ops&limit=20", "report list --channel ops"},
	{"/v1/reports/{report}", "/v1/reports/" + clitest.Filed + "?version=1", "report show " + clitest.Filed + " --version 1"},
	{"/v1/reports/{report}/view", "/v1/reports/" + clitest.Filed + "/view", "report view " + clitest.Filed},
	{"/v1/reports/{report}/view", "/v1/reports/" + clitest.Filed + "/view?audience=ops_audit&max_sensitivity=internal&verbosity=brief&families=lanes,ships&max_bytes=9000",
		"report view " + clitest.Filed + " --audience ops_audit --max-sensitivity internal --verbosity brief --families lanes,ships --max-bytes 9000"},
	{"/v1/reports/{report}/view", "/v1/reports/" + clitest.Filed + "/view?for=ops-bot&max_sensitivity=public", "report view " + clitest.Filed + " --for ops-bot --max-sensitivity public"},
	{"/v1/schemas", "", "schema list"},
	{"/v1/schemas", "/v1/schemas?release=0.1.0", "schema list --release 0.1.0"},
	{"/v1/schemas/{name}", "/v1/schemas/board", "schema show board"},
	{"/v1/schemas/{name}", "/v1/schemas/board?release=0.1.0", "schema show board --release 0.1.0"},
	{"/v1/schemas/{name}/fields", "/v1/schemas/report/fields?release=current", "schema fields report --release current"},
	{"/v1/events", "/v1/events?limit=10000", "log read"},
	{"/v1/events", "/v1/events?after=3&kind=tool.requested&source=live_lane&since=2020-01-01&until=500&limit=4", "log read --after 3 --kind tool.requested --source live_lane --since 2020-01-01 --until 500 --limit 4"},
}

// document is the part of the OpenAPI document that the tests read.
type document struct {
	Paths map[string]struct{ Get, Post described }
}

// described is a route of the OpenAPI document.
type described struct {
	Verb   *string `json:"x-claw-verb"`
	Class  string  `json:"x-claw-token-class"`
	Frames map[string]struct {
		Ref string `json:"$ref"`
	} `json:"x-claw-frames"`
	Parameters []struct{ Name, In string }
	Responses  map[string]struct {
		Content map[string]struct {
			Schema struct {
				Ref string `json:"$ref"`
			}
		}
	}
}

func openAPI(t *testing.T, s *server) (d document) {
	t.Helper()
	if err := json.Unmarshal([]byte(s.get("/openapi.json").body), &d); err != nil {
		t.Fatal(err)
	}
	return d
}

// TestEachRouteAnswersAsTheCommandLine compares the bytes of each answer with those that claw prints, and
// holds them to the OpenAPI document.
func TestEachRouteAnswersAsTheCommandLine(t *testing.T) {
	w := clitest.New(t)
	w.Must("report", "advertise", "ops-bot.toml")
	s := serving(t, w, httpapi.DefaultLimits())
	described := openAPI(t, s)
	compiler := compilerOf(t, s)
	for _, q := range questions {
		path := q.path
		if path == "" {
			path = q.route
		}
		args := strings.Fields(q.args)
		args = slices.Insert(args, 1, "--json")
		want, got := w.Run(args...), s.get(path)
		if got.status != 200 || want.Out == "" || got.body != want.Out {
			t.Errorf("%s: %d (-claw %s +http)\n%s", path, got.status, q.args, cmp.Diff(want.Out, got.body))
		}
		if got.header.Get("Claw-As-Of-Position") == "" {
			t.Errorf("%s names no position", path)
		}
		for kind, media := range described.Paths[q.route].Get.Responses["200"].Content {
			if got.header.Get("Content-Type") != kind {
				t.Errorf("%s is %s, described as %s", path, got.header.Get("Content-Type"), kind)
			}
			fits(t, compiler, media.Schema.Ref, path, got.body)
		}
	}
	for route, of := range described.Paths {
		asked := slices.ContainsFunc(questions, func(q question) bool { return q.route == route })
		if !asked && of.Get.Verb != nil && *of.Get.Verb != "" {
			t.Errorf("no question asks %s", route)
		}
	}
}

func compilerOf(t *testing.T, s *server) *jsonschema.Compiler {
	t.Helper()
	all, err := jsonschema.UnmarshalJSON(bytes.NewReader(s.api.OpenAPI()))
	if err != nil {
		t.Fatal(err)
	}
	c := jsonschema.NewCompiler()
	if err := c.AddResource("mem:///openapi.json", all); err != nil {
		t.Fatal(err)
	}
	return c
}

// fits holds each line of JSON Lines, or the document, to a schema of the OpenAPI document.
func fits(t *testing.T, c *jsonschema.Compiler, ref, path, body string) {
	t.Helper()
	schema, err := c.Compile("mem:///openapi.json" + ref)
	if err != nil {
		t.Fatalf("%s: %v", path, err)
	}
	for d := json.NewDecoder(strings.NewReader(body)); d.More(); {
		var text json.RawMessage
		if err := d.Decode(&text); err != nil {
			t.Fatalf("%s: %v", path, err)
		}
		value, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
		if err == nil {
			err = schema.Validate(value)
		}
		if err != nil {
			t.Errorf("%s does not fit %s: %v", path, ref, err)
		}
	}
}

// TestEachParameterIsAFlagOrAnArgument compares the parameters of each route with the help of its verb,
// both ways.
func TestEachParameterIsAFlagOrAnArgument(t *testing.T) {
	w := clitest.New(t)
	s := serving(t, w, httpapi.DefaultLimits())
	// What is an argument of the verb, and flags that say nothing to a server: of the terminal, of the
	// caller's files, and of forms that are no document.
	arguments := []string{"q", "of", "text", "field", "session", "token"}
	local := []string{"watch", "log", "json", "output-format", "help", "format", "key", "part-bytes", "exit", "policy", "views", "no-pager", "html"}
	for route, of := range openAPI(t, s).Paths {
		if of.Get.Verb == nil || *of.Get.Verb == "" {
			continue
		}
		var help struct{ Flags []struct{ Flag string } }
		if err := json.Unmarshal([]byte(w.Must(append([]string{"help", "--json"}, strings.Fields(*of.Get.Verb)...)...).Out), &help); err != nil {
			t.Fatal(err)
		}
		var flags []string
		for _, f := range help.Flags {
			flags = append(flags, strings.TrimPrefix(f.Flag, "--"))
		}
		var params []string
		for _, p := range of.Get.Parameters {
			name := strings.ReplaceAll(p.Name, "_", "-")
			if params = append(params, name); p.In == "query" && !slices.Contains(flags, name) && !slices.Contains(arguments, name) {
				t.Errorf("%s: %s is no flag of claw %s", route, name, *of.Get.Verb)
			}
		}
		for _, f := range flags {
			if !slices.Contains(params, f) && !slices.Contains(local, f) {
				t.Errorf("%s has no parameter for --%s of claw %s", route, f, *of.Get.Verb)
			}
		}
	}
}

// TestAReceiptIsThatOfTheAppend appends an event, and reads its receipt.
func TestAReceiptIsThatOfTheAppend(t *testing.T) {
	w := clitest.New(t)
	s := serving(t, w, httpapi.DefaultLimits())
	var appended, got map[string]any
	first, _, _ := strings.Cut(w.Must("log", "append", "drafts.jsonl").Out, "\n")
	if err := json.Unmarshal([]byte(first), &appended); err != nil {
		t.Fatal(err)
	}
	answer := s.get("/v1/receipts/" + appended["id"].(string))
	if err := json.Unmarshal([]byte(answer.body), &got); err != nil {
		t.Fatal(err)
	}
	appended["repeated"] = true // as a second append would be answered
	if diff := cmp.Diff(appended, got); diff != "" {
		t.Errorf("(-appended +read)\n%s", diff)
	}
	fits(t, compilerOf(t, s), "#/components/schemas/receipt", "the receipt", answer.body)
	s.isProblem("an event that is not there", s.get("/v1/receipts/01KT1GQ20000000000000000AA"), 404, "not_found")
}
