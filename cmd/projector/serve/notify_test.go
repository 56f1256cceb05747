package serve_test

import (
	"bufio"
	"encoding/json"
	"net"
	"net/http"
	"os"
	"os/exec"
	"runtime"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/clawable/claw/cmd/claw/cli/clitest"
	projectorcmd "github.com/clawable/claw/cmd/claw/cli/projector"
	"github.com/clawable/claw/cmd/projector/serve"
)

// asProjector is the variable under which this program is projector.
const asProjector = "CLAW_TEST_AS_PROJECTOR"

func TestMain(m *testing.M) {
	if os.Getenv(asProjector) != "" {
		os.Exit(projectorcmd.Program(serve.Verb).Main())
	}
	time.Local = time.UTC // of the times that pages show
	clitest.Main(m)
}

// TestAServiceManagerIsToldHowTheServerStands listens where a service manager does.
func TestAServiceManagerIsToldHowTheServerStands(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("there is no unixgram")
	}
	w := clitest.New(t)
	name := w.Path("notify")
	socket, err := net.ListenUnixgram("unixgram", &net.UnixAddr{Name: name, Net: "unixgram"})
	if err != nil {
		t.Fatal(err)
	}
	defer socket.Close()
	heard := func() string {
		text := make([]byte, 100)
		n, err := socket.Read(text)
		if err != nil {
			t.Fatal(err)
		}
		return string(text[:n])
	}
	w.Env["NOTIFY_SOCKET"], w.Env["WATCHDOG_USEC"] = name, "20000"
	r := started(t, w)
	if first, second := heard(), heard(); first != "READY=1" || second != "WATCHDOG=1" {
		t.Errorf("%q, %q", first, second)
	}
	r.stop()
	if code := <-r.code; code != 0 {
		t.Errorf("exit code %d", code)
	}
	last := heard()
	for last == "WATCHDOG=1" {
		last = heard()
	}
	if last != "STOPPING=1" {
		t.Errorf("at its end it says %q", last)
	}
}

// TestASocketThatWasHandedOverIsServed starts projector as a service manager does: with a socket.
func TestASocketThatWasHandedOverIsServed(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("there is no exec")
	}
	for _, of := range []struct {
		says, listen, env string
		served            bool
	}{
		{"on loopback", "127.0.0.1:0", "LISTEN_FDS=1", true},
		{"for other machines, without a certificate", "0.0.0.0:0", "LISTEN_FDS=1", false},
		{"of two", "127.0.0.1:0", "LISTEN_FDS=2", false},
	} {
		w := clitest.New(t)
		listener, err := net.Listen("tcp", of.listen)
		if err != nil {
			t.Fatal(err)
		}
		file, err := listener.(*net.TCPListener).File()
		if err != nil {
			t.Fatal(err)
		}
		self, err := os.Executable()
		if err != nil {
			t.Fatal(err)
		}
		run := exec.Command("/bin/sh", "-c", `LISTEN_PID=$$ exec "$0" serve --json --log "$1"`, self, w.Log())
		run.Env = []string{asProjector + "=1", "HOME=" + w.Path("home"), "USER=dev", of.env}
		run.ExtraFiles = []*os.File{file}
		out, err := run.StdoutPipe()
		if err == nil {
			err = run.Start()
		}
		if err != nil {
			t.Fatal(err)
		}
		line, _ := bufio.NewReader(out).ReadBytes('\n')
		var s serve.Serving
		if err := json.Unmarshal(line, &s); (err == nil && s.Kind == "serving") != of.served {
			t.Errorf("%s: %v: %s", of.says, err, line)
		}
		if of.served {
			if s.URL != "http://"+listener.Addr().String() {
				t.Errorf("%s: %s, not %s", of.says, s.URL, listener.Addr())
			}
			answer, err := http.Get(s.URL + "/healthz")
			if err != nil {
				t.Fatal(err)
			}
			_ = answer.Body.Close()
			if err := run.Process.Signal(syscall.SIGTERM); err != nil {
				t.Error(err)
			}
		}
		if err := run.Wait(); (err == nil) != of.served {
			t.Errorf("%s: %v", of.says, err)
		}
		_ = file.Close()
		_ = listener.Close()
	}
}

// TestWhatAServiceManagerSaysIsRead starts projector serve with variables that are none.
func TestWhatAServiceManagerSaysIsRead(t *testing.T) {
	for _, of := range []struct {
		says string
		env  []string
		code int
	}{
		{"a watchdog of no number", []string{"WATCHDOG_USEC=soon"}, 2},
		{"a watchdog of no time", []string{"WATCHDOG_USEC=0"}, 2},
	} {
		w := clitest.New(t)
		for _, one := range of.env {
			name, value, _ := strings.Cut(one, "=")
			w.Env[name] = value
		}
		var errs strings.Builder
		if code := projectorcmd.Program(serve.Verb).Run(w.Ctx, w.Program(&errs, &errs), []string{"serve", "--address", "127.0.0.1:0"}); code != of.code || !slices.ContainsFunc(of.env, func(e string) bool {
			name, _, _ := strings.Cut(e, "=")
			return strings.Contains(errs.String(), name)
		}) {
			t.Errorf("%s: exit code %d\n%s", of.says, code, errs.String())
		}
	}
}
