package main

import (
	"bytes"
	"crypto/ed25519"
	"crypto/rand"
	"errors"
	"fmt"
	"os/exec"
	"strings"
	"time"

	"github.com/oklog/ulid/v2"
	"golang.org/x/crypto/ssh"

	"github.com/clawable/claw/commands/approve"
	"github.com/clawable/claw/commands/record"
	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/approval"
	"github.com/clawable/claw/eventlog"
	"github.com/clawable/claw/producers/scrub"
	"github.com/clawable/claw/proof"
)

// measureAudits measures the commands of an auditor: the proof of one grant, and who did what in
// the large log, each in a separate process.
func measureAudits(b *bench) error {
	log, err := b.openLarge()
	if err != nil {
		return err
	}
	granted, logID, err := grantOne(b, log)
	if err := errors.Join(err, log.Close()); err != nil {
		return err
	}
	b.report.head("Approvals and audits, with " + count(float64(b.events)) + " events in the log")
	verify, err := b.runMany(1, b.pick(100, 2), func(int) *exec.Cmd {
		return exec.CommandContext(b.ctx, b.claw, "approval", "verify", granted.String(), "--log-id", logID.String(), "--log", "sqlite:"+b.large)
	})
	if err != nil {
		return err
	}
	b.report.most("claw approval verify, p50", milliseconds(verify.at(.5)), 20, ms, "p99 "+ms(milliseconds(verify.at(.99))))
	first, err := b.runMany(1, 1, func(int) *exec.Cmd { return whoCommand(b, "nothing like it") })
	if err != nil {
		return err
	}
	b.report.tell("the first claw audit who, which makes the read model", ms(milliseconds(first.at(1))), "")
	for _, q := range audited {
		asked, err := b.runMany(1, b.pick(20, 2), func(int) *exec.Cmd { return whoCommand(b, q.args...) })
		if err != nil {
			return err
		}
		b.report.most("claw audit who, "+q.what+", p50", milliseconds(asked.at(.5)), 200, ms, "p99 "+ms(milliseconds(asked.at(.99))))
	}
	return nil
}

// audited are questions as generated logs can answer them.
var audited = []struct {
	what string
	args []string
}{
	{"a part of a rare command", []string{"# 777"}}, {"a command that nobody ran", []string{"rm -rf"}}, {"a pattern", []string{"*test*# 77?"}},
	{"a part of every command", []string{"go test"}}, {"one command, whole", []string{"--", "claw", "version"}},
	{"what a signer has a part in", []string{"--actor", "human:alice@example.org"}},
	{"a file that nobody named", []string{"--file", "main.go"}}, {"an hour", []string{"--since", "2026-01-02T04:00:00Z", "--until", "2026-01-02T05:00:00Z"}},
}

func whoCommand(b *bench, args ...string) *exec.Cmd {
	return b.audit("who", args...)
}

// grantOne makes alice a signer of the log, unless she is one, and has her grant a request.
func grantOne(b *bench, log eventlog.Log) (stream domain.StreamID, logID domain.Digest, err error) {
	key, err := ssh.NewSignerFromKey(ed25519.NewKeyFromSeed(bytes.Repeat([]byte{7}, ed25519.SeedSize)))
	if err != nil {
		return stream, logID, err
	}
	now := func() domain.Instant { return domain.At(time.Now()) }
	newID := func() ulid.ULID { return ulid.MustNew(ulid.Now(), rand.Reader) }
	in := approve.NewApprovals(record.NewOperator(log, scrub.New(), "operator/bench", now, newID), proof.Verifier{})
	rules, err := in.Rules(b.ctx)
	if err != nil {
		return stream, logID, err
	}
	if len(rules.Signers.Now().All()) == 0 {
		line := "alice@example.org " + strings.TrimSpace(string(ssh.MarshalAuthorizedKey(key.PublicKey())))
		s, _, err := in.Signers().Offer(b.ctx, []string{line}, nil)
		if err != nil {
			return stream, logID, err
		}
		if err := signed(key, s.Bytes(), approval.SignersNamespace, func(signature string) error {
			_, err := in.Signers().Change(b.ctx, s, signature)
			return err
		}); err != nil {
			return stream, logID, err
		}
	}
	asked, err := in.Request(b.ctx, domain.ApprovalRequested{Class: domain.ActionTool, Requester: "agent:claude-code/bench", Uses: 1,
		Action: domain.Action{CWD: "/", Argv: []string{"claw", "version"}}}, "")
	if err != nil {
		return stream, logID, err
	}
	offer, err := in.Offer(b.ctx, asked.Stream, approve.Terms{})
	if err != nil {
		return stream, logID, err
	}
	return asked.Stream, rules.LogID, signed(key, offer.Statement.Bytes(), approval.GrantNamespace, func(signature string) error {
		_, err := in.Grant(b.ctx, &offer.Statement, signature)
		return err
	})
}

// signed hands on the signature of a statement.
func signed(key ssh.Signer, statement []byte, namespace string, use func(signature string) error) error {
	signature, err := proof.Sign(key, approval.PAE(approval.StatementMediaType, statement), namespace)
	if err != nil {
		return fmt.Errorf("sign: %w", err)
	}
	return use(signature)
}
