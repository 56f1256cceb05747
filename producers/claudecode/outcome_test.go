package claudecode_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/clawable/claw/producers/claudecode"
	"github.com/clawable/claw/producers/readertest"
)

func TestHowACallEnds(t *testing.T) {
	for _, row := range []struct {
		name, tool, said string
		failed           bool
		more             string // members of the record
		want             string
	}{
		{"a result without an error", "Bash", "ok", false, "",
			`tool.completed {"name":"Bash","output":"ok"}`},
		{"both outputs of a program, once each", "Bash", "out\nerr", false, `,"toolUseResult":{"stdout":"out","stderr":"err","interrupted":false}`,
			`tool.completed {"name":"Bash","output":"out","stderr":"err","result":{"interrupted":false}}`},
		{"outputs that the model saw otherwise stay whole", "Bash", "moved to a file", false, `,"toolUseResult":{"stdout":"long"}`,
			`tool.completed {"name":"Bash","output":"moved to a file","result":{"stdout":"long"}}`},
		{"a program that goes on in the background", "Bash", "started", false, `,"toolUseResult":{"stdout":"","stderr":"","backgroundTaskId":"b1"}`,
			`tool.completed {"name":"Bash","output":"started","result":{"stdout":"","stderr":"","backgroundTaskId":"b1"},"background":"b1"}`},
		{"a written file", "Write", "ok", false, `,"toolUseResult":{"type":"create","filePath":"/w/a"}`,
			`tool.completed {"name":"Write","output":"ok","result":{"type":"create","filePath":"/w/a"},"paths":["/w/a"]}`},
		{"a file that was only read writes no path", "Read", "1 a", false, `,"toolUseResult":{"type":"text","filePath":"/w/a"}`,
			`tool.completed {"name":"Read","output":"1 a","result":{"type":"text","filePath":"/w/a"}}`},
		{"an exit code", "Bash", "Exit code 3\nno", true, `,"toolUseResult":"Error: Exit code 3\nno"`,
			`tool.failed {"name":"Bash","exit_code":3,"output":"Exit code 3\nno","error_kind":"exit_code"}`},
		{"an error of a version without exit codes", "Bash", "npm: not found", true, "",
			`tool.failed {"name":"Bash","output":"npm: not found","error_kind":"unknown"}`},
		{"a timeout", "Bash", "Exit code 143\nCommand timed out after 2m 0s", true, "",
			`tool.timed_out {"name":"Bash","exit_code":143,"output":"Exit code 143\nCommand timed out after 2m 0s"}`},
		{"a timeout without a code", "Bash", "Command timed out after 2m", true, "",
			`tool.timed_out {"name":"Bash","output":"Command timed out after 2m"}`},
		{"a person's no", "Edit", "The user doesn't want to proceed with this tool use. STOP", true, "",
			`tool.denied {"name":"Edit","by":"user","reason":"The user doesn't want to proceed with this tool use. STOP"}`},
		{"no permission yet", "Edit", "Claude requested permissions to write to /w/a, but you haven't granted it yet.", true, "",
			`tool.denied {"name":"Edit","by":"policy","reason":"Claude requested permissions to write to /w/a, but you haven't granted it yet."}`},
		{"a part of a command that needs an approval", "Bash", "This Bash command contains multiple operations. The following part requires approval: zed", true, "",
			`tool.denied {"name":"Bash","by":"policy","reason":"This Bash command contains multiple operations. The following part requires approval: zed"}`},
		{"a command out of bounds", "Bash", "ls in '/x' was blocked. For security, Claude Code may only list files in the allowed working directories", true, "",
			`tool.denied {"name":"Bash","by":"policy","reason":"ls in '/x' was blocked. For security, Claude Code may only list files in the allowed working directories"}`},
		{"a program that prints such words", "Bash", "Exit code 1\nls in '/x' was blocked. For security, Claude Code may only list", true, "",
			`tool.failed {"name":"Bash","exit_code":1,"output":"Exit code 1\nls in '/x' was blocked. For security, Claude Code may only list","error_kind":"exit_code"}`},
		{"a rule", "Bash", "Permission to use Bash with command x has been denied.", true, "",
			`tool.denied {"name":"Bash","by":"rule","reason":"Permission to use Bash with command x has been denied."}`},
		{"the no of claw's hook", "Bash", "claw: blocked by rule r of the adopted policy.", true, "",
			`tool.denied {"name":"Bash","by":"policy","reason":"claw: blocked by rule r of the adopted policy."}`},
		{"a hook's no", "Bash", "PreToolUse:Bash hook error: [x]: no", true, "",
			`tool.denied {"name":"Bash","by":"hook","reason":"PreToolUse:Bash hook error: [x]: no"}`},
		{"the kind of a denial, which beats the words", "Bash", "whatever", true, `,"toolDenialKind":"permission-rule"`,
			`tool.denied {"name":"Bash","by":"rule","reason":"whatever"}`},
		{"a kind of denial nobody knows", "Bash", "whatever", true, `,"toolDenialKind":"moon"`,
			`tool.denied {"name":"Bash","by":"policy","reason":"whatever"}`},
		{"a denial that was an interruption", "Bash", "whatever", true, `,"toolDenialKind":"interrupted"`,
			`tool.canceled {"name":"Bash","reason":"interrupted","output":"whatever"}`},
		{"an aborted question", "Bash", "Permission prompt was aborted.", true, "",
			`tool.canceled {"name":"Bash","reason":"permission_prompt_aborted","output":"Permission prompt was aborted."}`},
		{"a program stopped halfway", "Bash", "half", false, `,"toolUseResult":{"stdout":"half","stderr":"","interrupted":true}`,
			`tool.canceled {"name":"Bash","reason":"user_interrupt","output":"half"}`},
		{"a program stopped before the model got its output", "Bash", "", false, `,"toolUseResult":{"stdout":"half","stderr":"!","interrupted":true}`,
			`tool.canceled {"name":"Bash","reason":"user_interrupt","output":"half!"}`},
		{"a sibling's failure", "Read", "<tool_use_error>Sibling tool call errored</tool_use_error>", true, "",
			`tool.canceled {"name":"Read","reason":"sibling_error","output":"<tool_use_error>Sibling tool call errored</tool_use_error>"}`},
		{"arguments that do not fit", "Read", "<tool_use_error>InputValidationError: x", true, "",
			`tool.failed {"name":"Read","output":"<tool_use_error>InputValidationError: x","error_kind":"invalid_input"}`},
		{"a tool that does not exist", "Reed", "<tool_use_error>Error: No such tool available: Reed</tool_use_error>", true, "",
			`tool.failed {"name":"Reed","output":"<tool_use_error>Error: No such tool available: Reed</tool_use_error>","error_kind":"unknown_tool"}`},
		{"a tool's error", "Read", "<tool_use_error>File does not exist.</tool_use_error>", true, "",
			`tool.failed {"name":"Read","output":"<tool_use_error>File does not exist.</tool_use_error>","error_kind":"tool_error"}`},
		{"a server's error", "mcp__s__t", "no", true, "",
			`tool.failed {"name":"mcp__s__t","output":"no","error_kind":"mcp"}`},
		{"a number that is no exit code", "Bash", "Exit code x\nno", true, "",
			`tool.failed {"name":"Bash","output":"Exit code x\nno","error_kind":"unknown"}`},
	} {
		t.Run(row.name, func(t *testing.T) {
			block := strings.Replace(call("T1"), `"Bash"`, fmt.Sprintf("%q", row.tool), 1)
			records := readertest.Read(t, claudecode.New(), []byte(lines(answer("a1", "", "M1", "", block, 1), result("r1", "a1", "T1", row.said, row.failed, row.more))))
			var got []string
			for _, d := range records[1].Drafts {
				readertest.Core(t, d)
				got = append(got, string(d.Kind)+" "+string(d.Data))
			}
			if diff := cmp.Diff([]string{row.want}, got); diff != "" {
				t.Errorf("-want +got:\n%s", diff)
			}
		})
	}
}
