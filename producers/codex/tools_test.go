package codex_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/producers/codex"
	"github.com/clawable/claw/producers/readertest"
)

// asked is what [call] says.
func asked(line, id string) string {
	return line + `tool.requested ` + id + ` {"name":"exec_command","input":{}}`
}

// TestEndings gives the outputs of all versions, escaped for JSON, and what they say
// of the end of their call.
func TestEndings(t *testing.T) {
	for _, row := range []struct{ name, output, want string }{
		{"JSON in a text, of before 0.9x", `{\"output\":\"no\\n\",\"metadata\":{\"exit_code\":2,\"duration_seconds\":0.25}}`,
			`tool.failed a {"name":"exec_command","exit_code":2,"output":"no\n","duration_ms":250,"error_kind":"exit_code"}`},
		{"an exit code in the first line", `Exit code: 0\nWall time: 1.5 seconds\nTotal output lines: 9\nOutput:\nfine`,
			`tool.completed a {"name":"exec_command","exit_code":0,"output":"fine","duration_ms":1500,"truncated":true}`},
		{"a code that the program itself prints is not believed", `Chunk ID: 1\nWall time: 0.1 seconds\nProcess exited with code 0\nOutput:\nExit code: 3\nProcess exited with code 4`,
			`tool.completed a {"name":"exec_command","exit_code":0,"output":"Exit code: 3\nProcess exited with code 4","duration_ms":100}`},
		{"a code in a text without a head is not believed", `docs say:\nExit code: 3`,
			`tool.completed a {"name":"exec_command","output":"docs say:\nExit code: 3"}`},
		{"a process that goes on", `Chunk ID: 1\nWall time: 1 seconds\nProcess running with session ID 77\nOutput:\nlistening`,
			`tool.completed a {"name":"exec_command","output":"listening","duration_ms":1000,"background":"77"}`},
		{"a patch that came in as a command", `Wall time: 0.5 seconds\nOutput:\nExit code: 1\nWall time: 0 seconds\nOutput:\nbad hunk`,
			`tool.failed a {"name":"exec_command","exit_code":1,"output":"bad hunk","duration_ms":500,"error_kind":"exit_code"}`},
		{"a stop", `aborted`, `tool.canceled a {"name":"exec_command","reason":"user_interrupt","output":"aborted"}`},
		{"a stop after a time", `aborted by user after 29.7s`, `tool.canceled a {"name":"exec_command","reason":"user_interrupt","output":"aborted by user after 29.7s"}`},
		{"a stop with a head", `Wall time: 3.0 seconds\naborted by user`, `tool.canceled a {"name":"exec_command","reason":"user_interrupt","output":"Wall time: 3.0 seconds\naborted by user"}`},
		{"a no", `exec command rejected by user`, `tool.denied a {"name":"exec_command","by":"user","reason":"exec command rejected by user"}`},
		{"a no as 0.169 says it", `exec_command failed: CreateProcess { message: \"Rejected(\\\"rejected by user\\\")\" }`,
			`tool.denied a {"name":"exec_command","by":"user","reason":"exec_command failed: CreateProcess { message: \"Rejected(\\\"rejected by user\\\")\" }"}`},
		{"a no of a hook", `Command blocked by PreToolUse hook: not now. Command: ls`,
			`tool.denied a {"name":"exec_command","by":"hook","reason":"Command blocked by PreToolUse hook: not now. Command: ls"}`},
		{"a no of the policy", `approval policy is never; reject command`, `tool.denied a {"name":"exec_command","by":"policy","reason":"approval policy is never; reject command"}`},
		{"a time that ran out", `failed in sandbox None with execution error: command timed out`,
			`tool.timed_out a {"name":"exec_command","output":"failed in sandbox None with execution error: command timed out"}`},
		{"a time that ran out, as a code", `Exit code: 124\nWall time: 10 seconds\nOutput:\ncommand timed out after 10000 milliseconds`,
			`tool.timed_out a {"name":"exec_command","exit_code":124,"output":"command timed out after 10000 milliseconds","duration_ms":10000}`},
		{"code 124 alone is the program's", `Exit code: 124\nWall time: 10 seconds\nOutput:\n`,
			`tool.failed a {"name":"exec_command","exit_code":124,"duration_ms":10000,"error_kind":"exit_code"}`},
		{"a sandbox that held a program back", `failed in sandbox Seatbelt with execution error: sandbox denied exec error, exit code: 2, stdout: , stderr: no`,
			`tool.failed a {"name":"exec_command","exit_code":2,"output":"failed in sandbox Seatbelt with execution error: sandbox denied exec error, exit code: 2, stdout: , stderr: no","error_kind":"sandbox"}`},
		{"arguments that do not fit", `failed to parse function arguments: missing field`, `tool.failed a {"name":"exec_command","output":"failed to parse function arguments: missing field","error_kind":"invalid_input"}`},
		{"a tool that is not there", `unsupported call: x`, `tool.failed a {"name":"exec_command","output":"unsupported call: x","error_kind":"unknown_tool"}`},
		{"a patch that does not fit", `apply_patch verification failed: no`, `tool.failed a {"name":"exec_command","output":"apply_patch verification failed: no","error_kind":"tool_error"}`},
		{"any other text", `Plan updated`, `tool.completed a {"name":"exec_command","output":"Plan updated"}`},
	} {
		t.Run(row.name, func(t *testing.T) {
			rollout := []byte(in(call("a"), output("a", row.output)))
			if diff := cmp.Diff([]string{created, asked("2", "a"), "3" + row.want}, told(readertest.Read(t, codex.New(), rollout))); diff != "" {
				t.Errorf("(-want +got)\n%s", diff)
			}
			checkRecords(t, row.name, rollout)
		})
	}
}

func TestCalls(t *testing.T) {
	answer := func(id, output string) string {
		return item(`"type":"function_call_output","call_id":"` + id + `","output":` + output)
	}
	ask := func(id, name, arguments string) string {
		return item(`"type":"function_call","name":"` + name + `","call_id":"` + id + `","arguments":` + arguments)
	}
	for _, row := range []struct {
		name    string
		rollout string
		want    []string
	}{
		{
			"the first record of an end counts, later ones are output",
			in(call("a"), event(`"type":"exec_command_end","call_id":"a","stdout":"o","stderr":"e","exit_code":1,"duration":{"secs":1,"nanos":5000000}`),
				output("a", `Exit code: 0\nOutput:\nx`), event(`"type":"exec_command_end","call_id":"a","stdout":"","stderr":"late","exit_code":-1`)),
			[]string{
				asked("2", "a"), `3tool.failed a {"name":"exec_command","exit_code":1,"output":"o","stderr":"e","duration_ms":1005,"error_kind":"exit_code"}`,
				`4tool.output a {"name":"exec_command","text":"x","exit_code":0}`, `5tool.output a {"name":"exec_command","exit_code":-1}`,
				`5tool.output a {"name":"exec_command","stream":"stderr","text":"late"}`,
			},
		},
		{
			"an output whose call is not in the file ends it all the same",
			in(output("gone", "x")), []string{`2tool.completed gone {"output":"x"}`},
		},
		{
			"a call whose id was taken out joins nothing",
			in(call("REDACTED"), output("REDACTED", "x"), call("REDACTED"), output("REDACTED", "y")),
			[]string{
				asked("2", "(redacted)"), `3tool.completed (redacted) {"output":"x"}`, asked("4", "(redacted)"), `5tool.completed (redacted) {"output":"y"}`,
			},
		},
		{
			"a structured output says success or not, lists are joined and their images counted",
			in(call("a"), answer("a", `{"content":"no","success":false}`), call("b"), answer("b", `{"content":"yes","success":true}`),
				call("c"), answer("c", `[{"type":"input_text","text":"one"},{"type":"input_image","image_url":"data:"},{"type":"input_text","text":"two"}]`)),
			[]string{
				asked("2", "a"), `3tool.failed a {"name":"exec_command","output":"no","error_kind":"tool_error"}`,
				asked("4", "b"), `5tool.completed b {"name":"exec_command","output":"yes"}`,
				asked("6", "c"), `7tool.completed c {"name":"exec_command","output":"one\ntwo","images":1}`,
			},
		},
		{
			"both ways to ask for more than the sandbox gives, and arguments that are no JSON",
			in(ask("a", "shell", `"{\"command\":[\"ls\"],\"with_escalated_permissions\":true,\"justification\":\"why\"}"`),
				ask("b", "exec_command", `"{\"cmd\":\"ls\",\"sandbox_permissions\":\"require_escalated\"}"`), ask("c", "exec_command", `"{\"cmd\":"`), ask("d", "view", `{"path":"p"}`)),
			[]string{
				`2tool.requested a {"name":"shell","input":{"command":["ls"],"with_escalated_permissions":true,"justification":"why"},"escalated":true,"justification":"why"}`,
				`3tool.requested b {"name":"exec_command","input":{"cmd":"ls","sandbox_permissions":"require_escalated"},"escalated":true}`,
				`4tool.requested c {"name":"exec_command","input":"{\"cmd\":","raw":true}`, `5tool.requested d {"name":"view","input":{"path":"p"}}`,
			},
		},
		{
			"what is written to a process continues the call that started it, also over several writes",
			in(call("a"), output("a", `Wall time: 1 seconds\nProcess running with session ID 7\nOutput:\n`),
				ask("b", "write_stdin", `"{\"session_id\":7}"`), output("b", `Wall time: 1 seconds\nProcess running with session ID 7\nOutput:\n`),
				ask("c", "write_stdin", `"{\"session_id\":7}"`)),
			[]string{
				asked("2", "a"), `3tool.completed a {"name":"exec_command","duration_ms":1000,"background":"7"}`,
				`4tool.requested b {"name":"write_stdin","input":{"session_id":7},"continues":"a"}`,
				`5tool.completed b {"name":"write_stdin","duration_ms":1000,"background":"7"}`,
				`6tool.requested c {"name":"write_stdin","input":{"session_id":7},"continues":"a"}`,
			},
		},
		{
			"an MCP call names its server, alone or by its event; an error of the server is one",
			in(ask("a", "mcp__files__read", `"{}"`), item(`"type":"function_call","name":"read","namespace":"mcp__files__","call_id":"b","arguments":"{}"`),
				event(`"type":"mcp_tool_call_end","call_id":"c","invocation":{"server":"files","tool":"read","arguments":{"p":1}},"result":{"Err":"gone"}`),
				event(`"type":"mcp_tool_call_end","call_id":"a","result":{"Ok":{"content":[{"type":"text","text":"no"}],"isError":true,"structuredContent":{"k":1}}}`)),
			[]string{
				`2tool.requested a {"name":"mcp__files__read","input":{},"server":"files"}`, `3tool.requested b {"name":"mcp__files__read","input":{},"server":"files"}`,
				`4tool.requested c {"name":"mcp__files__read","input":{"p":1},"server":"files"}`, `4tool.failed c {"name":"mcp__files__read","output":"gone","error_kind":"mcp"}`,
				`5tool.failed a {"name":"mcp__files__read","output":"no","result":{"k":1},"error_kind":"mcp"}`,
			},
		},
		{
			"a search has its end before its call, and both are one",
			in(event(`"type":"web_search_end","call_id":"ws_1","action":{"type":"search","query":"q"}`), item(`"type":"web_search_call","status":"completed","action":{"type":"search","query":"q"}`),
				item(`"type":"web_search_call","status":"completed","action":{"type":"search","query":"q"}`)),
			[]string{
				`2tool.requested ws_1 {"name":"web_search","input":{"type":"search","query":"q"}}`, `2tool.completed ws_1 {"name":"web_search"}`,
				`3tool.requested ws_1 {"name":"web_search","input":{"type":"search","query":"q"}}`,
				`4tool.requested s/call/A#1 {"name":"web_search","input":{"type":"search","query":"q"}}`, `4tool.completed s/call/A#1 {"name":"web_search"}`,
			},
		},
		{
			"a patch names the files that it changed; a declined command was denied",
			in(item(`"type":"custom_tool_call","status":"completed","call_id":"p","name":"apply_patch","input":"*** Begin"`),
				event(`"type":"patch_apply_end","call_id":"p","success":true,"stdout":"ok","changes":{"/w/b":{},"/w/a":{}}`),
				event(`"type":"item_completed","item":{"type":"CommandExecution","id":"x","command":["ls"],"status":"declined"}`)),
			[]string{
				`2tool.requested p {"name":"apply_patch","input":"*** Begin"}`, `3tool.completed p {"name":"apply_patch","output":"ok","paths":["/w/a","/w/b"]}`,
				`4tool.requested x {"name":"exec_command","input":["ls"]}`, `4tool.denied x {"name":"exec_command","by":"unknown"}`,
			},
		},
		{
			"an input that a double cannot hold is kept as it was written",
			in(ask("a", "f", `"{\"n\":12345678901234567890}"`)), []string{`2tool.requested a {"name":"f","input":"{\"n\":12345678901234567890}","raw":true}`},
		},
	} {
		t.Run(row.name, func(t *testing.T) {
			if diff := cmp.Diff(append([]string{created}, row.want...), told(readertest.Read(t, codex.New(), []byte(row.rollout)))); diff != "" {
				t.Errorf("(-want +got)\n%s", diff)
			}
			checkRecords(t, row.name, []byte(row.rollout))
		})
	}
}

// TestADeepInputIsKeptAsText takes JSON that is deeper than a payload may be.
func TestADeepInputIsKeptAsText(t *testing.T) {
	for _, depth := range []int{999, 1001, 9_990, 10_000, 20_000} {
		deep := strings.Repeat("[", depth) + strings.Repeat("]", depth)
		rollout := []byte(in(item(`"type":"function_call","call_id":"a","name":"n","arguments":"` + deep + `"`)))
		checkRecords(t, "a deep input", rollout)
		d := drafts(readertest.Read(t, codex.New(), rollout))[1]
		if raw := readertest.Payload[domain.ToolRequested](t, &d).Raw; raw != (depth > 1000) {
			t.Errorf("an input of depth %d is kept as text: %v", depth, raw)
		}
		checkRecords(t, "a deep value", []byte(in(item(`"type":"function_call","call_id":"a","name":"n","arguments":`+deep))))
	}
}

// TestALongOutputIsCut holds the size that an event may have, also for texts that
// JSON makes six times as long.
func TestALongOutputIsCut(t *testing.T) {
	if testing.Short() {
		t.Skip("one goroutine after the other")
	}
	for _, unit := range []string{"x", `\u0001`, `\n`, `é`, `\"`} {
		long := strings.Repeat(unit, 600<<10)
		checkRecords(t, unit, []byte(in(call("a"), event(`"type":"exec_command_end","call_id":"a","stdout":"`+long+`","stderr":"`+long+`","exit_code":1`),
			item(`"type":"custom_tool_call","call_id":"b","name":"n","input":"`+long+`"`), item(`"type":"function_call","call_id":"`+long+`","name":"`+long+`","arguments":"`+long+`"`))))
	}
}
