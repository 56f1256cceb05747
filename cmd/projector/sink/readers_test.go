package sinkcmd_test

import (
	"bufio"
	"crypto/rand"
	"encoding/json"
	"io"
	"net/http"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/clawable/claw/cmd/claw/cli/clitest"
	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/eventlog"
	"github.com/clawable/claw/eventlog/engine"
	"github.com/clawable/claw/fixtures"
)

// producers is how many append at the same time.
const producers = 32

// load are producers and readers of one log.
type load struct {
	t    *testing.T
	w    *clitest.World
	log  eventlog.Log
	fast [2]*follower
	slow *follower
}

// newLoad begins the log of a world.
func newLoad(t *testing.T, w *clitest.World) *load {
	t.Helper()
	importRun(t, w, fixtures.Names()[0])
	log, err := engine.Open(t.Context(), "sqlite:"+w.Log(), engine.Options{Now: w.Now})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = log.Close() })
	from := func() *follower { return &follower{t: t, id: "0"} }
	return &load{t, w, log, [2]*follower{from(), from()}, from()}
}

// append has each producer append a message of some bytes, all at the same time.
func (c *load) append(bytes int) {
	var all sync.WaitGroup
	for p := range producers {
		all.Go(func() {
			name := "producer-" + strconv.Itoa(p)
			session := domain.MakeSessionID("test", name)
			data, err := json.Marshal(domain.MessageRecorded{Role: domain.RoleUser, Text: domain.TextOf(strings.Repeat("x", bytes))})
			if err != nil {
				c.t.Error(err)
				return
			}
			_, err = c.log.Append(c.t.Context(), session.Stream(), eventlog.Any, []domain.Draft{{ID: domain.RecordEventID(clitest.Now, "test", name, rand.Text(), "message"),
				Kind: domain.KindMessageRecorded, Version: 1, Stream: session.Stream(), ObservedAt: domain.At(clitest.Now), Emitter: domain.EmitterID("test/" + name), Epoch: session.Epoch(),
				Subject: domain.Subject{Session: domain.Known(session)}, Source: domain.Source{Kind: domain.SourceLive, Trust: domain.TrustLow}, Data: data}})
			if err != nil {
				c.t.Errorf("%s: %v", name, err)
			}
		})
	}
	all.Wait()
}

// head is the position of the last event of the log.
func (c *load) head() uint64 {
	c.t.Helper()
	head, err := c.log.Head(c.t.Context())
	if err != nil {
		c.t.Fatal(err)
	}
	return head.Position.Number()
}

// serving is projector serve as a separate process.
type serving struct {
	run         *exec.Cmd
	url, secret string
}

func (c *load) server() *serving {
	c.t.Helper()
	run := command(c.t, c.w, "serve", "--address", "127.0.0.1:0", "--log", c.w.Log(), "--json")
	run.Stderr = io.Discard
	out, err := run.StdoutPipe()
	if err == nil {
		err = run.Start()
	}
	if err != nil {
		c.t.Fatal(err)
	}
	c.t.Cleanup(func() { _ = run.Process.Kill() }) // it may be dead already
	var says struct {
		URL        string `json:"url"`
		SecretFile string `json:"secret_file"`
	}
	line, err := bufio.NewReader(out).ReadBytes('\n')
	if err == nil {
		err = json.Unmarshal(line, &says)
	}
	if err != nil {
		c.t.Fatalf("%v: %s", err, line)
	}
	return &serving{run, says.URL, strings.TrimSpace(clitest.Read(c.t, says.SecretFile))}
}

func (s *serving) kill(t *testing.T) {
	t.Helper()
	if err := s.run.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	_ = s.run.Wait() // it was killed
}

// get is the answer to a GET; what is read of it last is in Last-Event-ID, "" for none.
func (s *serving) get(t *testing.T, path, last string) (*http.Response, error) {
	r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, s.url+path, nil)
	if err != nil {
		return nil, err
	}
	r.Header.Set("Authorization", "Bearer "+s.secret)
	if last != "" {
		r.Header.Set("Last-Event-ID", last)
	}
	return http.DefaultTransport.RoundTrip(r)
}

// cutOff is how many readers the server has cut off.
func (s *serving) cutOff(t *testing.T) string {
	t.Helper()
	answer, err := s.get(t, "/metrics", "")
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	text, err := io.ReadAll(answer.Body)
	if err != nil {
		t.Fatal(err)
	}
	_, after, _ := strings.Cut(string(text), "\nclaw_stream_readers_cut_off_total ")
	count, _, _ := strings.Cut(after, "\n")
	return count
}

// follower reads the stream of events, over several servers: after the last id that it has.
type follower struct {
	t     *testing.T
	id    string
	got   []string // ids of events
	ended string   // the last frame of a stream that the server ended
	lines *bufio.Scanner
}

// connect opens the stream of a server.
func (f *follower) connect(s *serving) {
	f.t.Helper()
	answer, err := s.get(f.t, "/v1/stream/events", f.id)
	if err != nil || answer.StatusCode != http.StatusOK {
		f.t.Fatalf("%v: %v after %q", err, answer, f.id)
	}
	f.t.Cleanup(func() { _ = answer.Body.Close() })
	f.lines, f.ended = bufio.NewScanner(answer.Body), ""
	f.lines.Buffer(nil, 1<<20)
}

// next reads an event, and reports whether there was one: the stream may end.
func (f *follower) next() bool {
	id, name, data := "", "", ""
	for f.lines.Scan() {
		member, value, _ := strings.Cut(f.lines.Text(), ": ")
		switch member {
		case "id":
			id = value
		case "event":
			name = value
		case "data":
			data = value
		case "":
			if name == "event" {
				f.id, f.got = id, append(f.got, id)
				return true
			}
			if name == "error" {
				f.ended = data
				return false
			}
			id, name, data = "", "", ""
		}
	}
	return false
}

// until reads until it has the event at a position.
func (f *follower) until(position uint64) {
	f.t.Helper()
	for f.id != strconv.FormatUint(position, 10) {
		if !f.next() {
			f.t.Fatalf("the stream ended after %s, before %d: %s", f.id, position, f.ended)
		}
	}
}

// killed serves the log while all append, and kills the server when a reader has so many more events. The slow one
// takes one of them.
func (c *load) killed(after int) {
	c.t.Helper()
	s := c.server()
	received := make(chan struct{}, after)
	var reading sync.WaitGroup
	for i, f := range c.fast {
		f.connect(s)
		reading.Go(func() {
			for n := 0; f.next(); n++ {
				if i == 0 && n < after {
					received <- struct{}{}
				}
			}
			if i == 0 {
				close(received)
			}
		})
	}
	c.slow.connect(s)
	reading.Go(func() { c.slow.next() })
	var appending sync.WaitGroup
	appending.Go(func() { c.append(100) })
	for range after {
		<-received
	}
	s.kill(c.t)
	appending.Wait()
	reading.Wait()
}

// mostRounds bounds what is appended until a reader that takes nothing is cut off: some 160 MB.
const mostRounds = 64

// together has two readers take all and one take nothing more, until it is cut off; then each reads to the end.
func (c *load) together() {
	c.t.Helper()
	s := c.server()
	defer s.kill(c.t)
	slow := c.slow
	for _, f := range append(c.fast[:], slow) {
		f.connect(s)
		f.until(c.head()) // one that still reads what the log had has no queue, and is cut off by time alone
	}
	for round := 0; s.cutOff(c.t) == "0"; round++ {
		if round == mostRounds {
			c.t.Fatal("the slow reader is not cut off")
		}
		c.append(80 << 10)
		for _, f := range c.fast {
			f.until(c.head())
		}
	}
	for slow.next() {
		continue
	}
	if !strings.Contains(slow.ended, `"kind":"delivery"`) || slow.id == strconv.FormatUint(c.head(), 10) {
		c.t.Errorf("the slow reader has %s of %d, and its stream ended with %q", slow.id, c.head(), slow.ended)
	}
	slow.connect(s)
	slow.until(c.head())
	if count := s.cutOff(c.t); count != "1" {
		c.t.Errorf("%s readers were cut off, want the slow one", count)
	}
	for says, of := range map[string]*follower{"the first reader": c.fast[0], "the second reader": c.fast[1], "the slow reader": slow} {
		if diff := cmp.Diff(positions(c.head()), of.got); diff != "" {
			c.t.Errorf("%s (-log +received)\n%s", says, diff)
		}
	}
}

// positions are all until one, as ids.
func positions(until uint64) (ids []string) {
	for n := range until {
		ids = append(ids, strconv.FormatUint(n+1, 10))
	}
	return ids
}

// command is a verb of projector as a separate process, in the home of a world.
func command(t *testing.T, w *clitest.World, args ...string) *exec.Cmd {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	run := exec.Command(self, args...)
	run.Env = []string{asProjector + "=1", "HOME=" + w.Path("home"), "USER=dev", "XDG_DATA_HOME=" + w.Path("home/.local/share")}
	run.Stderr = os.Stderr
	return run
}
