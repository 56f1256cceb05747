package sinkcmd_test

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/clawable/claw/cmd/claw/cli/clitest"
	projectorcmd "github.com/clawable/claw/cmd/claw/cli/projector"
	"github.com/clawable/claw/cmd/projector/serve"
	sinkcmd "github.com/clawable/claw/cmd/projector/sink"
)

// served runs projector serve until it answers, and returns its first line and what it prints after that.
func served(t *testing.T, w *clitest.World, args ...string) (first serve.Serving, lines *bufio.Reader, end func() int) {
	t.Helper()
	run := command(t, w, append([]string{"serve", "--json", "--address", "127.0.0.1:0", "--log", w.Log()}, args...)...)
	out, err := run.StdoutPipe()
	if err == nil {
		err = run.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = run.Process.Kill() })
	lines = bufio.NewReader(out)
	line, err := lines.ReadBytes('\n')
	if err == nil {
		err = json.Unmarshal(line, &first)
	}
	if err != nil {
		t.Fatalf("%v: %s", err, line)
	}
	return first, lines, func() int {
		if err := run.Process.Signal(os.Interrupt); err != nil {
			t.Fatal(err)
		}
		_, _ = io.Copy(io.Discard, lines)
		_ = run.Wait() // the exit code says it
		return run.ProcessState.ExitCode()
	}
}

// TestAServerRunsTheSinksWhenItIsToldTo starts a server with and without --sinks: with it each outcome is
// delivered, and ends with it; without it the first line names the sinks and what runs them.
func TestAServerRunsTheSinksWhenItIsToldTo(t *testing.T) {
	w := clitest.New(t)
	r := receiving(t, func(int, delivery) int { return http.StatusNoContent })
	settings(w, fmt.Sprintf("[[sink]]\nname = 'hook'\nkind = 'webhook'\nurl = '%s'\nfrom = 'start'\n", r.URL))

	first, _, end := served(t, w)
	if diff := cmp.Diff([]string{"sink [hook] false projector sink run"}, besides(first)); diff != "" {
		t.Errorf("without --sinks (-want +got)\n%s", diff)
	}
	if code := end(); code != 0 || len(r.told()) > 0 {
		t.Errorf("without --sinks: exit %d, %d deliveries", code, len(r.told()))
	}

	first, lines, end := served(t, w, "--sinks")
	if diff := cmp.Diff([]string{"sink [hook] true projector sink run"}, besides(first)); diff != "" {
		t.Errorf("with --sinks (-want +got)\n%s", diff)
	}
	for line := ""; !strings.Contains(line, `"state":"current"`); {
		var err error
		if line, err = lines.ReadString('\n'); err != nil {
			t.Fatal(err)
		}
	}
	if code := end(); code != 0 {
		t.Errorf("with --sinks: exit %d", code)
	}
	last, twice := lastOf(t, "the receiver", r.told())
	if diff := cmp.Diff(stands(t, w), last); diff != "" || twice > 0 {
		t.Errorf("%d twice (-log +receiver)\n%s", twice, diff)
	}
	if now := must(t, w, "sink", "list", "--json", "--log", w.Log()); !strings.Contains(now, `"state": "stopped"`) {
		t.Errorf("the sink did not end with the server\n%s", now)
	}
}

// besides are what a server says of the tables of the settings.
func besides(s serve.Serving) (all []string) {
	for _, b := range s.Beside {
		all = append(all, fmt.Sprint(b.Table, " ", b.Names, " ", b.Here, " ", b.Verb))
	}
	return all
}

// TestAServerThatCanRunNoSinkDoesNotBegin starts servers whose --sinks has nothing to run.
func TestAServerThatCanRunNoSinkDoesNotBegin(t *testing.T) {
	for says, of := range map[string]struct {
		settings string
		args     []string
		kind     string
	}{
		"no sink":       {"", []string{"--sinks"}, "not_found"},
		"a flawed sink": {"[[sink]]\nname = 'hook'\nkind = 'pigeon'\n", []string{"--sinks"}, "parse"},
		"the demo":      {"[[sink]]\nname = 'hook'\nkind = 'jsonl'\npath = '~/out'\n", []string{"--sinks", "--demo"}, "usage"},
	} {
		t.Run(says, func(t *testing.T) {
			w := clitest.New(t)
			settings(w, of.settings)
			var out, errs strings.Builder
			code := projectorcmd.Program(serve.With(sinkcmd.Kind())).Run(w.Ctx, w.Program(&out, &errs), append([]string{"serve", "--json", "--address", "127.0.0.1:0"}, of.args...))
			if code == 0 || !strings.Contains(errs.String()+out.String(), `"kind":"`+of.kind+`"`) && !strings.Contains(errs.String()+out.String(), `"kind": "`+of.kind+`"`) {
				t.Errorf("exit %d\n%s%s", code, &out, &errs)
			}
		})
	}
}
