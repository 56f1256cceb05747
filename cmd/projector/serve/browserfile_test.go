package serve_test

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/google/go-cmp/cmp"

	"github.com/clawable/claw/cmd/claw/cli/clitest"
	"github.com/clawable/claw/consumers/httpapi"
)

// shown is the text of a page without what only a server can answer, and what a file says of itself.
const shown = `(() => { const main = document.querySelector("main").cloneNode(true);
	main.querySelectorAll(".control, .only").forEach(e => e.remove());
	return main.textContent.replace(/\s+/g, " "); })()`

func TestInABrowserAFileShowsWhatThePageOfTheServerShows(t *testing.T) {
	w := clitest.New(t)
	s := serving(t, w, httpapi.DefaultLimits())
	b := browse(t, s, 1280, 900)
	session := lineOf(t, w.Must("sessions", "--json").Out, `"session": "`)
	for path, verb := range map[string][]string{
		"/":                               {"board"},
		"/?state=failed":                  {"board", "--state", "failed"},
		"/lanes/" + clitest.ContestedLane: {"timeline", clitest.ContestedLane},
		"/lanes/" + clitest.SettledLane + "?errors=true": {"lane", "show", "--errors", "--limit", "200", clitest.SettledLane},
		"/sessions?session=" + session:                   {"timeline", session},
	} {
		b.do(chromedp.Navigate(strings.TrimSuffix(s.access.URL(), "/")+path), chromedp.WaitVisible(chromedp.CSS("main h1")))
		page := b.says(shown)
		file := filepath.Join(t.TempDir(), "page.html")
		w.Must(append(verb, "--html", file)...)
		b.forget()
		b.do(chromedp.Navigate("file://"+file), chromedp.WaitVisible(chromedp.CSS("main h1")))
		if sent := b.says(shown); sent != page || len(sent) < 80 {
			t.Errorf("the file of %s, %v, shows something else:\n%s", path, verb, cmp.Diff(strings.Fields(page), strings.Fields(sent)))
		}
		if got := b.says(`getComputedStyle(document.querySelector("main")).maxWidth`); got != "1480px" {
			t.Errorf("the file of %s has not its style: %s", path, got)
		}
		if links := b.says(`Array.from(document.querySelectorAll("a[href], form, script, link[rel=stylesheet]")).map(e => e.getAttribute("href") ?? e.tagName).filter(to => !to.startsWith("#")).join()`); links != "" {
			t.Errorf("the file of %s needs the server for %s", path, links)
		}
		for _, made := range b.requests() {
			if made != "file://"+file && !strings.HasPrefix(made, "data:") {
				t.Errorf("the file of %s asked for %s", path, made)
			}
		}
		if text := b.says("document.documentElement.outerHTML"); strings.Contains(text, secret) || strings.Contains(text, s.access.Host()) {
			t.Errorf("the file of %s names the server", path)
		}
	}
}

// lineOf is the rest of the first line that begins with a text, without the quote that ends it.
func lineOf(t *testing.T, text, begin string) string {
	t.Helper()
	_, rest, found := strings.Cut(text, begin)
	if !found {
		t.Fatalf("there is no %s in %s", begin, text)
	}
	value, _, _ := strings.Cut(rest, `"`)
	return value
}
