package cli_test

import (
	"encoding/base64"
	"encoding/json"
	"maps"
	"net"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"golang.org/x/crypto/ssh"
	"zombiezen.com/go/sqlite"
	"zombiezen.com/go/sqlite/sqlitex"

	"github.com/clawable/claw/commands"
	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/approval"
	"github.com/clawable/claw/eventlog"
	"github.com/clawable/claw/eventlog/engine"
	"github.com/clawable/claw/signing"
	"github.com/clawable/claw/signing/signingtest"
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

// asked is what the request of every trial asks for.
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

// trial is a world in which somebody asked for one use of a deployment.
type trial struct {
	*world
	stream domain.StreamID
	logID  string
}

func newTrial(t *testing.T) *trial {
	x := &trial{world: newWorld(t)}
	x.ask(asked())
	return x
}

// ask asks for something else from here on.
func (x *trial) ask(u use, more ...string) {
	x.t.Helper()
	d := documents(x.t, x.must(u.args(append([]string{"approval", "request", "--json"}, more...)...)...).Out)[0]
	x.stream = mustStream(x.t, d["approval"].(string))
	x.in(func(in *commands.Approvals, _ eventlog.Log) {
		rules, err := in.Rules(x.ctx)
		x.check(err)
		x.logID = rules.LogID.String()
	})
}

func (x *trial) check(err error) {
	x.t.Helper()
	if err != nil {
		x.t.Fatal(err)
	}
}

// in looks into the log, past the program.
func (x *trial) in(look func(*commands.Approvals, eventlog.Log)) {
	x.t.Helper()
	log, err := engine.Open(x.ctx, "sqlite:"+x.world.log(), engine.Options{Now: x.now})
	x.check(err)
	look(approvals(log, x.now), log)
	x.check(log.Close())
}

// granted has alice grant the request, with the program.
func (x *trial) granted(flags ...string) *trial {
	x.t.Helper()
	x.must(append([]string{"approval", "grant", x.stream.String(), "--key", "alice.key", "--delegate", "agent:codex/relay"}, flags...)...)
	return x
}

// row is the event of a grant as claw writes it, of a statement that is edited before a
// key signs it.
func (x *trial) row(by ssh.Signer, namespace string, edit func(*domain.GrantStatement)) *domain.ApprovalGranted {
	x.t.Helper()
	var s domain.GrantStatement
	x.in(func(in *commands.Approvals, _ eventlog.Log) {
		offer, err := in.Offer(x.ctx, x.stream, commands.Terms{})
		x.check(err)
		s = offer.Statement
	})
	if edit != nil {
		edit(&s)
	}
	signature, err := signing.Sign(by, domain.PAE(domain.StatementMediaType, s.Bytes()), namespace)
	x.check(err)
	return &domain.ApprovalGranted{Approver: alice, RequestDigest: s.RequestDigest, Assurance: domain.AssuranceSoftware, Scope: s.Scope,
		ExpiresAt: s.ExpiresAt, Uses: s.Uses, Delegates: s.Delegates, Nonce: s.Nonce, Policy: s.Policy, Key: signing.KeyID(by.PublicKey()),
		Statement: base64.StdEncoding.EncodeToString(s.Bytes()), Signature: signature}
}

// smuggle writes an event straight into the tables of the log, as somebody does who has
// the file and the program's own code: another copy of the log takes it, and SQL copies
// its row.
func (x *trial) smuggle(stream domain.StreamID, p domain.Payload, causes ...domain.EventID) domain.EventID {
	x.t.Helper()
	scratch := x.path("scratch.db")
	x.sql(x.world.log(), "VACUUM INTO '"+scratch+"'")
	log, err := engine.Open(x.ctx, "sqlite:"+scratch, engine.Options{Now: x.now})
	x.check(err)
	data, err := eventlog.Encode(p)
	x.check(err)
	draft := domain.Draft{ID: domain.EventID(domain.Derive(x.now(), "forged", string(data))), Kind: p.Kind(), Version: 1, Stream: stream,
		ObservedAt: domain.At(x.now()), Emitter: "forger", Source: domain.Source{Kind: domain.SourceLive, Trust: domain.TrustHigh}, Causes: causes, Data: data}
	_, err = log.Append(x.ctx, draft.Stream, eventlog.Any, []domain.Draft{draft})
	x.check(err)
	x.check(log.Close())
	x.sql(x.world.log(), "ATTACH '"+scratch+"' AS forged; "+
		"INSERT INTO streams SELECT * FROM forged.streams WHERE number NOT IN (SELECT number FROM streams); "+
		"INSERT INTO events SELECT * FROM forged.events WHERE position > (SELECT position FROM main.head); "+
		"UPDATE main.head SET position = (SELECT position FROM forged.head)")
	for _, end := range []string{"", "-tick", "-lock", "-wal", "-shm"} {
		_ = os.Remove(scratch + end)
	}
	return draft.ID
}

func (x *trial) sql(path, script string) {
	x.t.Helper()
	conn, err := sqlite.OpenConn(path, sqlite.OpenReadWrite)
	x.check(err)
	for _, one := range strings.Split(script, "; ") {
		x.check(sqlitex.ExecuteTransient(conn, one, nil))
	}
	x.check(conn.Close())
}

// says is why the program refuses a command line, else "accepted".
func (x *trial) says(args ...string) string {
	x.t.Helper()
	a := x.run(append(args[:len(args):len(args)], "--json")...)
	if a.Code == 0 {
		return "accepted"
	}
	e, _ := documents(x.t, a.Out)[0]["error"].(map[string]any)
	detail, _ := e["detail"].(map[string]any)
	why, _ := detail["refusal"].(string)
	if a.Code != 3 || why == "" {
		x.t.Errorf("%v: exit %d, %s", args, a.Code, a.Out+a.Err)
	}
	return why
}

// consumes tries a use with the program.
func (x *trial) consumes(u use) string {
	x.t.Helper()
	line := u.args("approval", "consume", x.stream.String(), "--no-run", "--json")
	a := x.run(line...)
	if a.Code == 0 {
		return "accepted"
	}
	e := documents(x.t, a.Out)[0]["error"].(map[string]any)
	why, _ := e["detail"].(map[string]any)["refusal"].(string)
	return why
}

// folded is the request as a reader of the log judges it.
func (x *trial) folded() (one *approval.Approval) {
	x.t.Helper()
	x.in(func(in *commands.Approvals, _ eventlog.Log) {
		var err error
		one, _, err = in.Load(x.ctx, x.stream)
		x.check(err)
	})
	return one
}

// smuggledUse is what the fold says of a use whose row nobody judged.
func (x *trial) smuggledUse(action domain.Action, by domain.Actor, scope domain.ApprovalScope) string {
	x.t.Helper()
	before := x.folded()
	digest, err := action.Digest("")
	x.check(err)
	g := before.Grants[len(before.Grants)-1]
	id := x.smuggle(x.stream, &domain.ApprovalConsumed{Grant: g.Event, ActionDigest: digest, Executor: by, Scope: scope, Use: g.Spent + 1})
	for _, u := range x.folded().Uses {
		if u.Event == id {
			return word(u.Void)
		}
	}
	return "lost"
}

func word(why domain.ApprovalRefusal) string {
	if why == "" {
		return "accepted"
	}
	return string(why)
}

// action is what the request of a trial asks for.
func (x *trial) action() domain.Action { return x.folded().Request.Action }

func (x *trial) scope() domain.ApprovalScope { return x.folded().Request.Scope }

// exported is what a stranger who knows the log says of an envelope in a file.
func (x *trial) exported(statement []byte, signature string) string {
	x.t.Helper()
	e, err := signing.Wrap(base64.StdEncoding.EncodeToString(statement), signature)
	if err != nil { // nothing that could be called a signature
		e = &signing.Envelope{PayloadType: domain.StatementMediaType, Payload: statement, Signatures: []signing.EnvelopeSignature{{KeyID: "SHA256:x", Sig: []byte(signature)}}}
	}
	text, err := json.Marshal(e)
	x.check(err)
	x.file("forged.json", string(text))
	a := x.run("approval", "verify", "forged.json", "--log-id", x.logID, "--json")
	if a.Code == 0 {
		d := documents(x.t, a.Out)[0]
		return "status " + d["status"].(string)
	}
	detail, _ := documents(x.t, a.Out)[0]["error"].(map[string]any)["detail"].(map[string]any)
	why, _ := detail["refusal"].(string)
	return why
}

// exportedRow is [trial.exported] of a grant's row.
func (x *trial) exportedRow(p *domain.ApprovalGranted) string {
	x.t.Helper()
	body, err := base64.StdEncoding.DecodeString(p.Statement)
	x.check(err)
	return x.exported(body, p.Signature)
}

// exportedStored is [trial.exported] of the grant that the log has.
func (x *trial) exportedStored() string {
	x.t.Helper()
	stored := x.stored()
	return x.exportedRow(&domain.ApprovalGranted{Statement: stored.Statement, Signature: stored.Signature})
}

// stored is the statement and the signature of the grant that the log has.
func (x *trial) stored() (p commands.Signed) {
	x.t.Helper()
	grants := x.folded().Grants
	x.in(func(in *commands.Approvals, _ eventlog.Log) {
		var err error
		p, err = in.Signed(x.ctx, grants[len(grants)-1].Event)
		x.check(err)
	})
	return p
}

// exportedEdited is [trial.exported] of the good grant with an edited statement.
func (x *trial) exportedEdited(edit func(*domain.GrantStatement)) string {
	x.t.Helper()
	p := x.stored()
	body, err := base64.StdEncoding.DecodeString(p.Statement)
	x.check(err)
	s, err := domain.ParseGrantStatement(body)
	x.check(err)
	edit(s)
	return x.exported(s.Bytes(), p.Signature)
}

// later moves the clock.
func (x *trial) later(d time.Duration) {
	at := x.now().Add(d)
	x.now = func() time.Time { return at }
}

// presenceDue asks under terms that want a person to touch a key.
func (x *trial) presenceDue() {
	x.t.Helper()
	r := x.folded().Request.ApprovalRequested
	r.Assurance = domain.AssurancePresence
	x.in(func(in *commands.Approvals, _ eventlog.Log) {
		one, err := in.Request(x.ctx, r, "")
		x.check(err)
		x.stream = one.Stream
	})
}

// secretWord is what no log may keep.
const secretWord = "ghp_0123456789abcdefghijABCDEFGHIJ012345"

// smuggledSecret writes a request for an action with a secret past every command.
func (x *trial) smuggledSecret() {
	x.t.Helper()
	action := domain.Action{Head: secretWord}
	digest, err := action.Digest("")
	x.check(err)
	x.stream = domain.StreamID{Family: domain.FamilyApproval, ULID: domain.Derive(x.now(), "secret")}
	x.smuggle(x.stream, &domain.ApprovalRequested{Class: domain.ActionTool, Action: action, ActionDigest: digest, Requester: asker, Uses: 1})
}

// smuggledBootstrap writes a first set of signers into a log that has one, and says what
// the fold makes of it.
func (x *trial) smuggledBootstrap() (why string) {
	x.t.Helper()
	mallory := signerOf(strangerSeed)
	s := domain.SignersStatement{Added: []string{strings.TrimSpace(signerLine("mallory@example.org", strangerSeed))}}
	var own domain.StreamID
	x.in(func(in *commands.Approvals, log eventlog.Log) {
		rules, err := in.Rules(x.ctx)
		x.check(err)
		s.LogID = rules.LogID
		for first, err := range log.Read(x.ctx, eventlog.Query{Limit: 1}) {
			x.check(err)
			own = first.Stream
		}
	})
	signature, err := signing.Sign(mallory, domain.PAE(domain.StatementMediaType, s.Bytes()), approval.SignersNamespace)
	x.check(err)
	id := x.smuggle(own, &domain.LogSignersChanged{Added: s.Added, Statement: base64.StdEncoding.EncodeToString(s.Bytes()), Signature: signature})
	x.in(func(in *commands.Approvals, _ eventlog.Log) {
		rules, err := in.Rules(x.ctx)
		x.check(err)
		for _, c := range rules.Signers.Changes() {
			if c.Event == id {
				why = word(c.Refused)
			}
		}
	})
	return why
}

const tokenSeed = 9

var untouched = signingtest.Token{Seed: tokenSeed, Flags: signingtest.Untouched}

// tokenSigner makes a token one that may sign.
func (x *trial) tokenSigner() {
	x.t.Helper()
	x.file("tess.signers", "tess@example.org "+string(ssh.MarshalAuthorizedKey(untouched.PublicKey())))
	x.must("signers", "add", "tess.signers", "--key", "alice.key")
}

// tokenGrants grants the request with a token in the ssh-agent, with the program.
func (x *trial) tokenGrants(k signingtest.Token) string {
	x.t.Helper()
	dir, err := os.MkdirTemp("", "agent") // a socket's path is short
	x.check(err)
	defer func() { _ = os.RemoveAll(dir) }()
	l, err := net.Listen("unix", filepath.Join(dir, "s"))
	x.check(err)
	defer func() { _ = l.Close() }()
	go signingtest.Serve(l, k)
	x.env["SSH_AUTH_SOCK"] = l.Addr().String()
	return x.says("approval", "grant", x.stream.String(), "--key", signing.KeyID(k.PublicKey()))
}
