package approvecmd_test

import (
	"encoding/base64"
	"os"
	"strings"

	"zombiezen.com/go/sqlite"
	"zombiezen.com/go/sqlite/sqlitex"

	"github.com/clawable/claw/cmd/claw/cli/clitest"
	"github.com/clawable/claw/commands/approve"
	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/approval"
	"github.com/clawable/claw/eventlog"
	"github.com/clawable/claw/eventlog/engine"
	"github.com/clawable/claw/proof"
)

// smuggle writes an event directly into the tables of the log, as an attacker with the
// file and the program's own code does: another copy of the log takes it, and SQL copies
// its row.
func (x *trial) smuggle(stream domain.StreamID, p domain.Payload, causes ...domain.EventID) domain.EventID {
	x.T.Helper()
	scratch := x.Path("scratch.db")
	x.sql(x.World.Log(), "VACUUM INTO '"+scratch+"'")
	log, err := engine.Open(x.Ctx, "sqlite:"+scratch, engine.Options{Now: x.Now})
	x.check(err)
	data, err := eventlog.Encode(p)
	x.check(err)
	draft := domain.Draft{ID: domain.EventID(domain.Derive(x.Now(), "forged", string(data))), Kind: p.Kind(), Version: 1, Stream: stream,
		ObservedAt: domain.At(x.Now()), Emitter: "forger", Source: domain.Source{Kind: domain.SourceLive, Trust: domain.TrustHigh}, Causes: causes, Data: data}
	_, err = log.Append(x.Ctx, draft.Stream, eventlog.Any, []domain.Draft{draft})
	x.check(err)
	x.check(log.Close())
	x.sql(x.World.Log(), "ATTACH '"+scratch+"' AS forged; "+
		"INSERT INTO streams SELECT * FROM forged.streams WHERE number NOT IN (SELECT number FROM streams); "+
		"INSERT INTO events SELECT * FROM forged.events WHERE position > (SELECT position FROM main.head); "+
		"UPDATE main.head SET position = (SELECT position FROM forged.head)")
	for _, end := range []string{"", "-tick", "-lock", "-wal", "-shm"} {
		_ = os.Remove(scratch + end)
	}
	return draft.ID
}

func (x *trial) sql(path, script string) {
	x.T.Helper()
	conn, err := sqlite.OpenConn(path, sqlite.OpenReadWrite)
	x.check(err)
	for _, one := range strings.Split(script, "; ") {
		x.check(sqlitex.ExecuteTransient(conn, one, nil))
	}
	x.check(conn.Close())
}

// smuggledUse is what the fold reports about a use whose row was not judged.
func (x *trial) smuggledUse(action domain.Action, by domain.Actor, scope domain.ApprovalScope) string {
	x.T.Helper()
	before := x.folded()
	digest, err := approval.DigestAction(&action, "")
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

// secretWord is what no log may keep.
const secretWord = "ghp_0123456789abcdefghijABCDEFGHIJ012345"

// smuggledSecret writes a request for an action with a secret past every command.
func (x *trial) smuggledSecret() {
	x.T.Helper()
	action := domain.Action{Head: secretWord}
	digest, err := approval.DigestAction(&action, "")
	x.check(err)
	x.stream = domain.StreamID{Family: domain.FamilyApproval, ULID: domain.Derive(x.Now(), "secret")}
	x.smuggle(x.stream, &domain.ApprovalRequested{Class: domain.ActionTool, Action: action, ActionDigest: digest, Requester: asker, Uses: 1})
}

// smuggledBootstrap writes a first set of signers into a log that has one, and says what
// the fold makes of it.
func (x *trial) smuggledBootstrap() (why string) {
	x.T.Helper()
	mallory := clitest.Signer(clitest.StrangerSeed)
	s := approval.SignersStatement{Added: []string{strings.TrimSpace(clitest.SignerLine("mallory@example.org", clitest.StrangerSeed))}}
	var own domain.StreamID
	x.in(func(in *approve.Approvals, log eventlog.Log) {
		rules, err := in.Rules(x.Ctx)
		x.check(err)
		s.LogID = rules.LogID
		for first, err := range log.Read(x.Ctx, eventlog.Query{Limit: 1}) {
			x.check(err)
			own = first.Stream
		}
	})
	signature, err := proof.Sign(mallory, approval.PAE(approval.StatementMediaType, s.Bytes()), approval.SignersNamespace)
	x.check(err)
	id := x.smuggle(own, &domain.LogSignersChanged{Added: s.Added, Statement: base64.StdEncoding.EncodeToString(s.Bytes()), Signature: signature})
	x.in(func(in *approve.Approvals, _ eventlog.Log) {
		rules, err := in.Rules(x.Ctx)
		x.check(err)
		for _, c := range rules.Signers.Changes() {
			if c.Event == id {
				why = word(c.Refused)
			}
		}
	})
	return why
}
