package sinkcmd_test

import (
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"sync"
	"testing"

	"github.com/clawable/claw/cmd/claw/cli/clitest"
	projectorcmd "github.com/clawable/claw/cmd/claw/cli/projector"
	"github.com/clawable/claw/cmd/projector/serve"
	sinkcmd "github.com/clawable/claw/cmd/projector/sink"
)

// asProjector is the variable under which this program is projector.
const asProjector = "CLAW_TEST_AS_PROJECTOR"

func TestMain(m *testing.M) {
	if os.Getenv(asProjector) != "" {
		os.Exit(projectorcmd.Program(sinkcmd.Verb, serve.With(sinkcmd.Kind())).Main())
	}
	clitest.Main(m)
}

// settings writes the person's settings of a world.
func settings(w *clitest.World, text string) { w.File("home/.config/claw/config.toml", text) }

// projector runs a verb of projector in a world.
func projector(w *clitest.World, args ...string) clitest.Answer {
	var out, errs strings.Builder
	code := projectorcmd.Program(sinkcmd.Verb).Run(w.Ctx, w.Program(&out, &errs), args)
	return clitest.Answer{Code: code, Out: out.String(), Err: errs.String()}
}

// must is the output of a verb of projector, which exits with 0.
func must(t *testing.T, w *clitest.World, args ...string) string {
	t.Helper()
	a := projector(w, args...)
	if a.Code != 0 {
		t.Fatalf("projector %s: exit %d\n%s%s", strings.Join(args, " "), a.Code, a.Out, a.Err)
	}
	return a.Out
}

// delivery is what a receiver reads of a delivery.
type delivery struct {
	Key     string `json:"idempotency_key"`
	Outcome struct {
		Seq         int    `json:"seq"`
		Lane        string `json:"lane"`
		Outcome     string `json:"outcome"`
		Fingerprint string `json:"outcome_fingerprint"`
	} `json:"outcome"`
	Summary string `json:"summary"`
}

// receiver takes deliveries over HTTP, and answers as configured.
type receiver struct {
	*httptest.Server
	mu     sync.Mutex
	calls  int
	taken  []delivery
	answer func(call int, d delivery) int // the status
}

// receiving starts a receiver, which ends with the test.
func receiving(t *testing.T, answer func(call int, d delivery) int) *receiver {
	t.Helper()
	r := &receiver{answer: answer}
	r.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, request *http.Request) {
		text, err := io.ReadAll(request.Body)
		var d delivery
		if err == nil {
			err = json.Unmarshal(text, &d)
		}
		r.mu.Lock()
		defer r.mu.Unlock()
		r.calls++
		if err != nil || request.Header.Get("Webhook-Id") != d.Key || request.Header.Get("Idempotency-Key") != d.Key {
			t.Errorf("%v, headers %v\n%s", err, request.Header, text)
		}
		status := r.answer(r.calls, d)
		if status < 300 {
			r.taken = append(r.taken, d)
		}
		w.WriteHeader(status)
	}))
	t.Cleanup(r.Close)
	return r
}

// told returns the deliveries that were accepted.
func (r *receiver) told() []delivery {
	r.mu.Lock()
	defer r.mu.Unlock()
	return append([]delivery(nil), r.taken...)
}

// stands returns the fingerprints of the current outcomes of a log, by lane.
func stands(t *testing.T, w *clitest.World) map[string]string {
	t.Helper()
	all := map[string]string{}
	for line := range strings.Lines(w.Must("watch", "--once", "--from", "start", "--json").Out) {
		var l struct {
			Lane        string `json:"lane"`
			Fingerprint string `json:"outcome_fingerprint"`
		}
		if err := json.Unmarshal([]byte(line), &l); err != nil {
			t.Fatal(err)
		}
		all[l.Lane] = l.Fingerprint
	}
	return all
}
