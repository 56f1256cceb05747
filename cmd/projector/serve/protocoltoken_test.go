package serve_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/EventStore/EventStore-Client-Go/v4/esdb"

	"github.com/clawable/claw/cmd/claw/cli/clitest"
	"github.com/clawable/claw/domain"
)

// is reports whether an error of a client has a code.
func is(err error, code esdb.ErrorCode) bool {
	var typed *esdb.Error
	return errors.As(err, &typed) && typed.Code() == code
}

// TestClientsOfEventStoreDBShowTokens appends and reads with tokens: each does what its classes and its
// ceiling allow, in its own channel, until it is revoked.
func TestClientsOfEventStoreDBShowTokens(t *testing.T) {
	w := clitest.New(t)
	facts := tokenOf(t, w, "box", "--agent", "--append", "facts", "--max-sensitivity", "secret")
	reader := tokenOf(t, w, "reader", "--max-sensitivity", "secret")
	lanes := tokenOf(t, w, "lanes", "--append", "lanes")
	public := tokenOf(t, w, "public", "--max-sensitivity", "public")
	r := started(t, w, "--esdb", "127.0.0.1:0")
	session := domain.MakeSessionID("test", "s").Stream().String()
	message := func() esdb.EventData { return told("message.recorded", "ci", `{"role":"user","text":"x"}`) }
	decision := func() esdb.EventData { return told("lane.closed", "ci", `{"reason":"enough"}`) }
	for _, of := range []struct {
		says, token, stream string
		event               esdb.EventData
		done                bool
	}{
		{"a fact of a token that appends facts", facts, session, message(), true},
		{"a decision about a lane of an agent's token", facts, "lane-01ARZ3NDEKTSV4RRFFQ69G5FAV", decision(), false},
		{"a decision about a lane of a token that takes them", lanes, "lane-01ARZ3NDEKTSV4RRFFQ69G5FAV", decision(), true},
		{"a grant", lanes, "approval-01ARZ3NDEKTSV4RRFFQ69G5FAV", told("approval.granted", "ci", `{}`), false},
		{"a fact of a token that reads", reader, session, message(), false},
	} {
		_, err := client(t, r, of.token).AppendToStream(t.Context(), of.stream, esdb.AppendToStreamOptions{ExpectedRevision: esdb.Any{}}, of.event)
		if of.done != (err == nil) || err != nil && !is(err, esdb.ErrorCodeAccessDenied) {
			t.Errorf("%s: %v", of.says, err)
		}
	}
	c := client(t, r, reader)
	events, err := readAll(t, c)
	if err != nil || len(events) < 10 {
		t.Fatalf("%d events are read, %v", len(events), err)
	}
	if last := string(events[len(events)-2].UserMetadata); !strings.Contains(last, `"channel":"token:box"`) || !strings.Contains(last, `"trust":"low"`) {
		t.Errorf("a fact of a token is %s", last)
	}
	if got, err := readAll(t, client(t, r, public)); len(got) > 0 || !is(err, esdb.ErrorCodeAccessDenied) {
		t.Errorf("a token that reads what is public reads %d events, %v", len(got), err)
	}
	follows, err := c.SubscribeToAll(t.Context(), esdb.SubscribeToAllOptions{From: esdb.End{}})
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = follows.Close() }()
	for follows.Recv().CaughtUp == nil { // what came first
		continue
	}
	w.Must("token", "revoke", "reader")
	if e := follows.Recv(); e.SubscriptionDropped == nil {
		t.Errorf("after the token was revoked its subscription goes on: %+v", e.EventAppeared)
	}
	if _, err := readAll(t, c); !is(err, esdb.ErrorCodeUnauthenticated) {
		t.Errorf("with a revoked token: %v", err)
	}
}
