package serve_test

import (
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/clawable/claw/cmd/claw/cli/clitest"
	"github.com/clawable/claw/consumers/httpapi"
	"github.com/clawable/claw/consumers/sink/status"
)

// asBrowser is a GET of a path as a browser makes it under the name of the board.
func (s *server) asBrowser(path string, cookies ...*http.Cookie) *http.Request {
	r := s.request(path)
	r.Header.Del("Authorization")
	r.Host = s.access.Host()
	r.Header.Set("Accept", "text/html,application/xhtml+xml")
	r.Header.Set("Sec-Fetch-Mode", "navigate")
	r.Header.Set("Sec-Fetch-Site", "none")
	for _, c := range cookies {
		r.AddCookie(c)
	}
	return r
}

// letIn is the cookie that a link of the server sets.
func (s *server) letIn() *http.Cookie {
	s.t.Helper()
	_, path, _ := strings.Cut(s.access.Link(), s.access.Host())
	got := s.do(s.asBrowser(path))
	cookies := (&http.Response{Header: got.header}).Cookies()
	if got.status != http.StatusOK || len(cookies) != 1 {
		s.t.Fatalf("the link: %d %v", got.status, cookies)
	}
	return cookies[0]
}

func TestABrowserThatWasLetInReadsPagesAndDocuments(t *testing.T) {
	s := serving(t, clitest.New(t), httpapi.DefaultLimits())
	visit := s.letIn()
	for path, want := range map[string]string{
		"/":                                  "Failed, or not clear",
		"/?state=finished&repo=":             "Add the moon",
		"/lanes/" + clitest.ContestedLane:    "What happened",
		"/board/rows/" + clitest.SettledLane: clitest.SettledLane,
		"/approvals":                         "human:dev",
		"/ships":                             "merge commit",
		"/usage?by=repository":               "By repository",
		"/reports":                           "Reports",
		"/search?q=moon":                     "hit",
		"/assets/page.js":                    "EventSource",
		"/assets/page.css":                   "prefers-color-scheme",
		"/v1/board":                          `"kind": "board"`,
	} {
		if got := s.do(s.asBrowser(path, visit)); got.status != http.StatusOK || !strings.Contains(got.body, want) {
			t.Errorf("%s: %d without %q:\n%.2000s", path, got.status, want, got.body)
		}
	}
	if got := s.do(s.asBrowser("/lanes/01ZZZZ", visit)); got.status != http.StatusNotFound || !strings.Contains(got.body, "the log knows no such lane") {
		t.Errorf("a lane that is not there: %d\n%s", got.status, got.body)
	}
}

func TestABrowserThatWasNotLetInSeesNothingOfTheLog(t *testing.T) {
	s := serving(t, clitest.New(t), httpapi.DefaultLimits())
	visit := s.letIn()
	for says, of := range map[string]struct {
		spoil  func(*http.Request)
		status int
	}{
		"no cookie":                  {func(r *http.Request) { r.Header.Del("Cookie") }, 401},
		"a cookie of another value":  {func(r *http.Request) { r.Header.Set("Cookie", visit.Name+"=9999999999.00") }, 401},
		"the address of the machine": {func(r *http.Request) { r.Host = r.URL.Host }, 401},
		"another host":               {func(r *http.Request) { r.Host = "evil.example:4774" }, 421},
		"another name of this machine": {func(r *http.Request) {
			r.Host = "claw-0.localhost" + s.access.Host()[strings.LastIndexByte(s.access.Host(), ':'):]
		}, 421},
		"another origin":                  {func(r *http.Request) { r.Header.Set("Origin", "http://evil.example") }, 403},
		"the same name on another port":   {func(r *http.Request) { r.Header.Set("Origin", "http://"+strings.Split(s.access.Host(), ":")[0]+":1") }, 403},
		"another site that leads there":   {func(r *http.Request) { r.Header.Set("Sec-Fetch-Site", "cross-site") }, 403},
		"a program on another port there": {func(r *http.Request) { r.Header.Set("Sec-Fetch-Site", "same-site") }, 403},
	} {
		for _, path := range []string{"/", "/lanes/" + clitest.ContestedLane, "/v1/board"} {
			r := s.asBrowser(path, visit)
			of.spoil(r)
			if got := s.do(r); got.status != of.status || strings.Contains(got.body, "Add the moon") {
				t.Errorf("%s with %s: %d, want %d\n%s", path, says, got.status, of.status, got.body)
			}
		}
	}
}

func TestTheCookieOfABrowserDecidesNothing(t *testing.T) {
	s := serving(t, clitest.New(t), httpapi.DefaultLimits())
	r := s.asBrowser("/v1/lanes/"+clitest.ContestedLane+"/close", s.letIn())
	r.Method = http.MethodPost
	r.Header.Set("Origin", "http://"+s.access.Host())
	s.isProblem("a command with the cookie", s.do(r), 401, "auth")
}

func TestOnlyTheLinkMayBeReachedFromAnotherSite(t *testing.T) {
	s := serving(t, clitest.New(t), httpapi.DefaultLimits())
	_, path, _ := strings.Cut(s.access.Link(), s.access.Host())
	r := s.asBrowser(path)
	r.Header.Set("Sec-Fetch-Site", "cross-site") // the file that --open opens
	if got := s.do(r); got.status != http.StatusOK {
		t.Errorf("the link from a file: %d", got.status)
	}
	if got := s.do(r); got.status != http.StatusForbidden || got.header.Get("Set-Cookie") != "" {
		t.Errorf("the link again: %d", got.status)
	}
}

func TestOpenHandsTheLinkToTheBrowserInAFileOfTheUser(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("what opens a browser is another program here")
	}
	bin := t.TempDir()
	pipe := filepath.Join(bin, "given")
	if err := exec.CommandContext(t.Context(), "mkfifo", pipe).Run(); err != nil {
		t.Skip("there is no mkfifo: ", err)
	}
	fake := "#!/bin/sh\n{ stat -c %a \"$1\"; cat \"$1\"; } >" + pipe + "\n"
	if err := os.WriteFile(filepath.Join(bin, "xdg-open"), []byte(fake), 0o700); err != nil {
		t.Fatal(err)
	}
	t.Setenv("PATH", bin+":"+os.Getenv("PATH"))
	r := started(t, clitest.Empty(t), "--open", "--demo")
	given := clitest.Read(t, pipe)
	if mode, page, _ := strings.Cut(given, "\n"); mode != "600" || r.Link == "" || !strings.Contains(page, r.Link) {
		t.Errorf("the browser was given %q, and the link is %s", given, r.Link)
	}
}

// drawn is what differs in each world: ids after their time, digests over what holds such ids, and the keys of
// redactions.
var drawn = regexp.MustCompile(`(01KT1[0-9A-Z]{5})[0-9A-Z]{16}|\b([0-9a-f]{64}|[0-9a-f]{32}|[0-9a-f]{16})\b`)

// TestPagesAreAsTheyWereReviewed holds each page of the log of a world to the HTML that was read in review, a line
// an element. The name of the server is another one at each start.
func TestPagesAreAsTheyWereReviewed(t *testing.T) {
	w := clitest.New(t)
	session := clitest.Documents(t, w.Must("sessions", "--json", "--lane", clitest.ContestedLane).Out)[0]["sessions"].([]any)[0].(map[string]any)["session"].(string)
	s := serving(t, w, httpapi.DefaultLimits())
	visit := s.letIn()
	for name, path := range map[string]string{"board": "/", "lane": "/lanes/" + clitest.ContestedLane, "session": "/sessions?session=" + session, "usage": "/usage?by=repository",
		"approvals": "/approvals", "ships": "/ships", "reports": "/reports", "report": "/reports/" + clitest.Filed, "search": "/search?q=moon"} {
		got := s.do(s.asBrowser(path, visit))
		if got.status != http.StatusOK {
			t.Errorf("%s: %d\n%s", path, got.status, got.body)
			continue
		}
		html := drawn.ReplaceAllString(strings.ReplaceAll(got.body, s.access.Host(), "claw.localhost"), "$1…")
		clitest.Golden(t, filepath.Join("testdata", "pages", name+".html"), strings.ReplaceAll(html, "><", ">\n<"))
	}
}

// TestPagesShowTheWarningsOfTheirDocuments has a sink that failed for an hour, whose receiver answered with markup.
func TestPagesShowTheWarningsOfTheirDocuments(t *testing.T) {
	w := clitest.New(t)
	w.File("home/.config/claw/config.toml", "[[sink]]\nname = 'oncall'\nkind = 'jsonl'\nfile = 'told.jsonl'\n")
	log := clitest.Documents(t, w.Must("log", "stat", "--json").Out)[0]["log_id"].(string)
	_, file := status.Paths(w.Path("home/.local/state/claw"), log, "oncall")
	if err := os.MkdirAll(filepath.Dir(file), 0o700); err != nil {
		t.Fatal(err)
	}
	fails := status.Status{State: status.StateRetrying, Trouble: &status.Trouble{Since: clitest.Now.Add(-time.Hour), Tries: 9, Error: "<b>refused</b>"}}
	if err := fails.Write(file); err != nil {
		t.Fatal(err)
	}
	s := serving(t, w, httpapi.DefaultLimits())
	visit := s.letIn()
	for path, want := range map[string]int{"/": 1, "/lanes/" + clitest.ContestedLane: 1, "/?state=no-such": 0, "/ships": 0, "/board/rows/" + clitest.SettledLane: 0} {
		got := s.do(s.asBrowser(path, visit)).body
		if n := strings.Count(got, "sink oncall fails since"); n != want || strings.Contains(got, `role="status" aria-label="Warnings"`) != (want > 0) {
			t.Errorf("%s shows the warning %d times, want %d:\n%.3000s", path, n, want, got)
		}
		if strings.Contains(got, "<b>refused") || want > 0 && !strings.Contains(got, "&lt;b&gt;refused&lt;/b&gt;") {
			t.Errorf("%s has the words of the receiver as markup:\n%.3000s", path, got)
		}
	}
}
