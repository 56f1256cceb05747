package serve_test

import (
	"crypto/sha256"
	"encoding/hex"
	"os"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"

	"github.com/clawable/claw/cmd/claw/cli/clitest"
	"github.com/clawable/claw/consumers/httpapi"
)

// axeFile is what npm install puts into testdata/axe, and axeSum the SHA-256 of the version that is pinned there.
const (
	axeFile = "testdata/axe/node_modules/axe-core/axe.min.js"
	axeSum  = "29348999450cdf2849a8e70b7912fc2da85a849da39c0d0d5394f51d4a9ed95c"
)

// axe is the source of axe-core; where it is not installed the test is skipped.
func axe(t *testing.T) string {
	t.Helper()
	source, err := os.ReadFile(axeFile)
	if err != nil {
		t.Skip("axe-core is not installed: npm install --no-package-lock --ignore-scripts --prefix cmd/projector/serve/testdata/axe")
	}
	if sum := sha256.Sum256(source); hex.EncodeToString(sum[:]) != axeSum {
		t.Fatalf("%s has the SHA-256 %x, want %s", axeFile, sum, axeSum)
	}
	return string(source)
}

// judged runs axe-core over the page, and sets found to a line for each rule that an element breaks.
const judged = `(() => { window.found = undefined;
	axe.run(document, {resultTypes: ["violations"]}).then(r => { window.found = r.violations.flatMap(v => v.nodes.map(n =>
		v.id + ": " + n.target.join(" ") + " " + n.html.slice(0, 160) + " " + (n.any[0] ?? n.all[0] ?? n.none[0]).message)).join("\n"); }); return ""; })()`

func TestInABrowserAxeFindsNothingOnAnyPage(t *testing.T) {
	if testing.Short() {
		t.Skip("one goroutine after the other")
	}
	source := axe(t)
	w := clitest.New(t)
	s := serving(t, w, httpapi.DefaultLimits())
	b := browse(t, s, 1280, 900)
	pages := everyPage(t, w, s)
	for _, path := range pages {
		b.do(chromedp.Navigate(path), chromedp.WaitVisible(chromedp.CSS("main h1")))
		b.says(`document.querySelectorAll("details").forEach(d => { d.open = true })`)
		b.says("(() => {" + source + "\n; return 1; })()")
		for _, look := range []struct {
			scheme string
			width  int64
		}{{"light", 1280}, {"dark", 1280}, {"dark", 390}, {"light", 390}} {
			b.look(look.scheme, look.width)
			b.says(judged)
			b.until(`window.found !== undefined`)
			if found := b.says(`window.found`); found != "" {
				t.Errorf("%s, %s, %d wide:\n%s", path, look.scheme, look.width, found)
			}
		}
	}
}

// look gives the browser a colour scheme and a width.
func (b *browser) look(scheme string, width int64) {
	b.t.Helper()
	b.scheme(scheme)
	b.do(chromedp.EmulateViewport(width, 844))
}

// scheme gives the browser a colour scheme, and waits until its page has it.
func (b *browser) scheme(name string) {
	b.t.Helper()
	media := emulation.SetEmulatedMediaParams{Features: []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: name}}}
	if _, err := chromedp.Call(b.ctx, emulation.SetEmulatedMedia, media); err != nil {
		b.t.Fatal(err)
	}
	b.until(`matchMedia("(prefers-color-scheme: ` + name + `)").matches`)
}

// everyPage are the URLs of pages of each kind, of the server and of files.
func everyPage(t *testing.T, w *clitest.World, s *server) []string {
	t.Helper()
	base := strings.TrimSuffix(s.access.URL(), "/")
	session := lineOf(t, w.Must("sessions", "--json").Out, `"session": "`)
	approval := lineOf(t, w.Must("approval", "list", "--json").Out, `"approval": "`)
	ship := lineOf(t, w.Must("ship", "list", "--json").Out, `"ship": "`)
	file := w.Path("board.html")
	w.Must("board", "--html", file)
	return []string{base + "/", base + "/?state=failed", base + "/lanes/" + clitest.ContestedLane, base + "/sessions?session=" + session, base + "/search?q=moon", base + "/search",
		base + "/usage", base + "/usage?by=lane", base + "/approvals", base + "/approvals/" + approval, base + "/ships", base + "/ships/" + ship, base + "/reports", base + "/nothing", "file://" + file}
}
