package lookcmd_test

import (
	"encoding/json"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/clawable/claw/cmd/claw/cli/app"
	"github.com/clawable/claw/cmd/claw/cli/clitest"
)

// TestReadersOfAStateFileSeeItWhole writes the file again and again while it is read.
func TestReadersOfAStateFileSeeItWhole(t *testing.T) {
	w := clitest.New(t)
	write := func() { w.Must("state", "write", "--worker", "worker-open") }
	write()
	done := make(chan int)
	stop := make(chan struct{})
	go func() {
		n := 0
		defer func() { done <- n }()
		for ; ; n++ {
			text, err := os.ReadFile(w.Path(".claw/worker-state.json"))
			if err != nil {
				t.Error(err)
			}
			if _, problems := app.ParseState(text); len(problems) > 0 {
				t.Errorf("%q in %s", problems, text)
			}
			select {
			case <-stop:
				return
			default:
			}
		}
	}()
	for range 40 {
		write()
	}
	close(stop)
	if n := <-done; n == 0 {
		t.Error("nobody read")
	}
}

// TestAStateFileIsWhatTheLogSays compares the file with the document, and with what is read of it.
func TestAStateFileIsWhatTheLogSays(t *testing.T) {
	w := clitest.New(t)
	var want, got map[string]any
	for _, one := range []struct {
		verb string
		to   *map[string]any
	}{{"state write --worker worker-open --json", &want}, {"state read --json", &got}} {
		if err := json.Unmarshal([]byte(w.Must(strings.Fields(one.verb)...).Out), one.to); err != nil {
			t.Fatal(err)
		}
	}
	want["written"] = false
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("-written +read\n%s", diff)
	}
	if want["status"] != "spawning" && want["status"] != "running" {
		t.Errorf("the worker is %v", want["status"])
	}
}

// FuzzParseState holds that what is accepted is written and read as the same.
func FuzzParseState(f *testing.F) {
	f.Add([]byte(`{"worker_id":"w","status":"running","is_ready":false,"trust_gate_cleared":true,"prompt_in_flight":true,"last_event":{"seq":4,"kind":"running","status":"running","timestamp":10},"updated_at":10}`))
	f.Add([]byte(`{"status":7}`))
	f.Add([]byte(`{`))
	f.Fuzz(func(t *testing.T, text []byte) {
		s, problems := app.ParseState(text)
		if len(problems) > 0 {
			return
		}
		b, err := json.Marshal(s)
		if err != nil {
			t.Fatal(err)
		}
		again, problems := app.ParseState(b)
		if len(problems) > 0 || fmt.Sprint(again) != fmt.Sprint(s) {
			t.Fatalf("%+v is read as %+v, %q", s, again, problems)
		}
	})
}
