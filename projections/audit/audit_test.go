package audit_test

import (
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/approval"
	"github.com/clawable/claw/projections"
	"github.com/clawable/claw/projections/audit"
	"github.com/clawable/claw/projections/tools"
	"github.com/clawable/claw/projections/values"
)

var (
	noon  = time.Date(2026, 1, 2, 12, 0, 0, 0, time.UTC)
	agent = domain.Actor("agent:claude-code/s")
	alice = domain.Actor("human:alice@example.org")
)

func id(name string) domain.EventID { return domain.EventID(domain.Derive(noon, "audit", name)) }

// asked is a request of the agent's, with what is said of it.
func asked(says ...func(*approval.Approval)) *approval.Approval {
	a := &approval.Approval{Request: &approval.Request{Event: id("request"), ApprovalRequested: domain.ApprovalRequested{Requester: agent, Uses: 2}}}
	for _, say := range says {
		say(a)
	}
	return a
}

func granted(a *approval.Approval) {
	a.Grants = append(a.Grants, approval.Grant{Event: id("grant"), Approver: alice, Key: "SHA256:k", Assurance: domain.AssuranceSoftware,
		Statement: approval.GrantStatement{Uses: 2, ExpiresAt: domain.At(noon.Add(time.Hour)), Delegates: []domain.Actor{"agent:codex/relay", "agent:codex/doer"}}, Until: noon.Add(time.Hour)})
}

func used(name string, by domain.Actor, result string, chain ...domain.Actor) func(*approval.Approval) {
	return func(a *approval.Approval) {
		u := approval.Use{Event: id(name), Grant: id("grant"), Executor: by, Chain: chain}
		if result != "" {
			u.Result = id(result)
		}
		a.Grants[0].Spent++
		a.Uses = append(a.Uses, u)
	}
}

func void(why domain.ApprovalRefusal) func(*approval.Approval) {
	return func(a *approval.Approval) { a.Grants[len(a.Grants)-1].Void = why }
}

// judged is a request at a time, when none of its signers may sign any more.
func judged(a *approval.Approval, at time.Time) audit.Judged { return audit.Judge(a, nil, at) }

func lacks(all []audit.Negative) string {
	var words []string
	for _, n := range all {
		words = append(words, string(n.Lack))
	}
	return strings.Join(words, " ")
}

func TestARequestTellsWhatItLacks(t *testing.T) {
	later := noon.Add(2 * time.Hour)
	for name, row := range map[string]struct {
		one  *approval.Approval
		at   time.Time
		want string
	}{
		"nobody answered":                    {asked(), noon, "unanswered"},
		"nobody answered while it could be":  {asked(func(a *approval.Approval) { a.Request.Scope.Until = domain.At(noon) }), later, "timed_out"},
		"a person said no":                   {asked(func(a *approval.Approval) { a.Denied = &approval.Word{Event: id("no"), By: alice} }), noon, "denied"},
		"its time is over, nothing was used": {asked(granted), later, "expired_unused"},
		"its time is over, and one is left":  {asked(granted, used("use", agent, "result", agent)), later, "expired_unused"},
		"all is used in time":                {asked(granted, used("1", agent, "r1", agent), used("2", agent, "r2", agent)), later, ""},
		"nobody told how it came out":        {asked(granted, used("1", agent, "", agent), used("2", agent, "r2", agent)), later, "result_unknown"},
		"a grant that nobody signed":         {asked(granted, void(domain.RefusedSignature)), noon, "void_grant"},
		"a signer who left":                  {asked(granted), noon, "void_grant"},
		"a script that was another one then": {asked(granted, used("1", agent, "r1", agent), used("2", agent, "", agent), changedFile), later, "files_changed result_unknown files_changed"},
		"it was taken back": {asked(granted, func(a *approval.Approval) {
			a.Grants[0].Revoked, a.Revoked = true, []approval.Word{{Event: id("back")}}
		}), later, "revoked"},
		"a use without a grant":               {asked(func(a *approval.Approval) { a.Uses = []approval.Use{{Event: id("u"), Void: domain.RefusedPending}} }), noon, "unanswered used_without_grant"},
		"a grant and a use were turned away":  {asked(refusals("approval.grant_refused", "approval.use_refused", "approval.requested")), noon, "unanswered grant_refused use_refused request_refused"},
		"handed on to one whom nobody signed": {asked(granted, used("1", agent, "r", agent), used("2", agent, "r", agent), handedVoid), noon, "void_delegation"},
	} {
		t.Run(name, func(t *testing.T) {
			act := audit.Request(judged(row.one, row.at), &projections.Approval{})
			if got := lacks(act.Negative); got != row.want {
				t.Errorf("lacks %q, want %q", got, row.want)
			}
		})
	}
}

func refusals(kinds ...domain.Kind) func(*approval.Approval) {
	return func(a *approval.Approval) {
		for _, k := range kinds {
			a.Refusals = append(a.Refusals, approval.Refusal{Event: id(string(k)), Kind: k, Reason: domain.RefusedScope})
		}
	}
}

func changedFile(a *approval.Approval) {
	for i := range a.Uses {
		a.Uses[i].Changed = []domain.FileChange{{Change: domain.ChangedContent, File: domain.ActionFile{Name: "x.sh"}}}
	}
}

func handedVoid(a *approval.Approval) {
	a.Delegations = append(a.Delegations, approval.Delegation{Event: id("d"), Grant: id("grant"), From: agent, To: "agent:codex/x", Void: domain.RefusedDelegate})
}

func call(end tools.Status, rulings ...tools.Ruling) *tools.Tool {
	c := &tools.Tool{Request: id("call"), Sessions: values.Sightings{{Session: "claude-code/s"}}, Rulings: rulings}
	if end != tools.Requested {
		c.End = &tools.End{ID: id("end"), Status: end}
	}
	if end == tools.Completed {
		c.Completed = id("end")
	}
	return c
}

func TestACallTellsWhatItLacks(t *testing.T) {
	held := tools.Ruling{ID: id("blocked"), Blocked: true, Rule: "main"}
	demands := tools.Ruling{ID: id("ruled"), Decision: "approval_required", Rule: "main"}
	lets := tools.Ruling{ID: id("ruled"), Decision: "approval_required", Rule: "main", Use: id("use")}
	ignored := call(tools.Denied, demands, held)
	ignored.Completed = id("done")
	for name, row := range map[string]struct {
		call *tools.Tool
		want string
	}{
		"nobody asked":                           {call(tools.Completed), "not_asked"},
		"nobody asked, and it went wrong":        {call(tools.Failed), "not_asked"},
		"it never ran":                           {call(tools.Requested), ""},
		"its user did not let it":                {call(tools.Denied), "call_denied"},
		"it was given up":                        {call(tools.TimedOut), "call_timed_out not_asked"},
		"it was stopped":                         {call(tools.Canceled), "call_canceled not_asked"},
		"a rule held it back":                    {call(tools.Denied, demands, held), "blocked_by_policy call_denied"},
		"a rule held it back and it ran":         {call(tools.Completed, demands, held), "blocked_by_policy used_without_grant"},
		"it was denied and came back":            {ignored, "blocked_by_policy call_denied used_without_grant"},
		"a policy allowed it":                    {call(tools.Completed, tools.Ruling{ID: id("ruled"), Decision: "allow"}), ""},
		"a grant let it through what held it":    {call(tools.Completed, lets), ""},
		"a grant let it through, by its attempt": {call(tools.Completed, held, lets), "blocked_by_policy"},
	} {
		t.Run(name, func(t *testing.T) {
			if got := lacks(audit.Call("claude-code/c", row.call, nil).Negative); got != row.want {
				t.Errorf("lacks %q, want %q", got, row.want)
			}
		})
	}
}

// TestAChainNamesEveryLink follows a use over two relays.
func TestAChainNamesEveryLink(t *testing.T) {
	relay, doer := domain.Actor("agent:codex/relay"), domain.Actor("agent:codex/doer")
	one := asked(granted, func(a *approval.Approval) {
		a.Delegations = []approval.Delegation{{Event: id("first"), Grant: id("grant"), From: agent, To: relay}, {Event: id("second"), Grant: id("grant"), From: relay, To: doer}}
	}, used("use", doer, "result", agent, relay, doer))
	got := audit.Request(judged(one, noon), &projections.Approval{})
	want := []audit.Chain{{
		{Role: audit.Requester, Actor: agent, Event: id("request"), Proof: audit.ProofClaim},
		{Role: audit.Approver, Actor: alice, Event: id("grant"), Proof: audit.ProofSignature, Assurance: domain.AssuranceSoftware, Key: "SHA256:k"},
		{Role: audit.Relay, Actor: relay, Event: id("first"), Proof: audit.ProofClaim},
		{Role: audit.Executor, Actor: doer, Event: id("use"), Proof: audit.ProofClaim},
	}}
	if diff := cmp.Diff(want, got.Chains); diff != "" {
		t.Errorf("chains: -want +got\n%s", diff)
	}
	sorts := []audit.What{}
	for _, e := range got.Evidence {
		sorts = append(sorts, e.What)
	}
	if diff := cmp.Diff([]audit.What{"request", "statement", "signature", "delegation", "delegation", "consumption", "result"}, sorts); diff != "" {
		t.Errorf("evidence: -want +got\n%s", diff)
	}
}

// TestACallShowsItsOwnUseAlone: a grant of two uses let two calls through.
func TestACallShowsItsOwnUseAlone(t *testing.T) {
	one := asked(granted, used("1", agent, "r1", agent), used("2", agent, "r2", agent))
	c := call(tools.Completed, tools.Ruling{ID: id("ruled"), Use: id("2")})
	got := audit.Call("claude-code/c", c, []audit.Judged{judged(one, noon)})
	if len(got.Chains) != 1 || got.Chains[0][len(got.Chains[0])-1].Event != id("2") {
		t.Errorf("chains %v", got.Chains)
	}
	for _, e := range got.Evidence {
		if e.Event == id("1") || e.Event == id("r1") {
			t.Errorf("evidence of the other use: %v", e)
		}
	}
}
