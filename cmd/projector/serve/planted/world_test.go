// Package planted_test plants texts in every field of every kind of event, and holds a server to tell no holder of a
// token what is above its ceiling.
package planted_test

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"io"
	"net/http"
	"regexp"
	"strings"
	"sync"
	"testing"

	"github.com/clawable/claw/cmd/claw/cli/clitest"
	projectorcmd "github.com/clawable/claw/cmd/claw/cli/projector"
	"github.com/clawable/claw/cmd/projector/serve"
)

func TestMain(m *testing.M) { clitest.Main(m) }

// planted finds what is planted, in any form of text.
var planted = regexp.MustCompile(mark + `[\w.\\]*`)

// server is projector serve in a world.
type server struct {
	t *testing.T
	serve.Serving
	stop func() // returns when the server has ended
	log  bytes.Buffer
}

// started runs projector serve until it answers.
func started(t *testing.T, w *clitest.World) *server {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	reads, writes := io.Pipe()
	s, ended := &server{t: t}, make(chan struct{})
	go func() {
		defer close(ended)
		_ = projectorcmd.Program(serve.Verb).Run(ctx, w.Program(writes, &s.log), []string{"serve", "--json", "--address", "127.0.0.1:0", "--esdb", "127.0.0.1:0", "--rate", "0"})
		_ = writes.Close()
	}()
	s.stop = sync.OnceFunc(func() { cancel(); <-ended })
	t.Cleanup(s.stop)
	line, err := bufio.NewReader(reads).ReadBytes('\n')
	if err == nil {
		err = json.Unmarshal(line, &s.Serving)
	}
	if err != nil {
		t.Fatalf("%v: %s", err, line)
	}
	return s
}

// request is a request of the holder of a secret.
func (s *server) request(method, path, secret, body string) *http.Request {
	s.t.Helper()
	r, err := http.NewRequestWithContext(s.t.Context(), method, s.URL+path, strings.NewReader(body))
	if err != nil {
		s.t.Fatal(err)
	}
	r.Header.Set("Authorization", "Bearer "+secret)
	return r
}

// must is a member of the document that a command line prints.
func must(t *testing.T, w *clitest.World, member string, args ...string) string {
	t.Helper()
	var members map[string]any
	if err := json.Unmarshal([]byte(w.Must(append(args, "--json")...).Out), &members); err != nil {
		t.Fatal(err)
	}
	value, _ := members[member].(string)
	if value == "" {
		t.Fatalf("claw %s prints no %s", strings.Join(args, " "), member)
	}
	return value
}
