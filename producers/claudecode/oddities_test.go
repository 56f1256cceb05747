package claudecode_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/producers"
	"github.com/clawable/claw/producers/claudecode"
	"github.com/clawable/claw/producers/readertest"
)

// told writes records as lines for people: number of the line, kind, the
// session after S, "@" the turn, item, data, the kinds of the causes. What every
// conversation has is left out: the first events of its session, and usage.
func told(records []producers.Record) (out []string) {
	kinds := map[domain.EventID]domain.Kind{}
	for _, r := range records {
		for i := range r.Drafts {
			d := &r.Drafts[i]
			kinds[d.ID] = d.Kind
			if _, own := d.Session().Split(); own == "S" && (d.Kind == "session.created" || d.Kind == "session.identity_enriched" &&
				!strings.Contains(string(d.Data), "title")) || d.Kind == "usage.recorded" {
				continue
			}
			out = append(out, fmt.Sprintf("%d %s", r.Line, event(d, kinds)))
		}
		if r.Skipped != "" {
			out = append(out, fmt.Sprintf("%d skipped: %s", r.Line, r.Skipped))
		}
		if r.Unreadable != "" {
			out = append(out, fmt.Sprintf("%d unreadable: %s", r.Line, r.Unreadable))
		}
	}
	return out
}

func event(d *domain.Draft, kinds map[domain.EventID]domain.Kind) string {
	words := []string{string(d.Kind)}
	if _, own := d.Session().Split(); own != "S" {
		words = append(words, own)
	}
	if d.Subject.Turn.Value != "" {
		words = append(words, "@"+string(d.Subject.Turn.Value))
	}
	if d.Subject.Item.Value != "" {
		words = append(words, string(d.Subject.Item.Value))
	}
	words = append(words, string(d.Data))
	for _, c := range d.Causes {
		words = append(words, "<- "+string(kinds[c]))
	}
	return strings.Join(words, " ")
}

// in puts members into a record of the shorthand.
func in(record, members string) string {
	return strings.Replace(record, `"sessionId"`, members+`,"sessionId"`, 1)
}

func progress(uuid, parent, data string) string {
	return fmt.Sprintf(`{"type":"progress","sessionId":"S","uuid":%q,"parentUuid":%s,"data":%s}`, uuid, quoteOrNull(parent), data)
}

func attachment(uuid, data string) string {
	return fmt.Sprintf(`{"type":"attachment","sessionId":"S","uuid":%q,"parentUuid":null,"attachment":%s}`, uuid, data)
}

const thought = `{"type":"thinking","thinking":"hm","signature":"c2ln"}`

var oddities = []struct {
	name, input string
	want        []string
}{
	{"an empty file", "", nil},
	{"blank lines and garbage", "\n \n\x00\xff\xfe\n[1]\n12\n\"a\"\nnull\n", []string{
		"1 skipped: blank line", "2 skipped: blank line", "3 unreadable: not JSON", "4 unreadable: not a JSON object",
		"5 unreadable: not a JSON object", "6 unreadable: not a JSON object", "7 unreadable: not a JSON object"}},
	{"a torn last line", ask("p1", "", "go") + "\n" + `{"type":"assis`, []string{
		`1 turn.started @p1 {"trigger":"prompt"}`, `1 message.recorded @p1 p1 {"role":"user","text":"go"}`, "2 unreadable: torn last line"}},
	{"two records on one line", system("s0", "", "x") + ask("p1", "", "go") + "\n", []string{
		`1 turn.started @p1 {"trigger":"prompt"}`, `1 message.recorded @p1 p1 {"role":"user","text":"go"}`}},
	{"a record and a broken rest on one line", ask("p1", "", "go") + `{"type":` + "\n", []string{
		`1 turn.started @p1 {"trigger":"prompt"}`, `1 message.recorded @p1 p1 {"role":"user","text":"go"}`, "1 unreadable: not JSON"}},
	{"types nobody knows, and none", lines(`{"type":"moon phase","sessionId":"S"}`, `{"sessionId":"S"}`, `{"type":"mode","mode":"normal"}`), []string{
		"1 skipped: unknown type other", "2 skipped: record without type", `3 message.recorded ` +
			key(`{"type":"mode","mode":"normal"}`) + ` {"role":"system","text":"normal","phase":"mode","synthetic":true}`}},
	{"a record before any session", `{"type":"mode","mode":"normal"}` + "\n", []string{"1 skipped: no session"}},
	{"members of another JSON type cost themselves only", lines(`{"type":"user","uuid":"p1","sessionId":"S","parentUuid":7,"timestamp":{},"isMeta":"yes","cwd":[],"message":{"content":["go",5,{"type":"text","text":3}]}}`), []string{
		`1 turn.started @p1 {"trigger":"prompt"}`,
		`1 message.recorded @p1 p1#0 {"role":"user","text":"go"}`, `1 message.recorded @p1 p1#1 {"role":"user","content":5}`, `1 message.recorded @p1 p1#2 {"role":"user"}`}},
	{"an id that was overwritten by a placeholder is none", lines(in(ask("p1", "", "go"), `"x":0`), strings.Replace(system("s1", "p1", "local_command"), `"s1"`, `"REDACTED","content":"hi"`, 1)), []string{
		`1 turn.started @p1 {"trigger":"prompt"}`, `1 message.recorded @p1 p1 {"role":"user","text":"go"}`,
		`2 message.recorded @p1 ` + key(strings.Replace(system("s1", "p1", "local_command"), `"s1"`, `"REDACTED","content":"hi"`, 1)) +
			` {"role":"system","text":"hi","phase":"local_command","synthetic":true}`}},
	{"thinking, words and a call in one answer", lines(ask("p1", "", "go"), answer("a1", "p1", "M1", "", thought+","+words+","+call("T1"), 5)), []string{
		`1 turn.started @p1 {"trigger":"prompt"}`, `1 message.recorded @p1 p1 {"role":"user","text":"go"}`,
		`2 message.recorded @p1 a1#0 {"role":"reasoning","text":"hm","model":"m","opaque_bytes":4}`,
		`2 message.recorded @p1 a1#1 {"role":"assistant","text":"done","model":"m"}`,
		`2 tool.requested @p1 T1 {"name":"Bash","input":{}}`}},
	{"a picture goes with the first text", lines(in(`{"type":"user","uuid":"p1","sessionId":"S","message":{"content":[{"type":"image"},{"type":"text","text":"see"}]}}`, `"x":0`)), []string{
		`1 turn.started @p1 {"trigger":"prompt"}`, `1 message.recorded @p1 p1#1 {"role":"user","text":"see","images":1}`}},
	{"an interruption after a picture", lines(ask("p1", "", "go"), `{"type":"user","uuid":"i1","parentUuid":"p1","sessionId":"S","message":{"content":[{"type":"image"},{"type":"text","text":"[Request interrupted by user]"}]}}`), []string{
		`1 turn.started @p1 {"trigger":"prompt"}`, `1 message.recorded @p1 p1 {"role":"user","text":"go"}`,
		`2 turn.interrupted @p1 {"reason":"[Request interrupted by user]"} <- turn.started`, `2 message.recorded @p1 i1 {"role":"user","synthetic":true,"images":1}`}},
	{"a limit of turns fails the turn, bookkeeping after it completes nothing, and the next prompt names what it named before", lines(ask("p1", "", "go"),
		attachment("m1", `{"type":"max_turns_reached","maxTurns":1}`), system("s1", "m1", "turn_duration"), ask("p2", "p1", "more")), []string{
		`1 turn.started @p1 {"trigger":"prompt"}`, `1 message.recorded @p1 p1 {"role":"user","text":"go"}`,
		`2 message.recorded @p1 m1 {"role":"system","phase":"max_turns_reached","synthetic":true,"content":{"type":"max_turns_reached","maxTurns":1}}`,
		`2 turn.failed @p1 {"class":"unknown"} <- turn.started`, `3 skipped: repeats the end`,
		`4 turn.started @p2 {"trigger":"prompt"} <- turn.started`, `4 message.recorded @p2 p2 {"role":"user","text":"more"}`}},
	{"a limit of turns before any prompt", lines(attachment("m1", `{"type":"max_turns_reached","maxTurns":1}`)), []string{
		`1 message.recorded m1 {"role":"system","phase":"max_turns_reached","synthetic":true,"content":{"type":"max_turns_reached","maxTurns":1}}`}},
	{"bookkeeping after an interruption completes nothing; the next prompt follows the interruption", lines(ask("p1", "", "go"),
		ask("i1", "p1", "[Request interrupted by user]"), system("s1", "i1", "turn_duration"), ask("p2", "s1", "again")), []string{
		`1 turn.started @p1 {"trigger":"prompt"}`, `1 message.recorded @p1 p1 {"role":"user","text":"go"}`,
		`2 turn.interrupted @p1 {"reason":"[Request interrupted by user]"} <- turn.started`, `3 skipped: repeats the end`,
		`4 turn.started @p2 {"trigger":"prompt"} <- turn.interrupted`, `4 message.recorded @p2 p2 {"role":"user","text":"again"}`}},
	{"a prompt that goes back takes back what came after", lines(ask("p1", "", "go"), system("s1", "p1", "turn_duration"),
		ask("p2", "s1", "wrong"), ask("p3", "s1", "right")), []string{
		`1 turn.started @p1 {"trigger":"prompt"}`, `1 message.recorded @p1 p1 {"role":"user","text":"go"}`,
		`2 turn.completed @p1 {} <- turn.started`,
		`3 turn.started @p2 {"trigger":"prompt"} <- turn.completed`, `3 message.recorded @p2 p2 {"role":"user","text":"wrong"}`,
		`4 turn.withdrawn {"turns":["p2"]}`, `4 turn.started @p3 {"trigger":"prompt"} <- turn.completed`,
		`4 message.recorded @p3 p3 {"role":"user","text":"right"}`}},
	{"two prompts are taken back at once, and a third by the one after that", lines(ask("p1", "", "a"), ask("p2", "p1", "b"), ask("p3", "p2", "c"),
		ask("p4", "p1", "d"), ask("p5", "p1", "e")), []string{
		`1 turn.started @p1 {"trigger":"prompt"}`, `1 message.recorded @p1 p1 {"role":"user","text":"a"}`,
		`2 turn.started @p2 {"trigger":"prompt"} <- turn.started`, `2 message.recorded @p2 p2 {"role":"user","text":"b"}`,
		`3 turn.started @p3 {"trigger":"prompt"} <- turn.started`, `3 message.recorded @p3 p3 {"role":"user","text":"c"}`,
		`4 turn.withdrawn {"turns":["p2","p3"]}`, `4 turn.started @p4 {"trigger":"prompt"} <- turn.started`, `4 message.recorded @p4 p4 {"role":"user","text":"d"}`,
		`5 turn.withdrawn {"turns":["p4"]}`, `5 turn.started @p5 {"trigger":"prompt"} <- turn.started`, `5 message.recorded @p5 p5 {"role":"user","text":"e"}`}},
	{"the exit ends the session, the next prompt names that end", lines(ask("p1", "", "go"), ask("u1", "p1", "<command-name>/exit</command-name>"),
		ask("u2", "u1", "<local-command-stdout>Bye!</local-command-stdout>"), ask("p2", "u2", "more")), []string{
		`1 turn.started @p1 {"trigger":"prompt"}`, `1 message.recorded @p1 p1 {"role":"user","text":"go"}`,
		`2 session.ended {"status":"completed","reason":"exit"}`,
		`2 message.recorded @p1 u1 {"role":"user","text":"<command-name>/exit</command-name>","synthetic":true}`,
		`3 message.recorded @p1 u2 {"role":"user","text":"<local-command-stdout>Bye!</local-command-stdout>","synthetic":true}`,
		`4 turn.started @p2 {"trigger":"prompt"} <- session.ended`, `4 message.recorded @p2 p2 {"role":"user","text":"more"}`}},
	{"an interruption in a resumed copy stands alone, since its prompt is in the other session", lines(ask("p1", "", "go"),
		strings.Replace(ask("i1", "p1", "[Request interrupted by user]"), `"S"`, `"N"`, 1)), []string{
		`1 turn.started @p1 {"trigger":"prompt"}`, `1 message.recorded @p1 p1 {"role":"user","text":"go"}`, `2 session.resumed N {"from":"claude-code/S"}`,
		`2 message.recorded N @p1 i1 {"role":"user","text":"[Request interrupted by user]","synthetic":true}`}},
	{"the hook that runs at the end of the session", lines(attachment("g1", `{"type":"hook_success","hookEvent":"SessionEnd","hookName":"SessionEnd:logout","toolUseID":"H"}`), ask("p1", "g1", "more")), []string{
		`1 hook.completed H {"event":"SessionEnd","name":"SessionEnd:logout"}`, `1 session.ended {"status":"completed","reason":"logout"}`,
		`2 turn.started @p1 {"trigger":"prompt"} <- session.ended`, `2 message.recorded @p1 p1 {"role":"user","text":"more"}`}},
	{"a prompt after the exit whose chain is lost names the end too", lines(ask("u1", "", "<command-name>/exit</command-name>"), ask("p1", "lost", "more")), []string{
		`1 session.ended {"status":"completed","reason":"exit"}`, `1 message.recorded u1 {"role":"user","text":"<command-name>/exit</command-name>","synthetic":true}`,
		`2 turn.started @p1 {"trigger":"prompt"} <- session.ended`, `2 message.recorded @p1 p1 {"role":"user","text":"more"}`}},
	{"a record twice in a file is one", lines(ask("p1", "", "go"), ask("p2", "p1", "on"), in(ask("p1", "", "go"), `"version":"2"`)), []string{
		`1 turn.started @p1 {"trigger":"prompt"}`, `1 message.recorded @p1 p1 {"role":"user","text":"go"}`,
		`2 turn.started @p2 {"trigger":"prompt"} <- turn.started`, `2 message.recorded @p2 p2 {"role":"user","text":"on"}`,
		"3 skipped: repeats a record"}},
	{"a second record under the uuid of a first is told beside it, once", lines(ask("p1", "", "go"), ask("p1", "", "stop"), ask("p1", "", "stop"),
		in(ask("p1", "", "go"), `"cwd":"/elsewhere"`), in(ask("p1", "", "stop"), `"cwd":"/elsewhere"`)), []string{
		`1 turn.started @p1 {"trigger":"prompt"}`, `1 message.recorded @p1 p1 {"role":"user","text":"go"}`,
		`2 message.recorded @p1 9d4789bcd2d4fe79965fd4ba462909edc1bab240824cb20d30fb22543c707262#1 {"role":"user","text":"stop"}`,
		"3 skipped: repeats a record", "4 skipped: an earlier record says otherwise", "5 skipped: an earlier record says otherwise"}},
	{"a second interruption under the uuid of a first", lines(ask("p1", "", "go"), ask("i1", "p1", "[Request interrupted by user]"),
		ask("i1", "p1", "[Request interrupted by user for tool use]")), []string{
		`1 turn.started @p1 {"trigger":"prompt"}`, `1 message.recorded @p1 p1 {"role":"user","text":"go"}`,
		`2 turn.interrupted @p1 {"reason":"[Request interrupted by user]"} <- turn.started`, "3 skipped: an earlier record says otherwise"}},
	{"a copy of a record in another session, twice", lines(ask("p1", "", "go"), strings.Replace(ask("p1", "", "go"), `"S"`, `"N"`, 1),
		in(strings.Replace(ask("p1", "", "go"), `"S"`, `"N"`, 1), `"version":"2"`)), []string{
		`1 turn.started @p1 {"trigger":"prompt"}`, `1 message.recorded @p1 p1 {"role":"user","text":"go"}`,
		`2 message.recorded N @p1 p1 {"role":"user","text":"go"}`, "3 skipped: repeats a record"}},
	{"two words of an interruption beside the result of a call", lines(ask("p1", "", "go"), answer("a1", "p1", "M1", "", call("T1"), 5),
		strings.Replace(result("r1", "a1", "T1", "ok", false, ""), `"is_error":false}`,
			`"is_error":false},{"type":"text","text":"[Request interrupted by user]"},{"type":"text","text":"[Request interrupted by user for tool use]"}`, 1)), []string{
		`1 turn.started @p1 {"trigger":"prompt"}`, `1 message.recorded @p1 p1 {"role":"user","text":"go"}`, `2 tool.requested @p1 T1 {"name":"Bash","input":{}}`,
		`3 tool.completed @p1 T1 {"name":"Bash","output":"ok"} <- tool.requested`, `3 turn.interrupted @p1 {"reason":"[Request interrupted by user]"} <- turn.started`,
		`3 message.recorded @p1 r1#2 {"role":"user","text":"[Request interrupted by user for tool use]","phase":"mid_turn"}`}},
	{"the results of two calls, and one subagent that started", lines(strings.Replace(result("r1", "", "T1", "ok", false, `,"toolUseResult":{"agentId":"A"}`), `"is_error":false}`,
		`"is_error":false},{"type":"tool_result","tool_use_id":"T2","content":"too"}`, 1)), []string{
		`1 tool.completed T1 {"output":"ok","result":{"agentId":"A"}}`, `1 session.identity_enriched S/A {"parent_session":"claude-code/S","parent_item":"T1"}`,
		`1 tool.completed T2 {"output":"too","result":{"agentId":"A"}}`}},
	{"a record that takes up another session, and the hook that says so", lines(ask("p1", "", "go"),
		strings.Replace(attachment("g1", `{"type":"hook_success","hookEvent":"SessionStart","hookName":"SessionStart:resume","toolUseID":"H"}`), `"S","uuid":"g1","parentUuid":null`, `"N","uuid":"g1","parentUuid":"p1"`, 1)), []string{
		`1 turn.started @p1 {"trigger":"prompt"}`, `1 message.recorded @p1 p1 {"role":"user","text":"go"}`, `2 session.resumed N {"from":"claude-code/S"}`,
		`2 hook.completed N @p1 H {"event":"SessionStart","name":"SessionStart:resume"}`}},
	{"one summary before a session is named and after", lines(`{"type":"summary","summary":"early","leafUuid":"p1"}`, in(ask("p1", "", "go"), `"gitBranch":"main"`),
		`{"type":"summary","summary":"early","leafUuid":"p1"}`), []string{
		"1 skipped: summary of another session", `2 turn.started @p1 {"trigger":"prompt"}`, `2 message.recorded @p1 p1 {"role":"user","text":"go"}`,
		`2 session.identity_enriched {"title":"early"}`, `3 session.identity_enriched {"title":"early"}`}},
	{"a prompt typed while a call runs", lines(ask("p1", "", "go"), answer("a1", "p1", "M1", "", call("T1"), 5),
		strings.Replace(result("r1", "a1", "T1", "ok", false, ""), `"is_error":false}`, `"is_error":false},{"type":"text","text":"faster"}`, 1)), []string{
		`1 turn.started @p1 {"trigger":"prompt"}`, `1 message.recorded @p1 p1 {"role":"user","text":"go"}`, `2 tool.requested @p1 T1 {"name":"Bash","input":{}}`,
		`3 tool.completed @p1 T1 {"name":"Bash","output":"ok"} <- tool.requested`, `3 message.recorded @p1 r1#1 {"role":"user","text":"faster","phase":"mid_turn"}`}},
	{"a prompt known from the queue only", lines(`{"type":"queue-operation","operation":"enqueue","sessionId":"S","timestamp":"2026-01-01T00:00:00Z","content":"also this"}`,
		`{"type":"queue-operation","operation":"remove","sessionId":"S"}`), []string{
		`1 message.recorded ` + key(`{"type":"queue-operation","operation":"enqueue","sessionId":"S","timestamp":"2026-01-01T00:00:00Z","content":"also this"}`) +
			` {"role":"user","text":"also this","phase":"queued"}`, "2 skipped: queue"}},
	{"a resumed session whose prompts keep the old session's name", lines(ask("p1", "", "go"),
		strings.Replace(answer("a1", "p1", "M1", "", words, 5), `"S"`, `"N"`, 1), system("s1", "a1", "turn_duration"), strings.Replace(system("s2", "s1", "turn_duration"), `"S"`, `"N"`, 1)), []string{
		`1 turn.started @p1 {"trigger":"prompt"}`, `1 message.recorded @p1 p1 {"role":"user","text":"go"}`,
		`2 session.resumed N {"from":"claude-code/S"}`, `2 message.recorded N @p1 a1 {"role":"assistant","text":"done","model":"m"}`,
		`3 turn.completed @p1 {} <- turn.started`, `4 skipped: repeats the end`}},
	{"a summary before and after the leaf, and of another conversation", lines(`{"type":"summary","summary":"early","leafUuid":"p1"}`, ask("p1", "", "go"),
		`{"type":"summary","summary":"late","leafUuid":"p1"}`, `{"type":"summary","summary":"late","leafUuid":"p1"}`, `{"type":"summary","summary":"other","leafUuid":"x"}`), []string{
		"1 skipped: summary of another session", `2 turn.started @p1 {"trigger":"prompt"}`, `2 message.recorded @p1 p1 {"role":"user","text":"go"}`,
		`2 session.identity_enriched {"title":"early"}`, `3 session.identity_enriched {"title":"late"}`, `4 session.identity_enriched {"title":"late"}`, "5 skipped: summary of another session"}},
	{"a title that repeats after every turn", lines(`{"type":"ai-title","aiTitle":"Fix","sessionId":"S"}`, `{"type":"ai-title","aiTitle":"Fix","sessionId":"S"}`,
		`{"type":"custom-title","customTitle":"Mine","sessionId":"S"}`), []string{
		`1 session.identity_enriched {"title":"Fix"}`, `2 session.identity_enriched {"title":"Fix"}`, `3 session.identity_enriched {"title":"Mine"}`}},
	{"records of requests, tools and costs that the program keeps for itself", lines(`{"type":"api-request","sessionId":"S","id":"r","params":{"model":"m"}}`,
		`{"type":"tools-used","tools":["Read"],"sessionId":"S"}`, `{"type":"cost-state","sessionId":"S","modelUsage":{"m":{"inputTokens":3}}}`,
		`{"type":"atis-latch","atis":"","sessionId":"S"}`, `{"type":"bridge-session","sessionId":"S"}`), []string{
		"1 skipped: request to the provider", "2 skipped: names of tools whose calls are told", "3 skipped: sums of what answers say they cost",
		"4 skipped: state of the program", "5 skipped: state of the program"}},
	{"a failure that the program tries again, its words empty", lines(strings.Replace(system("e1", "", "api_error"), `"uuid"`, `"error":{},"retryInMs":534.7,"retryAttempt":1,"maxRetries":10,"uuid"`, 1)), []string{
		`1 provider.failed e1 {"class":"unknown","will_retry":true,"retry":1,"max_retries":10,"retry_wait_ms":534}`}},
	{"a failure in place of an answer ends the turn", lines(ask("p1", "", "go"), answer("a1", "p1", "X", `,"isApiErrorMessage":true,"apiErrorStatus":429,"error":"rate_limit","requestId":"R"`, words, 0)), []string{
		`1 turn.started @p1 {"trigger":"prompt"}`, `1 message.recorded @p1 p1 {"role":"user","text":"go"}`,
		`2 message.recorded @p1 a1 {"role":"assistant","text":"done","model":"m"}`,
		`2 provider.failed @p1 R {"class":"provider_rate_limit","status":429,"code":"rate_limit","request":"R"}`,
		`2 turn.failed @p1 {"class":"provider_rate_limit","message":"done"} <- turn.started`}},
	{"a synthetic answer that says it is no failure", lines(ask("p1", "", "go"), strings.Replace(answer("a1", "p1", "X", `,"isApiErrorMessage":false`, words, 0), `"model":"m"`, `"model":"<synthetic>","stop_reason":"stop_sequence"`, 1)), []string{
		`1 turn.started @p1 {"trigger":"prompt"}`, `1 message.recorded @p1 p1 {"role":"user","text":"go"}`,
		`2 message.recorded @p1 a1 {"role":"assistant","text":"done","model":"<synthetic>","synthetic":true}`}},
	{"a compaction and its summary, and a summary alone", lines(strings.Replace(system("c1", "", "compact_boundary"), `"uuid"`, `"compactMetadata":{"trigger":"auto","preTokens":9},"uuid"`, 1),
		in(ask("u1", "c1", "so far"), `"isCompactSummary":true`), in(ask("u2", "x", "so far"), `"isCompactSummary":true`)), []string{
		`1 session.compacted {"trigger":"auto","tokens_before":9}`, `2 message.recorded u1 {"role":"summary","text":"so far","synthetic":true}`,
		`3 session.compacted {"trigger":"unknown"}`, `3 message.recorded u2 {"role":"summary","text":"so far","synthetic":true}`}},
	{"hooks: a start, a blocked end, an end at the stop, a cancelled one", lines(ask("p1", "", "go"), progress("g1", "p1", `{"type":"hook_progress","hookEvent":"PreToolUse","hookName":"PreToolUse:Bash","command":"check"}`),
		attachment("g2", `{"type":"hook_blocking_error","hookEvent":"PreToolUse","toolUseID":"T1","command":"check","exitCode":2,"stderr":"no"}`),
		progress("g3", "p1", `{"type":"hook_progress","hookEvent":"Stop","hookName":"Stop","command":"x"}`),
		attachment("g4", `{"type":"hook_cancelled","hookEvent":"Stop","toolUseID":"H"}`)), []string{
		`1 turn.started @p1 {"trigger":"prompt"}`, `1 message.recorded @p1 p1 {"role":"user","text":"go"}`,
		`2 hook.started @p1 g1 {"event":"PreToolUse","name":"PreToolUse:Bash","command":"check"}`,
		`3 hook.completed @p1 T1 {"event":"PreToolUse","command":"check","exit_code":2,"blocked":true}`,
		`3 message.recorded @p1 g2 {"role":"system","text":"no","phase":"hook_output","synthetic":true}`,
		`4 hook.started @p1 g3 {"event":"Stop","name":"Stop","command":"x"}`, `4 turn.completed @p1 {} <- turn.started`,
		`5 hook.canceled @p1 H {"event":"Stop"}`, `5 turn.completed @p1 {} <- turn.started`}},
	{"attachments that speak to the model, and an empty one", lines(attachment("g1", `{"type":"skill_listing","content":"- a: b"}`),
		attachment("g2", `{"type":"task_reminder","content":[],"itemCount":0}`), attachment("g3", `{"type":"goal_status","met":true}`),
		attachment("g4", `{"type":"queued_command","prompt":"and this"}`)), []string{
		`1 message.recorded g1 {"role":"system","text":"- a: b","phase":"skill_listing","synthetic":true}`, "2 skipped: empty reminder",
		`3 message.recorded g3 {"role":"system","phase":"goal_status","synthetic":true,"content":{"type":"goal_status","met":true}}`,
		`4 message.recorded g4 {"role":"user","text":"and this","phase":"queued"}`}},
	{"progress of calls", lines(strings.Replace(progress("g1", "", `{"type":"bash_progress","output":"","fullOutput":""}`), `"uuid"`, `"parentToolUseID":"T1","uuid"`, 1),
		strings.Replace(progress("g2", "", `{"type":"bash_progress","output":"half","fullOutput":"half"}`), `"uuid"`, `"parentToolUseID":"T1","uuid"`, 1),
		strings.Replace(progress("g3", "", `{"type":"mcp_progress","status":"started","serverName":"s","toolName":"t"}`), `"uuid"`, `"parentToolUseID":"T2","uuid"`, 1),
		progress("g4", "", `{"type":"waiting_for_task","taskType":"x"}`)), []string{
		`1 tool.started T1 {}`, `2 tool.output T1 {"text":"half"}`, `3 tool.started T2 {"name":"mcp__s__t"}`,
		`4 message.recorded g4 {"role":"system","phase":"waiting_for_task","synthetic":true,"content":{"type":"waiting_for_task","taskType":"x"}}`}},
	{"a fork begins with copies", lines(in(ask("p1", "", "go"), `"forkedFrom":{"sessionId":"O","messageUuid":"p1"}`), in(ask("p2", "p1", "on"), `"forkedFrom":{"sessionId":"O","messageUuid":"p2"}`)), []string{
		`1 session.forked {"from":"claude-code/O"}`, `1 turn.started @p1 {"trigger":"prompt"}`, `1 message.recorded @p1 p1 {"role":"user","text":"go"}`,
		`2 turn.started @p2 {"trigger":"prompt"} <- turn.started`, `2 message.recorded @p2 p2 {"role":"user","text":"on"}`}},
	{"an inline subagent is found by its prompt", lines(ask("p1", "", "go"), answer("a1", "p1", "M1", "", `{"type":"tool_use","id":"T1","name":"Task","input":{"prompt":"dig","subagent_type":"scout"}}`, 5),
		in(ask("k1", "", "dig"), `"isSidechain":true`), in(answer("k2", "k1", "M2", `,"stop_reason":"x"`, call("T2"), 1), `"isSidechain":true`)), []string{
		`1 turn.started @p1 {"trigger":"prompt"}`, `1 message.recorded @p1 p1 {"role":"user","text":"go"}`,
		`2 tool.requested @p1 T1 {"name":"Task","input":{"prompt":"dig","subagent_type":"scout"}}`,
		`3 session.created S/k1 {"title":{"unknown":"not_recorded"},"workspace":{"unknown":"not_recorded"},"purpose":{"unknown":"not_recorded"},` +
			`"agent":"claude-code","parent_session":"claude-code/S","parent_item":"T1","agent_type":"scout"}`,
		`3 turn.started S/k1 @k1 {"trigger":"subagent"}`, `3 message.recorded S/k1 @k1 k1 {"role":"user","text":"dig"}`,
		`4 tool.requested S/k1 @k1 T2 {"name":"Bash","input":{}}`}},
	{"a subagent's record embedded in the parent's", lines(ask("p1", "", "go"),
		strings.Replace(progress("g1", "p1", `{"type":"agent_progress","agentId":"k","message":`+answer("k2", "k1", "M1", "", call("T2"), 1)+`}`), `"uuid":"g1"`, `"parentToolUseID":"T1","uuid":"g1"`, 1),
		result("r1", "g1", "T1", "found", false, `,"toolUseResult":{"agentId":"k","totalDurationMs":7}`)), []string{
		`1 turn.started @p1 {"trigger":"prompt"}`, `1 message.recorded @p1 p1 {"role":"user","text":"go"}`,
		`2 session.created S/k {"title":{"unknown":"not_recorded"},"workspace":{"unknown":"not_recorded"},"purpose":{"unknown":"not_recorded"},` +
			`"agent":"claude-code","parent_session":"claude-code/S","parent_item":"T1"}`,
		`2 tool.requested S/k T2 {"name":"Bash","input":{}}`,
		`3 tool.completed @p1 T1 {"output":"found","result":{"agentId":"k","totalDurationMs":7},"duration_ms":7}`,
		`3 session.identity_enriched S/k {"parent_session":"claude-code/S","parent_item":"T1"}`}},
}

// key is the item of a record without an id, alone in its file.
func key(line string) string { return domain.LineKey([]byte(line), 1) }

func TestOddLines(t *testing.T) {
	for _, row := range oddities {
		t.Run(row.name, func(t *testing.T) {
			readertest.Again(t, claudecode.New(), []byte(row.input))
			if diff := cmp.Diff(row.want, told(readertest.Read(t, claudecode.New(), []byte(row.input)))); diff != "" {
				t.Errorf("-want +got:\n%s", diff)
			}
		})
	}
}
