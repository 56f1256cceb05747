package testrun

import (
	"bytes"
	"encoding/json"
	"io"
	"slices"
	"strings"
	"sync"
	"time"
)

// goEvent is a line of go test -json, as documented at cmd/test2json and go help buildjson.
type goEvent struct {
	Action, Package, Test, Output, ImportPath string
}

// goTests follows the events of go test. It is written the standard output of go test, and writes
// what go test prints without -json, or the events themselves. Safe for concurrent use.
type goTests struct {
	now     func() time.Time
	limit   time.Duration
	out     io.Writer
	raw     bool // pass the events on as they are
	verbose bool // pass on what tests print that pass

	mu       sync.Mutex
	line     []byte // the begin of a line
	packages map[string]*goPackage
	order    []string      // of packages
	output   []byte        // the end of what was printed
	hung     *goTest       // that the run, or its program, was ended for
	after    time.Duration // the limit that ended its program
	quit     bool          // the programs were asked for their stacks: later output is no result
	stack    []byte
	broken   bool
	passed   int
	failed   int
	skipped  int
}

// goPackage is the tests of a package.
type goPackage struct {
	name    string
	last    time.Time // of an event
	running []*goTest
	failed  []string // tests
	result  string   // pass, fail or skip; "" while it runs
}

// goTest is a test that runs.
type goTest struct {
	name    string // "" for a package in which no test runs
	of      string // package
	last    time.Time
	paused  bool
	printed []byte
}

func newGoTests(now func() time.Time, limit time.Duration, out io.Writer) *goTests {
	return &goTests{now: now, limit: limit, out: out, packages: map[string]*goPackage{}}
}

// Write implements [io.Writer].
func (g *goTests) Write(p []byte) (int, error) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.line = append(g.line, p...)
	for {
		at := bytes.IndexByte(g.line, '\n')
		if at < 0 {
			if len(g.line) > mostLine {
				g.take(g.line)
				g.line = nil
			}
			return len(p), nil
		}
		g.take(g.line[:at+1])
		g.line = g.line[at+1:]
	}
}

// mostLine bounds a line: a longer one is no event.
const mostLine = 4 << 20

// Flush takes in a last line without an end.
func (g *goTests) Flush() {
	g.mu.Lock()
	defer g.mu.Unlock()
	if len(g.line) > 0 {
		g.take(g.line)
	}
	g.line = nil
}

// take takes in a line: an event, or what a program printed past go test.
func (g *goTests) take(line []byte) {
	var e goEvent
	if len(line) == 0 || line[0] != '{' || json.Unmarshal(line, &e) != nil || e.Action == "" {
		g.print(line, false)
		return
	}
	if g.raw {
		g.print(line, true)
	}
	g.event(&e)
}

// print passes a text on; isEvent means that it is no text of a test.
func (g *goTests) print(text []byte, isEvent bool) {
	_, _ = g.out.Write(text) // a reader that is gone ends no test
	if !isEvent {
		g.keep(text)
	}
}

// keep keeps the end of what was printed.
func (g *goTests) keep(text []byte) {
	if g.output = append(g.output, text...); len(g.output) > 2*mostOutput {
		g.output = append([]byte(nil), tail(string(g.output), mostOutput)...)
	}
}

// show passes on what a test or a package printed.
func (g *goTests) show(text []byte) {
	if g.raw || g.quit && !g.verbose { // stacks: the report has them
		g.keep(text)
		return
	}
	g.print(text, false)
}

// event takes in an event.
func (g *goTests) event(e *goEvent) {
	switch e.Action {
	case "build-output":
		g.show([]byte(e.Output))
		return
	case "build-fail":
		g.broken = true
		return
	}
	if e.Package == "" {
		return
	}
	p := g.pkg(e.Package)
	p.last = g.now()
	if e.Test == "" {
		g.packageEvent(p, e)
		return
	}
	g.testEvent(p, e)
}

func (g *goTests) pkg(name string) *goPackage {
	p, ok := g.packages[name]
	if !ok {
		p = &goPackage{name: name}
		g.packages[name], g.order = p, append(g.order, name)
	}
	return p
}

// packageEvent takes in an event of a package as a whole.
func (g *goTests) packageEvent(p *goPackage, e *goEvent) {
	switch e.Action {
	case "output":
		if g.quit {
			g.addStack(p, e.Output)
		}
		if e.Output != "PASS\n" || g.verbose {
			g.show([]byte(e.Output))
		}
	case "pass", "fail", "skip":
		if g.quit {
			return
		}
		if e.Action == "fail" {
			g.leftOpen(p)
		}
		p.result, p.running = e.Action, nil
		g.broken = g.broken || e.Action == "fail" && len(p.failed) == 0
	}
}

// leftOpen takes in that the program of a package ended while tests ran: they failed, but for one
// that hung.
func (g *goTests) leftOpen(p *goPackage) {
	for _, t := range p.inner() {
		g.show(t.printed)
		if t != g.hung {
			g.failed++
			p.failed = append(p.failed, t.name)
		}
	}
}

// inner are the tests that run and in which none does.
func (p *goPackage) inner() (some []*goTest) {
	for _, t := range p.running {
		if !t.paused && !slices.ContainsFunc(p.running, func(o *goTest) bool { return strings.HasPrefix(o.name, t.name+"/") }) {
			some = append(some, t)
		}
	}
	return some
}

// testEvent takes in an event of a test.
func (g *goTests) testEvent(p *goPackage, e *goEvent) {
	t := p.test(e.Test)
	switch e.Action {
	case "run", "pause", "cont":
		if t == nil {
			t = &goTest{name: e.Test, of: p.name}
			p.running = append(p.running, t)
		}
		t.last, t.paused = p.last, e.Action == "pause"
	case "output":
		g.testOutput(p, t, e)
	case "pass", "fail", "skip":
		g.ended(p, t, e)
	}
}

// testOutput takes in what a test printed. The lines in which go test reports its progress are
// shown only to users that want to see every test.
func (g *goTests) testOutput(p *goPackage, t *goTest, e *goEvent) {
	if t != nil {
		t.last = p.last
	}
	if after, ok := strings.CutPrefix(e.Output, timedOut); ok && g.hung == nil && t != nil {
		g.hung = t
		g.after, _ = time.ParseDuration(strings.TrimSpace(after)) // 0 where it is no duration
	}
	g.addStack(p, e.Output)
	switch {
	case g.verbose:
		g.show([]byte(e.Output))
	case strings.HasPrefix(e.Output, "=== "), t != nil && t == g.hung && !g.quit:
	case t == nil || g.quit:
		g.show([]byte(e.Output))
	default:
		if t.printed = append(t.printed, e.Output...); len(t.printed) > 2*mostOutput {
			t.printed = []byte(tail(string(t.printed), mostOutput))
		}
	}
}

// ended takes in the end of a test. For a test that failed, it shows what the test printed.
func (g *goTests) ended(p *goPackage, t *goTest, e *goEvent) {
	if t != nil {
		p.running = slices.DeleteFunc(p.running, func(o *goTest) bool { return o == t })
		if e.Action == "fail" {
			g.show(titleFirst(t.printed))
		}
	}
	for _, around := range p.running {
		if strings.HasPrefix(e.Test, around.name+"/") {
			around.last = p.last
		}
	}
	if g.quit {
		return
	}
	switch e.Action {
	case "pass":
		g.passed++
	case "skip":
		g.skipped++
	case "fail":
		g.failed++
		p.failed = append(p.failed, e.Test)
	}
}

// titleFirst returns what a failed test printed, as go test shows it: below the line that reports
// the failure.
func titleFirst(printed []byte) []byte {
	at := bytes.LastIndex(printed, []byte("--- FAIL: "))
	at = bytes.LastIndexByte(printed[:max(at, 0)], '\n') + 1
	return slices.Concat(printed[at:], printed[:at])
}

// timedOut is how a test program begins to say that its own -timeout has passed.
const timedOut = "panic: test timed out after "

// test is the running test of a name, nil for none.
func (p *goPackage) test(name string) *goTest {
	for _, t := range p.running {
		if t.name == name {
			return t
		}
	}
	return nil
}

// failures are the tests that failed, without those that failed because of a test in them; and
// their packages.
func (g *goTests) failures() (names, packages []string) {
	for _, of := range g.order {
		p := g.packages[of]
		for _, name := range p.failed {
			if !slices.ContainsFunc(p.failed, func(o string) bool { return strings.HasPrefix(o, name+"/") }) {
				names = append(names, of+"."+name)
			}
		}
		if len(p.failed) > 0 {
			packages = append(packages, of)
		}
	}
	return names, packages
}
