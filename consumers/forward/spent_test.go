package forward_test

import (
	"context"
	"crypto/ed25519"
	"errors"
	"flag"
	"strings"
	"sync"
	"testing"
	"time"

	"golang.org/x/crypto/ssh"

	"github.com/clawable/claw/commands/approve"
	"github.com/clawable/claw/commands/commandtest"
	importing "github.com/clawable/claw/commands/import"
	"github.com/clawable/claw/consumers/forward"
	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/approval"
	"github.com/clawable/claw/eventlog"
	"github.com/clawable/claw/proof"
)

var grants = flag.Int("claw.grants", 10, "how many single-use grants two machines try to spend at once")

const worker = domain.Actor("agent:claude-code/s1")

var pushed = domain.Action{CWD: "/src", Argv: []string{"git", "push", "origin", "main"}}

// office are the approvals of a log.
func office(log eventlog.Log) *approve.Approvals {
	return approve.NewApprovals(commandtest.OperatorOf(log, func() time.Time { return noon }), proof.Verifier{})
}

// alice signs.
func alice(t *testing.T) ssh.Signer {
	t.Helper()
	signer, err := ssh.NewSignerFromKey(ed25519.NewKeyFromSeed(make([]byte, ed25519.SeedSize)))
	if err != nil {
		t.Fatal(err)
	}
	return signer
}

func signed(t *testing.T, body []byte, namespace string) string {
	t.Helper()
	armored, err := proof.Sign(alice(t), approval.PAE(approval.StatementMediaType, body), namespace)
	if err != nil {
		t.Fatal(err)
	}
	return armored
}

// trustsAlice makes alice a signer of a log.
func trustsAlice(t *testing.T, log eventlog.Log) {
	t.Helper()
	of := office(log).Signers()
	s, _, err := of.Offer(t.Context(), []string{"alice@example.org " + strings.TrimSpace(string(ssh.MarshalAuthorizedKey(alice(t).PublicKey())))}, nil)
	if err == nil {
		_, err = of.Change(t.Context(), s, signed(t, s.Bytes(), approval.SignersNamespace))
	}
	if err != nil {
		t.Fatal(err)
	}
}

// grantedOnce is a request of a log whose one use alice granted there.
func grantedOnce(t *testing.T, log eventlog.Log) domain.StreamID {
	t.Helper()
	of := office(log)
	one, err := of.Request(t.Context(), domain.ApprovalRequested{Class: domain.ActionTool, Action: pushed, Requester: worker, Uses: 1}, "")
	if err != nil {
		t.Fatal(err)
	}
	offer, err := of.Offer(t.Context(), one.Stream, approve.Terms{})
	if err == nil {
		_, err = of.Grant(t.Context(), &offer.Statement, signed(t, offer.Statement.Bytes(), approval.GrantNamespace))
	}
	if err != nil {
		t.Fatal(err)
	}
	return one.Stream
}

// spent consumes a grant until the log answers, and reports whether it was spent by this.
func spent(log eventlog.Log, stream domain.StreamID) bool {
	for {
		_, err := office(log).Consume(context.Background(), stream, approve.Claim{Action: pushed, Executor: worker})
		if !errors.Is(err, eventlog.ErrConflict) {
			return err == nil
		}
	}
}

// counted is how many events of a kind a stream of a log has.
func counted(t *testing.T, log eventlog.Log, stream domain.StreamID, kind domain.Kind) (n int) {
	t.Helper()
	for _, e := range commandtest.Events(t, log, eventlog.Query{Stream: stream}) {
		if e.Kind == kind {
			n++
		}
	}
	return n
}

// TestTwoLogsNeverBothSpendAGrant gives a grant of a single use in the log of one machine, carries it to that of
// another machine and of the team, all of which trust its signer, and consumes it in all of them at once, twice
// in each: only the log of its request spends it, once, and the team's log shows that.
func TestTwoLogsNeverBothSpendAGrant(t *testing.T) {
	ada, bob, shared := logAt(t, noon), logAt(t, noon), logAt(t, noon)
	for _, log := range []eventlog.Log{ada, bob, shared} {
		trustsAlice(t, log)
	}
	toBob, toTeam := machineOf(t, ada, importing.NewReceiver(bob), nil), machineOf(t, ada, importing.NewReceiver(shared), nil)
	ofBob := machineOf(t, bob, toTeam.to.receiver, nil)
	for n := range *grants {
		stream := grantedOnce(t, ada)
		for _, m := range []*machine{toBob, toTeam} {
			if err := m.forward(forward.Policy{}); err != nil {
				t.Fatal(err)
			}
		}
		if counted(t, bob, stream, domain.KindApprovalGranted) != 1 || counted(t, shared, stream, domain.KindApprovalGranted) != 1 {
			t.Fatalf("grant %d was not carried to the others", n)
		}
		var running sync.WaitGroup
		logs := []eventlog.Log{ada, ada, bob, bob, shared, shared}
		won := make([]bool, len(logs))
		for i, log := range logs {
			running.Go(func() { won[i] = spent(log, stream) })
		}
		running.Wait()
		if won[0] == won[1] || won[2] || won[3] || won[4] || won[5] {
			t.Fatalf("grant %d was spent by ada, ada, bob, bob, the team, the team: %v", n, won)
		}
		for _, m := range []*machine{toTeam, ofBob} {
			if err := m.forward(forward.Policy{}); err != nil {
				t.Fatal(err)
			}
		}
		if count := counted(t, shared, stream, domain.KindApprovalConsumed); count != 1 {
			t.Fatalf("grant %d stands in the team's log as spent %d times", n, count)
		}
	}
}
