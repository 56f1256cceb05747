package hooks_test

import (
	"testing"

	"github.com/clawable/claw/producers/hooks"
)

// TestLookingAtAShellIsNoCommand: Codex types nothing into a running command to see what it says.
func TestLookingAtAShellIsNoCommand(t *testing.T) {
	for input, unread := range map[string]bool{
		`{"session_id":7}`:                false,
		`{"session_id":7,"chars":""}`:     false,
		`{"session_id":7,"chars":"ls\n"}`: true,
		`{"session_id":7,"chars":["l"]}`:  true,
		`[7]`:                             true,
	} {
		p, ok := hooks.ParseOf(hooks.Codex, []byte(`{"hook_event_name":"PreToolUse","tool_name":"write_stdin","tool_input":`+input+`}`))
		if !ok {
			t.Fatal("not read")
		}
		if a := p.Action(); a.Unread != unread || a.Command != "" {
			t.Errorf("%s: unread %v, command %q", input, a.Unread, a.Command)
		}
	}
}
