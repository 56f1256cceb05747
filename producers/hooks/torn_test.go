package hooks_test

import (
	"strings"
	"testing"

	"github.com/clawable/claw/producers/hooks"
)

// TestAPayloadThatCannotBeReadNamesItsEventWhereverThatStands: what is held back does not hang
// on the order of the members.
func TestAPayloadThatCannotBeReadNamesItsEventWhereverThatStands(t *testing.T) {
	deep := `"tool_input":` + strings.Repeat("[", 20_000) + strings.Repeat("]", 20_000)
	for _, payload := range []string{`{"hook_event_name":"PreToolUse","tool_name":"Bash",` + deep + `}`, `{` + deep + `,"tool_name":"Bash","hook_event_name":"PreToolUse"}`} {
		p, named := hooks.HeadOf(hooks.ClaudeCode, []byte(payload))
		if !named || p.Asks() != hooks.MayCall || p.Tool != "Bash" {
			t.Errorf("named %t: %q asks %v", named, p.Tool, p.Asks())
		}
	}
}
