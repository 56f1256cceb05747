package hooks_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/oklog/ulid/v2"

	"github.com/clawable/claw/producers/hooks"
)

// TestTheEndOfACallIsObservedAsItHappens: the hook of a call's end records what the call shows,
// caused by the end, with the folder that the payload names.
func TestTheEndOfACallIsObservedAsItHappens(t *testing.T) {
	for payload, want := range map[string][]string{
		`{"session_id":"s1","hook_event_name":"PostToolUse","cwd":"/r","tool_name":"Bash","tool_use_id":"toolu_1","tool_input":{"command":"go test ./... && git push origin main"},
			"tool_response":{"stdout":"ok  \tx\t0.1s\nEverything up-to-date\n","stderr":"","interrupted":false}}`: {
			`test.passed {"runner":"go test","folder":"/r","level":"workspace"}`,
			`work.observed {"refs":[{"remote":"origin","ref":"main","result":"up_to_date","folder":"/r"}]}`,
		},
		`{"session_id":"s1","hook_event_name":"PostToolUse","cwd":"/r","tool_name":"Bash","tool_use_id":"toolu_1","tool_input":{"command":"ls"},"tool_response":{"stdout":"a\n"}}`:                   nil,
		`{"session_id":"s1","hook_event_name":"PreToolUse","cwd":"/r","tool_name":"Bash","tool_use_id":"toolu_1","tool_input":{"command":"go test ./..."}}`:                                          nil,
		`{"session_id":"s1","hook_event_name":"PostToolUse","cwd":"/r","tool_name":"Read","tool_use_id":"toolu_1","tool_input":{"file_path":"go test"},"tool_response":"ok  \tx\t0.1s"}`:             nil,
		`{"session_id":"s1","hook_event_name":"PostToolUseFailure","cwd":"/r","tool_name":"Bash","tool_use_id":"toolu_1","tool_input":{"command":"pytest"},"error":"Exit code 1\n1 failed in 0.1s"}`: {`test.failed {"runner":"pytest","folder":"/r","level":"workspace","failed":1}`},
	} {
		p, ok := hooks.ParseOf("claude-code", []byte(payload))
		if !ok {
			t.Fatalf("%s: not read", payload)
		}
		drafts, _ := p.Live(time.Unix(1_800_000_000, 0), ulid.Make)
		var got []string
		for i, d := range drafts {
			if i == 0 {
				continue
			}
			if d.Causes[0] != drafts[i-1].ID || d.Subject.Item != drafts[0].Subject.Item || d.Source != drafts[0].Source {
				t.Errorf("%s: %s is not the call's: %v", payload, d.Kind, d)
			}
			got = append(got, fmt.Sprintf("%s %s", d.Kind, d.Data))
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s: -want +got\n%s", payload, diff)
		}
	}
}
