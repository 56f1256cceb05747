package serve_test

import (
	"bufio"
	"context"
	"encoding/json"
	"net/http"
	"strings"
	"testing"

	"github.com/clawable/claw/cmd/claw/cli/clitest"
	"github.com/clawable/claw/consumers/httpapi"
	generated "github.com/clawable/claw/consumers/httpapi/client"
)

// clientOf is the generated client of a server, as the holder of its secret.
func clientOf(t *testing.T, s *server) *generated.ClientWithResponses {
	t.Helper()
	c, err := generated.NewClientWithResponses(s.url, generated.WithRequestEditorFn(func(_ context.Context, r *http.Request) error {
		r.Header.Set("Authorization", "Bearer "+secret)
		return nil
	}))
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// TestAGeneratedClientReadsBoardLanesAndStream queries a server by the client generated from the OpenAPI document.
func TestAGeneratedClientReadsBoardLanesAndStream(t *testing.T) {
	s := serving(t, clitest.New(t), httpapi.DefaultLimits())
	c := clientOf(t, s)
	board, err := c.BoardWithResponse(t.Context(), &generated.BoardParams{})
	if err != nil || board.JSON200 == nil || board.JSON200.Total == 0 || len(board.JSON200.Lanes) != board.JSON200.Total {
		t.Fatalf("board: %v, %s", err, board.Body)
	}
	limit := int64(1)
	lanes, err := c.LanesWithResponse(t.Context(), &generated.LanesParams{Limit: &limit})
	if err != nil || lanes.JSON200 == nil || len(lanes.JSON200.Lanes) != 1 || lanes.JSON200.Total <= 1 {
		t.Fatalf("lanes: %v, %s", err, lanes.Body)
	}
	outcome, err := c.LanesLaneOutcomeWithResponse(t.Context(), clitest.SettledLane, &generated.LanesLaneOutcomeParams{})
	if err != nil || outcome.JSON200 == nil || outcome.JSON200.Lane != clitest.SettledLane {
		t.Fatalf("outcome: %v, %s", err, outcome.Body)
	}
	begin := "0"
	answer, err := c.StreamOutcomes(t.Context(), &generated.StreamOutcomesParams{LastEventId: &begin})
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	frame := framesUntil(t, answer, clitest.SettledLane)
	if frame.Kind != "outcome" || frame.Outcome != string(outcome.JSON200.Outcome) {
		t.Errorf("the stream tells %+v of a lane that is %s", frame, outcome.JSON200.Outcome)
	}
	none, err := c.LanesLaneOutcomeWithResponse(t.Context(), "01KJSESXM000000000000000ZZ", &generated.LanesLaneOutcomeParams{})
	if err != nil || none.JSON200 != nil || none.StatusCode() != http.StatusNotFound {
		t.Errorf("a lane that is not there: %v, %d", err, none.StatusCode())
	}
}

// toldOfLane is what a frame reports about a lane.
type toldOfLane struct{ Kind, Lane, Outcome string }

// framesUntil reads a stream until a frame is about a lane, and returns what it reports.
func framesUntil(t *testing.T, answer *http.Response, lane string) (last toldOfLane) {
	t.Helper()
	lines := bufio.NewScanner(answer.Body)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		data, isData := strings.CutPrefix(lines.Text(), "data: ")
		if !isData {
			continue
		}
		if err := json.Unmarshal([]byte(data), &last); err != nil {
			t.Fatalf("%v: %s", err, data)
		}
		if last.Lane == lane {
			return last
		}
	}
	t.Fatalf("the stream ended: %v", lines.Err())
	return last
}

// TestTheUseOfATokenIsListed reads by a token of a server, and appends by it.
func TestTheUseOfATokenIsListed(t *testing.T) {
	w := clitest.New(t)
	holder := tokenOf(t, w, "holder", "--append", "facts", "--max-sensitivity", "secret")
	tokenOf(t, w, "idle")
	r := started(t, w)
	if status, body := r.get(t, "/v1/schemas", holder); status != http.StatusOK {
		t.Fatalf("%d: %s", status, body)
	}
	listed := w.Must("token", "list", "--json").Out
	if n := strings.Count(listed, `"last_used_at"`); n != 1 {
		t.Errorf("%d tokens were used, want 1:\n%s", n, listed)
	}
	s := &server{t: t, url: r.URL}
	if got := s.do(s.post("/v1/events", holder, draft)); got.status != http.StatusOK {
		t.Fatalf("%d: %s", got.status, got.body)
	}
	audited := w.Must("audit", "tokens", "holder", "--json").Out
	for _, want := range []string{`"appended_events": 1`, `"did": "appended"`, `"kind": "message.recorded"`, `"last_used_at"`} {
		if !strings.Contains(audited, want) {
			t.Errorf("%s is missing:\n%s", want, audited)
		}
	}
}
