package serve_test

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"net"
	"net/http"
	"os"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/clawable/claw/cmd/claw/cli/app"
	"github.com/clawable/claw/cmd/claw/cli/clitest"
	projectorcmd "github.com/clawable/claw/cmd/claw/cli/projector"
	"github.com/clawable/claw/cmd/projector/serve"
)

// run is projector serve in a world.
type run struct {
	serve.Serving
	stop context.CancelFunc
	code chan int
}

// started runs projector serve until it answers.
func started(t *testing.T, w *clitest.World, args ...string) *run {
	t.Helper()
	ctx, stop := context.WithCancel(t.Context())
	reads, writes := io.Pipe()
	r := &run{stop: stop, code: make(chan int, 1)}
	go func() {
		code := projectorcmd.Program(serve.Verb).Run(ctx, w.Program(writes, io.Discard), append([]string{"serve", "--json", "--address", "127.0.0.1:0"}, args...))
		_ = writes.Close()
		r.code <- code
	}()
	t.Cleanup(stop)
	line, err := bufio.NewReader(reads).ReadBytes('\n')
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(line, &r.Serving); err != nil {
		t.Fatalf("%v: %s", err, line)
	}
	return r
}

// get requests a path from the server, with a secret.
func (r *run) get(t *testing.T, path, secret string) (status int, body string) {
	t.Helper()
	request, err := http.NewRequestWithContext(t.Context(), http.MethodGet, r.URL+path, nil)
	if err != nil {
		t.Fatal(err)
	}
	request.Header.Set("Authorization", "Bearer "+secret)
	answer, err := http.DefaultTransport.RoundTrip(request)
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	text, err := io.ReadAll(answer.Body)
	if err != nil {
		t.Fatal(err)
	}
	return answer.StatusCode, string(text)
}

// asked is the status of a GET with a secret.
func (r *run) asked(t *testing.T, path, secret string) int {
	t.Helper()
	status, _ := r.get(t, path, secret)
	return status
}

// body is the body of a GET with a secret.
func (r *run) body(t *testing.T, path, secret string) string {
	t.Helper()
	_, body := r.get(t, path, secret)
	return body
}

func secretIn(t *testing.T, file string) string {
	t.Helper()
	return strings.TrimSpace(clitest.Read(t, file))
}

// TestAServerKeepsItsSecretOverRestarts starts a server in an empty home, stops it, and starts it again.
func TestAServerKeepsItsSecretOverRestarts(t *testing.T) {
	w := clitest.Empty(t)
	first := started(t, w, "--demo")
	secret := secretIn(t, first.SecretFile)
	if info, err := os.Stat(first.SecretFile); err != nil || runtime.GOOS != "windows" && info.Mode().Perm() != 0o600 || len(secret) < 40 {
		t.Errorf("the secret: %v, %v, %d characters", info, err, len(secret))
	}
	if got := first.asked(t, "/v1/board", secret); got != 200 {
		t.Errorf("the board: %d", got)
	}
	first.stop()
	if code := <-first.code; code != 0 {
		t.Errorf("stopped with exit code %d", code)
	}
	second := started(t, w, "--demo")
	if got := second.asked(t, "/v1/board", secret); got != 200 {
		t.Errorf("the board after a restart: %d", got)
	}
}

// TestASlowHeaderIsCutOff sends the header of a request byte by byte, without an end, beside a request that
// is answered.
func TestASlowHeaderIsCutOff(t *testing.T) {
	t.Parallel()
	r := started(t, clitest.Empty(t), "--demo")
	conn, err := (&net.Dialer{}).DialContext(t.Context(), "tcp", strings.TrimPrefix(r.URL, "http://"))
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	send := func(text string) error {
		_, err := conn.Write([]byte(text))
		return err
	}
	if err := send("GET /v1/board HTTP/1.1\r\nHost: claw\r\nX-Slow: "); err != nil {
		t.Fatal(err)
	}
	if got := r.asked(t, "/v1/board", secretIn(t, r.SecretFile)); got != 200 {
		t.Errorf("a request beside it: %d", got)
	}
	var answer []byte
	for some := make([]byte, 512); ; { // until the server ends the connection, or the tests run out of time
		if err := conn.SetReadDeadline(time.Now().Add(50 * time.Millisecond)); err != nil {
			t.Fatal(err)
		}
		n, err := conn.Read(some)
		answer = append(answer, some[:n]...)
		if err != nil && !errors.Is(err, os.ErrDeadlineExceeded) {
			break
		}
		if err == nil {
			continue
		}
		if send("x") != nil {
			break
		}
	}
	if strings.Contains(string(answer), "200 OK") {
		t.Errorf("a request without an end is answered: %s", answer)
	}
}

// TestTheOwnLogIsServed reads a lane of the log that the verbs read.
func TestTheOwnLogIsServed(t *testing.T) {
	w := clitest.New(t)
	r := started(t, w)
	if got := r.asked(t, "/v1/lanes/"+clitest.SettledLane+"/outcome", secretIn(t, r.SecretFile)); got != 200 {
		t.Errorf("a lane of the log: %d", got)
	}
}

// TestAnAddressThatIsTakenIsUnavailable starts a second server where the first one answers.
func TestAnAddressThatIsTakenIsUnavailable(t *testing.T) {
	w := clitest.Empty(t)
	first := started(t, w, "--demo")
	var out bytes.Buffer
	code := projectorcmd.Program(serve.Verb).Run(t.Context(), w.Program(&out, io.Discard), []string{"serve", "--json", "--demo", "--address", strings.TrimPrefix(first.URL, "http://")})
	if code != 6 || !strings.Contains(out.String(), `"kind":"unavailable"`) {
		t.Errorf("exit code %d\n%s", code, out.String())
	}
}

// TestWhatCannotBeServedIsTold starts servers that must not run.
func TestWhatCannotBeServedIsTold(t *testing.T) {
	open := func(w *clitest.World) {
		w.File("home/.local/state/claw/serve.secret", strings.Repeat("x", 43))
		if err := os.Chmod(w.Path("home/.local/state/claw/serve.secret"), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	for _, of := range []struct {
		says string
		make func(w *clitest.World)
		args []string
		code int
		kind string
	}{
		{"no log", nil, nil, 1, "not_found"},
		{"an address that other machines reach", nil, []string{"--demo", "--address", "0.0.0.0:0"}, 3, "policy"},
		{"every address", nil, []string{"--demo", "--address", ":0"}, 3, "policy"},
		{"a private network", nil, []string{"--demo", "--address", "192.168.1.2:0"}, 3, "policy"},
		{"the name of a host", nil, []string{"--demo", "--address", "example.org:0"}, 2, "usage"},
		{"no port", nil, []string{"--demo", "--address", "127.0.0.1"}, 2, "usage"},
		{"no home", func(w *clitest.World) { w.Tune = func(p *app.Program) { p.Home = "" } }, []string{"--demo"}, 2, "usage"},
		{"a secret that others can read", open, []string{"--demo"}, 3, "policy"},
		{"a secret that is none", func(w *clitest.World) { w.File("home/.local/state/claw/serve.secret", "x") }, []string{"--demo"}, 1, "parse"},
	} {
		if runtime.GOOS == "windows" && of.says == "a secret that others can read" {
			continue
		}
		w := clitest.Empty(t)
		if of.make != nil {
			of.make(w)
		}
		var out bytes.Buffer
		code := projectorcmd.Program(serve.Verb).Run(t.Context(), w.Program(&out, io.Discard), append([]string{"serve", "--json", "--address", "127.0.0.1:0"}, of.args...))
		if code != of.code || !strings.Contains(out.String(), `"kind":"`+of.kind+`"`) {
			t.Errorf("%s: exit code %d\n%s", of.says, code, out.String())
		}
	}
}
