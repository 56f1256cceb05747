package main_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/clawable/claw/domain"
)

// wireNames is the closed set of kinds, written by hand: a released name never changes.
var wireNames = map[string]string{
	"lane-": `lane.started lane.ready lane.prompt_misdelivery lane.blocked lane.red lane.green lane.commit.created
		lane.pr.opened lane.merge.ready lane.finished lane.failed lane.reconciled lane.merged lane.superseded lane.closed
		lane.canceled lane.heartbeat lane.restarted lane.ownership_bound lane.settled lane.accepted lane.reopened
		task.dispatched task.received
		test.started test.passed test.failed test.hung
		branch.stale_against_main branch.workspace_mismatch branch.freshness_checked
		recovery.queued recovery.started recovery.succeeded recovery.failed recovery.exhausted recovery.escalated
		evidence.searched`,
	"session-": `session.created session.identity_enriched session.resumed session.forked session.cleared
		session.compacted session.ended
		turn.started turn.completed turn.answered turn.interrupted turn.failed turn.withdrawn
		message.recorded
		tool.requested tool.started tool.output tool.completed tool.failed tool.denied tool.timed_out tool.canceled
		work.observed
		hook.started hook.completed hook.canceled
		usage.recorded provider.failed`,
	"worker-": `worker.spawning worker.trust_required worker.trust_resolved worker.tool_permission_required
		worker.ready_for_prompt worker.running worker.blocked worker.finished worker.failed worker.restarted
		worker.terminated worker.startup_no_evidence worker.preflight_completed
		prompt.sent prompt.accepted prompt.acceptance_delayed prompt.acceptance_timeout prompt.misdelivered prompt.replayed`,
	"approval-": `approval.requested approval.granted approval.grant_refused approval.denied approval.delegated
		approval.consumed approval.use_refused approval.revoked approval.expired`,
	"ship-": `ship.prepared ship.commits_selected ship.merged ship.pushed_main ship.provenance ship.rewritten
		ship.unlogged_push_found`,
	"repo-": `commit.observed ref.moved`,
	"report-": `report.filed report.amended report.unchanged report.acknowledged report.status_posted report.status_expired
		report.consumer_advertised report.conformance_checked`,
	"pinpoint-": `pinpoint.filed pinpoint.linked pinpoint.evidence_attached pinpoint.prioritized
		pinpoint.state_changed pinpoint.handed_off`,
	"nudge-":  `nudge.delivered nudge.acknowledged`,
	"policy-": `policy.adopted policy.evaluated policy.action_blocked`,
	"host-": `transport.down transport.up
		mcp.starting mcp.ready mcp.failed mcp.startup.timeout mcp.degraded
		plugin.starting plugin.ready plugin.degraded plugin.failed plugin.stopped`,
	"log-": `log.opened log.signers_changed log.checkpointed log.data_erased log.admitted log.repaired log.clock_reset
		token.created token.revoked expects.adopted`,
}

// flags says by the first word of a kind how it is appended and whether it can be erased.
var flags = map[string]struct{ decision, reserved, erasable bool }{
	"lane":     {decision: true},
	"task":     {decision: true},
	"evidence": {erasable: true},
	"turn":     {erasable: true},
	"message":  {erasable: true},
	"tool":     {erasable: true},
	"prompt":   {erasable: true},
	"approval": {decision: true, reserved: true},
	"ship":     {decision: true, reserved: true},
	"report":   {decision: true, erasable: true},
	"pinpoint": {decision: true, erasable: true},
	"nudge":    {decision: true},
	"policy":   {decision: true, reserved: true},
	"log":      {decision: true, reserved: true},
	"token":    {decision: true, reserved: true},
	"expects":  {decision: true},
}

func TestEveryKindIsInTheTableOnceWithItsStreamAndFlags(t *testing.T) {
	want := map[domain.Kind]domain.KindInfo{}
	for prefix, names := range wireNames {
		for _, name := range strings.Fields(names) {
			word, _, _ := strings.Cut(name, ".")
			f := flags[word]
			want[domain.Kind(name)] = domain.KindInfo{Kind: domain.Kind(name), Family: family(t, prefix), Version: 1,
				Decision: f.decision, Reserved: f.reserved, Erasable: f.erasable}
		}
	}
	// A title is text that a person or a program gave to a conversation.
	enriched := want["session.identity_enriched"]
	enriched.Erasable = true
	want["session.identity_enriched"] = enriched

	got := map[domain.Kind]domain.KindInfo{}
	for _, info := range domain.Kinds() {
		if _, twice := got[info.Kind]; twice {
			t.Errorf("%s is in the table twice", info.Kind)
		}
		if p, ok := info.New().(domain.Payload); !ok || p.Kind() != info.Kind {
			t.Errorf("the payload of the row %s is %T", info.Kind, p)
		}
		info.New, info.Material = nil, nil
		got[info.Kind] = info
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("table of kinds (-want +got):\n%s", diff)
	}
}

func TestLookupKindKnowsTheTableAndNothingElse(t *testing.T) {
	for _, info := range domain.Kinds() {
		if row, ok := domain.LookupKind(info.Kind); !ok || row.Kind != info.Kind {
			t.Errorf("LookupKind(%s) = %v, %v", info.Kind, row.Kind, ok)
		}
	}
	for _, name := range []domain.Kind{"", "lane", "lane.", "Lane.started", "lane.started ", "lane.exploded"} {
		if _, ok := domain.LookupKind(name); ok {
			t.Errorf("LookupKind(%q) knows a kind that nobody defined", name)
		}
	}
}

func family(t *testing.T, prefix string) domain.Family {
	t.Helper()
	for f := domain.FamilyLane; f <= domain.FamilyLog; f++ {
		if f.Prefix() == prefix {
			return f
		}
	}
	t.Fatalf("no family has the prefix %q", prefix)
	return 0
}
