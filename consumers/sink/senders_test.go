package sink_test

import (
	"context"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/cloudevents/sdk-go/v2/binding"
	cehttp "github.com/cloudevents/sdk-go/v2/protocol/http"
	"github.com/google/go-cmp/cmp"

	"github.com/clawable/claw/consumers/sink"
	"github.com/clawable/claw/consumers/sink/status"
	"github.com/clawable/claw/consumers/watch"
	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/lane"
)

// hears is a server that answers with a status, and keeps what it was sent.
type hears struct {
	*httptest.Server
	mu      sync.Mutex
	status  int
	headers []http.Header
	bodies  []string
}

func hearing(t testing.TB, status int) *hears {
	t.Helper()
	h := &hears{status: status}
	h.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(r.Body)
		if err != nil {
			t.Error(err)
		}
		h.mu.Lock()
		defer h.mu.Unlock()
		h.headers, h.bodies = append(h.headers, r.Header), append(h.bodies, string(body))
		w.Header().Set("Location", "/elsewhere")
		w.WriteHeader(h.status)
	}))
	t.Cleanup(h.Close)
	return h
}

func sender(t testing.TB, c *sink.Config) sink.Sender {
	t.Helper()
	c.Name = "s"
	if c.Timeout == 0 {
		c.Timeout = time.Minute
	}
	s, err := sink.NewSender(c, sink.Outside{Env: func(name string) string {
		return map[string]string{"SECRET": "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"}[name]
	}, Environ: os.Environ, Now: func() time.Time { return time.Unix(1614265330, 0) }})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// outcome is a delivery of a lane.
func outcome() *sink.Delivery {
	return &sink.Delivery{Kind: sink.DeliveryKind, Version: 1, Key: "outcome-1", Sink: "s", Log: "log", Summary: "Mend <!channel> \u202e& @everyone: failed",
		Outcome: &watch.Line{Kind: watch.LineKind, Version: 1, Seq: 7, Lane: "L", Outcome: lane.ResultFailed}}
}

// signedByOthers is the signature of the delivery in TestAWebhookIsSigned, made by another implementation
// that reproduces the example of the specification of Standard Webhooks.
const signedByOthers = "v1,Fsf2dFdgVzNtaBNuoMqOTKcQREEzqu+/kJZpAgEgepI="

// TestAWebhookIsSigned compares a signature with one that another implementation made.
func TestAWebhookIsSigned(t *testing.T) {
	h := hearing(t, http.StatusNoContent)
	s := sender(t, &sink.Config{Kind: sink.KindWebhook, URL: h.URL, SecretEnv: "SECRET"})
	if err := s.Send(t.Context(), outcome()); err != nil {
		t.Fatal(err)
	}
	got := h.headers[0]
	if got.Get("Webhook-Id") != "outcome-1" || got.Get("Webhook-Timestamp") != "1614265330" || got.Get("Webhook-Signature") != signedByOthers {
		t.Errorf("%v\n%s", got, h.bodies[0])
	}
	var d struct {
		Key string `json:"idempotency_key"`
	}
	if err := json.Unmarshal([]byte(h.bodies[0]), &d); err != nil || d.Key != "outcome-1" {
		t.Errorf("%v: %s", err, h.bodies[0])
	}
}

// TestTemplatesCallNobody sends a title that is markup.
func TestTemplatesCallNobody(t *testing.T) {
	for template, want := range map[sink.Template]string{
		sink.TemplateSlack:   `{"text":"Mend &lt;!channel&gt; &lt;U+202E&gt;&amp; @everyone: failed"}`,
		sink.TemplateDiscord: `{"allowed_mentions":{"parse":[]},"content":"Mend <!channel> <U+202E>& @everyone: failed"}`,
		sink.TemplateNtfy:    "Mend <!channel> <U+202E>& @everyone: failed",
	} {
		h := hearing(t, http.StatusOK)
		if err := sender(t, &sink.Config{Kind: sink.KindWebhook, URL: h.URL, Template: template}).Send(t.Context(), outcome()); err != nil {
			t.Fatal(err)
		}
		if h.bodies[0] != want {
			t.Errorf("%s: %s", template, h.bodies[0])
		}
	}
}

// TestAnswersAreRetriedOrFinal judges answers of receivers.
func TestAnswersAreRetriedOrFinal(t *testing.T) {
	for status, retry := range map[int]bool{302: true, 400: false, 401: false, 404: false, 408: true, 410: false, 429: true, 500: true, 503: true} {
		h := hearing(t, status)
		err := sender(t, &sink.Config{Kind: sink.KindWebhook, URL: h.URL + "/secret?token=secret"}).Send(t.Context(), outcome())
		var e *domain.Error
		if !asDelivery(err, &e) || e.Retryable != retry || strings.Contains(err.Error(), "secret") || len(h.bodies) != 1 {
			t.Errorf("%d: %v, %d requests", status, err, len(h.bodies))
		}
	}
	gone := hearing(t, 200)
	gone.Close()
	var e *domain.Error
	if err := sender(t, &sink.Config{Kind: sink.KindWebhook, URL: gone.URL + "/secret"}).Send(t.Context(), outcome()); !asDelivery(err, &e) || !e.Retryable || strings.Contains(err.Error(), "secret") {
		t.Errorf("nobody listens: %v", err)
	}
}

// TestAReceiverSaysHowLongToWait answers with times to wait, in seconds and as a date by the clock of the receiver.
func TestAReceiverSaysHowLongToWait(t *testing.T) {
	const clock = "Wed, 21 Oct 2015 07:28:00 GMT"
	for says, of := range map[string]struct {
		after, date string
		want        any
	}{
		"seconds":          {"7", clock, 7},
		"too many":         {"99999999999", clock, 300},
		"a date":           {"Wed, 21 Oct 2015 07:28:09 GMT", clock, 9},
		"a date long past": {"Wed, 21 Oct 2015 07:00:00 GMT", clock, nil},
		"a date, no clock": {"Wed, 21 Oct 2015 07:28:09 GMT", "noon", nil},
		"less than none":   {"-3", clock, nil},
		"words":            {"soon", clock, nil},
	} {
		receiver := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Retry-After", of.after)
			w.Header().Set("Date", of.date)
			w.WriteHeader(http.StatusTooManyRequests)
		}))
		err := sender(t, &sink.Config{Kind: sink.KindWebhook, URL: receiver.URL}).Send(t.Context(), outcome())
		receiver.Close()
		var e *domain.Error
		if !asDelivery(err, &e) || !e.Retryable || e.Detail["retry_after_seconds"] != of.want {
			t.Errorf("%s: %v, wait %v, want %v", says, err, e.Detail["retry_after_seconds"], of.want)
		}
	}
}

// TestClawhipTakesALaneAndItsTwin reads what clawhip is sent.
func TestClawhipTakesALaneAndItsTwin(t *testing.T) {
	h := hearing(t, http.StatusAccepted)
	w := newWorld(t)
	w.says("A", lane.ResultFailed)
	s := sender(t, &sink.Config{Kind: sink.KindClawhip, URL: h.URL})
	box := sink.New(sink.Options{Config: &sink.Config{Name: "s", Kind: sink.KindClawhip, URL: h.URL, FromStart: true}, Cursor: filepath.Join(w.dir, "c.db"), Status: filepath.Join(w.dir, "c.json"), Log: "log", Rules: 1,
		Source: described{w}, Sender: func() (sink.Sender, error) { return s, nil }, Now: time.Now, Random: func() float64 { return 0 }, Tell: func(*status.Status) {}, Once: true})
	if err := box.Run(t.Context()); err != nil {
		t.Fatal(err)
	}
	if len(h.bodies) != 2 {
		t.Fatalf("%d requests", len(h.bodies))
	}
	var event, twin map[string]any
	for i, into := range []*map[string]any{&event, &twin} {
		if err := json.Unmarshal([]byte(h.bodies[i]), into); err != nil {
			t.Fatal(err)
		}
	}
	payload, _ := twin["payload"].(map[string]any)
	if event["event"] != "lane.failed" || event["normalized_event"] != "lane.failed" || event["metadata"] == nil || twin["type"] != "session.failed" || payload["status"] != "failed" ||
		payload["agent_name"] != "codex" || event["event_id"] == payload["event_id"] || event["event_id"] == "of-the-view" {
		t.Errorf("%v\n%v", event, twin)
	}
	for _, forbidden := range []string{"type", "kind", "payload", "channel", "mention", "format", "template", "Rest"} {
		if _, is := event[forbidden]; is {
			t.Errorf("the event has %s", forbidden)
		}
	}
}

// described is a world whose lanes have an event for clawhip.
type described struct{ *world }

func (described) Describe(*watch.Line, string) (sink.Description, error) {
	return sink.Description{View: []byte(`{}`), Summary: "s", Clawhip: []byte(`{"event":"lane.failed","status":"failed","emittedAt":"2026-01-01T00:00:00Z","agent_name":"codex","session_id":"x",
"project":"p","summary":"s","normalized_event":"lane.failed","event_id":"of-the-view","correlation_id":"c","metadata":{"seq":1},"claw":{"lane":"A"}}`)}, nil
}

// TestACloudEventIsReadBack reads both modes with the library of CloudEvents.
func TestACloudEventIsReadBack(t *testing.T) {
	for _, mode := range []sink.Mode{sink.ModeStructured, sink.ModeBinary} {
		h := hearing(t, http.StatusOK)
		if err := sender(t, &sink.Config{Kind: sink.KindCloudEvents, URL: h.URL, Mode: mode}).Send(t.Context(), outcome()); err != nil {
			t.Fatal(err)
		}
		if mode == sink.ModeStructured && !strings.Contains(h.bodies[0], `"data":{"kind":"delivery"`) {
			t.Errorf("the delivery is no JSON in the event: %s", h.bodies[0])
		}
		m := cehttp.NewMessage(h.headers[0], io.NopCloser(strings.NewReader(h.bodies[0])))
		if is := m.ReadEncoding() == binding.EncodingBinary; is != (mode == sink.ModeBinary) {
			t.Errorf("%s: encoding %v", mode, m.ReadEncoding())
		}
		e, err := binding.ToEvent(t.Context(), m)
		if err != nil {
			t.Fatal(err)
		}
		var d sink.Delivery
		if err := json.Unmarshal(e.Data(), &d); err != nil || e.Validate() != nil {
			t.Error(err, e)
		}
		got := []any{e.ID(), e.Type(), e.Source(), e.Subject(), e.Extensions()["sequence"], d.Key}
		if diff := cmp.Diff([]any{"outcome-1", sink.TypeOutcome, "urn:claw:log:log", "L", "00000000000000000007", "outcome-1"}, got); diff != "" {
			t.Errorf("%s (-want +got)\n%s", mode, diff)
		}
	}
}

// TestAFileHoldsWholeLinesAfterACrash appends to files as crashes leave them.
func TestAFileHoldsWholeLinesAfterACrash(t *testing.T) {
	whole := `{"idempotency_key":"outcome-0"}` + "\n"
	for _, of := range []struct {
		says, holds string
		lines       int
		refused     bool
	}{
		{says: "no file", lines: 1},
		{says: "an empty file", lines: 1},
		{says: "a whole line", holds: whole, lines: 2},
		{says: "half a line", holds: whole + `{"idempotency_key":"outc`, lines: 2},
		{says: "half a first line", holds: `{`, lines: 1},
		{says: "blocks that were never written", holds: whole + "\x00\x00\x00", lines: 2},
		{says: "the line that was not ticked off", holds: whole + `{"idempotency_key":"outcome-1"}` + "\n", lines: 2},
		{says: "a file of somebody", holds: "dear diary", refused: true},
	} {
		path := filepath.Join(t.TempDir(), "out")
		if of.says != "no file" {
			if err := os.WriteFile(path, []byte(of.holds), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		err := sender(t, &sink.Config{Kind: sink.KindJSONL, Path: path}).Send(t.Context(), outcome())
		text, _ := os.ReadFile(path)
		if of.refused {
			if domain.KindOf(err) != domain.ErrCorrupt || string(text) != of.holds {
				t.Errorf("%s: %v, %q", of.says, err, text)
			}
			continue
		}
		lines := strings.SplitAfter(string(text), "\n")
		if err != nil || len(lines) != of.lines+1 || lines[of.lines] != "" || !json.Valid([]byte(lines[of.lines-1])) || !strings.Contains(lines[of.lines-1], `"outcome-1"`) {
			t.Errorf("%s: %v\n%q", of.says, err, text)
		}
	}
}

// TestACommandGetsTheDelivery runs commands.
func TestACommandGetsTheDelivery(t *testing.T) {
	t.Parallel()
	if _, err := os.Stat("/bin/sh"); err != nil {
		t.Skip("there is no shell")
	}
	out := filepath.Join(t.TempDir(), "out")
	for _, of := range []struct {
		says, script string
		timeout      time.Duration
		is           func(e *domain.Error) bool
	}{
		{says: "success", script: `cat > "$0"; printf %s "$CLAW_SINK $CLAW_IDEMPOTENCY_KEY" >> "$0"`},
		{says: "success that leaves a program behind", script: `cat > /dev/null; sleep 5 &`},
		{says: "a failure that says much", script: `yes it broke | head -c 5000000 >&2; exit 1`, is: func(e *domain.Error) bool { return e.Retryable && len(e.Message) < 1000 }},
		{says: "one that no signal ends", script: `trap '' TERM INT HUP; while :; do :; done`, timeout: 50 * time.Millisecond, is: func(e *domain.Error) bool { return e.Retryable && strings.Contains(e.Message, "did not end") }},
		{says: "a failure", script: `echo it broke >&2; exit 1`, is: func(e *domain.Error) bool { return e.Retryable && strings.Contains(e.Message, "it broke") }},
		{says: "a refusal", script: `exit 65`, is: func(e *domain.Error) bool { return !e.Retryable }},
		{says: "one that hangs", script: `while :; do :; done`, timeout: 50 * time.Millisecond, is: func(e *domain.Error) bool { return e.Retryable && strings.Contains(e.Message, "did not end") }},
	} {
		err := sender(t, &sink.Config{Kind: sink.KindCommand, Argv: []string{"/bin/sh", "-c", of.script, out}, Timeout: of.timeout}).Send(context.Background(), outcome())
		var e *domain.Error
		if of.is == nil && err != nil || of.is != nil && (!asDelivery(err, &e) || !of.is(e)) {
			t.Errorf("%s: %v", of.says, err)
		}
	}
	if text, err := os.ReadFile(out); err != nil || !strings.HasPrefix(string(text), `{"kind":"delivery"`) || !strings.HasSuffix(string(text), "s outcome-1") {
		t.Errorf("%v: %s", err, text)
	}
}
