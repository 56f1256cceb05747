package clitest

import (
	"crypto/ed25519"
	"crypto/rand"
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/oklog/ulid/v2"
	"golang.org/x/crypto/ssh"

	"github.com/clawable/claw/commands/approve"
	"github.com/clawable/claw/commands/record"
	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/approval"
	"github.com/clawable/claw/eventlog"
	"github.com/clawable/claw/eventlog/engine"
	"github.com/clawable/claw/producers/scrub"
	"github.com/clawable/claw/proof"
)

// Payload is what Claude Code hands a hook at an event; more are members that differ.
func Payload(event string, more map[string]any) string {
	p := map[string]any{"session_id": "s1", "cwd": "/work", "prompt_id": "p1", "hook_event_name": event}
	for name, v := range more {
		p[name] = v
	}
	b, err := json.Marshal(p)
	if err != nil {
		panic(err)
	}
	return string(b)
}

// Bash is the [Payload] of a shell call.
func Bash(event, command string) string {
	return Payload(event, map[string]any{"tool_name": "Bash", "tool_use_id": "toolu_1", "tool_input": map[string]any{"command": command}})
}

// Hook runs claw hook with an input, a [Payload] or another agent's; it must exit with 0.
func (w *World) Hook(input string, args ...string) Answer {
	w.T.Helper()
	w.In = input
	a := w.Run(append([]string{"hook"}, args...)...)
	w.In = ""
	if a.Code != 0 {
		w.T.Fatalf("claw hook %s: exit %d\n%s%s", strings.Join(args, " "), a.Code, a.Out, a.Err)
	}
	return a
}

// Kinds lists the kinds of the log's events after the first.
func (w *World) Kinds() (kinds []string) {
	w.T.Helper()
	for _, e := range Documents(w.T, w.Must("log", "read").Out)[1:] {
		kinds = append(kinds, e["kind"].(string))
	}
	return kinds
}

// Rules is a policy that holds pushes to main back.
const Rules = `version = 1

[[rule]]
id = "main_push_forbidden"
decision = "deny"
reason = "main is changed by pull request"
next = ["create a branch", "open a pull request", "ask the owner"]
argv_shorthand = "git push:*"

[[rule]]
id = "no_history"
decision = "deny"
approval = "never"
argv_shorthand = "git filter-branch:*"

[[rule]]
id = "ask_install"
decision = "ask"
argv_shorthand = "npm install:*"

[[rule]]
id = "add"
decision = "allow"
argv_shorthand = "git add:*"
`

// Decision is what a hook answered, in Claude Code's words; both are empty when it answered nothing.
func Decision(t *testing.T, a Answer) (decided, reason string) {
	t.Helper()
	if a.Out == "" {
		return "", ""
	}
	var out struct {
		Specific struct {
			Decision string `json:"permissionDecision"`
			Reason   string `json:"permissionDecisionReason"`
			Pass     struct {
				Behavior string `json:"behavior"`
				Message  string `json:"message"`
			} `json:"decision"`
		} `json:"hookSpecificOutput"`
		Decision string `json:"decision"`
		Reason   string `json:"reason"`
	}
	if err := json.Unmarshal([]byte(a.Out), &out); err != nil {
		t.Fatalf("%v in %s", err, a.Out)
	}
	return out.Specific.Decision + out.Specific.Pass.Behavior + out.Decision, out.Specific.Reason + out.Specific.Pass.Message + out.Reason
}

// Call hands a hook a shell call in a folder of the world, under enforcement, and returns its decision.
func (w *World) Call(event, folder, command string) (decided, reason string) {
	w.T.Helper()
	in := strings.Replace(Bash(event, command), `"cwd":"/work"`, fmt.Sprintf(`"cwd":%q`, w.Path(folder)), 1)
	return Decision(w.T, w.Hook(in, "claude-code", "--enforce"))
}

// Grant makes alice the log's signer, if it has none, and grants the request of stream as she. The
// zero stream is no request.
func (w *World) Grant(stream domain.StreamID) {
	w.T.Helper()
	check := func(err error) {
		w.T.Helper()
		if err != nil {
			w.T.Fatal(err)
		}
	}
	log, err := engine.Open(w.T.Context(), "sqlite:"+w.Log(), engine.Options{Now: w.Now})
	check(err)
	defer func() { check(log.Close()) }()
	key, err := ssh.NewSignerFromKey(ed25519.NewKeyFromSeed(make([]byte, ed25519.SeedSize)))
	check(err)
	who := Approvals(log, w.Now)
	if rules, err := who.Rules(w.T.Context()); err != nil || len(rules.Signers.Now().All()) == 0 {
		s, _, err := who.Signers().Offer(w.T.Context(), []string{"alice@example.org " + strings.TrimSpace(string(ssh.MarshalAuthorizedKey(key.PublicKey())))}, nil)
		check(err)
		signature, err := proof.Sign(key, approval.PAE(approval.StatementMediaType, s.Bytes()), approval.SignersNamespace)
		check(err)
		_, err = who.Signers().Change(w.T.Context(), s, signature)
		check(err)
	}
	if stream == (domain.StreamID{}) {
		return
	}
	offer, err := who.Offer(w.T.Context(), stream, approve.Terms{})
	check(err)
	signature, err := proof.Sign(key, approval.PAE(approval.StatementMediaType, offer.Statement.Bytes()), approval.GrantNamespace)
	check(err)
	_, err = who.Grant(w.T.Context(), &offer.Statement, signature)
	check(err)
}

// Approvals are the use cases of approvals on a log, past the program.
func Approvals(log eventlog.Log, now func() time.Time) *approve.Approvals {
	newID := func() ulid.ULID { return ulid.MustNew(ulid.Timestamp(now()), rand.Reader) }
	return approve.NewApprovals(record.NewOperator(log, scrub.New(), "operator/test", func() domain.Instant { return domain.At(now()) }, newID), proof.Verifier{})
}
