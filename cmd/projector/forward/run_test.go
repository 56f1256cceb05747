package forwardcmd_test

import (
	"bufio"
	"bytes"
	"context"
	"io"
	"os"
	"strings"
	"testing"

	"github.com/clawable/claw/cmd/claw/cli/clitest"
	projectorcmd "github.com/clawable/claw/cmd/claw/cli/projector"
	forwardcmd "github.com/clawable/claw/cmd/projector/forward"
	"github.com/clawable/claw/cmd/projector/remote"
	"github.com/clawable/claw/cmd/projector/serve"
	"github.com/clawable/claw/commands/record"
	"github.com/clawable/claw/consumers/esdbapi/esdbtest"
	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/eventlog/memlog"
)

func init() { remote.Register() }

// runSettings runs projector forward run on a world.
func runSettings(t *testing.T, w *clitest.World, args ...string) (code int, out string) {
	t.Helper()
	var b bytes.Buffer
	code = projectorcmd.Program(forwardcmd.Verb).Run(t.Context(), w.Program(&b, io.Discard), append([]string{"forward", "run", "--json", "--once"}, args...))
	return code, b.String()
}

// TestALogIsForwardedAsTheSettingsSay forwards to a server, to a store, and to one that does not answer, which
// holds back neither.
func TestALogIsForwardedAsTheSettingsSay(t *testing.T) {
	shared, own := clitest.Empty(t), clitest.New(t)
	shared.File("none.jsonl", "")
	shared.Must("log", "append", shared.Path("none.jsonl"))
	id := member(t, own.Must("log", "stat", "--json").Out, "log_id")
	secret := member(t, shared.Must("token", "create", "laptop", "--append", "forward", "--forwards-log", id, "--json").Out, "secret")
	if err := os.WriteFile(own.Path("team.token"), []byte(secret), 0o600); err != nil {
		t.Fatal(err)
	}
	team, err := memlog.Open(memlog.Options{Name: "team"})
	if err != nil {
		t.Fatal(err)
	}
	if code, out := runSettings(t, own); code != 1 || !strings.Contains(out, `"kind":"not_found"`) {
		t.Errorf("without settings: exit code %d\n%s", code, out)
	}
	own.File("home/.config/claw/config.toml", `[[forward]]
name = "box"
to = "`+served(t, shared)+`"
token_file = "`+own.Path("team.token")+`"
[[forward]]
name = "store"
to = "`+esdbtest.Serve(t, team).URL+`"
`)
	standing := func() string { return own.Must("projector", "status").Out }
	if says := standing(); strings.Count(says, "never ran: projector forward run") != 2 {
		t.Errorf("before the first time:\n%s", says)
	}
	for _, time := range []string{"the first time", "the second time"} {
		code, out := runSettings(t, own)
		if code != 0 || strings.Count(out, `"state":"current"`) != 2 || !strings.Contains(out, `"forward":"store"`) || strings.Contains(out, `"refused":1`) {
			t.Errorf("%s: exit code %d\n%s", time, code, out)
		}
	}
	if says := standing(); strings.Count(says, ", 0 behind; ") != 2 || !strings.Contains(says, "forward     store: to esdb://") {
		t.Errorf("after the second time:\n%s", says)
	}
	if code, out := runSettings(t, own, "--only", "nobody"); code != 1 || !strings.Contains(out, `"kind":"not_found"`) {
		t.Errorf("one that the settings do not name: exit code %d\n%s", code, out)
	}
	heard, err := record.HeardOf(t.Context(), team, domain.Position{})
	if err != nil || len(heard) != 1 || heard[0].Log != id || heard[0].Events == 0 {
		t.Errorf("the store heard %+v, %v", heard, err)
	}
	own.File("home/.config/claw/config.toml", "[[forward]]\nname = \"gone\"\nto = \"https://127.0.0.1:1\"\ntoken_file = \""+own.Path("team.token")+"\"\n")
	if code, out := runSettings(t, own); code != 6 || !strings.Contains(out, `"kind":"unavailable"`) {
		t.Errorf("a server that does not answer: exit code %d\n%s", code, out)
	}
}

// TestAServerForwardsWhenItIsToldTo serves a log with --forwards, until the store of the team has all of it.
func TestAServerForwardsWhenItIsToldTo(t *testing.T) {
	own := clitest.New(t)
	team, err := memlog.Open(memlog.Options{Name: "team"})
	if err != nil {
		t.Fatal(err)
	}
	own.File("home/.config/claw/config.toml", "[[forward]]\nname = \"store\"\nto = \""+esdbtest.Serve(t, team).URL+"\"\n")
	serving := func(says string, done func(line string) bool, args ...string) {
		t.Helper()
		ctx, stop := context.WithCancel(t.Context())
		reads, writes := io.Pipe()
		code := make(chan int, 1)
		go func() {
			code <- projectorcmd.Program(serve.With(forwardcmd.Kind())).Run(ctx, own.Program(writes, io.Discard), append([]string{"serve", "--json", "--address", "127.0.0.1:0"}, args...))
			_ = writes.Close()
		}()
		lines := bufio.NewScanner(reads)
		found := false
		for !found && lines.Scan() {
			found = done(lines.Text())
		}
		stop()
		_, _ = io.Copy(io.Discard, reads)
		if c := <-code; c != 0 || !found {
			t.Errorf("%s: exit code %d, found %v", says, c, found)
		}
	}
	serving("without --forwards", func(line string) bool {
		return strings.Contains(line, `"names":["store"],"runs_here":false,"verb":"projector forward run"`)
	})
	if heard, err := record.HeardOf(t.Context(), team, domain.Position{}); err != nil || len(heard) != 0 {
		t.Errorf("without --forwards the store heard %+v, %v", heard, err)
	}
	serving("with --forwards", func(line string) bool {
		return strings.Contains(line, `"forward":"store"`) && strings.Contains(line, `"state":"current"`)
	}, "--forwards")
	heard, err := record.HeardOf(t.Context(), team, domain.Position{})
	if id := member(t, own.Must("log", "stat", "--json").Out, "log_id"); err != nil || len(heard) != 1 || heard[0].Log != id || heard[0].Events == 0 {
		t.Errorf("the store heard %+v, %v", heard, err)
	}
}

// TestAProjectMayNotSayWhereEventsGo names a team in the file of a project.
func TestAProjectMayNotSayWhereEventsGo(t *testing.T) {
	w := clitest.New(t)
	w.File(".claw/config.toml", "[[forward]]\nname = \"theirs\"\nto = \"https://evil.example:4774\"\ntoken_file = \"/t\"\n")
	if code, out := runSettings(t, w); code != 1 || strings.Contains(out, "evil") {
		t.Errorf("exit code %d\n%s", code, out)
	}
}
