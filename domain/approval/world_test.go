package approval_test

import (
	"encoding/base64"
	"encoding/json"
	"strings"
	"testing"
	"time"

	"github.com/oklog/ulid/v2"
	"golang.org/x/crypto/ssh"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/approval"
	"github.com/clawable/claw/domain/seal"
	"github.com/clawable/claw/proof"
)

const (
	agent = domain.Actor("agent:claude-code/s1")
	relay = domain.Actor("agent:codex/relay")
	alice = domain.Actor("human:alice@example.org")
	rule  = "main_push"
)

var start = time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)

// world is a log in which one approval is requested, granted and used, one position an hour.
type world struct {
	t        *testing.T
	position uint64
	revision domain.Revision
	rules    approval.Rules
	a        approval.Approval
	request  domain.ApprovalRequested
}

func newWorld(t *testing.T) *world {
	w := &world{t: t}
	w.rules = approval.Rules{LogID: domain.Digest{1}, Signers: &approval.SignersHistory{LogID: domain.Digest{1}}, Verifier: proof.Verifier{},
		Bounds: func(domain.Digest, string) (approval.Bounds, bool) { return approval.Bounds{}, false }}
	w.a.Stream = domain.StreamID{Family: domain.FamilyApproval, ULID: ulid.MustParse("01ARZ3NDEKTSV4RRFFQ69G5FAV")}
	action := domain.Action{CWD: "/src", Argv: []string{"git", "push"}}
	digest, err := approval.DigestAction(&action, "")
	if err != nil {
		t.Fatal(err)
	}
	w.request = domain.ApprovalRequested{Class: domain.ActionTool, Action: action, ActionDigest: digest, Requester: agent, Uses: 2,
		Policy: domain.Digest{7}, Rule: rule, Scope: domain.ApprovalScope{Repo: "example.org/r"}}
	return w
}

// event is the next event of the log, an hour after the last.
func (w *world) event(p domain.Payload) *domain.Event {
	w.t.Helper()
	data, err := json.Marshal(p)
	if err != nil {
		w.t.Fatal(err)
	}
	w.position++
	at := start.Add(time.Duration(w.position) * time.Hour)
	e := &domain.Event{Draft: domain.Draft{ID: domain.EventID(domain.Derive(at, "test")), Kind: p.Kind(), Version: 1, Stream: w.a.Stream,
		ObservedAt: domain.At(at), Data: data, Salt: &domain.Salt{}}, Position: domain.PositionAt(w.position), RecordedAt: at}
	e.DataDigest = seal.Data(domain.Salt{}, data)
	return e
}

func (w *world) apply(p domain.ApprovalPayload) domain.EventID {
	w.t.Helper()
	e := w.event(p)
	w.revision++
	e.Revision = w.revision
	w.a.Apply(e, p, &w.rules)
	return e.ID
}

func line(principal string, key ssh.Signer, options string) string {
	return principal + " " + options + strings.TrimSpace(string(ssh.MarshalAuthorizedKey(key.PublicKey())))
}

// signers changes who may sign, with the signature of a key.
func (w *world) signers(by ssh.Signer, change approval.SignersStatement) approval.SignersChange {
	w.t.Helper()
	change.LogID, change.Previous = w.rules.LogID, w.rules.Signers.Last()
	return w.signersAs(by, change, approval.SignersNamespace)
}

func (w *world) signersAs(by ssh.Signer, change approval.SignersStatement, namespace string) approval.SignersChange {
	w.t.Helper()
	body := change.Bytes()
	p := &domain.LogSignersChanged{Added: change.Added, Removed: change.Removed, Statement: base64.StdEncoding.EncodeToString(body),
		Signature: w.sign(by, body, namespace)}
	w.rules.Signers.Apply(w.event(p), p, w.rules.Verifier)
	all := w.rules.Signers.Changes()
	return all[len(all)-1]
}

func (w *world) sign(by ssh.Signer, body []byte, namespace string) string {
	w.t.Helper()
	armored, err := proof.Sign(by, approval.PAE(approval.StatementMediaType, body), namespace)
	if err != nil {
		w.t.Fatal(err)
	}
	return armored
}

// statement is the grant of the request as it is, for a day.
func (w *world) statement() approval.GrantStatement {
	return approval.GrantStatement{Request: w.a.Stream, RequestDigest: w.a.Request.Digest, ActionDigest: w.request.ActionDigest, LogID: w.rules.LogID,
		Policy: w.request.Policy, Scope: w.request.Scope, ExpiresAt: domain.At(start.Add(time.Duration(w.position+25) * time.Hour)), Uses: 2,
		Delegates: []domain.Actor{relay}, Nonce: "00112233445566778899aabbccddeeff"}
}

// granted is the event of a statement that a key of a principal signs.
func (w *world) granted(by ssh.Signer, approver domain.Actor, assurance domain.Assurance, s approval.GrantStatement) *domain.ApprovalGranted {
	w.t.Helper()
	body := s.Bytes()
	return &domain.ApprovalGranted{Approver: approver, RequestDigest: s.RequestDigest, Assurance: assurance, Scope: s.Scope, ExpiresAt: s.ExpiresAt,
		Uses: s.Uses, Delegates: s.Delegates, Nonce: s.Nonce, Policy: s.Policy, Key: proof.KeyID(by.PublicKey()),
		Statement: base64.StdEncoding.EncodeToString(body), Signature: w.sign(by, body, approval.GrantNamespace)}
}

// ready is a world with alice as signer and the request made.
func ready(t *testing.T, by ssh.Signer) *world {
	w := newWorld(t)
	if c := w.signers(by, approval.SignersStatement{Added: []string{line("alice@example.org", by, "")}}); c.Refused != "" || !c.Bootstrap {
		t.Fatalf("the first set: %+v", c)
	}
	w.apply(&w.request)
	return w
}

// consumed is a use of the grant by its requester, the n-th.
func (w *world) consumed(grant domain.EventID, n int) *domain.ApprovalConsumed {
	return &domain.ApprovalConsumed{Grant: grant, ActionDigest: w.request.ActionDigest, Executor: agent, Scope: w.request.Scope, Use: n}
}
