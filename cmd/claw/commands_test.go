package main_test

import (
	"bytes"
	"compress/gzip"
	"context"
	"encoding/json"
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/klauspost/compress/zstd"
	"github.com/rogpeppe/go-internal/testscript"
	"zombiezen.com/go/sqlite"
	"zombiezen.com/go/sqlite/sqlitex"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/eventlog"
	"github.com/clawable/claw/eventlog/engine"
	"github.com/clawable/claw/schemas/schematest"
)

// exits runs a program that must end with a code: exits CODE PROGRAM ARGS...
func exits(ts *testscript.TestScript, _ bool, args []string) {
	want, err := strconv.Atoi(args[0])
	ts.Check(err)
	got := 0
	var exit *exec.ExitError
	if err := ts.Exec(args[1], args[2:]...); errors.As(err, &exit) {
		got = exit.ExitCode()
	} else {
		ts.Check(err)
	}
	if got != want {
		ts.Fatalf("exit %d, want %d", got, want)
	}
	ts.Setenv("EXIT", args[0])
}

// capture keeps what a group of a pattern matches in the output: capture NAME PATTERN
func capture(ts *testscript.TestScript, _ bool, args []string) {
	found := regexp.MustCompile("(?m)" + args[1]).FindStringSubmatch(ts.ReadFile("stdout"))
	if len(found) < 2 {
		ts.Fatalf("the output does not match %s", args[1])
	}
	ts.Setenv(args[0], found[1])
}

// document holds the output to be exactly one document of a kind, as its schema has it: document KIND
func document(ts *testscript.TestScript, _ bool, args []string) {
	var d struct {
		Kind     string `json:"kind"`
		Version  int    `json:"schema_version"`
		Warnings []any  `json:"warnings"`
	}
	ts.Check(json.Unmarshal([]byte(ts.ReadFile("stdout")), &d))
	if d.Kind != args[0] || d.Version != 1 || d.Warnings == nil {
		ts.Fatalf("kind %q, schema_version %d, warnings %v", d.Kind, d.Version, d.Warnings)
	}
	ts.Check(schematest.Check([]byte(ts.ReadFile("stdout"))))
	if text := ts.ReadFile("stderr"); text != "" {
		ts.Fatalf("under JSON the error stream holds %q", text)
	}
}

// madeByStories matches ids that differ from run to run.
var madeByStories = regexp.MustCompile(`\b(approval|log|report)-[0-9A-Z]{26}`)

// refusal compares the error document that ends the output, and the exit code of
// the last exits, with fixtures/errors/NAME.json: refusal NAME
func refusal(ts *testscript.TestScript, _ bool, args []string) {
	out := ts.ReadFile("stdout")
	if start := strings.LastIndex(out, `{"type":"error"`); start >= 0 {
		out, _, _ = strings.Cut(out[start:], "\n") // the last line of a stream
	}
	if text := ts.ReadFile("stderr"); text != "" {
		ts.Fatalf("under JSON the error stream holds %q", text)
	}
	exit, err := strconv.Atoi(ts.Getenv("EXIT"))
	ts.Check(err)
	out = strings.ReplaceAll(out, ts.Getenv("WORK"), "$WORK")
	if pid := ts.Getenv("PID"); pid != "" { // of the follower
		out = strings.ReplaceAll(out, pid, "4242")
	}
	var document any
	out = madeByStories.ReplaceAllString(out, "$1-$$ID")
	ts.Check(json.Unmarshal([]byte(out), &document))
	got, err := json.MarshalIndent(map[string]any{"document": document, "exit": exit}, "", "  ")
	ts.Check(err)
	got = append(got, '\n')
	file := filepath.Join(ts.Getenv("FIXTURES"), "errors", args[0]+".json")
	if *update {
		ts.Check(os.WriteFile(file, got, 0o644))
		return
	}
	want, err := os.ReadFile(file)
	ts.Check(err)
	if diff := cmp.Diff(string(want), string(got)); diff != "" {
		ts.Fatalf("%s (-want +got)\n%s", file, diff)
	}
}

// recorded puts the recordings of the fixtures where the agents keep theirs.
func recorded(ts *testscript.TestScript, _ bool, _ []string) {
	for to, from := range map[string]string{
		".claude/projects/-home-dev/session.jsonl":  "claude-code/session.jsonl",
		".claude/projects/-home-dev/inline.jsonl":   "claude-code/inline.jsonl",
		".claude/projects/-home-dev/subagent.jsonl": "claude-code/subagent.jsonl",
		".codex/sessions/2026/rollout.jsonl":        "codex/denied-and-interrupted/rollout.jsonl",
	} {
		b, err := os.ReadFile(filepath.Join(ts.Getenv("FIXTURES"), filepath.FromSlash(from)))
		ts.Check(err)
		file := filepath.Join(ts.Getenv("HOME"), filepath.FromSlash(to))
		ts.Check(os.MkdirAll(filepath.Dir(file), 0o755))
		ts.Check(os.WriteFile(file, b, 0o644))
	}
}

// head copies the first lines of a file: head N FROM TO
func head(ts *testscript.TestScript, _ bool, args []string) {
	n, err := strconv.Atoi(args[0])
	ts.Check(err)
	lines := strings.SplitAfter(ts.ReadFile(args[1]), "\n")
	ts.Check(os.WriteFile(ts.MkAbs(args[2]), []byte(strings.Join(lines[:n], "")), 0o644))
}

// newer marks a log as written by a later claw: newer FILE
func newer(ts *testscript.TestScript, _ bool, args []string) {
	conn, err := sqlite.OpenConn(ts.MkAbs(args[0]), sqlite.OpenReadWrite)
	ts.Check(err)
	ts.Check(errors.Join(sqlitex.ExecuteTransient(conn, "PRAGMA user_version = 1000", nil), conn.Close()))
}

// foreign makes an SQLite database of another application: foreign FILE
func foreign(ts *testscript.TestScript, _ bool, args []string) {
	conn, err := sqlite.OpenConn(ts.MkAbs(args[0]), sqlite.OpenReadWrite|sqlite.OpenCreate)
	ts.Check(err)
	ts.Check(errors.Join(sqlitex.ExecuteScript(conn, "CREATE TABLE notes (text); INSERT INTO notes VALUES ('theirs');", nil), conn.Close()))
}

// spoil changes what an SQLite database of claw holds: spoil FILE STATEMENT
func spoil(ts *testscript.TestScript, _ bool, args []string) {
	conn, err := sqlite.OpenConn(ts.MkAbs(args[0]), sqlite.OpenReadWrite)
	ts.Check(err)
	ts.Check(errors.Join(sqlitex.ExecuteTransient(conn, args[1], nil), conn.Close()))
}

// flip changes one bit of the one place where a file holds a text: flip FILE TEXT
func flip(ts *testscript.TestScript, _ bool, args []string) {
	file := ts.MkAbs(args[0])
	b, err := os.ReadFile(file)
	ts.Check(err)
	if n := bytes.Count(b, []byte(args[1])); n != 1 {
		ts.Fatalf("%s holds %q %d times", file, args[1], n)
	}
	b[bytes.Index(b, []byte(args[1]))] ^= 1
	ts.Check(os.WriteFile(file, b, 0o644))
}

// pack compresses a file: pack zstd|gzip FROM TO
func pack(ts *testscript.TestScript, _ bool, args []string) {
	var packed bytes.Buffer
	var w io.WriteCloser = gzip.NewWriter(&packed)
	if args[0] == "zstd" {
		var err error
		w, err = zstd.NewWriter(&packed)
		ts.Check(err)
	}
	_, err := io.WriteString(w, ts.ReadFile(args[1]))
	ts.Check(errors.Join(err, w.Close(), os.WriteFile(ts.MkAbs(args[2]), packed.Bytes(), 0o644)))
}

// tear cuts the end of a file off: tear BYTES FILE
func tear(ts *testscript.TestScript, _ bool, args []string) {
	n, err := strconv.Atoi(args[0])
	ts.Check(err)
	file := ts.MkAbs(args[1])
	info, err := os.Stat(file)
	ts.Check(err)
	ts.Check(os.Truncate(file, info.Size()-int64(n)))
}

// join writes texts and files after each other, \xNN in a text being a byte: join TO TEXT|@FILE...
func join(ts *testscript.TestScript, _ bool, args []string) {
	var all []byte
	for _, arg := range args[1:] {
		if file, ok := strings.CutPrefix(arg, "@"); ok {
			all = append(all, ts.ReadFile(file)...)
			continue
		}
		text, err := strconv.Unquote(`"` + arg + `"`)
		ts.Check(err)
		all = append(all, text...)
	}
	ts.Check(os.WriteFile(ts.MkAbs(args[0]), all, 0o644))
}

// holds holds a folder to have a file with these bytes, or with ! to have none: [!] holds FOLDER TEXT
func holds(ts *testscript.TestScript, neg bool, args []string) {
	found := ""
	ts.Check(filepath.WalkDir(ts.MkAbs(args[0]), func(name string, d os.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		b, err := os.ReadFile(name)
		if bytes.Contains(b, []byte(args[1])) {
			found = name
		}
		return err
	}))
	if (found == "") != neg {
		ts.Fatalf("%q stands in %q", args[1], found)
	}
}

// ahead appends to a log by a clock that is ahead: ahead FILE DURATION
func ahead(ts *testscript.TestScript, _ bool, args []string) {
	by, err := time.ParseDuration(args[1])
	ts.Check(err)
	ctx := context.Background()
	log, err := engine.Open(ctx, "sqlite:"+ts.MkAbs(args[0]), engine.Options{Now: func() time.Time { return time.Now().Add(by) }})
	ts.Check(err)
	at := domain.At(time.Now())
	session := domain.MakeSessionID("claude-code", "ahead")
	draft := domain.Draft{ID: domain.EventID(domain.Derive(at.Time(), "ahead")), Kind: domain.SessionCleared{}.Kind(), Version: 1, Stream: session.Stream(),
		ObservedAt: at, Emitter: "test", Source: domain.Source{Kind: domain.SourceTest}, Data: []byte("{}")}
	_, err = log.Append(ctx, draft.Stream, eventlog.Any, []domain.Draft{draft})
	ts.Check(errors.Join(err, log.Close()))
}
