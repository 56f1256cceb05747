package main_test

import (
	"bufio"
	"crypto/tls"
	"crypto/x509"
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/eventlog"
	"github.com/clawable/claw/eventlog/sqlite"
)

// box is a machine whose log is served.
type box struct {
	*machine
	URL    string `json:"url"`
	Secret string `json:"secret_file"`
	ESDB   string `json:"esdb"` // without the certificate
	cert   string // its file, which the first start makes
	served *exec.Cmd
}

// boxOf makes a machine with a log in its folder.
func boxOf(t *testing.T) *box {
	home := t.TempDir()
	return &box{machine: &machine{t, home, programs, filepath.Join(home, "log.db")}, cert: filepath.Join(home, ".local/state/claw/serve.cert.pem")}
}

// serve serves the log until the test ends: at first without TLS, again with it and at the same addresses.
func (b *box) serve() {
	b.t.Helper()
	args := []string{"serve", "--json", "--address", "127.0.0.1:0", "--esdb", "127.0.0.1:0"}
	if b.served != nil {
		args = []string{"serve", "--json", "--address", b.address(), "--esdb", strings.TrimPrefix(b.ESDB, "esdb://"),
			"--tls-cert", b.cert, "--tls-key", strings.Replace(b.cert, "cert", "key", 1)}
	}
	b.served = b.command("projector", args...)
	out, err := b.served.StdoutPipe()
	if err == nil {
		err = b.served.Start()
	}
	if err == nil {
		err = json.NewDecoder(out).Decode(b)
	}
	if err != nil {
		b.t.Fatal(err)
	}
	b.ESDB, _, _ = strings.Cut(b.ESDB, "?")
	serving := b.served
	b.t.Cleanup(func() { end(serving) })
}

// address is the host and port of the server.
func (b *box) address() string { _, at, _ := strings.Cut(b.URL, "://"); return at }

// end kills a process.
func end(cmd *exec.Cmd) {
	_ = cmd.Process.Kill() // it may have ended
	_ = cmd.Wait()         // it was killed
}

// get is a document of the server.
func (b *box) get(path string) string {
	b.t.Helper()
	secret, err := os.ReadFile(b.Secret)
	if err != nil {
		b.t.Fatal(err)
	}
	r, err := http.NewRequestWithContext(b.t.Context(), http.MethodGet, b.URL+path, nil)
	if err != nil {
		b.t.Fatal(err)
	}
	r.Header.Set("Authorization", "Bearer "+strings.TrimSpace(string(secret)))
	trusted := x509.NewCertPool()
	if text, err := os.ReadFile(b.cert); err == nil {
		trusted.AppendCertsFromPEM(text)
	}
	client := &http.Client{Transport: &http.Transport{TLSClientConfig: &tls.Config{RootCAs: trusted}}}
	defer client.CloseIdleConnections()
	answer, err := client.Do(r)
	if err != nil {
		b.t.Fatal(err)
	}
	defer func() { _ = answer.Body.Close() }()
	text, err := io.ReadAll(answer.Body)
	if err != nil || answer.StatusCode != http.StatusOK {
		b.t.Fatalf("%s: %s, %v\n%s", path, answer.Status, err, text)
	}
	return string(text)
}

// sender is a machine that forwards its log.
type sender struct {
	*machine
	clock func() time.Time // of its log
	to    string           // URL of the server, or of what harms the way to it
	harm  *cutter          // nil: nothing does
	token string           // file
	trust string           // file of the certificate of the team's server
}

// senderTo makes a machine that forwards its log to a box, which gives it a token.
func senderTo(b *box, name string, clock func() time.Time, dice *rand.Rand) *sender {
	b.t.Helper()
	m := boxOf(b.t)
	s := &sender{machine: m.machine, clock: clock, to: b.URL, trust: b.cert, token: filepath.Join(m.home, "team.token")}
	id := ""
	s.opened(func(log eventlog.Log) error {
		head, err := log.Head(b.t.Context())
		id = head.ID
		return err
	})
	secret, _ := b.member(b.run("", "claw", "token", "create", name, "--append", "forward", "--forwards-log", id, "--json"), "secret").(string)
	if err := os.WriteFile(s.token, []byte(secret), 0o600); err != nil {
		b.t.Fatal(err)
	}
	if dice != nil {
		s.harm = cutterTo(b.t, b.address(), dice)
		s.to = s.harm.url
	}
	return s
}

// opened opens the machine's log for a moment.
func (s *sender) opened(do func(eventlog.Log) error) {
	s.t.Helper()
	log, err := sqlite.Open(s.t.Context(), s.url, sqlite.Options{Create: true, Now: s.clock})
	if err != nil {
		s.t.Fatal(err)
	}
	if err := do(log); err != nil {
		s.t.Fatal(err)
	}
	if err := log.Close(); err != nil {
		s.t.Fatal(err)
	}
}

// append appends drafts to the machine's log.
func (s *sender) append(drafts []domain.Draft) {
	s.t.Helper()
	batches := make([]eventlog.Batch, len(drafts))
	for i := range drafts {
		batches[i] = eventlog.Batch{Stream: drafts[i].Stream, Want: eventlog.Any, Drafts: drafts[i : i+1], NoLeaves: true}
	}
	s.opened(func(log eventlog.Log) error {
		_, err := eventlog.AppendBatches(s.t.Context(), log, batches)
		return err
	})
}

// backup copies the file of the machine's log, which no process has open.
func (s *sender) backup(to string) {
	s.t.Helper()
	text, err := os.ReadFile(s.url)
	if err == nil {
		err = os.WriteFile(to, text, 0o600)
	}
	if err != nil {
		s.t.Fatal(err)
	}
}

// restore puts a copy in the place of the machine's log, as the error of one without this says.
func (s *sender) restore(from string) {
	s.t.Helper()
	err := os.Rename(from, s.url)
	if err == nil {
		err = os.Remove(s.url + "-tick")
	}
	if err != nil {
		s.t.Fatal(err)
	}
}

// mostLives is how many processes a forwarder may take.
const mostLives = 3 * mostHarms

// forward forwards what is there, in as many processes as it takes. The last one is killed, too.
func (s *sender) forward() error {
	said := ""
	for range mostLives {
		cmd := s.command("projector", "forward", "--json", "--to", s.to, "--token-file", s.token, "--ca-file", s.trust)
		out, err := cmd.StdoutPipe()
		if err == nil {
			err = cmd.Start()
		}
		if err != nil {
			return err
		}
		if s.harm != nil {
			s.harm.runs(cmd)
		}
		done, lines := false, bufio.NewScanner(out)
		for !done && lines.Scan() {
			said += lines.Text() + "\n"
			done = strings.Contains(lines.Text(), `"state":"current"`)
		}
		end(cmd)
		switch {
		case done && strings.Contains(said, `"refused":0`):
			return nil
		case done || cmd.ProcessState.Exited(): // not by a signal
			return fmt.Errorf("the forwarder said\n%s", said)
		}
	}
	return fmt.Errorf("the team has not everything after %d processes\n%s", mostLives, said)
}
