package testrun_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/clawable/claw/commands/testrun"
	"github.com/clawable/claw/domain"
)

// asProgram is the variable by which this program runs as one of programs.
const asProgram = "TESTRUN_PROGRAM"

// programs are what tests run: each ends with an exit code.
var programs = map[string]func() int{
	"passes": func() int { return 0 },
	"fails":  func() int { return 3 },
	"a shell that finds no program": func() int {
		return 127
	},
	"TAP that passes": func() int { fmt.Print("1..3\nok 1 - a\nok 2 - b # SKIP no network\nok 3 # todo\n"); return 0 },
	"TAP that fails":  func() int { fmt.Print("1..2\nok 1 - a\nnot ok 2 - of b # time=1ms\n"); return 0 },
	"TAP that lacks a test": func() int {
		fmt.Print("1..2\nok 1 - a\n")
		return 1
	},
	"fails once": func() int {
		if _, err := os.Stat("ran"); err == nil {
			return 0
		}
		_ = os.WriteFile("ran", nil, 0o644)
		return 1
	},
	"TAP of which one test fails once": func() int {
		word := "not ok"
		if _, err := os.Stat("ran"); err == nil {
			word = "ok"
		}
		_ = os.WriteFile("ran", nil, 0o644)
		fmt.Printf("1..3\n%s 1 - sometimes\nnot ok 2 - never\nok 3 - always\n", word)
		return 1
	},
	"prints much": func() int {
		_, _ = io.Copy(os.Stdout, strings.NewReader(strings.Repeat("all work and no play\n", 1<<17)+"1..1\nok 1 - a\n"))
		return 0
	},
	"prints a line without end": func() int {
		_, _ = io.Copy(os.Stdout, strings.NewReader(strings.Repeat("x", 5<<20)))
		return 0
	},
	"prints odd bytes": func() int {
		fmt.Print("\xff\xfe\x00\r\x1b[2J1..1\n1..1\nnot ok 1 - \xffa\n")
		return 1
	},
	"writes a report": func() int { return report(`<testcase name="a"/><testcase name="b"><skipped/></testcase>`, 0) },
	"writes a report of a failure": func() int {
		return report(`<testcase classname="c" name="a"><failure/></testcase><testcase name="b"/>`, 0)
	},
	"writes a report and fails": func() int { return report(`<testcase name="a"/>`, 1) },
	"writes no whole report": func() int {
		_ = os.WriteFile("new.xml", []byte("<testsuite><testcase"), 0o644)
		return 0
	},
	"hangs": func() int { fmt.Println("waiting"); time.Sleep(time.Hour); return 0 },
}

// report writes JUnit XML.
func report(cases string, code int) int {
	_ = os.WriteFile("new.xml", []byte("<testsuite>"+cases+"</testsuite>"), 0o644)
	return code
}

func TestMain(m *testing.M) {
	if program, ok := programs[os.Getenv(asProgram)]; ok {
		os.Exit(program())
	}
	os.Exit(m.Run())
}

// clock is a time that passes when a test says so. Safe for concurrent use.
type clock struct {
	mu  sync.Mutex
	now time.Time
}

func (c *clock) Now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.now
}

func (c *clock) Pass(d time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.now = c.now.Add(d)
}

// screen is what a run prints; seen is called once, when it holds a text.
type screen struct {
	mu   sync.Mutex
	text bytes.Buffer
	upTo string
	seen func()
}

func (s *screen) Write(p []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.text.Write(p)
	if s.seen != nil && strings.Contains(s.text.String(), s.upTo) {
		s.seen()
		s.seen = nil
	}
	return len(p), nil
}

func (s *screen) String() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.text.String()
}

// requestOf is a request to run one of programs in a separate folder.
func requestOf(t *testing.T, program string) (*testrun.Request, *screen) {
	t.Helper()
	if _, ok := programs[program]; !ok {
		t.Fatalf("no program %q", program)
	}
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "old.xml"), []byte(`<testsuite><testcase name="old"><failure/></testcase></testsuite>`), 0o644); err != nil {
		t.Fatal(err)
	}
	out := &screen{}
	at := &clock{now: time.Date(2026, 5, 1, 12, 0, 0, 0, time.UTC)}
	return &testrun.Request{Argv: []string{os.Args[0]}, Dir: dir, Environ: append(os.Environ(), asProgram+"="+program),
		Out: out, Err: out, Grace: time.Minute, Reruns: 1, Now: at.Now}, out
}

// told is a report in a line.
func told(r *testrun.Report) string {
	text := fmt.Sprintf("%s of %s: %d passed, %d failed, %d skipped, %d flaky, %d reruns", r.Result, r.Format, r.Passed, r.Failed, r.Skipped, r.Flaky, r.Reruns)
	if r.ExitCode != nil {
		text += fmt.Sprintf(", exit %d", *r.ExitCode)
	}
	for _, list := range []struct {
		word  string
		names []string
	}{{"failed", r.FailedTests}, {"flaky", r.FlakyTests}} {
		if len(list.names) > 0 {
			text += fmt.Sprintf(", %s %q", list.word, list.names)
		}
	}
	if r.Hanging != nil {
		text += fmt.Sprintf(", hung %q after %s", r.Hanging.Test, r.Hanging.After)
	}
	return text
}

// TestAProgramTellsHowItsTestsCameOut runs programs of a project.
func TestAProgramTellsHowItsTestsCameOut(t *testing.T) {
	for program, row := range map[string]struct{ junit, want string }{
		"passes":                        {"", "passed of exit_code: 0 passed, 0 failed, 0 skipped, 0 flaky, 0 reruns, exit 0"},
		"fails":                         {"", "failed of exit_code: 0 passed, 0 failed, 0 skipped, 0 flaky, 1 reruns, exit 3"},
		"a shell that finds no program": {"", "none of exit_code: 0 passed, 0 failed, 0 skipped, 0 flaky, 0 reruns, exit 127"},
		"TAP that passes":               {"", "passed of tap: 1 passed, 0 failed, 2 skipped, 0 flaky, 0 reruns, exit 0"},
		"TAP that fails":                {"", `failed of tap: 1 passed, 1 failed, 0 skipped, 0 flaky, 1 reruns, exit 0, failed ["of b"]`},
		"TAP that lacks a test":         {"", "failed of exit_code: 0 passed, 0 failed, 0 skipped, 0 flaky, 1 reruns, exit 1"},
		"fails once":                    {"", "passed of exit_code: 0 passed, 0 failed, 0 skipped, 1 flaky, 1 reruns, exit 1"},
		"TAP of which one test fails once": {"",
			`failed of tap: 2 passed, 1 failed, 0 skipped, 1 flaky, 1 reruns, exit 1, failed ["never"], flaky ["sometimes"]`},
		"prints much":                  {"", "passed of tap: 1 passed, 0 failed, 0 skipped, 0 flaky, 0 reruns, exit 0"},
		"prints a line without end":    {"", "passed of exit_code: 0 passed, 0 failed, 0 skipped, 0 flaky, 0 reruns, exit 0"},
		"prints odd bytes":             {"", `failed of tap: 0 passed, 1 failed, 0 skipped, 0 flaky, 1 reruns, exit 1, failed ["\xffa"]`},
		"writes a report":              {"*.xml", "passed of junit: 1 passed, 0 failed, 1 skipped, 0 flaky, 0 reruns, exit 0"},
		"writes a report of a failure": {"*.xml", `failed of junit: 1 passed, 1 failed, 0 skipped, 0 flaky, 1 reruns, exit 0, failed ["c.a"]`},
		"writes a report and fails":    {"*.xml", "failed of junit: 1 passed, 0 failed, 0 skipped, 0 flaky, 1 reruns, exit 1"},
	} {
		t.Run(program, func(t *testing.T) {
			t.Parallel()
			request, out := requestOf(t, program)
			request.JUnit = row.junit
			report, err := request.Run(context.Background())
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(row.want, told(report)); diff != "" {
				t.Errorf("-want +got\n%s", diff)
			}
			if len(report.Output) > 128<<10 || !strings.HasSuffix(out.String(), report.Output) {
				t.Errorf("kept %d bytes of %d, which are not the last", len(report.Output), len(out.String()))
			}
		})
	}
}

// TestWhatFailsWithoutAReportStaysRed requests a report from programs that write none.
// TestNobodySawAtWhichLevelAProgramTests: neither its name nor its exit status shows the level, nor a report
// that it prints. A level that the person states is the person's claim.
func TestNobodySawAtWhichLevelAProgramTests(t *testing.T) {
	for program, level := range map[string]domain.GreenLevel{"passes": "", "TAP that passes": "", "prints odd bytes": "", "fails": domain.GreenWorkspace} {
		r, _ := requestOf(t, program)
		r.Level = level
		report, err := r.Run(context.Background())
		if err != nil {
			t.Fatal(err)
		}
		if how := report.How; how.Level != level || how.Runner != "command" || how.Scope == "" {
			t.Errorf("%s: recorded as %+v, want the level %q", program, how, level)
		}
	}
}

func TestWhatFailsWithoutAReportStaysRed(t *testing.T) {
	request, _ := requestOf(t, "fails")
	request.JUnit, request.Reruns = "*.xml", 0
	report, err := request.Run(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff("failed of exit_code: 0 passed, 0 failed, 0 skipped, 0 flaky, 0 reruns, exit 3", told(report)); diff != "" {
		t.Errorf("-want +got\n%s", diff)
	}
}

// TestWhatCannotRunIsAnError runs what does not start, and what does not report as it should.
func TestWhatCannotRunIsAnError(t *testing.T) {
	for name, row := range map[string]struct {
		program string
		change  func(*testrun.Request)
		kind    domain.ErrorKind
	}{
		"a program that there is not": {"passes", func(r *testrun.Request) { r.Argv = []string{"no-such-program", "-x"} }, domain.ErrNotFound},
		"a file that is no program":   {"passes", func(r *testrun.Request) { r.Argv = []string{filepath.Join(r.Dir, "old.xml")} }, domain.ErrRuntime},
		"a folder that there is not":  {"passes", func(r *testrun.Request) { r.Dir = filepath.Join(r.Dir, "gone") }, domain.ErrNotFound},
		"a pattern that is none":      {"passes", func(r *testrun.Request) { r.JUnit = "[" }, domain.ErrUsage},
		"a report that is not there":  {"passes", func(r *testrun.Request) { r.JUnit = "*.xml" }, domain.ErrNotFound},
		"a report that is cut off":    {"writes no whole report", func(r *testrun.Request) { r.JUnit = "*.xml" }, domain.ErrParse},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			request, _ := requestOf(t, row.program)
			row.change(request)
			report, err := request.Run(context.Background())
			var e *domain.Error
			if !errors.As(err, &e) || report != nil {
				t.Fatalf("%v, %v", report, err)
			}
			if e.Kind != row.kind || e.Operation == "" || e.Target == "" || e.Hint == "" && e.Next.IsZero() {
				t.Errorf("%+v, want kind %s", e, row.kind)
			}
		})
	}
}

// TestARunThatTakesTooLongHangs ends a program that never ends: after the limit of the run, and after
// that of an output.
func TestARunThatTakesTooLongHangs(t *testing.T) {
	t.Run("the run", func(t *testing.T) {
		t.Parallel()
		request, _ := requestOf(t, "hangs")
		request.Limit = 10 * time.Millisecond
		report, err := request.Run(context.Background())
		if err != nil {
			t.Fatal(err)
		}
		if report.Result != testrun.Hung || report.Hanging.After != request.Limit || report.Reruns != 0 {
			t.Error(told(report))
		}
	})
	t.Run("without an output", func(t *testing.T) {
		t.Parallel()
		request, out := requestOf(t, "hangs")
		at := &clock{now: time.Date(2026, 5, 1, 12, 0, 0, 0, time.UTC)}
		request.Now, request.TestLimit = at.Now, time.Minute
		out.upTo, out.seen = "waiting", func() { at.Pass(time.Minute) }
		report, err := request.Run(context.Background())
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(`hung of exit_code: 0 passed, 0 failed, 0 skipped, 0 flaky, 0 reruns, hung "" after 1m0s`, strings.Replace(told(report), ", exit 2", "", 1)); diff != "" {
			t.Errorf("-want +got\n%s", diff)
		}
	})
}
