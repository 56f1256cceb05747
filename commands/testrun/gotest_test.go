package testrun_test

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/clawable/claw/commands/testrun"
)

// goModule is a module whose packages come out in different ways.
var goModule = map[string]string{
	"go.mod": "module m\n\ngo 1.22\n",

	"good/good_test.go": `package good
import "testing"
func TestOne(t *testing.T) { t.Log("said by one") }
func TestLeft(t *testing.T) { t.Skip("not here") }
`,
	"bad/bad_test.go": `package bad
import "testing"
func TestGood(t *testing.T) {}
func TestBad(t *testing.T) {
	t.Run("low", func(t *testing.T) {})
	t.Run("high", func(t *testing.T) { t.Fatal("too high") })
}
`,
	"flaky/flaky_test.go": `package flaky
import ("os"; "testing")
func TestFlaky(t *testing.T) {
	if _, err := os.Stat("ran"); err != nil {
		os.WriteFile("ran", nil, 0o644)
		t.Fatal("the first time")
	}
}
func TestStill(t *testing.T) {}
`,
	"again/again_test.go": `package again
import ("os"; "testing")
func TestAgain(t *testing.T) {
	if os.Mkdir("ran", 0o755) == nil { t.Fatal("the first time") }
}
func TestStill(t *testing.T) {}
`,
	"broken/broken_test.go": "package broken\nfunc {\n",
	"empty/empty.go":        "package empty\n",
	"none/none_test.go":     "package none\n",
	"ends/ends_test.go": `package ends
import ("os"; "testing")
func TestBefore(t *testing.T) {}
func TestEnds(t *testing.T) { os.Exit(3) }
`,
	"panics/panics_test.go": `package panics
import "testing"
func TestPanics(t *testing.T) { panic("no way out") }
`,
	"hangs/hangs_test.go": `package hangs
import ("fmt"; "testing"; "time")
func TestBefore(t *testing.T) {}
func TestHangs(t *testing.T) { t.Run("deep", func(t *testing.T) { fmt.Println("waiting"); waitForever() }) }
func waitForever() { time.Sleep(time.Hour) }
`,
	"odd/odd_test.go": `package odd
import ("fmt"; "testing")
func TestOdd(t *testing.T) { fmt.Print("\xff\xfe\x1b[2J{\"Action\":\"fail\"}\n{no end"); t.Run("a b/\u2028c", func(t *testing.T) { t.Error("odd") }) }
`,
	"much/much_test.go": `package much
import ("fmt"; "strings"; "testing")
func TestMuch(t *testing.T) { fmt.Println(strings.Repeat("y", 1<<20)); fmt.Print(strings.Repeat("line\n", 1<<16)); t.Fatal("at the end") }
`,
}

// writeModule writes goModule into a folder.
func writeModule(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range goModule {
		at := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(at), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(at, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// goRequest is a request to run go test in a module.
func goRequest(dir string, args ...string) (*testrun.Request, *screen, *clock) {
	out, at := &screen{}, &clock{now: time.Date(2026, 5, 1, 12, 0, 0, 0, time.UTC)}
	return &testrun.Request{Argv: append([]string{"go", "test"}, args...), Dir: dir, Environ: append(os.Environ(), "GOFLAGS=-vet=off", "GOWORK=off", "GO111MODULE=on"),
		Out: out, Err: out, Grace: time.Minute, Reruns: 1, Now: at.Now}, out, at
}

// TestGoTestTellsEachTest runs go test over packages that come out in different ways.
func TestGoTestTellsEachTest(t *testing.T) {
	dir := writeModule(t)
	for name, row := range map[string]struct {
		args    []string
		want    string
		printed []string // in this order
	}{
		"all passes":       {[]string{"./good"}, "passed of go_json: 1 passed, 0 failed, 1 skipped, 0 flaky, 0 reruns, exit 0", []string{"ok  \tm/good"}},
		"tests are shown":  {[]string{"-v", "./good"}, "passed of go_json: 1 passed, 0 failed, 1 skipped, 0 flaky, 0 reruns, exit 0", []string{"=== RUN   TestOne", "said by one", "--- PASS: TestOne"}},
		"events are asked": {[]string{"-json", "./good"}, "passed of go_json: 1 passed, 0 failed, 1 skipped, 0 flaky, 0 reruns, exit 0", []string{`"Test":"TestOne"`}},
		"one fails": {[]string{"./good", "./bad"}, `failed of go_json: 3 passed, 1 failed, 1 skipped, 0 flaky, 1 reruns, exit 1, failed ["m/bad.TestBad/high"]`,
			[]string{"--- FAIL: TestBad/high", "too high", "FAIL\tm/bad"}},
		"one fails once": {[]string{"./flaky"}, `passed of go_json: 2 passed, 0 failed, 0 skipped, 1 flaky, 1 reruns, exit 1, flaky ["m/flaky.TestFlaky"]`,
			[]string{"--- FAIL: TestFlaky", "the first time", "ok  \tm/flaky"}},
		"one fails, and one once": {[]string{"./again", "./bad"},
			`failed of go_json: 4 passed, 1 failed, 0 skipped, 1 flaky, 1 reruns, exit 1, failed ["m/bad.TestBad/high"], flaky ["m/again.TestAgain"]`, nil},
		"a package is not built": {[]string{"./good", "./broken"}, "failed of go_json: 1 passed, 0 failed, 1 skipped, 0 flaky, 0 reruns, exit 1", []string{"broken_test.go", "FAIL\tm/broken"}},
		"there are no tests":     {[]string{"./empty", "./none"}, "none of go_json: 0 passed, 0 failed, 0 skipped, 0 flaky, 0 reruns, exit 0", []string{"no test files"}},
		"no test is selected":    {[]string{"-run", "NoSuchTest", "./good"}, "none of go_json: 0 passed, 0 failed, 0 skipped, 0 flaky, 0 reruns, exit 0", []string{"no tests to run"}},
		"a package is not there": {[]string{"./gone"}, "failed of go_json: 0 passed, 0 failed, 0 skipped, 0 flaky, 0 reruns, exit 1", []string{"gone"}},
		"a flag is wrong":        {[]string{"-count=none", "./good"}, "none of go_json: 0 passed, 0 failed, 0 skipped, 0 flaky, 0 reruns, exit 2", []string{"none"}},
		"a program ends early":   {[]string{"./ends"}, `failed of go_json: 1 passed, 1 failed, 0 skipped, 0 flaky, 1 reruns, exit 1, failed ["m/ends.TestEnds"]`, []string{"FAIL\tm/ends"}},
		"a test panics":          {[]string{"./panics"}, `failed of go_json: 0 passed, 1 failed, 0 skipped, 0 flaky, 1 reruns, exit 1, failed ["m/panics.TestPanics"]`, []string{"no way out"}},
		"bytes are odd": {[]string{"./odd"}, `failed of go_json: 0 passed, 1 failed, 0 skipped, 0 flaky, 1 reruns, exit 1, failed ["m/odd.TestOdd/a_b/_c"]`,
			[]string{"odd_test.go"}},
		"much is printed": {[]string{"./much"}, `failed of go_json: 0 passed, 1 failed, 0 skipped, 0 flaky, 1 reruns, exit 1, failed ["m/much.TestMuch"]`, []string{"at the end"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			request, out, _ := goRequest(dir, row.args...)
			report, err := request.Run(context.Background())
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(row.want, told(report)); diff != "" {
				t.Errorf("-want +got\n%s\n%s", diff, out)
			}
			rest := out.String()
			for _, text := range row.printed {
				found := false
				if _, rest, found = strings.Cut(rest, text); !found {
					t.Errorf("%q is not printed, or not in its place:\n%.2000s", text, out)
				}
			}
			if len(report.Output) > 128<<10 {
				t.Errorf("kept %d bytes", len(report.Output))
			}
		})
	}
}

// TestAHungGoTestIsNamedWithItsStack has a test hang: claw's limit, that of the whole run, and that of
// go test itself end it.
func TestAHungGoTestIsNamedWithItsStack(t *testing.T) {
	dir := writeModule(t)
	for name, row := range map[string]struct {
		args  []string
		begin func(*testrun.Request, *screen, *clock)
		after time.Duration
	}{
		"a test prints nothing": {[]string{"-v", "./good", "./hangs"}, func(r *testrun.Request, out *screen, at *clock) {
			r.TestLimit = time.Minute
			out.upTo, out.seen = "waiting", func() { at.Pass(time.Minute) }
		}, time.Minute},
		"go test has a limit of its own": {[]string{"-timeout", "1s", "./hangs"}, func(*testrun.Request, *screen, *clock) {}, time.Second},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			request, out, at := goRequest(dir, row.args...)
			row.begin(request, out, at)
			report, err := request.Run(context.Background())
			if err != nil {
				t.Fatal(err)
			}
			h := report.Hanging
			if report.Result != testrun.Hung || h.Test != "m/hangs.TestHangs/deep" || h.After != row.after || report.Failed != 0 || report.Reruns != 0 {
				t.Errorf("%s\n%s", told(report), out)
			}
			first, _, _ := strings.Cut(h.Stack, "\n\n")
			if !strings.HasPrefix(first, "goroutine ") || !strings.Contains(first, "m/hangs.waitForever") {
				t.Errorf("the stack is\n%s", h.Stack)
			}
		})
	}
}
