package codex_test

import (
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// lines are records without their time stamps; the counter does not read those.
func lines(records ...string) []byte { return []byte(strings.Join(records, "\n") + "\n") }

func event(payload string) string { return `{"type":"event_msg","payload":{` + payload + `}}` }

func item(payload string) string { return `{"type":"response_item","payload":{` + payload + `}}` }

func session(payload string) string { return `{"type":"session_meta","payload":{` + payload + `}}` }

func call(id string) string {
	return item(`"type":"function_call","name":"exec_command","arguments":"{}","call_id":"` + id + `"`)
}

func output(id, text string) string {
	return item(`"type":"function_call_output","call_id":"` + id + `","output":"` + text + `"`)
}

func used(total, last int) string {
	usage := func(n int) string {
		return strings.ReplaceAll(`{"input_tokens":N,"cached_input_tokens":0,"output_tokens":0,"reasoning_output_tokens":0,"total_tokens":N}`, "N", strconv.Itoa(n))
	}
	return event(`"type":"token_count","info":{"total_token_usage":` + usage(total) + `,"last_token_usage":` + usage(last) + `}`)
}

func TestRecount(t *testing.T) {
	started := event(`"type":"task_started","turn_id":"t1"`)
	prompt := event(`"type":"user_message","message":"yes"`)
	for _, row := range []struct {
		name  string
		files [][]byte
		want  tally
	}{
		{
			"an empty file holds nothing", [][]byte{{}},
			tally{},
		},
		{
			"a torn last line is unreadable, two records on one line are both read",
			[][]byte{[]byte(session(`"id":"s"`) + started + "\n\n" + `{"type":"event_m`)},
			tally{Lines: 3, Blank: 1, Unreadable: 1, Sessions: 1, Turns: 1, TurnsBy: by("open", 1)},
		},
		{
			"each encoding of an exit code is read, and only in the head of the output",
			[][]byte{lines(
				call("a"), output("a", `{\"output\":\"\",\"metadata\":{\"exit_code\":2}}`),
				call("b"), output("b", `Exit code: 0\nWall time: 1 seconds\nOutput:\nProcess exited with code 9`),
				call("c"), output("c", `Chunk ID: 1\nWall time: 1 seconds\nProcess exited with code 7\nOutput:\n`),
				call("d"), output("d", `Chunk ID: 1\nWall time: 1 seconds\nProcess running with session ID 5\nOutput:\nExit code: 1`),
				call("e"), output("e", `Wall time: 0.0 seconds\nOutput:\nExit code: 1\nWall time: 0 seconds\nOutput:\nno`),
				call("f"), output("f", `Plan updated`),
				call("g"), item(`"type":"function_call_output","call_id":"g","output":{"content":"x","success":false}`),
			)},
			tally{Lines: 14, Calls: 7, CallsBy: by("failed", 4, "completed", 3)},
		},
		{
			"denied, stopped, given up, refused and unanswered calls are told apart",
			[][]byte{lines(
				call("a"), output("a", `exec command rejected by user`),
				call("b"), output("b", `exec_command failed: CreateProcess { message: \"Rejected(\\\"rejected by user\\\")\" }`),
				call("c"), output("c", `aborted by user after 29.7s`),
				call("d"), output("d", `Wall time: 3.0 seconds\naborted by user`),
				call("e"), output("e", `failed in sandbox None with execution error: command timed out`),
				call("f"), output("f", `failed in sandbox LinuxSeccomp with execution error: sandbox denied exec error, exit code: 2`),
				call("g"), output("g", `unsupported call: nothing`),
				call("h"),
			)},
			tally{Lines: 15, Calls: 8, CallsBy: by("denied", 2, "canceled", 2, "timed_out", 1, "failed", 2, "open", 1)},
		},
		{
			"a call counts once although several records tell of it",
			[][]byte{lines(
				item(`"type":"custom_tool_call","name":"apply_patch","call_id":"p","input":""`),
				event(`"type":"patch_apply_end","call_id":"p","success":false`),
				item(`"type":"custom_tool_call_output","call_id":"p","output":"Exit code: 0\nOutput:\n"`),
				event(`"type":"web_search_end","call_id":"ws_1","action":{"type":"open_page","url":"u"}`),
				item(`"type":"web_search_call","status":"completed","action":{"type":"open_page","url":"u"}`),
				event(`"type":"mcp_tool_call_end","call_id":"m","result":{"Err":"gone"}`),
				call("x"), output("x", `Wall time: 3.0 seconds\naborted by user`),
				event(`"type":"item_completed","item":{"type":"CommandExecution","id":"x","status":"failed","exit_code":-1}`),
			)},
			tally{Lines: 9, Calls: 4, CallsBy: by("failed", 2, "completed", 1, "canceled", 1)},
		},
		{
			"turns with ids end as their records say, and a steering message opens none",
			[][]byte{lines(
				started, prompt, prompt, event(`"type":"task_complete","turn_id":"t1"`),
				event(`"type":"task_started","turn_id":"t2"`), event(`"type":"turn_aborted","turn_id":"t2","reason":"interrupted"`),
				event(`"type":"task_started","turn_id":"t3"`), event(`"type":"task_complete","turn_id":"t3","error":{"message":"m"}`),
				event(`"type":"task_started","turn_id":"t4"`),
			)},
			tally{Lines: 9, Turns: 4, TurnsBy: by("completed", 1, "interrupted", 1, "failed", 1, "open", 1)},
		},
		{
			"without turn ids each prompt opens a turn, and an abort ends the last one",
			[][]byte{lines(prompt, prompt, prompt, event(`"type":"turn_aborted","reason":"interrupted"`))},
			tally{Lines: 4, Turns: 3, TurnsBy: by("open", 2, "interrupted", 1)},
		},
		{
			"a rollback withdraws the last turns that are still there",
			[][]byte{lines(prompt, prompt, prompt, event(`"type":"thread_rolled_back","num_turns":1`), event(`"type":"thread_rolled_back","num_turns":1`), prompt)},
			tally{Lines: 6, Withdrawals: 2, Turns: 4, TurnsBy: by("open", 4, "withdrawn", 2)},
		},
		{
			"tokens are the growth of the running total, by the model of the turn",
			[][]byte{lines(
				used(10, 10), event(`"type":"token_count","info":null`), used(10, 10),
				`{"type":"turn_context","payload":{"model":"m"}}`,
				event(`"type":"token_count","info":null`),
				used(35, 5), // one response went uncounted
				used(4, 4),  // starts anew
			)},
			tally{Lines: 7, Tokens: map[string]tokens{"": {Input: 10, Total: 10}, "m": {Input: 29, Total: 29}}},
		},
		{
			"a repeated session_meta is a resume, compactions and provider errors are counted",
			[][]byte{lines(session(`"id":"s"`), session(`"id":"s"`), `{"type":"compacted","payload":{"message":""}}`, event(`"type":"context_compacted"`), event(`"type":"error","message":"m"`))},
			tally{Lines: 5, Sessions: 1, Resumes: 1, Compactions: 1, ProviderErrors: 1},
		},
		{
			"a fork whose parent's file is not there is one session",
			[][]byte{lines(session(`"id":"k","forked_from_id":"s"`), session(`"id":"s","forked_from_id":"r"`), session(`"id":"r"`), prompt)},
			tally{Lines: 4, Sessions: 1, Forks: 1, Turns: 1, TurnsBy: by("open", 1)},
		},
		{
			"what a subagent's file copied from its parent counts once",
			[][]byte{
				lines(session(`"id":"s"`), started, call("a"), output("a", `Plan updated`), used(10, 10), used(15, 5)),
				lines(session(`"id":"k","forked_from_id":"s","source":{"subagent":{"thread_spawn":{"parent_thread_id":"s"}}}`),
					session(`"id":"s"`), started, call("a"), output("a", `Plan updated`), used(10, 10),
					event(`"type":"task_started","turn_id":"t9"`), call("b"), used(17, 7)),
			},
			tally{
				Lines: 15, Sessions: 2, Forks: 1, Subagents: 1, Calls: 2, CallsBy: by("completed", 1, "open", 1),
				Turns: 2, TurnsBy: by("open", 2), Tokens: map[string]tokens{"": {Input: 22, Total: 22}},
			},
		},
	} {
		t.Run(row.name, func(t *testing.T) {
			want := row.want
			for _, m := range []*map[string]int{&want.CallsBy, &want.TurnsBy} {
				if *m == nil {
					*m = map[string]int{}
				}
			}
			if want.Tokens == nil {
				want.Tokens = map[string]tokens{}
			}
			if diff := cmp.Diff(want, recount(row.files...)); diff != "" {
				t.Errorf("(-want +got)\n%s", diff)
			}
		})
	}
}

func by(pairs ...any) map[string]int {
	m := map[string]int{}
	for i := 0; i < len(pairs); i += 2 {
		m[pairs[i].(string)] = pairs[i+1].(int)
	}
	return m
}
