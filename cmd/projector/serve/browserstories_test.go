package serve_test

import (
	"fmt"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
	"github.com/go-json-experiment/json"
	"github.com/oklog/ulid/v2"

	"github.com/clawable/claw/cmd/claw/cli/clitest"
	"github.com/clawable/claw/consumers/httpapi"
)

// rawEvent is what the stories count in the lines of claw log export.
type rawEvent struct {
	Kind    string `json:"kind"`
	Subject struct {
		Session string `json:"session"`
		Item    string `json:"item"`
	} `json:"subject"`
	ObservedAt time.Time `json:"observed_at"`
	line       string
}

// rawEvents are the events of the log, read by no code of the program but its export.
func rawEvents(t *testing.T, w *clitest.World) (all []rawEvent) {
	t.Helper()
	for line := range strings.Lines(w.Must("log", "export").Out) {
		var e rawEvent
		_ = json.Unmarshal([]byte(line), &e) // members that are not known are objects, and stay empty
		e.line = line
		all = append(all, e)
	}
	return all
}

// TestInABrowserThreeStepsLeadToTheLaneThatBrokeTheTests asks which lane broke the tests yesterday, and why.
func TestInABrowserThreeStepsLeadToTheLaneThatBrokeTheTests(t *testing.T) {
	w := clitest.New(t)
	w.Now = func() time.Time { return time.Date(2026, 2, 3, 1, 0, 0, 0, time.UTC) }
	session := ""
	for _, e := range rawEvents(t, w) {
		if strings.Contains(e.line, "--- FAIL: TestTide") && e.Subject.Session != "" {
			session = e.Subject.Session
		}
	}
	s := serving(t, w, httpapi.DefaultLimits())
	b := browse(t, s, 1280, 900)
	b.do(chromedp.Click(chromedp.CSS(`.filters a[href="?since=24h"]`)), chromedp.WaitVisible(chromedp.CSS(`.filters a[href="?since=24h"][aria-current]`)))
	b.says(`Array.from(document.querySelectorAll("a.open")).find(a => a.textContent === "Add the moon").click()`)
	b.do(chromedp.WaitVisible(chromedp.CSS("#story")))
	if got := b.says(`Array.from(document.querySelectorAll("svg .mark")).filter(m => getComputedStyle(m).fill === getComputedStyle(document.querySelector("svg rect.turn")).fill).length`); got != "0" {
		t.Errorf("%s marks cannot be seen on the turn that they are in", got)
	}
	b.do(chromedp.KeyEvent("e"), chromedp.WaitVisible(chromedp.CSS(`#only-errors[aria-current]`)))
	text := b.says(`document.querySelector("main").textContent`)
	for _, want := range []string{"go test ./...", "--- FAIL: TestTide", session} {
		if want == "" || !strings.Contains(text, want) {
			t.Errorf("the page does not show %q:\n%s", want, text)
		}
	}
	b.stays(s)
}

// TestInABrowserThreeStepsSayWhatAWeekCostByRepository recounts the responses of the page from the raw log.
func TestInABrowserThreeStepsSayWhatAWeekCostByRepository(t *testing.T) {
	w := clitest.New(t)
	now := time.Date(2026, 2, 3, 1, 0, 0, 0, time.UTC)
	w.Now = func() time.Time { return now }
	responses := map[string]bool{}
	for _, e := range rawEvents(t, w) {
		if e.Kind == "usage.recorded" && !e.ObservedAt.Before(now.AddDate(0, 0, -7)) {
			responses[e.Subject.Session+" "+e.Subject.Item] = true
		}
	}
	s := serving(t, w, httpapi.DefaultLimits())
	b := browse(t, s, 1280, 900)
	b.do(chromedp.Click(chromedp.CSS(`.top a[href="/usage"]`)), chromedp.WaitVisible(chromedp.CSS("#by")))
	b.do(chromedp.Click(chromedp.CSS(`a[href="?since=7d"]`)), chromedp.WaitVisible(chromedp.CSS(`a[href="?since=7d"][aria-current]`)))
	b.do(chromedp.Click(chromedp.CSS(`a[href="?by=repository&since=7d"]`)), chromedp.WaitVisible(chromedp.CSS(`a[href="?by=repository&since=7d"][aria-current]`)))
	got := b.says(`Array.from(document.querySelectorAll("tr.item td[data-label=responses]")).reduce((sum, td) => sum + Number(td.textContent), 0)`)
	if want := strconv.Itoa(len(responses)); got != want || want == "0" {
		t.Errorf("the repositories of the page have %s responses, and the log has %s", got, want)
	}
	if cost := b.says(`document.querySelector("tr.item td[data-label=cost]").textContent`); !strings.HasPrefix(cost, "$") {
		t.Errorf("the first repository cost %q", cost)
	}
	b.stays(s)
}

// manyLanes are the lanes of a large board.
const manyLanes = 10_000

// TestInABrowserTenThousandLanesAreAPageOfAHundred states when the first paint was; it holds what the
// page is made of.
func TestInABrowserTenThousandLanesAreAPageOfAHundred(t *testing.T) {
	if testing.Short() {
		t.Skip("appending 10,000 lanes takes half a minute")
	}
	w := clitest.Empty(t)
	var drafts strings.Builder
	for i := range manyLanes {
		lane := ulid.ULID{}
		_ = lane.SetTime(uint64(clitest.Now.Add(-time.Duration(manyLanes-i) * time.Minute).UnixMilli())) // in the range of the format
		fmt.Fprintf(&drafts, "{\"kind\":\"lane.started\",\"stream\":\"lane-%s\",\"data\":{\"purpose\":\"Mend thing %d\"}}\n", lane, i)
		if i%5 == 0 {
			fmt.Fprintf(&drafts, "{\"kind\":\"lane.failed\",\"stream\":\"lane-%s\",\"data\":{\"failure_class\":\"test\"}}\n", lane)
		}
	}
	w.File("drafts.jsonl", drafts.String())
	w.Must("log", "append", "drafts.jsonl")
	s := serving(t, w, httpapi.DefaultLimits())
	b := browse(t, s, 1280, 900)
	for _, path := range []string{"", "?state=failed"} {
		b.do(chromedp.Navigate(s.access.URL()+path), chromedp.WaitVisible(chromedp.CSS("#lanes")))
		b.until(`performance.getEntriesByName("first-contentful-paint").length === 1`)
		t.Logf("/%s: first paint after %s ms, of which %s ms until the first byte", path, b.says(`Math.round(performance.getEntriesByName("first-contentful-paint")[0].startTime)`), b.says(`Math.round(performance.getEntriesByType("navigation")[0].responseStart)`))
		if rows, size := b.says(`document.querySelectorAll("tr.item").length`), len(b.says(`document.documentElement.outerHTML`)); rows != "100" || size > 128<<10 {
			t.Errorf("/%s has %s rows in %d bytes, want 100 in at most 128 KiB", path, rows, size)
		}
	}
	if got := b.says(`document.querySelector(".title .quiet").textContent`); !strings.HasPrefix(got, "2,000 lanes") {
		t.Errorf("of the failed lanes the page says %q", got)
	}
	b.do(chromedp.KeyEvent("j"), chromedp.KeyEvent("j"))
	second := b.says(`document.querySelectorAll(".item a.open")[1].getAttribute("href")`)
	if got := b.says(`document.activeElement.getAttribute("href")`); got != second {
		t.Errorf("j, j stand on %s, want %s", got, second)
	}
	first := b.says(`document.querySelector("tr.item").id`)
	b.do(chromedp.Click(chromedp.CSS(`a.more`)), chromedp.WaitNotPresent(chromedp.CSS("#"+first)), chromedp.WaitVisible(chromedp.CSS("#lanes tr.item")))
	if rows := b.says(`document.querySelectorAll("tr.item").length`); rows != "100" {
		t.Errorf("the next page has %s rows", rows)
	}
	b.stays(s)
}

// readLanes are enough lanes to scroll over.
const readLanes = 60

// TestInABrowserNothingMovesWhatAPersonReads scrolls, focuses a link below the first rows, and lets rows above
// it, its own row and rows that are not on the page change.
func TestInABrowserNothingMovesWhatAPersonReads(t *testing.T) {
	w := clitest.Empty(t)
	for i := range readLanes {
		made := ulid.ULID{}
		_ = made.SetTime(uint64(clitest.Now.Add(-time.Duration(i+1) * time.Minute).UnixMilli())) // in the range of the format
		w.File("drafts.jsonl", fmt.Sprintf("{\"kind\":\"lane.started\",\"stream\":\"lane-%s\",\"data\":{\"purpose\":\"Mend thing %d\"}}\n", made, i))
		w.Must("log", "append", "drafts.jsonl")
	}
	s := serving(t, w, httpapi.DefaultLimits())
	b := browse(t, s, 1000, 600)
	b.until(`document.getElementById("live").textContent === "live"`)
	if rows := b.says(`document.querySelectorAll("tr.item").length`); rows != strconv.Itoa(readLanes) {
		t.Fatalf("the board has %s rows", rows)
	}
	// The person reads a row far down, and focuses its second link.
	b.says(`(() => { window.read = document.querySelectorAll("tr.item")[40]; read.scrollIntoView({ block: "center" }); window.linked = read.querySelectorAll("a[href]")[1]; linked.focus({ preventScroll: true }); })()`)
	b.says(`(() => { window.top0 = read.getBoundingClientRect().top; read.classList.add("here"); })()`)
	stands := `[Math.abs(read.getBoundingClientRect().top - top0) < 3, document.activeElement.getAttribute("href"), read.contains(document.activeElement), read.className].join(" ")` // it is where it was
	before, own := b.says(stands), strings.TrimPrefix(b.says("read.id"), "lane-")
	above := strings.TrimPrefix(b.says(`document.querySelectorAll("tr.item")[3].id`), "lane-")
	long := strings.Repeat("a reason that takes more than one line of the cell that says it ", 6)
	for _, lane := range []string{above, own} {
		if a := w.Run("lane", "accept", lane, "--reason", long); a.Code != 0 {
			if a = w.Run("lane", "close", lane, "--reason", long); a.Code != 0 {
				t.Fatal(a.Err)
			}
		}
		b.until(`document.getElementById("lane-` + lane + `").querySelector(".fresh") !== null`)
		if after := b.says(stands); after != before {
			t.Errorf("after a change of %s the person reads %q, and read %q", lane, after, before)
		}
	}
	w.Must("lane", "start", "--purpose", "a lane that is new")
	b.until(`document.querySelector("#changed span").textContent.includes("new or moved")`)
	if after := b.says(stands); after != before {
		t.Errorf("after a new lane the person reads %q, and read %q", after, before)
	}
	b.stays(s)
}

// TestInABrowserAgesGoOnAndADeadServerIsSaid leaves the board open for three hours, and searches after the server
// ended.
func TestInABrowserAgesGoOnAndADeadServerIsSaid(t *testing.T) {
	w := clitest.New(t)
	w.Must("lane", "start", "--purpose", "a lane that is new")
	s := serving(t, w, httpapi.DefaultLimits())
	b := browse(t, s, 1280, 900)
	b.until(`document.getElementById("live").textContent === "live"`)
	ages := `Array.from(document.querySelectorAll("#lanes time[data-age]")).map(t => t.textContent).filter(t => ["now", "3h ago"].includes(t)).join()`
	if got := b.says(ages); got != "now" {
		t.Errorf("the new lane is %q old", got)
	}
	b.says(`(() => { const clock = Date.now; Date.now = () => clock() + 3 * 60 * 60 * 1000; document.dispatchEvent(new Event("visibilitychange")); })()`)
	if got := b.says(ages); got != "3h ago" {
		t.Errorf("after three hours the new lane is %q old", got)
	}
	b.says(`(() => { window.unhandled = 0; addEventListener("unhandledrejection", () => { window.unhandled++; }); })()`)
	s.end()
	b.do(chromedp.SendKeys(chromedp.CSS("#q"), "moon"))
	b.until(`document.getElementById("q").validationMessage === "the server does not answer"`)
	if got := b.says("window.unhandled"); got != "0" {
		t.Errorf("%s errors are on the console", got)
	}
}
