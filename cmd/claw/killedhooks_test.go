package main_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"math/rand/v2"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"zombiezen.com/go/sqlite"
	"zombiezen.com/go/sqlite/sqlitex"
)

var hookRounds = flag.Int("claw.hookrounds", 3, "how many rounds of eight agents, whose hooks are killed, the campaign has")

// hookAgents is how many agents run hooks at once, hooksEach how many each runs.
const hookAgents, hooksEach = 8, 8

// hookRound is one round of the campaign.
type hookRound struct {
	t      *testing.T
	home   string
	ended  chan struct{} // a hook has, one way or the other
	killed atomic.Int64
	mu     sync.Mutex
	kept   map[string][]string // by session: the calls whose hook exited 0, in order
}

// TestWhatAHookTookIsInTheLogOnceAndInOrder kills hooks at random moments while the log is
// free, held now and then by another process, or not there yet.
func TestWhatAHookTookIsInTheLogOnceAndInOrder(t *testing.T) {
	seed := rand.Uint64()
	for n := range *hookRounds {
		situation := []string{"free", "held", "not there"}[n%3]
		t.Run(fmt.Sprintf("round %d, the log is %s", n+1, situation), func(t *testing.T) {
			t.Logf("seed %d", seed)
			r := &hookRound{t: t, home: t.TempDir(), ended: make(chan struct{}, hookAgents*hooksEach), kept: map[string][]string{}}
			if situation != "not there" {
				r.must("init", "--user")
			}
			var all sync.WaitGroup
			for agent := range hookAgents {
				all.Go(func() { r.work(fmt.Sprintf("s%d", agent), rand.New(rand.NewPCG(seed, uint64(n*hookAgents+agent)))) })
			}
			if situation == "held" {
				all.Go(r.hold)
			}
			all.Wait()
			r.must("init", "--user")
			r.judge()
		})
	}
}

// work runs the hooks of one agent, one after the other; every second one is killed.
func (r *hookRound) work(session string, random *rand.Rand) {
	for n := range hooksEach {
		call := fmt.Sprintf("%s-%d", session, n)
		cmd := claw(r.t, r.home, "hook", "claude-code")
		cmd.Stdin = strings.NewReader(`{"session_id":"` + session + `","hook_event_name":"PreToolUse","tool_name":"Bash","tool_use_id":"` + call + `","tool_input":{}}`)
		var said bytes.Buffer
		cmd.Stdout, cmd.Stderr = &said, &said
		if err := cmd.Start(); err != nil {
			r.t.Error(err)
			return
		}
		if random.IntN(2) == 0 {
			time.AfterFunc(time.Duration(random.IntN(80))*time.Millisecond, func() { _ = cmd.Process.Kill() })
		}
		err := cmd.Wait()
		var exit *exec.ExitError
		switch {
		case err == nil && said.Len() == 0:
			r.mu.Lock()
			r.kept[session] = append(r.kept[session], call)
			r.mu.Unlock()
		case errors.As(err, &exit) && said.Len() == 0:
			r.killed.Add(1)
		default:
			r.t.Errorf("%s: %v, %q", call, err, said.String())
		}
		r.ended <- struct{}{}
	}
}

// hold writes to the log for as long as it takes four hooks to end, leaves it to them for
// as long, and so on.
func (r *hookRound) hold() {
	conn, err := sqlite.OpenConn(filepath.Join(r.home, "claw", "log.db"), sqlite.OpenReadWrite)
	if err != nil {
		r.t.Error(err)
		return
	}
	conn.SetBlockOnBusy()
	held := false
	for n := range hookAgents * hooksEach {
		if n%4 == 0 {
			held = !held
			if err := sqlitex.ExecuteTransient(conn, map[bool]string{true: "BEGIN IMMEDIATE", false: "ROLLBACK"}[held], nil); err != nil {
				r.t.Error(err)
			}
		}
		<-r.ended
	}
	if err := conn.Close(); err != nil {
		r.t.Error(err)
	}
}

// judge holds the log to what the hooks said.
func (r *hookRound) judge() {
	calls := map[string][]string{}
	for range 2 { // read again, nothing has been added
		clear(calls)
		for line := range strings.Lines(r.must("log", "read")) {
			var e struct {
				Emitter string
				Subject struct{ Item string }
			}
			if err := json.Unmarshal([]byte(line), &e); err != nil {
				r.t.Fatal(err)
			}
			if session, ok := strings.CutPrefix(e.Emitter, "hook/claude-code/"); ok {
				calls[session] = append(calls[session], e.Subject.Item)
			}
		}
		for session, kept := range r.kept {
			got := calls[session]
			if !slices.IsSorted(got) || len(slices.Compact(slices.Clone(got))) != len(got) {
				r.t.Errorf("%s: the log holds %v", session, got)
			}
			if got = slices.DeleteFunc(slices.Clone(got), func(call string) bool { return !slices.Contains(kept, call) }); !slices.Equal(kept, got) {
				r.t.Errorf("%s: kept %v, the log holds %v of them", session, kept, got)
			}
		}
	}
	r.t.Logf("%d hooks of %d were killed", r.killed.Load(), hookAgents*hooksEach)
	if r.killed.Load() == 0 {
		r.t.Error("no hook was killed")
	}
}

func (r *hookRound) must(args ...string) string {
	r.t.Helper()
	out, err := claw(r.t, r.home, args...).Output()
	if err != nil {
		r.t.Fatalf("claw %v: %v\n%s", args, err, out)
	}
	return string(out)
}
