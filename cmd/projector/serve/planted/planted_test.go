package planted_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/clawable/claw/cmd/claw/cli/clitest"
	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/eventlog"
)

// ceilings are those of tokens, the least first.
var ceilings = []domain.Sensitivity{domain.SensitivityPublic, domain.SensitivityInternal, domain.SensitivityOperatorOnly, domain.SensitivitySecret}

// routes are the paths of the OpenAPI document by their methods, with the name of what is planted in each place.
func (s *server) routes(secret, report string) map[string][]string {
	s.t.Helper()
	var document struct{ Paths map[string]map[string]any }
	answer, err := http.DefaultTransport.RoundTrip(s.request(http.MethodGet, "/openapi.json", secret, ""))
	if err == nil {
		defer answer.Body.Close()
		err = json.NewDecoder(answer.Body).Decode(&document)
	}
	if err != nil {
		s.t.Fatal(err)
	}
	fill := strings.NewReplacer("{lane}", string(plantedLane), "{report}", report, "{name}", "board", "{event}", clitest.ContestedEnd,
		"{approval}", plantedStream(domain.FamilyApproval).String(), "{ship}", plantedStream(domain.FamilyShip).String())
	all := map[string][]string{}
	for path, methods := range document.Paths {
		for method := range methods {
			all[method] = append(all[method], fill.Replace(path))
		}
	}
	return all
}

// questions are the paths that read, of routes and of pages, each with the parameters that it needs.
func questions(routes []string, report, labelled string) (paths []string) {
	needs := map[string]string{"/v1/search": "q=" + plantedWord, "/v1/sessions/timeline": "full=true&session=" + string(plantedSession), "/v1/sessions/explanation": "session=" + string(plantedSession),
		"/v1/audit/session": "session=" + string(plantedSession), "/v1/audit/shipped": "of=refs/heads/main"}
	for _, path := range routes {
		paths = append(paths, path, path+"?"+needs[path])
	}
	for _, of := range []string{"audience=human_readable", "audience=ops_audit", "audience=clawhip&max_sensitivity=secret", "for=nobody", "verbosity=full"} {
		paths = append(paths, "/v1/reports/"+report+"/view?"+of)
	}
	return append(paths, "/v1/reports/"+labelled+"/view", "/v1/reports/"+labelled, "/v1/lanes/0", "/v1/reports/report-0", "/openapi.json", "/metrics", "/healthz", "/readyz",
		"/", "/?state=failed", "/lanes/"+string(plantedLane), "/board/rows/"+string(plantedLane), "/approvals", "/ships", "/usage", "/reports", "/reports/"+report, "/reports/"+report+"/whole",
		"/reports/"+labelled, "/search?q="+plantedWord)
}

// allOf is all that an answer tells: of a stream, up to the first event.
func allOf(answer *http.Response) string {
	var all bytes.Buffer
	fmt.Fprintln(&all, answer.Status, answer.Header)
	part, stream := make([]byte, 64<<10), answer.Header.Get("Content-Type") == "text/event-stream"
	for !stream || !bytes.Contains(all.Bytes(), []byte("\ndata: ")) {
		n, err := answer.Body.Read(part)
		if all.Write(part[:n]); err != nil {
			break
		}
	}
	return all.String()
}

// TestWhatIsPlantedLeavesForNoTokenBelowIt plants a text in every field of every kind of event, with each class, and
// asks every route, page and command with a token of each ceiling.
func TestWhatIsPlantedLeavesForNoTokenBelowIt(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("one goroutine after the other")
	}
	for _, class := range ceilings[1:] {
		t.Run(string(class), func(t *testing.T) {
			w := clitest.New(t)
			if n := plant(t, w, class); n < 200 {
				t.Fatalf("only %d texts are planted", n)
			}
			report, labelled := plantedReport(t, w), labelledReport(t, w, class)
			for _, ceiling := range ceilings {
				secret := must(t, w, "secret", "token", "create", "reads-"+string(ceiling), "--max-sensitivity", string(ceiling), "--audience", "ops_audit", "--append", "facts,import,reports,requests,lanes,approvals")
				s := started(t, w)
				saw := 0
				ask := func(r *http.Request) {
					t.Helper()
					answer, err := http.DefaultTransport.RoundTrip(r)
					if err != nil {
						t.Fatal(err)
					}
					defer answer.Body.Close()
					shown := planted.FindAllString(allOf(answer), -1)
					if answer.StatusCode == http.StatusTooManyRequests || answer.StatusCode == http.StatusUnauthorized {
						t.Fatalf("%s %s: %s", r.Method, r.URL, answer.Status)
					}
					if len(shown) == 0 {
						return
					}
					if saw++; ceiling.Rank() < class.Rank() {
						slices.Sort(shown)
						t.Errorf("%s %s tells a token that reads up to %s what is %s: %s", r.Method, r.URL, ceiling, class, slices.Compact(shown))
					}
				}
				routes := s.routes(secret, report)
				for _, path := range questions(routes["get"], report, labelled) {
					for _, accept := range []string{"application/json", "text/html"} {
						r := s.request(http.MethodGet, path, secret, "")
						r.Header.Set("Last-Event-ID", "0")
						r.Header.Set("Accept", accept)
						ask(r)
					}
				}
				for _, path := range routes["post"] {
					for _, body := range []string{`{"reason":"enough"}`, `{"argv":["true"],"session":"` + string(plantedSession) + `"}`, "{", ""} {
						r := s.request(http.MethodPost, path, secret, body)
						r.Header.Set("Content-Type", "application/json")
						ask(r)
					}
				}
				if class == ceiling && saw < 20 {
					t.Errorf("a token that reads what is %s sees it in %d answers: the test asks nothing", class, saw)
				}
				if s.stop(); planted.Match(s.log.Bytes()) || s.log.Len() == 0 {
					t.Errorf("the log of the server tells what is planted: %.500s", s.log.String())
				}
			}
		})
	}
}

// plantedReport files a report of the whole log, and returns its id.
func plantedReport(t *testing.T, w *clitest.World) string {
	t.Helper()
	text := w.Must("report", "new", "--since", "all", "--json").Out
	if !strings.Contains(text, mark) {
		t.Fatal("the report holds nothing that is planted")
	}
	w.File("planted.json", text)
	return must(t, w, "report_id", "report", "file", "planted.json")
}

// labelledReport appends a report in which the reporter claims something, and whose event is labelled. It returns
// the id of the report.
func labelledReport(t *testing.T, w *clitest.World, class domain.Sensitivity) string {
	t.Helper()
	other := clitest.New(t)
	other.File("said.json", `{"claims":{"c":{"kind":"hypothesis","text":"`+mark+` it leaks","confidence":"low"}}}`)
	other.File("claimed.json", other.Must("report", "new", "--statement", "said.json", "--json").Out)
	report := must(t, other, "report_id", "report", "file", "claimed.json")
	for line := range strings.Lines(other.Must("log", "export").Out) {
		e, err := eventlog.ParseLine([]byte(line))
		if err != nil {
			t.Fatal(err)
		}
		if e.Stream.String() == report {
			e.Sensitivity, e.Salt = []domain.Label{{Pointer: "/document", Class: class}}, nil
			appendedTo(t, w, e.Draft)
		}
	}
	return report
}

// TestAReportThatStatesAClassIsKeptFromTokensBelowIt files a report with a claim of a class, in a log without a
// label, and reads documents before and after.
func TestAReportThatStatesAClassIsKeptFromTokensBelowIt(t *testing.T) {
	w := clitest.New(t)
	below, reads := must(t, w, "secret", "token", "create", "below"), must(t, w, "secret", "token", "create", "reads", "--max-sensitivity", "operator_only")
	s := started(t, w)
	status := func(secret string) int {
		t.Helper()
		answer, err := http.DefaultTransport.RoundTrip(s.request(http.MethodGet, "/v1/board", secret, ""))
		if err != nil {
			t.Fatal(err)
		}
		defer answer.Body.Close()
		return answer.StatusCode
	}
	if got := status(below); got != http.StatusOK {
		t.Fatalf("before the report: %d", got)
	}
	w.File("said.json", `{"claims":{"c":{"kind":"hypothesis","text":"it leaks","confidence":"low","sensitivity":"operator_only"}}}`)
	w.File("claimed.json", w.Must("report", "new", "--statement", "said.json", "--json").Out)
	w.Must("report", "file", "claimed.json")
	if got := status(below); got != http.StatusForbidden {
		t.Errorf("a token below the class of the report: %d", got)
	}
	if got := status(reads); got != http.StatusOK {
		t.Errorf("a token of the class of the report: %d", got)
	}
}

// TestAStreamEndsBeforeWhatIsPlanted plants while streams are open: they end with the reason, and tell nothing of it;
// one that has nothing to send at its next heartbeat.
func TestAStreamEndsBeforeWhatIsPlanted(t *testing.T) {
	t.Parallel()
	w := clitest.New(t)
	secret := must(t, w, "secret", "token", "create", "reads")
	s := started(t, w)
	var open []*http.Response
	for _, of := range []string{"events", "outcomes", "board", "approvals"} {
		answer, err := http.DefaultTransport.RoundTrip(s.request(http.MethodGet, "/v1/stream/"+of, secret, ""))
		if err != nil || answer.StatusCode != http.StatusOK {
			t.Fatal(of, err)
		}
		defer answer.Body.Close()
		open = append(open, answer)
	}
	plant(t, w, domain.SensitivityOperatorOnly)
	for _, answer := range open {
		text, err := io.ReadAll(answer.Body)
		if err != nil || planted.Match(text) || !strings.Contains(string(text), "event: error") || !strings.Contains(string(text), `"kind":"policy"`) {
			t.Errorf("%v: %s", err, text)
		}
	}
}
