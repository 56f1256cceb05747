package topcmd_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/clawable/claw/cmd/claw/cli/clitest"
)

// step is what an agent did in a recorded session: a command and its output.
type step struct {
	command, output string
	failed          bool
}

// recorded is a session of Claude Code as it records one: a prompt, commands, an answer.
func recorded(session, branch, prompt, answer string, at time.Time, steps ...step) string {
	var b strings.Builder
	n, parent := 0, any(nil)
	line := func(kind string, message map[string]any) {
		n++
		id := fmt.Sprintf("%s-%d", session, n)
		text, err := json.Marshal(map[string]any{"type": kind, "uuid": id, "parentUuid": parent, "sessionId": session, "timestamp": at.Add(time.Duration(n) * time.Second).Format(time.RFC3339Nano),
			"cwd": "/src/shop", "gitBranch": branch, "version": "2.0.14", "isSidechain": false, "userType": "external", "message": message})
		if err != nil {
			panic(err) // maps of texts
		}
		b.Write(append(text, '\n'))
		parent = id
	}
	says := func(id, stop string, content map[string]any) {
		line("assistant", map[string]any{"id": id, "type": "message", "role": "assistant", "model": "claude-sonnet-4-5-20250929", "stop_reason": stop, "content": []any{content},
			"usage": map[string]any{"input_tokens": 1000, "output_tokens": 100}})
	}
	line("user", map[string]any{"role": "user", "content": prompt})
	for i, s := range steps {
		call := fmt.Sprintf("toolu_%s_%d", session, i)
		says(fmt.Sprintf("msg_%s_%d", session, i), "tool_use", map[string]any{"type": "tool_use", "id": call, "name": "Bash", "input": map[string]any{"command": s.command}})
		line("user", map[string]any{"role": "user", "content": []any{map[string]any{"type": "tool_result", "tool_use_id": call, "content": s.output, "is_error": s.failed}}})
	}
	says("msg_"+session+"_end", "end_turn", map[string]any{"type": "text", "text": answer})
	return b.String()
}

// yesterday is a world whose log holds the work of two days in a shop: one lane broke the tests.
func yesterday(t *testing.T) *clitest.World {
	t.Helper()
	w := clitest.Empty(t)
	at := clitest.Now.Add(-26 * time.Hour)
	green := step{"go test ./...", "ok  \tshop/cart\t0.12s\nok  \tshop/pay\t0.31s", false}
	other := step{"go test ./search", "Exit code 1\n--- FAIL: TestFindsNothing (0.00s)\nFAIL\tshop/search\t0.20s", true}
	red := step{"go test ./...", "Exit code 1\n--- FAIL: TestRoundsCents (0.00s)\n    pay_test.go:41: got 9.99, want 10.00\nFAIL\tshop/pay\t0.30s", true}
	edit := step{"sed -i s/floor/round/ pay/cents.go && git commit -qam 'round cents'", "", false}
	for name, text := range map[string]string{
		"a": recorded("aaaaaaaa-0000-4000-8000-000000000001", "cart", "show the cart in the header", "Done.", at.Add(-time.Hour), edit, green),
		"b": recorded("bbbbbbbb-0000-4000-8000-000000000002", "cents", "round the cents of the totals", "I changed how cents are rounded.", at, edit, red),
		"f": recorded("99999999-0000-4000-8000-000000000007", "search", "index the words of the search", "The tests hang.", at.Add(22*time.Hour), edit, step{"go vet ./...", "Exit code 1\nsearch.go:3: unreachable code", true}, other),
		"c": recorded("cccccccc-0000-4000-8000-000000000003", "docs", "explain the cart in the README", "The README explains it.", at.Add(time.Hour)),
		"d": recorded("dddddddd-0000-4000-8000-000000000004", "search", "make the search faster", "It takes half the time.", at.Add(25*time.Hour), edit, green),
		"e": recorded("eeeeeeee-0000-4000-8000-000000000005", "漢字", "<b>hostile</b> \x1b[2J\u202egpj.exe 漢字 👩‍👩‍👧 e\u0301\u0301\u0301", "No.", at.Add(20*time.Hour)),
	} {
		w.File("claude/projects/shop/"+name+".jsonl", text)
	}
	w.Must("import", w.Path("claude"), "--yes", "--content", "full")
	return w
}
