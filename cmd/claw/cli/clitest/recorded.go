package clitest

import (
	"context"
	"flag"
	"os"
	"path/filepath"
	"runtime/debug"
	"sync"
	"time"

	"github.com/clawable/claw/internal/hometest"
)

// Scratch is a folder that exists as long as the tests of a package run: what is made once
// belongs there.
var Scratch string

// Main runs the tests of a package, in a separate home, and exits. It is for TestMain only.
func Main(m hometest.Tests) {
	flag.Parse()
	debug.SetGCPercent(400) // each run of the program makes much garbage and keeps little
	dir, err := os.MkdirTemp("", "claw-world")
	if err == nil {
		dir, err = filepath.EvalSymlinks(dir)
	}
	if err != nil {
		panic(err)
	}
	Scratch = dir
	code := hometest.In(m).Run()
	if err := os.RemoveAll(dir); err != nil {
		panic(err)
	}
	os.Exit(code)
}

// worldFolder is the world's place in the folder that is copied; what a test leaves beside the
// world is in that folder too.
const worldFolder = "world"

// recorded makes the world that others are copies of, once.
var recorded = sync.OnceValue(func() *copies {
	dir := filepath.Join(Scratch, "recorded")
	w := &World{Dir: filepath.Join(dir, worldFolder), Env: map[string]string{"PATH": os.Getenv("PATH")}, Now: func() time.Time { return Now }, Ctx: context.Background()}
	for from, to := range map[string]string{
		"claude-code/session.jsonl":                  "home/.claude/projects/-home-dev/session.jsonl",
		"claude-code/inline.jsonl":                   "home/.claude/projects/-home-dev/inline.jsonl",
		"claude-code/subagent.jsonl":                 "home/.claude/projects/-home-dev/subagent.jsonl",
		"codex/denied-and-interrupted/rollout.jsonl": "home/.codex/sessions/2026/rollout.jsonl",
		"runs/contested-then-settled/log.jsonl":      "run.jsonl",
		"runs/wrong-workspace/log.jsonl":             "mine/log.jsonl",
		"runs/wrong-workspace/want/lanes.json":       "mine/want/lanes.json",
	} {
		b, err := os.ReadFile(InRepository("fixtures/" + from))
		if err != nil {
			panic(err)
		}
		w.File(to, string(b))
	}
	w.DraftFile()
	w.File("prices.json", `{"schema":"claw.prices/1","date":"2026-10-01","sources":["a test"],"providers":[{"id":"p","models":[`+
		`{"id":"m","match":{"contains":"e"},"prices":{"input_mtok":1,"output_mtok":2}}]}]}`)
	w.File("state.json", `{"worker_id":"w","status":"ready_for_prompt","is_ready":true,"trust_gate_cleared":true,"prompt_in_flight":false,`+
		`"last_event":{"seq":4,"kind":"ready_for_prompt","status":"ready_for_prompt","timestamp":1780315200},"updated_at":1780315200,"seconds_since_update":0}`+"\n")
	w.File("theirs/.claw/config.toml", "log = \"../shared.db\"\n")
	w.File("policy.toml", "version = 1\n\n[[rule]]\nid = \"add\"\ndecision = \"allow\"\nargv_shorthand = \"git add:*\"\n")
	w.Must("log", "restore", "run.jsonl")
	w.Must("import", "--yes")
	w.File("whole.jsonl", w.Must("log", "export").Out)
	w.approvals()
	w.Ships()
	w.yard()
	w.reports()
	w.Must("token", "create", Token)
	return newCopies(dir)
})

// DraftFile writes a file with a draft for the log and returns its name.
func (w *World) DraftFile() string {
	w.File("drafts.jsonl", `{"kind":"lane.started","stream":"lane-01KJSESXM0FXE8CX6BVXYZ3Z7R","data":{"purpose":"fix"}}`+"\n")
	return "drafts.jsonl"
}
