package approvecmd_test

import (
	"encoding/base64"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"testing"
	"time"

	"golang.org/x/crypto/ssh"

	"github.com/clawable/claw/cmd/claw/cli/clitest"
	"github.com/clawable/claw/commands/approve"
	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/approval"
	"github.com/clawable/claw/eventlog"
	"github.com/clawable/claw/eventlog/engine"
	"github.com/clawable/claw/proof"
)

const (
	asker = "agent:claude-code/s1"
	alice = domain.Actor("human:alice@example.org")
)

// use is a claim of an action, by the flags that name it.
type use struct {
	flags map[string]string
	argv  []string
}

// asked is the action of the request of every trial.
func asked() use {
	return use{map[string]string{"--as": asker, "--repo": "example.org/r", "--ref": "refs/heads/main", "--base": "b0", "--head": "a0", "--tree": "c0"},
		[]string{"deploy", "now"}}
}

// but is the use with one thing changed.
func (u use) but(flag, value string) use {
	u.flags = maps.Clone(u.flags)
	u.flags[flag] = value
	return u
}

func (u use) args(verb ...string) []string {
	for _, name := range slices.Sorted(maps.Keys(u.flags)) {
		verb = append(verb, name, u.flags[name])
	}
	return append(append(verb, "--"), u.argv...)
}

// trial is a world with a request for one use of a deployment.
type trial struct {
	*clitest.World
	stream domain.StreamID
	logID  string
}

func newTrial(t *testing.T) *trial {
	x := &trial{World: clitest.New(t)}
	x.ask(asked())
	return x
}

// ask makes a request for something else from here on.
func (x *trial) ask(u use, more ...string) {
	x.T.Helper()
	d := clitest.Documents(x.T, x.Must(u.args(append([]string{"approval", "request", "--json"}, more...)...)...).Out)[0]
	x.stream = clitest.Stream(x.T, d["approval"].(string))
	x.in(func(in *approve.Approvals, _ eventlog.Log) {
		rules, err := in.Rules(x.Ctx)
		x.check(err)
		x.logID = rules.LogID.String()
	})
}

func (x *trial) check(err error) {
	x.T.Helper()
	if err != nil {
		x.T.Fatal(err)
	}
}

// in looks into the log, past the program.
func (x *trial) in(look func(*approve.Approvals, eventlog.Log)) {
	x.T.Helper()
	log, err := engine.Open(x.Ctx, "sqlite:"+x.World.Log(), engine.Options{Now: x.Now})
	x.check(err)
	look(clitest.Approvals(log, x.Now), log)
	x.check(log.Close())
}

// granted has alice grant the request, with the program.
func (x *trial) granted(flags ...string) *trial {
	x.T.Helper()
	x.Must(append([]string{"approval", "grant", x.stream.String(), "--key", "alice.key", "--delegate", "agent:codex/relay"}, flags...)...)
	return x
}

// row is the event of a grant as claw writes it, of a statement that is edited before a
// key signs it.
func (x *trial) row(by ssh.Signer, namespace string, edit func(*approval.GrantStatement)) *domain.ApprovalGranted {
	x.T.Helper()
	var s approval.GrantStatement
	x.in(func(in *approve.Approvals, _ eventlog.Log) {
		offer, err := in.Offer(x.Ctx, x.stream, approve.Terms{})
		x.check(err)
		s = offer.Statement
	})
	if edit != nil {
		edit(&s)
	}
	signature, err := proof.Sign(by, approval.PAE(approval.StatementMediaType, s.Bytes()), namespace)
	x.check(err)
	return &domain.ApprovalGranted{Approver: alice, RequestDigest: s.RequestDigest, Assurance: domain.AssuranceSoftware, Scope: s.Scope,
		ExpiresAt: s.ExpiresAt, Uses: s.Uses, Delegates: s.Delegates, Nonce: s.Nonce, Policy: s.Policy, Key: proof.KeyID(by.PublicKey()),
		Statement: base64.StdEncoding.EncodeToString(s.Bytes()), Signature: signature}
}

// says is why the program refuses a command line, else "accepted".
func (x *trial) says(args ...string) string {
	x.T.Helper()
	a := x.Run(append(args[:len(args):len(args)], "--json")...)
	if a.Code == 0 {
		return "accepted"
	}
	e, _ := clitest.Documents(x.T, a.Out)[0]["error"].(map[string]any)
	detail, _ := e["detail"].(map[string]any)
	why, _ := detail["refusal"].(string)
	if a.Code != 3 || why == "" {
		x.T.Errorf("%v: exit %d, %s", args, a.Code, a.Out+a.Err)
	}
	return why
}

// consumes tries a use with the program.
func (x *trial) consumes(u use) string {
	x.T.Helper()
	line := u.args("approval", "consume", x.stream.String(), "--no-run", "--json")
	a := x.Run(line...)
	if a.Code == 0 {
		return "accepted"
	}
	e := clitest.Documents(x.T, a.Out)[0]["error"].(map[string]any)
	why, _ := e["detail"].(map[string]any)["refusal"].(string)
	return why
}

// folded is the request as a reader of the log judges it.
func (x *trial) folded() (one *approval.Approval) {
	x.T.Helper()
	x.in(func(in *approve.Approvals, _ eventlog.Log) {
		var err error
		one, _, err = in.Load(x.Ctx, x.stream)
		x.check(err)
	})
	return one
}

func word(why domain.ApprovalRefusal) string {
	if why == "" {
		return "accepted"
	}
	return string(why)
}

// action is the action that the request of a trial is for.
func (x *trial) action() domain.Action { return x.folded().Request.Action }

func (x *trial) scope() domain.ApprovalScope { return x.folded().Request.Scope }

// exported is the result of the verification of an envelope in a file by a stranger who has the log id.
func (x *trial) exported(statement []byte, signature string) string {
	x.T.Helper()
	e, err := proof.Wrap(base64.StdEncoding.EncodeToString(statement), signature)
	if err != nil { // nothing that could be called a signature
		e = &proof.Envelope{PayloadType: approval.StatementMediaType, Payload: statement, Signatures: []proof.EnvelopeSignature{{KeyID: "SHA256:x", Sig: []byte(signature)}}}
	}
	text, err := json.Marshal(e)
	x.check(err)
	x.File("forged.json", string(text))
	a := x.Run("approval", "verify", "forged.json", "--log-id", x.logID, "--json")
	d := clitest.Documents(x.T, a.Out)[0]
	if status, is := d["status"].(string); is {
		return fmt.Sprintf("status %s, exit %d", status, a.Code)
	}
	detail, _ := d["error"].(map[string]any)["detail"].(map[string]any)
	why, _ := detail["refusal"].(string)
	return why
}

// exportedRow is [trial.exported] of a grant's row.
func (x *trial) exportedRow(p *domain.ApprovalGranted) string {
	x.T.Helper()
	body, err := base64.StdEncoding.DecodeString(p.Statement)
	x.check(err)
	return x.exported(body, p.Signature)
}

// exportedStored is [trial.exported] of the grant that the log has.
func (x *trial) exportedStored() string {
	x.T.Helper()
	stored := x.stored()
	return x.exportedRow(&stored)
}

// stored is the grant that the log has.
func (x *trial) stored() (p domain.ApprovalGranted) {
	x.T.Helper()
	grants := x.folded().Grants
	x.in(func(in *approve.Approvals, _ eventlog.Log) {
		e, err := in.Operator.Log.Get(x.Ctx, grants[len(grants)-1].Event)
		x.check(err)
		x.check(eventlog.Decode(e.Data, &p))
	})
	return p
}

// exportedEdited is [trial.exported] of the good grant with an edited statement.
func (x *trial) exportedEdited(edit func(*approval.GrantStatement)) string {
	x.T.Helper()
	p := x.stored()
	body, err := base64.StdEncoding.DecodeString(p.Statement)
	x.check(err)
	s, err := approval.ParseGrantStatement(body)
	x.check(err)
	edit(s)
	return x.exported(s.Bytes(), p.Signature)
}

// later moves the clock.
func (x *trial) later(d time.Duration) {
	at := x.Now().Add(d)
	x.Now = func() time.Time { return at }
}

// presenceDue makes a request under terms that require a person to touch a key.
func (x *trial) presenceDue() {
	x.T.Helper()
	r := x.folded().Request.ApprovalRequested
	r.Assurance = domain.AssurancePresence
	x.in(func(in *approve.Approvals, _ eventlog.Log) {
		one, err := in.Request(x.Ctx, r, "")
		x.check(err)
		x.stream = one.Stream
	})
}
