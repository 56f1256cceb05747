package testrun_test

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/oklog/ulid/v2"

	"github.com/clawable/claw/commands/commandtest"
	"github.com/clawable/claw/commands/record"
	"github.com/clawable/claw/commands/testrun"
	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/eventlog"
	"github.com/clawable/claw/eventlog/memlog"
	"github.com/clawable/claw/producers"
	"github.com/clawable/claw/producers/witness"
)

// counted makes ids that count up from a number.
func counted(from byte) func() ulid.ULID {
	return func() ulid.ULID {
		from++
		var id ulid.ULID
		id[14], id[15] = 1, from
		return id
	}
}

// TestARunIsRecordedAsTheWordOfWhoRanIt records runs by operators of each standing, and reads what
// the log holds: the result as a fact of the lane, and names, output and stack apart from it.
func TestARunIsRecordedAsTheWordOfWhoRanIt(t *testing.T) {
	code := 1
	lane := &testrun.Lane{ID: domain.LaneID(ulid.ULID{15: 9}.String()), Last: []domain.EventID{{15: 7}}}
	for name, row := range map[string]struct {
		report   testrun.Report
		standing record.Standing
		content  producers.Content
		want     []string
	}{
		"a pass at a terminal": {testrun.Report{Result: testrun.Passed, Passed: 3, Flaky: 1, FlakyTests: []string{"m.TestFlaky"}, Output: "ok\n"}, record.StandingTerminal, "",
			[]string{`test.passed operator:terminal medium {"commit":"def","duration_ms":1500,"flaky":1,"level":"workspace","passed":3,"runner":"go test","tree":"abc"}`,
				`tool.requested claw-test medium {"input":{"command":["go","test"],"cwd":"/w"},"name":"test"}`,
				`tool.completed claw-test medium {"duration_ms":1500,"name":"test","output":"ok\n","result":{"flaky_tests":["m.TestFlaky"]}}`}},
		"a failure inside an agent's session": {testrun.Report{Result: testrun.Failed, Passed: 1, Failed: 1, FailedTests: []string{"m.TestBad"}, Output: "\xff", ExitCode: &code},
			record.StandingAgent, "",
			[]string{`test.failed operator:agent low {"commit":"def","duration_ms":1500,"failed":1,"level":"workspace","passed":1,"runner":"go test","tree":"abc"}`,
				`tool.requested claw-test low {"input":{"command":["go","test"],"cwd":"/w"},"name":"test"}`,
				`tool.failed claw-test low {"duration_ms":1500,"error_kind":"exit_code","exit_code":1,"name":"test","output":"` + "\uFFFD" + `","result":{"failed_tests":["m.TestBad"]}}`}},
		"a hang without a terminal, and no content": {testrun.Report{Result: testrun.Hung, Hanging: &testrun.Hang{Test: "m.TestHangs", After: time.Minute, Stack: "goroutine 1"}},
			record.StandingUnattended, producers.ContentNone,
			[]string{`test.hung operator:unattended low {"commit":"def","elapsed_ms":1500,"level":"workspace","runner":"go test","tree":"abc"}`,
				`tool.requested claw-test low {"input":{"cut":{"bytes":36,"head":"","tail":""}},"name":"test","raw":true}`,
				`tool.timed_out claw-test low {"duration_ms":1500,"name":"test","raw":true,"result":{"cut":{"bytes":49,"head":"","tail":""}},"timeout_ms":60000}`}},
	} {
		t.Run(name, func(t *testing.T) {
			log, err := memlog.Open(memlog.Options{})
			if err != nil {
				t.Fatal(err)
			}
			row.report.How, row.report.Took = witness.Test{Runner: "go test", Level: domain.GreenWorkspace}, 1500*time.Millisecond
			r := testrun.Recording{Report: &row.report, Lane: lane, Seen: domain.TestSeen{Tree: "abc"}, Commit: "def", Argv: []string{"go", "test"}, Dir: "/w", User: "ada",
				Run: "run", NewID: counted(0)}
			recorder := record.NewRecorder(log, commandtest.Scrubber, row.standing.Trust()).Storing(row.content)
			decided, err := r.Record(context.Background(), commandtest.Operator(log).As(row.standing), recorder)
			if err != nil {
				t.Fatal(err)
			}
			var got []string
			for _, e := range commandtest.Events(t, log, eventlog.Query{}) {
				if e.Kind == domain.KindLogOpened {
					continue
				}
				got = append(got, fmt.Sprintf("%s %s %s %s", e.Kind, e.Source.Channel, e.Source.Trust, e.Data))
				if e.ID == decided.Event && !cmp.Equal(e.Causes, lane.Last) {
					t.Errorf("the result follows %v, not what the lane did last", e.Causes)
				}
			}
			if diff := cmp.Diff(row.want, got); diff != "" {
				t.Errorf("-want +got\n%s", diff)
			}
		})
	}
}

// TestTestFilesOfALaneAreMarked lists test files, and which of them the lane wrote.
func TestTestFilesOfALaneAreMarked(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{"a_test.go", "a.go", "sub/b_test.go", "sub/test_c.py", "vendor/v_test.go", ".git/g_test.go"} {
		at := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(at), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(at, []byte(name), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	ctx := context.Background()
	files, err := testrun.FilesBelow(ctx, dir)
	if err != nil {
		t.Fatal(err)
	}
	tests, names, err := testrun.TestFiles(ctx, domain.Path(dir), "go test", append(files, "gone_test.go"))
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]string{"a_test.go", "sub/b_test.go"}, names); diff != "" {
		t.Errorf("-want +got\n%s", diff)
	}
	before := tests.Digest
	l := &testrun.Lane{MayWrite: true, Wrote: map[domain.Path]bool{domain.Path(filepath.ToSlash(filepath.Join(dir, "a_test.go"))): true, "./sub/b_test.go": true, "a.go": true}}
	l.Mark(tests, domain.Path(dir), names)
	tests.Digest = domain.Digest{}
	want, err := json.Marshal(&domain.TestFiles{Count: 2, LaneWrote: 2, Wrote: []domain.Path{"a_test.go", "sub/b_test.go"}, MayWrite: true})
	if err != nil {
		t.Fatal(err)
	}
	got, err := json.Marshal(tests)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), string(got)); diff != "" {
		t.Errorf("-want +got\n%s", diff)
	}
	if err := os.WriteFile(filepath.Join(dir, "a_test.go"), []byte("weaker"), 0o644); err != nil {
		t.Fatal(err)
	}
	after, _, err := testrun.TestFiles(ctx, domain.Path(dir), "go test", files)
	if err != nil || after.Digest == before {
		t.Errorf("a test file that changed has the digest of before: %v", err)
	}
}
