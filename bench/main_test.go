package main

import (
	"context"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/clawable/claw/internal/hometest"
)

// TestMain lets the children of a run play their roles.
func TestMain(m *testing.M) {
	if code, ok := playRole(context.Background(), os.Args[1:]); ok {
		os.Exit(code)
	}
	os.Exit(hometest.In(m).Run())
}

var everyStep = flag.Bool("claw.bench", false, "run every step of the bench, of few events; .ci/campaigns does")

// TestAQuickRunReportsEveryFigure keeps the bench from rotting; it says nothing of speed.
func TestAQuickRunReportsEveryFigure(t *testing.T) {
	if !*everyStep {
		t.Skip("a run of every step; what it measures has tests of its own")
	}
	out := filepath.Join(t.TempDir(), "RESULTS.md")
	if code := run(t.Context(), []string{"-quick", "-events", "2000", "-larger", "4000", "-repo", "..", "-dir", t.TempDir(), "-out", out}); code != 0 {
		t.Fatalf("exit code %d", code)
	}
	text, err := os.ReadFile(out)
	if err != nil {
		t.Fatal(err)
	}
	report := string(text)
	for _, row := range []string{
		"1 writer", "8 writers", "64 writers",
		"rows as SQLite gives them, nothing decoded or verified", "envelopes", "envelopes and data, verified", "with data decoded into its payload",
		"encoding/json into the payload", "json/v2 of go-json-experiment into the payload", "strict check at append, no payload built", "RFC 8785 at append",
		"folds alone, 2,000 events", "with read models, 2,000 events", "with read models, 4,000 events, resident",
		"folds alone, 4,000 ÷ 2,000 events",
		"100 open turns of one session", "100 attempts",
		"start and end alone: claw version, p50", "alone, p50", "alone, p99", "16 at once, p99",
		"recording, p50", "recording, p99", "enforcing, a call that is held back, p50", "recording, with a follower, p99",
		"recording, 16 agents at once, p99", "enforcing, 16 agents at once, p99",
		"claw approval verify, p50", "claw audit who, a part of a rare command, p50", "claw audit who, one command, whole, p50",
		"claw ship scan", "again, nothing new", "claw import --from git of the same", "claw audit ship, p50", "claw audit what COMMIT, p50", "claw audit gaps, p50",
		"p50", "p99", "CPU of a follower to which nothing happens",
		"claude-code, fixtures", "codex, fixtures", "gemini-cli, all that there are", "opencode, all that there are", "openhands, all that there are",
		"a first search that makes the index", "the first search after it, p50", "a rare word, p50", "a word of nearly all messages, p50",
		"read for it from the read model, p50 of a lane", "a report of 50 lanes, made and sealed, CPU time", "the same, 500 ÷ 50 lanes",
		"the fold of 500 pinpoints, p50",
		"a view of 50 lanes, clawhip as html, CPU time", "a view of 50 lanes, ops_audit as json, the same of 500 ÷ this",
		"a delta between two reports of 500 lanes, CPU time", "a JSON Patch between two reports of 500 lanes, CPU time",
		"the outcome of one lane", "the same, at 2,500/s, p99", "the outcomes of many lanes in turn", "a page of 100 rows of the board",
		"append → frame, p99", "an append that returned → frame, p99", "CPU of a frame", "resident memory of the server, after ÷ at a quarter of it",
		"a sink of kind webhook", "a sink of kind clawhip", "a sink of kind cloudevents", "a sink of kind nats", "a sink of kind kafka", "a sink of kind jsonl", "a sink of kind command",
		"1 writer over loopback", "8 writers over loopback", "64 writers over loopback", "append → a subscription in another process, p99", "catch-up over loopback",
		"forwarding, 2,000 events", "memory of the server, 2,000 ÷ a tenth of them",
		"claw board, p50", "claw timeline, p50", "claw usage, p50", "from an append to the screen of claw top, p50",
		"claw log tail -n 1, 2,000 events, p50", "claw status, 4,000 events, p50", "claw lanes, 4,000 ÷ 2,000 events", "claw log append, 4,000 ÷ 2,000 events",
		"bytes on disk ÷ exported lines, 2,000 events", "read models beside the log, 4,000 events", "reading and writing the lines of the export, 4,000 events",
		"bytes of the log for each event, 4,000 ÷ 2,000 events", "bytes of the read models for each event, 4,000 ÷ 2,000 events",
	} {
		if !strings.Contains(report, "\n| "+row+" | ") {
			t.Errorf("no row %q", row)
		}
	}
	for _, part := range []string{"cores", "fdatasync: p50", "SQLite 3.", "A quick run", "## What the figures mean"} {
		if !strings.Contains(report, part) {
			t.Errorf("the report does not say %q", part)
		}
	}
	if t.Failed() {
		t.Log(report)
	}
}

// TestThePublishedReportEndsInTheText holds what was published to the text of today.
func TestThePublishedReportEndsInTheText(t *testing.T) {
	report, err := os.ReadFile("RESULTS.md")
	if err != nil {
		t.Fatal(err)
	}
	if !strings.HasSuffix(string(report), "\n\n"+explained) {
		t.Error("RESULTS.md does not end in explained.md: put it there below the tables, which a run of the bench makes")
	}
}

func TestRatesAndShares(t *testing.T) {
	l := latencies{4, 1, 3, 2}
	for _, c := range []struct {
		share float64
		want  int
	}{{0, 1}, {.5, 3}, {.99, 4}, {1, 4}} {
		if got := l.at(c.share); int(got) != c.want {
			t.Errorf("at %v of 1 to 4: %d, want %d", c.share, got, c.want)
		}
	}
	if got := median([]float64{9, 1, 5}); got != 5 {
		t.Errorf("median %v", got)
	}
	if got := count(1234567); got != "1,234,567" {
		t.Errorf("count %q", got)
	}
}

// TestCopiesHaveIDsOfTheirOwn holds that copies of a recording are other sessions.
func TestCopiesHaveIDsOfTheirOwn(t *testing.T) {
	const id = "019b0254-78dd-7ea3-9224-5ae646e225ea"
	files := inflate([][]byte{[]byte(`{"id":"` + id + `","parent":"` + id + `"}`)}, 200)
	seen := map[string]bool{}
	for _, f := range files {
		first, rest, _ := strings.Cut(string(f), `","parent":"`)
		first = strings.TrimPrefix(first, `{"id":"`)
		if seen[first] || strings.TrimSuffix(rest, `"}`) != first {
			t.Errorf("a copy reads %s", f)
		}
		seen[first] = true
	}
	if len(seen) < 2 || !seen[id] {
		t.Errorf("%d sessions in %d files", len(seen), len(files))
	}
}
