package serve_test

import (
	"context"
	"errors"
	"net/url"
	"os"
	"os/exec"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"github.com/clawable/claw/cmd/claw/cli/clitest"
	"github.com/clawable/claw/consumers/httpapi"
)

// browser is a real Chromium that was let in by a link, and the requests that it made.
type browser struct {
	t    *testing.T
	ctx  context.Context
	mu   sync.Mutex
	made []string // URLs
}

// browse opens the board of a server in a separate Chromium; where none is installed the test is skipped.
func browse(t *testing.T, s *server, width, height int) *browser {
	t.Helper()
	path := ""
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome"} {
		if found, err := exec.LookPath(name); err == nil && path == "" {
			path = found
		}
	}
	if path == "" {
		t.Skip("no chromium is installed: apt-get install chromium")
	}
	home, err := os.MkdirTemp("", "claw-browser")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.RemoveAll(home) }) // a helper of the browser may end after it, and write there
	options := append(chromedp.DefaultExecAllocatorOptions[:], chromedp.ExecPath(path), chromedp.NoSandbox, chromedp.WindowSize(width, height), chromedp.WSURLReadTimeout(time.Minute),
		chromedp.Flag("disable-background-networking", true), chromedp.Env("HOME="+home, "XDG_CONFIG_HOME="+home, "XDG_CACHE_HOME="+home))
	ctx, stop := chromedp.NewExecAllocator(t.Context(), options...)
	t.Cleanup(stop)
	ctx, stop = chromedp.NewContext(ctx)
	t.Cleanup(stop)
	b := &browser{t: t, ctx: ctx}
	err = chromedp.Listen(ctx, func(event any) {
		if sent, ok := event.(*network.EventRequestWillBeSent); ok {
			b.mu.Lock()
			defer b.mu.Unlock()
			b.made = append(b.made, sent.Request.URL)
		}
	})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := chromedp.Call(ctx, network.Enable, network.EnableParams{}); err != nil {
		t.Fatal(err)
	}
	b.do(chromedp.Navigate(s.access.Link()), chromedp.WaitVisible(chromedp.CSS("#lanes")))
	return b
}

// do runs actions. The page replaces parts of itself, as does a visit: an action whose element went away
// between its look-up and its use did nothing yet, and is done again.
func (b *browser) do(actions ...chromedp.Action[chromedp.Void]) {
	b.t.Helper()
	for _, action := range actions {
		err := chromedp.Do(b.ctx, action)
		for again := 0; gone(err) && again < 100; again++ {
			err = chromedp.Do(b.ctx, action)
		}
		if err != nil {
			b.t.Fatal(err)
		}
	}
}

// gone reports whether err says that an element is no longer in the page.
func gone(err error) bool {
	var refused *cdproto.Error
	return errors.As(err, &refused) && strings.HasPrefix(refused.Message, "Could not find node")
}

// says is what a script says of the page.
func (b *browser) says(script string) string {
	b.t.Helper()
	text, err := chromedp.Run(b.ctx, chromedp.Evaluate[string]("String("+script+")"))
	if err != nil {
		b.t.Fatal(err)
	}
	return text
}

// until waits until a script is true of the page.
func (b *browser) until(script string) {
	b.t.Helper()
	b.do(chromedp.Poll[chromedp.Void](script, chromedp.WithPollingTimeout(time.Minute)))
}

// requests are the URLs that were asked for since the last call of forget.
func (b *browser) requests() []string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return slices.Clone(b.made)
}

func (b *browser) forget() {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.made = nil
}

// stays fails for a request that left the server.
func (b *browser) stays(s *server) {
	b.t.Helper()
	b.mu.Lock()
	defer b.mu.Unlock()
	for _, made := range b.made {
		if u, err := url.Parse(made); err != nil || u.Scheme != "data" && u.Host != s.access.Host() {
			b.t.Errorf("the page asked another origin: %s", made)
		}
	}
	if len(b.made) < 3 {
		b.t.Errorf("only %q were seen", b.made)
	}
}

func TestInABrowserTheBoardIsReadByKeysAndByClicks(t *testing.T) {
	w := clitest.New(t)
	s := serving(t, w, httpapi.DefaultLimits())
	b := browse(t, s, 1280, 900)
	b.until(`document.getElementById("live").textContent === "live"`)
	b.do(chromedp.KeyEvent("j"), chromedp.KeyEvent("j"), chromedp.KeyEvent("k"))
	want := b.says(`document.querySelector(".item a.open").getAttribute("href")`)
	if got := b.says(`document.activeElement.getAttribute("href")`); got != want {
		t.Errorf("j, j, k stand on %s, want the first lane, %s", got, want)
	}
	b.do(chromedp.KeyEvent(kb.Enter), chromedp.WaitVisible(chromedp.CSS("#story")))
	if got := b.says("location.pathname"); got != want {
		t.Errorf("Enter opened %s, want %s", got, want)
	}
	b.do(chromedp.KeyEvent("e"), chromedp.WaitVisible(chromedp.CSS(`#only-errors[aria-current]`)))
	b.do(chromedp.KeyEvent("?"), chromedp.WaitVisible(chromedp.CSS("#keys")), chromedp.KeyEvent(kb.Escape), chromedp.WaitNotVisible(chromedp.CSS("#keys")))
	b.do(chromedp.KeyEvent("/"))
	if got := b.says("document.activeElement.id"); got != "q" {
		t.Errorf("/ went to %q, want the search", got)
	}
	b.do(chromedp.SetValue(chromedp.CSS("#q"), "tide"), chromedp.KeyEvent(kb.Enter), chromedp.WaitVisible(chromedp.CSS(`.hits, .empty`)))
	if got := b.says("location.pathname+location.search"); got != "/search?q=tide" {
		t.Errorf("the search led to %s", got)
	}
	b.stays(s)
}

// TestInABrowserTheSearchAnswersAsOneTypes types on the board, without Enter, and goes back.
func TestInABrowserTheSearchAnswersAsOneTypes(t *testing.T) {
	s := serving(t, clitest.New(t), httpapi.DefaultLimits())
	b := browse(t, s, 1280, 900)
	b.until(`document.getElementById("live").textContent === "live"`)
	b.do(chromedp.SendKeys(chromedp.CSS("#q"), "tide"))
	b.until(`document.querySelector(".hits mark") !== null`)
	if got := b.says("location.pathname+location.search+' '+document.activeElement.id"); got != "/search?q=tide q" {
		t.Errorf("typing led to %s", got)
	}
	b.says("setTimeout(() => history.back())")
	b.do(chromedp.WaitVisible(chromedp.CSS("#lanes")))
	b.stays(s)
}

func TestInABrowserAPhoneNeedsNoSidewaysScrollingAndDarkIsDark(t *testing.T) {
	w := clitest.New(t)
	s := serving(t, w, httpapi.DefaultLimits())
	b := browse(t, s, 1280, 900)
	b.until(`getComputedStyle(document.body).backgroundColor !== "rgba(0, 0, 0, 0)"`) // its style sheet is read
	light := b.says(`getComputedStyle(document.body).backgroundColor`)
	b.scheme("dark")
	if got := b.says(`getComputedStyle(document.body).backgroundColor`); got == light {
		t.Errorf("dark is as light: %s", got)
	}
	b.do(chromedp.EmulateViewport(390, 844, chromedp.EmulateMobile))
	for _, path := range []string{"/", "/lanes/" + clitest.ContestedLane, "/approvals", "/ships", "/usage", "/reports", "/search?q=tide"} {
		b.do(chromedp.Navigate(strings.TrimSuffix(s.access.URL(), "/")+path), chromedp.WaitVisible(chromedp.CSS("main h1")))
		b.says(`document.querySelectorAll("code").forEach(c => { c.textContent = "x".repeat(400) })`)
		if got := b.says(`document.documentElement.scrollWidth <= innerWidth`); got != "true" {
			t.Errorf("%s is wider than a phone: %s", path, b.says(`document.documentElement.scrollWidth`))
		}
	}
	b.stays(s)
}

// TestInABrowserPaperHasNoControls looks at pages as they are printed by a person who reads in the dark.
func TestInABrowserPaperHasNoControls(t *testing.T) {
	w := clitest.New(t)
	s := serving(t, w, httpapi.DefaultLimits())
	b := browse(t, s, 1280, 900)
	paper := emulation.SetEmulatedMediaParams{Media: "print", Features: []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: "dark"}}}
	if _, err := chromedp.Call(b.ctx, emulation.SetEmulatedMedia, paper); err != nil {
		t.Fatal(err)
	}
	b.do(chromedp.EmulateViewport(700, 990))
	for _, path := range everyPage(t, w, s) {
		b.do(chromedp.Navigate(path), chromedp.WaitVisible(chromedp.CSS("main h1")))
		if got := b.says(`getComputedStyle(document.body).color + " on " + getComputedStyle(document.body).backgroundColor`); got != "rgb(0, 0, 0) on rgb(255, 255, 255)" {
			t.Errorf("%s is printed in %s", path, got)
		}
		if got := b.says(`Array.from(document.querySelectorAll("nav a:not([aria-current]), input, button, select, kbd, .more")).filter(e => e.checkVisibility()).map(e => e.textContent || e.tagName).join()`); got != "" {
			t.Errorf("%s is printed with %s", path, got)
		}
		if got := b.says(`Array.from(document.querySelectorAll(".drawing")).filter(e => e.checkVisibility() && e.scrollWidth > e.clientWidth).length`); got != "0" {
			t.Errorf("%s is printed with a part of a drawing", path)
		}
	}
}

func TestInABrowserAReportIsAFrameOfItsPage(t *testing.T) {
	s := serving(t, clitest.New(t), httpapi.DefaultLimits())
	b := browse(t, s, 1280, 900)
	b.do(chromedp.Navigate(s.access.URL()+"reports/"+clitest.Filed), chromedp.WaitVisible(chromedp.CSS("iframe.report")))
	b.until(`performance.getEntriesByType("resource").some(e => e.name.includes("/whole?") && e.responseStatus === 200)`)
	b.do(chromedp.Navigate(s.access.URL()+"reports/"+clitest.Filed+"/whole"), chromedp.WaitVisible(chromedp.CSS("main h1")))
	if got := b.says(`getComputedStyle(document.querySelector("main")).maxWidth + " " + origin`); got != "960px null" {
		t.Errorf("the report alone has the width and the origin %q", got)
	}
	b.stays(s)
}

func TestInABrowserALaneChangesInItsPlace(t *testing.T) {
	w := clitest.New(t)
	s := serving(t, w, httpapi.DefaultLimits())
	b := browse(t, s, 1280, 900)
	b.until(`document.getElementById("live").textContent === "live"`)
	row := `document.getElementById("lane-` + clitest.ContestedLane + `")`
	order := `Array.from(document.querySelectorAll("tr.item")).map(r => r.id).join()`
	before := b.says(order)
	if a := w.Run("lane", "accept", clitest.ContestedLane, "--reason", "seen"); a.Code != 0 {
		t.Fatal(a.Err)
	}
	b.until(row + `.textContent.includes("accepted by")`)
	if after := b.says(order); after != before {
		t.Errorf("rows moved: %s, then %s", before, after)
	}
	if a := w.Run("lane", "start", "--purpose", "a lane that is new"); a.Code != 0 {
		t.Fatal(a.Err)
	}
	b.until(`!document.getElementById("changed").hidden`)
	if after := b.says(order); after != before {
		t.Errorf("rows moved for a new lane: %s, then %s", before, after)
	}
	b.do(chromedp.Click(chromedp.CSS("#changed a")), chromedp.WaitNotPresent(chromedp.CSS("#changed:not([hidden])")), chromedp.WaitVisible(chromedp.CSS("#lanes")))
	if text := b.says("document.body.textContent"); !strings.Contains(text, "a lane that is new") {
		t.Error("shown anew, the board has no new lane")
	}
	b.stays(s)
}
