package claudecode_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// totals is what a person counts in a transcript with a finger on the page.
type totals struct {
	Lines, Records, Unreadable           int
	Calls, Turns                         map[string]int
	Errors, Sessions, Children, Compacts int
	Tokens                               map[string]string // model → input/cache read/cache creation/output
}

func (r *recount) totals() totals {
	t := totals{Lines: r.lines, Records: r.records, Unreadable: r.unreadable, Calls: tally(r.calls), Turns: tally(r.turns),
		Errors: len(r.errors), Sessions: len(r.sessions), Children: len(r.children), Compacts: len(r.compacts),
		Tokens: map[string]string{}}
	for m, n := range r.tokensByModel() {
		t.Tokens[m] = fmt.Sprintf("%d/%d/%d/%d", n.input, n.cacheRead, n.cacheCreation, n.output)
	}
	return t
}

// The shorthand of these transcripts: one record a line, in session S.
func ask(uuid, parent, said string) string {
	return fmt.Sprintf(`{"type":"user","sessionId":"S","uuid":%q,"parentUuid":%s,"message":{"role":"user","content":%q}}`,
		uuid, quoteOrNull(parent), said)
}

func answer(uuid, parent, msg, more, block string, out int) string {
	return fmt.Sprintf(`{"type":"assistant","sessionId":"S","uuid":%q,"parentUuid":%s%s,"message":{"id":%q,"model":"m","content":[%s],`+
		`"usage":{"input_tokens":1,"cache_read_input_tokens":2,"cache_creation_input_tokens":3,"output_tokens":%d}}}`,
		uuid, quoteOrNull(parent), more, msg, block, out)
}

func call(id string) string {
	return fmt.Sprintf(`{"type":"tool_use","id":%q,"name":"Bash","input":{}}`, id)
}

func result(uuid, parent, id, said string, failed bool, more string) string {
	return fmt.Sprintf(`{"type":"user","sessionId":"S","uuid":%q,"parentUuid":%s%s,"message":{"role":"user","content":[`+
		`{"type":"tool_result","tool_use_id":%q,"content":%q,"is_error":%t}]}}`, uuid, quoteOrNull(parent), more, id, said, failed)
}

func system(uuid, parent, subtype string) string {
	return fmt.Sprintf(`{"type":"system","subtype":%q,"sessionId":"S","uuid":%q,"parentUuid":%s}`, subtype, uuid, quoteOrNull(parent))
}

func quoteOrNull(s string) string {
	if s == "" {
		return "null"
	}
	return fmt.Sprintf("%q", s)
}

func lines(records ...string) string { return strings.Join(records, "\n") + "\n" }

const words = `{"type":"text","text":"done"}`

func TestRecountCountsWhatAPersonCounts(t *testing.T) {
	oneTurn := lines(ask("p1", "", "go"), answer("a1", "p1", "M1", "", call("T1"), 5), answer("a2", "a1", "M1", "", call("T2"), 9),
		result("r1", "a1", "T1", "ok", false, ""), result("r2", "a2", "T2", "Exit code 1\nno", true, ""),
		answer("a3", "r2", "M2", "", words, 4), system("s1", "a3", "turn_duration"))
	rejected := "The user doesn't want to proceed with this tool use. The tool use was rejected"
	rows := []struct {
		name  string
		files []string
		want  totals
	}{
		{"an empty file holds nothing", []string{""}, totals{}},
		{"one turn: two calls, one of them failed; an answer of two lines counts its usage once, the greater one", []string{oneTurn},
			totals{Lines: 7, Records: 7, Calls: map[string]int{"completed": 1, "failed": 1}, Turns: map[string]int{"completed": 1},
				Sessions: 1, Tokens: map[string]string{"m": "2/4/6/13"}}},
		{"the same file twice is the same session once", []string{oneTurn, oneTurn},
			totals{Lines: 14, Records: 14, Calls: map[string]int{"completed": 1, "failed": 1}, Turns: map[string]int{"completed": 1},
				Sessions: 1, Tokens: map[string]string{"m": "2/4/6/13"}}},
		{"two records on one line, a torn last line without a newline", []string{ask("p1", "", "go") + `{"type":"summary"}` + "\n" + `{"type":"us`},
			totals{Lines: 2, Records: 2, Unreadable: 1, Turns: map[string]int{"open": 1}, Sessions: 1}},
		{"a denied call, an aborted prompt, a timeout, a stopped program, a hook's no, a call without an answer", []string{lines(
			ask("p1", "", "go"),
			answer("a1", "p1", "M1", "", strings.Join([]string{call("T1"), call("T2"), call("T3"), call("T4"), call("T5"), call("T6")}, ","), 1),
			result("r1", "a1", "T1", rejected, true, ""), result("r2", "a1", "T2", "Permission prompt was aborted.", true, ""),
			result("r3", "a1", "T3", "Exit code 143\nCommand timed out after 2m 0s Terminated", true, ""),
			result("r4", "a1", "T4", "half", false, `,"toolUseResult":{"interrupted":true}`),
			result("r5", "a1", "T5", "PreToolUse:Bash hook error: [x]: no", true, ""),
			ask("i1", "r5", "[Request interrupted by user for tool use]"))},
			totals{Lines: 8, Records: 8, Calls: map[string]int{"denied": 2, "canceled": 2, "timed_out": 1, "open": 1},
				Turns: map[string]int{"interrupted": 1}, Sessions: 1, Tokens: map[string]string{"m": "1/2/3/1"}}},
		{"a failure of the provider ends the turn, its duration does not complete it; the next prompt is another turn", []string{lines(
			ask("p1", "", "go"), system("e1", "p1", "api_error"),
			answer("a1", "e1", "X", `,"isApiErrorMessage":true`, words, 0), system("s1", "a1", "turn_duration"),
			ask("p2", "s1", "again"), answer("a2", "p2", "M1", "", words, 1))},
			totals{Lines: 6, Records: 6, Turns: map[string]int{"failed": 1, "open": 1}, Errors: 2, Sessions: 1,
				Tokens: map[string]string{"m": "2/4/6/1"}}},
		{"an answer after a failure in the same turn makes the turn's end good again", []string{lines(
			ask("p1", "", "go"), answer("a1", "p1", "X", `,"isApiErrorMessage":true`, words, 0),
			answer("a2", "a1", "M1", "", words, 1), system("s1", "a2", "turn_duration"))},
			totals{Lines: 4, Records: 4, Turns: map[string]int{"completed": 1}, Errors: 1, Sessions: 1,
				Tokens: map[string]string{"m": "2/4/6/1"}}},
		{"a prompt that goes on from before another takes that one back", []string{lines(
			ask("p1", "", "go"), system("s1", "p1", "turn_duration"), ask("p2", "s1", "wrong"), ask("p3", "s1", "right"))},
			totals{Lines: 4, Records: 4, Turns: map[string]int{"completed": 1, "withdrawn": 1, "open": 1}, Sessions: 1}},
		{"meta text, a local command, its output and a compaction's summary are no prompts", []string{lines(
			strings.Replace(ask("u1", "", "note"), `"uuid"`, `"isMeta":true,"uuid"`, 1),
			ask("u2", "u1", "<command-name>/exit</command-name>"), ask("u3", "u2", "<local-command-stdout>Bye!</local-command-stdout>"),
			system("c1", "", "compact_boundary"),
			strings.Replace(ask("u4", "c1", "This session is being continued"), `"uuid"`, `"isCompactSummary":true,"uuid"`, 1),
			ask("p1", "u4", "<command-message>init</command-message>\n<command-name>/init</command-name>"))},
			totals{Lines: 6, Records: 6, Turns: map[string]int{"open": 1}, Sessions: 1, Compacts: 1}},
		{"an inline subagent is a child; its prompt is no turn of the session", []string{lines(
			strings.Replace(ask("k1", "", "sub"), `"uuid"`, `"isSidechain":true,"uuid"`, 1),
			answer("k2", "k1", "M1", `,"isSidechain":true`, call("T1"), 1))},
			totals{Lines: 2, Records: 2, Calls: map[string]int{"open": 1}, Sessions: 1, Children: 1, Tokens: map[string]string{"m": "1/2/3/1"}}},
		{"a subagent's answer embedded in the parent and held by its own file counts once", []string{
			lines(`{"type":"progress","sessionId":"S","uuid":"g1","data":{"type":"agent_progress","agentId":"k","message":` +
				answer("k2", "k1", "M1", "", call("T1"), 1) + `}}`),
			lines(answer("k2", "k1", "M1", `,"isSidechain":true,"agentId":"k"`, call("T1"), 1),
				result("k3", "k2", "T1", "ok", false, `,"isSidechain":true,"agentId":"k"`))},
			totals{Lines: 3, Records: 3, Calls: map[string]int{"completed": 1}, Sessions: 1, Children: 1, Tokens: map[string]string{"m": "1/2/3/1"}}},
	}
	for _, row := range rows {
		t.Run(row.name, func(t *testing.T) {
			r := newRecount()
			for _, f := range row.files {
				r.file([]byte(f))
			}
			got := r.totals()
			for _, m := range []*map[string]int{&row.want.Calls, &row.want.Turns} {
				if *m == nil {
					*m = map[string]int{}
				}
			}
			if row.want.Tokens == nil {
				row.want.Tokens = map[string]string{}
			}
			if diff := cmp.Diff(row.want, got); diff != "" {
				t.Errorf("-want +got:\n%s", diff)
			}
		})
	}
}
