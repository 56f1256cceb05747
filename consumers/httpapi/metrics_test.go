package httpapi_test

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"

	"github.com/clawable/claw/consumers/httpapi"
	"github.com/clawable/claw/consumers/live"
)

// TestMetricsTellWhatHappened answers requests, opens a stream and appends, and reads the metrics.
func TestMetricsTellWhatHappened(t *testing.T) {
	log := emptyLog(t)
	appended(t, log, streamOne, "a")
	s, _ := serveEvents(t, log, live.DefaultLimits())
	if _, ok := s.open("").next(); !ok {
		t.Fatal("no opening")
	}
	last := appended(t, log, streamOne, "b", "c")
	for _, path := range []string{"/v1/nowhere", "/v1/events?after=x", "/healthz"} {
		_, answer := s.try(path, "")
		_ = answer.Body.Close()
	}
	c, answer := s.try("/metrics", "")
	text, err := io.ReadAll(c.lines)
	if err != nil || answer.StatusCode != http.StatusOK {
		t.Fatalf("%d %v", answer.StatusCode, err)
	}
	for _, want := range []string{
		fmt.Sprintf("claw_log_position %d", last), fmt.Sprintf("claw_log_appended_events_total %d", last),
		`claw_stream_readers{stream="events"} 1`, `claw_http_request_duration_seconds_count{route="/v1/events",status="4xx"} 1`,
		`claw_http_request_duration_seconds_count{route="none",status="4xx"} 1`, "go_goroutines ",
	} {
		if !strings.Contains(string(text), want+"\n") && !strings.Contains(string(text), "\n"+want) {
			t.Errorf("no %s in\n%s", want, text)
		}
	}
	r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, s.url+"/metrics", nil)
	if err != nil {
		t.Fatal(err)
	}
	anonymous, err := http.DefaultTransport.RoundTrip(r)
	if err != nil {
		t.Fatal(err)
	}
	_ = anonymous.Body.Close()
	if anonymous.StatusCode != http.StatusUnauthorized {
		t.Errorf("without the secret: %d", anonymous.StatusCode)
	}
}

// TestMetricsTellTheReadModel scrapes a server whose read model is behind, and one that cannot look.
func TestMetricsTellTheReadModel(t *testing.T) {
	for says, of := range map[string]struct {
		standing httpapi.Standing
		err      error
		want     string
		absent   string
	}{
		"a model":      {httpapi.Standing{HasModel: true, Parked: 3, CutOff: 2}, nil, "claw_parked_events 3", "?"},
		"no model":     {httpapi.Standing{CutOff: 2}, nil, "claw_stream_readers_cut_off_total 2", "claw_parked_events "},
		"a dead sink":  {httpapi.Standing{Sinks: []httpapi.Sink{{Name: "oncall", Failures: 7}}}, nil, `claw_sink_consecutive_failures{sink="oncall"} 7`, "?"},
		"that it is":   {httpapi.Standing{Sinks: []httpapi.Sink{{Name: "oncall", Dead: true}}}, nil, `claw_sink_dead{sink="oncall"} 1`, "?"},
		"its lag":      {httpapi.Standing{Sinks: []httpapi.Sink{{Name: "oncall"}}}, nil, `claw_sink_lag_events{sink="oncall"} 1`, "?"},
		"out of order": {httpapi.Standing{}, io.ErrUnexpectedEOF, "claw_log_position 1", "claw_stream_readers_cut_off_total"},
	} {
		api, _ := newAPI(t, httpapi.DefaultLimits(), nil)
		api.Standing = func(context.Context) (httpapi.Standing, error) { return of.standing, of.err }
		got := get(t, api, "/metrics")
		if got.Code != http.StatusOK || !strings.Contains(got.Body.String(), "\n"+of.want+"\n") || strings.Contains(got.Body.String(), "\n"+of.absent) {
			t.Errorf("%s: %d\n%s", says, got.Code, got.Body)
		}
	}
}
