package forward_test

import (
	"testing"
	"time"

	"github.com/clawable/claw/commands/commandtest"
	importing "github.com/clawable/claw/commands/import"
	"github.com/clawable/claw/consumers/forward"
	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/eventlog"
)

// denied is a denial in the stream of a request.
func denied(t *testing.T, request, by string) domain.Draft {
	t.Helper()
	op := commandtest.OperatorOf(nil, func() time.Time { return noon })
	stream := domain.StreamID{Family: domain.FamilyApproval, ULID: domain.Derive(time.Time{}, "test", request)}
	d, err := op.Draft(domain.EventID(op.NewID()), stream, domain.Subject{}, domain.ApprovalDenied{By: domain.Actor("human:" + by)}, nil)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// TestAMachineDecidesInItsOwnStreamsAlone forwards decisions about approvals of two machines.
func TestAMachineDecidesInItsOwnStreamsAlone(t *testing.T) {
	ada, bob, shared := logAt(t, noon), logAt(t, noon), logAt(t, noon)
	ofAda, again, ofBob, foreign := denied(t, "a", "ada"), denied(t, "a", "ada"), denied(t, "b", "bob"), denied(t, "a", "bob")
	appended(t, ada, ofAda, again)
	appended(t, bob, ofBob, foreign)
	receiver := importing.NewReceiver(shared)
	for _, log := range []eventlog.Log{ada, bob} {
		m := machineOf(t, log, receiver, nil)
		if err := m.forward(forward.Policy{}); err != nil {
			t.Fatal(err)
		}
		if want := map[eventlog.Log]int{ada: 0, bob: 1}[log]; m.last.Refused != want {
			t.Errorf("%d refused, want %d: %+v", m.last.Refused, want, m.to.reports)
		}
	}
	for says, c := range map[string]struct {
		id   domain.EventID
		held bool
	}{
		"the first of ada": {ofAda.ID, true}, "the next in her stream": {again.ID, true},
		"bob's in his own": {ofBob.ID, true}, "bob's in hers": {foreign.ID, false},
	} {
		if _, err := shared.Get(t.Context(), c.id); (err == nil) != c.held {
			t.Errorf("%s: %v", says, err)
		}
	}
}
