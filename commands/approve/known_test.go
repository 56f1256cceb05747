package approve_test

import (
	"context"
	"iter"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/clawable/claw/commands/approve"
	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/eventlog"
	"github.com/clawable/claw/policy"
)

// reads is a log that lists the streams that are read, by family.
type reads struct {
	eventlog.Log
	of []domain.Family
}

// Read implements [eventlog.Log].
func (r *reads) Read(ctx context.Context, q eventlog.Query) iter.Seq2[domain.Event, error] {
	r.of = append(r.of, q.Stream.Family)
	return r.Log.Read(ctx, q)
}

// heldBack is the push as a policy holds it back.
func heldBack(t *testing.T) approve.Call {
	t.Helper()
	p, err := policy.Parse("test", []byte("version = 1\n[[rule]]\nid = \"push\"\ndecision = \"deny\"\nargv_shorthand = \"git push:*\"\n"))
	if err != nil {
		t.Fatal(err)
	}
	layers := []policy.Layer{{Name: "adopted", Policy: p, MayAllow: true}}
	return approve.Call{Actor: agent, Action: push,
		Verdict: policy.Evaluate(layers, &policy.Action{Tool: "shell", Argv: push.Argv, CWD: string(push.CWD)})}
}

// TestWhatACallWasJudgedByIsReadOnce rules about a call whose request waits, by what the
// verdict was read with: its request is all that is read.
func TestWhatACallWasJudgedByIsReadOnce(t *testing.T) {
	c, call := newCourt(t), heldBack(t)
	if _, err := c.Rule(t.Context(), call); err != nil {
		t.Fatal(err)
	}
	known, err := c.Known(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	call.Known = known
	log := &reads{Log: c.log}
	r, err := approvalsOf(log, func() time.Time { return c.now }).Rule(t.Context(), call)
	if err != nil || r.Decision != policy.Deny || r.Refusal != domain.RefusedPending {
		t.Errorf("%+v, error %v", r, err)
	}
	if diff := cmp.Diff([]domain.Family{domain.FamilyApproval}, log.of); diff != "" {
		t.Errorf("streams read, -want +got\n%s", diff)
	}
}

// TestWhatWasKnownBeforeSpendsNothing changes the signers after what a call is judged by was
// read: the grant of a removed signer is not spent.
func TestWhatWasKnownBeforeSpendsNothing(t *testing.T) {
	c, call := newCourt(t), heldBack(t)
	if err := c.signers(key(1), []string{lineOf("alice@example.org", key(1))}, nil); err != nil {
		t.Fatal(err)
	}
	asked, err := c.Rule(t.Context(), call)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := c.grant(asked.Approval, key(1), approve.Terms{}); err != nil {
		t.Fatal(err)
	}
	if call.Known, err = c.Known(t.Context()); err != nil {
		t.Fatal(err)
	}
	alice := call.Known.Rules.Signers.Now().All()[0].Fingerprint()
	if err := c.signers(key(1), []string{lineOf("bob@example.org", key(2))}, []string{alice}); err != nil {
		t.Fatal(err)
	}
	if r, err := c.Rule(t.Context(), call); err != nil || r.Decision != policy.Deny || !r.Use.IsZero() {
		t.Errorf("%+v, error %v", r, err)
	}
}
