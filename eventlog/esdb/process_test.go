package esdb_test

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"strconv"
	"sync"
	"testing"
	"time"

	"github.com/clawable/claw/consumers/esdbapi/esdbtest"
	"github.com/clawable/claw/eventlog/logtest"
)

// servingFor names the variable that makes this test binary the server of another one: the address at which
// that one answers with the clock and the randomness of each log.
const servingFor = "CLAW_TEST_SERVING_FOR"

// wanted asks a serving process for a new log, in one line of JSON on its input.
type wanted struct {
	Log    int    `json:"log"` // counts from 0
	Name   string `json:"name"`
	Replay bool   `json:"replay"`
	// Clock and Random ask for those of the test; a log without has those of the engine.
	Clock  bool `json:"clock"`
	Random bool `json:"random"`
}

// process serves logs of SQLite in a process of its own.
type process struct {
	mu      sync.Mutex
	options []logtest.Options // by number of log

	asking  sync.Mutex
	ask     *json.Encoder
	answers *json.Decoder
}

// elsewhere starts a process that serves logs until t ends.
func elsewhere(t *testing.T) *process {
	t.Helper()
	p := &process{}
	world := httptest.NewServer(p.world())
	t.Cleanup(world.Close)
	program, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	command := exec.Command(program, "-test.run=^TestServesAnotherProcess$")
	command.Env, command.Stderr = append(os.Environ(), servingFor+"="+world.URL), os.Stderr
	in, err := command.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := command.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := command.Start(); err != nil {
		t.Fatal(err)
	}
	p.ask, p.answers = json.NewEncoder(in), json.NewDecoder(out)
	t.Cleanup(func() {
		if err := in.Close(); err != nil {
			t.Error(err)
		}
		said, err := io.ReadAll(io.MultiReader(p.answers.Buffered(), out))
		if err != nil {
			t.Error(err)
		}
		if err := command.Wait(); err != nil {
			t.Errorf("the serving process: %v\n%s", err, said)
		}
	})
	return p
}

// open returns the connection string of a new log.
func (p *process) open(t *testing.T, o logtest.Options) string {
	t.Helper()
	p.asking.Lock()
	defer p.asking.Unlock()
	if err := p.ask.Encode(wanted{Log: p.add(o), Name: o.Name, Replay: o.Replay, Clock: o.Now != nil, Random: o.Random != nil}); err != nil {
		t.Fatal(err)
	}
	var url string
	if err := p.answers.Decode(&url); err != nil {
		t.Fatal(err)
	}
	return url
}

func (p *process) add(o logtest.Options) int {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.options = append(p.options, o)
	return len(p.options) - 1
}

// world answers with the clock and the randomness that a log was opened with.
func (p *process) world() http.Handler {
	options := func(r *http.Request) logtest.Options {
		p.mu.Lock()
		defer p.mu.Unlock()
		n, err := strconv.Atoi(r.PathValue("log"))
		if err != nil {
			panic(err)
		}
		return p.options[n]
	}
	mux := http.NewServeMux()
	mux.HandleFunc("GET /{log}/now", func(w http.ResponseWriter, r *http.Request) {
		text, err := options(r).Now().MarshalText()
		if err == nil {
			_, err = w.Write(text)
		}
		if err != nil {
			panic(err)
		}
	})
	mux.HandleFunc("GET /{log}/random", func(w http.ResponseWriter, r *http.Request) {
		n, err := strconv.Atoi(r.FormValue("bytes"))
		if err == nil {
			_, err = io.CopyN(w, options(r).Random, int64(n))
		}
		if err != nil {
			panic(err)
		}
	})
	return mux
}

// far reads the clock and the randomness of one log from the process that uses the log.
type far string

func (f far) get(path string) []byte {
	answer, err := http.Get(string(f) + path)
	if err != nil {
		panic(err)
	}
	defer answer.Body.Close()
	body, err := io.ReadAll(answer.Body)
	if err != nil || answer.StatusCode != http.StatusOK {
		panic(fmt.Sprint(path, ": ", answer.Status, err))
	}
	return body
}

func (f far) now() (at time.Time) {
	if err := at.UnmarshalText(f.get("/now")); err != nil {
		panic(err)
	}
	return at
}

// Read implements [io.Reader].
func (f far) Read(b []byte) (int, error) {
	return copy(b, f.get("/random?bytes="+strconv.Itoa(len(b)))), nil
}

// TestServesAnotherProcess is the serving process of [elsewhere], and no test by itself.
func TestServesAnotherProcess(t *testing.T) {
	world := os.Getenv(servingFor)
	if world == "" {
		t.Skip("it serves the logs of other tests")
	}
	asked, answers := json.NewDecoder(os.Stdin), json.NewEncoder(os.Stdout)
	for {
		var w wanted
		switch err := asked.Decode(&w); err {
		case nil:
		case io.EOF:
			return
		default:
			t.Fatal(err)
		}
		f, o := far(world+"/"+strconv.Itoa(w.Log)), logtest.Options{Name: w.Name, Replay: w.Replay}
		if w.Clock {
			o.Now = f.now
		}
		if w.Random {
			o.Random = f
		}
		if err := answers.Encode(esdbtest.Serve(t, file(t, o, t.TempDir())).URL); err != nil {
			t.Fatal(err)
		}
	}
}
