package forwardcmd_test

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"io"
	"os"
	"strings"
	"testing"

	"github.com/clawable/claw/cmd/claw/cli/clitest"
	projectorcmd "github.com/clawable/claw/cmd/claw/cli/projector"
	forwardcmd "github.com/clawable/claw/cmd/projector/forward"
	"github.com/clawable/claw/cmd/projector/serve"
)

func TestMain(m *testing.M) { clitest.Main(m) }

// served is the URL of the log of a world, served until the test ends.
func served(t *testing.T, w *clitest.World) string {
	t.Helper()
	ctx, stop := context.WithCancel(t.Context())
	reads, writes := io.Pipe()
	code := make(chan int, 1)
	go func() {
		code <- projectorcmd.Program(serve.Verb).Run(ctx, w.Program(writes, io.Discard), []string{"serve", "--json", "--address", "127.0.0.1:0"})
		_ = writes.Close()
	}()
	t.Cleanup(func() {
		stop()
		if c := <-code; c != 0 {
			t.Errorf("the server ended with exit code %d", c)
		}
	})
	line, err := bufio.NewReader(reads).ReadBytes('\n')
	if err != nil {
		t.Fatal(err)
	}
	var s serve.Serving
	if err := json.Unmarshal(line, &s); err != nil {
		t.Fatal(err)
	}
	return s.URL
}

// forwarding runs projector forward on a world.
func forwarding(t *testing.T, w *clitest.World, args ...string) (code int, out string) {
	t.Helper()
	var b bytes.Buffer
	code = projectorcmd.Program(forwardcmd.Verb).Run(t.Context(), w.Program(&b, io.Discard), append([]string{"forward", "--json", "--once"}, args...))
	return code, b.String()
}

// member is a text member of a document.
func member(t *testing.T, text, name string) string {
	t.Helper()
	var d map[string]any
	if err := json.Unmarshal([]byte(text), &d); err != nil {
		t.Fatal(err)
	}
	value, _ := d[name].(string)
	return value
}

// TestALogIsForwarded forwards the log of one machine to the log of a team, twice, and refuses a machine that may not.
func TestALogIsForwarded(t *testing.T) {
	shared, own := clitest.Empty(t), clitest.New(t)
	shared.File("none.jsonl", "")
	shared.Must("log", "append", shared.Path("none.jsonl"))
	create := func(name, log string) string {
		file := own.Path(name + ".token")
		secret := member(t, shared.Must("token", "create", name, "--append", "forward", "--forwards-log", log, "--json").Out, "secret")
		if err := os.WriteFile(file, []byte(secret+"\n"), 0o600); err != nil {
			t.Fatal(err)
		}
		return file
	}
	token := create("laptop", member(t, own.Must("log", "stat", "--json").Out, "log_id"))
	open := own.Path("open.token")
	if err := os.WriteFile(open, []byte("claw_x"), 0o644); err != nil {
		t.Fatal(err)
	}
	empty := own.Path("empty.token")
	if err := os.WriteFile(empty, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	url := served(t, shared)
	for _, c := range []struct {
		says string
		args []string
		code int
		word string
	}{
		{"no server", nil, 2, `"kind":"usage"`},
		{"a server that is reached in clear", []string{"--to", "http://192.0.2.1:4774", "--token-file", token}, 3, `"kind":"policy"`},
		{"a credential in the URL", []string{"--to", "https://a:b@192.0.2.1", "--token-file", token}, 2, `"kind":"usage"`},
		{"a token that others read", []string{"--to", url, "--token-file", open}, 3, `"kind":"policy"`},
		{"no token in the file", []string{"--to", url, "--token-file", empty}, 1, `"kind":"parse"`},
		{"the first time", []string{"--to", url, "--token-file", token}, 0, `"state":"current"`},
		{"the second time", []string{"--to", url, "--token-file", token}, 0, `"state":"current"`},
	} {
		if code, out := forwarding(t, own, c.args...); code != c.code || !strings.Contains(out, c.word) {
			t.Errorf("%s: exit code %d\n%s", c.says, code, out)
		}
	}
	want, got := member(t, own.Must("lane", "outcome", clitest.SettledLane, "--json").Out, "outcome"), member(t, shared.Must("lane", "outcome", clitest.SettledLane, "--json").Out, "outcome")
	if want != got || want == "" {
		t.Errorf("the outcome is %q here and %q in the team's log", want, got)
	}
	if says := shared.Must("projector", "status").Out; !strings.Contains(says, "heard       laptop") {
		t.Errorf("the status of the team's log is\n%s", says)
	}
	if says := shared.Must("doctor").Out; !strings.Contains(says, "machines: heard laptop") {
		t.Errorf("the doctor of the team's log says\n%s", says)
	}
	shared.Must("token", "revoke", "laptop")
	own.Must("lane", "close", clitest.SettledLane)
	if code, out := forwarding(t, own, "--to", url, "--token-file", token); code == 0 || !strings.Contains(out, `"kind":"auth"`) {
		t.Errorf("with a revoked token: exit code %d\n%s", code, out)
	}
}
