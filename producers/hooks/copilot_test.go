package hooks_test

import (
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/clawable/claw/producers/hooks"
)

// TestPayloadsOfCopilotTellTheirEvents reads what Copilot CLI passes at each of its events.
func TestPayloadsOfCopilotTellTheirEvents(t *testing.T) {
	const head = `{"sessionId":"s1","timestamp":1790909851552,"cwd":"/w",`
	for members, want := range map[string]string{
		`"source":"new","initialPrompt":"go"}`:           "SessionStart [session.created]",
		`"reason":"user_exit"}`:                          "SessionEnd [session.ended]",
		`"prompt":"go"}`:                                 "UserPromptSubmit [turn.started session.identity_enriched]",
		`"toolName":"bash","toolArgs":{"command":"ls"}}`: "PreToolUse [tool.requested]",
		`"toolName":"bash","toolArgs":"{}","toolResult":{"resultType":"success","textResultForLlm":"x"}}`:              "PostToolUse [tool.completed]",
		`"toolName":"bash","toolArgs":"{}","error":"no such file"}`:                                                    "PostToolUseFailure [tool.failed]",
		`"toolName":"bash","toolArgs":"{}","error":""}`:                                                                "PostToolUseFailure [tool.failed]",
		`"hookName":"permissionRequest","toolName":"bash","toolInput":{"command":"ls"},"permissionSuggestions":[]}`:    "PermissionRequest [message.recorded]",
		`"transcriptPath":"/t","stopReason":"end_turn","stop_hook_active":false}`:                                      "Stop [turn.completed]",
		`"transcriptPath":"/t","agentName":"explore","agentDisplayName":"Explore"}`:                                    "SubagentStart no agent named",
		`"transcriptPath":"/t","agentId":"a","agentName":"explore","response":"x","stopReason":"end_turn"}`:            "SubagentStop no agent named",
		`"transcriptPath":"/t","trigger":"auto","customInstructions":""}`:                                              "PreCompact [hook.started]",
		`"hook_event_name":"Notification","message":"done","notification_type":"agent_idle"}`:                          "Notification [message.recorded]",
		`"error":{"message":"x","name":"Error"},"errorContext":"model_call","recoverable":true}`:                       "ErrorOccurred no lifecycle fact",
		`"toolName":"bash","toolArgs":{"command":"ls"},"toolResult":{"resultType":"denied","textResultForLlm":"no"}}`:  "PermissionDenied [tool.denied]",
		`"toolName":"bash","toolArgs":{"command":"ls"},"toolResult":{"resultType":"failure","textResultForLlm":"no"}}`: "PostToolUseFailure [tool.failed]",
	} {
		for _, read := range []func([]byte) (*hooks.Payload, bool){
			hooks.Parse, func(raw []byte) (*hooks.Payload, bool) { return hooks.ParseOf(hooks.Copilot, raw) },
		} {
			p, ok := read([]byte(head + members))
			if !ok || p.Agent() != hooks.Copilot {
				t.Errorf("%s: %+v, %v", members, p, ok)
				continue
			}
			facts, skipped, _ := p.Facts()
			got := string(p.Event) + " " + skipped
			if skipped == "" {
				var kinds []string
				for _, f := range facts {
					kinds = append(kinds, string(f.Says.Kind()))
				}
				got = fmt.Sprint(p.Event, " ", kinds)
			}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("%s: -want +got\n%s", members, diff)
			}
		}
	}
}

// TestATornPayloadOfCopilotTellsItsEvent cuts payloads off after the members that identify their event.
func TestATornPayloadOfCopilotTellsItsEvent(t *testing.T) {
	const head = `{"sessionId":"s1","timestamp":1,"cwd":"/w",`
	for members, want := range map[string]string{
		`"hookName":"permissionRequest","toolName":"bash","toolInput":{"comm`:        "PermissionRequest",
		`"toolName":"bash","toolArgs":{"comm`:                                        "PreToolUse",
		`"hook_event_name":"Notification","message":"do`:                             "Notification",
		`"toolName":"bash","toolArgs":"{}","error":"x","more":"`:                     "PostToolUseFailure",
		`"transcriptPath":"/t","agentName":"explore","stopReason":"end_turn","re":"`: "SubagentStop",
	} {
		if p, named := hooks.HeadOf(hooks.Copilot, []byte(head+members)); !named || string(p.Event) != want || p.SessionID != "s1" {
			t.Errorf("%s: %s, %v", members, p.Event, named)
		}
	}
}
