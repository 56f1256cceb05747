package codex_test

import (
	"fmt"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/producers"
	"github.com/clawable/claw/producers/codex"
	"github.com/clawable/claw/producers/readertest"
)

// madeOf is the part of an id that is made of what a record says.
var madeOf = regexp.MustCompile(`\b[0-9a-f]{12}#`)

// told is what a rollout's lines say, one entry per event and per line without one.
// Hashes in ids become letters, in the order in which they come up.
func told(records []producers.Record) (out []string) {
	letters := map[string]string{}
	defer func() {
		for i, s := range out {
			out[i] = madeOf.ReplaceAllStringFunc(s, func(hash string) string {
				if letters[hash] == "" {
					letters[hash] = string(rune('A'+len(letters))) + "#"
				}
				return letters[hash]
			})
		}
	}()
	for _, r := range records {
		for _, d := range r.Drafts {
			out = append(out, strings.Join(strings.Fields(fmt.Sprint(r.Line, d.Kind, " ", d.Subject.Turn.Value, " ", short(d), " ", string(d.Data))), " "))
		}
		if r.Skipped != "" {
			out = append(out, fmt.Sprint(r.Line, " skipped: ", r.Skipped))
		}
		if r.Unreadable != "" {
			out = append(out, fmt.Sprint(r.Line, " unreadable: ", r.Unreadable))
		}
	}
	return out
}

// short is the item of a draft without what the record's bytes make of it.
func short(d domain.Draft) string {
	if d.Subject.Item.Unknown != "" {
		return "(" + string(d.Subject.Item.Unknown) + ")"
	}
	return string(d.Subject.Item.Value)
}

// in is a rollout of the session s; its first line is the session's.
func in(records ...string) string {
	return strings.Join(append([]string{session(`"id":"s"`)}, records...), "\n") + "\n"
}

const created = `1session.created {"title":{"unknown":"not_recorded"},"workspace":{"unknown":"not_recorded"},"purpose":{"unknown":"not_recorded"},"agent":"codex"}`

// unique is the id of a call that no other one has.
const unique = "call_a1B2c3D4e5F6g7H8i9J0k1L2"

// spent is the usage of a response.
var spent = event(`"type":"token_count","info":{"total_token_usage":{"input_tokens":5,"output_tokens":2,"total_tokens":7},"last_token_usage":{"input_tokens":5,"output_tokens":2,"total_tokens":7}}`)

// message is an item of the agent's.
func message(text string) string {
	return item(`"type":"message","role":"assistant","content":[{"type":"output_text","text":"` + text + `"}]`)
}

func TestOddities(t *testing.T) {
	huge := strings.Repeat("x", 10<<20)
	for _, row := range []struct {
		name    string
		rollout string
		want    []string
	}{
		{"an empty file says nothing", "", nil},
		{"a file of one blank line says nothing", "\n", []string{"1 skipped: blank line"}},
		{"a byte order mark is no part of the first line", "\uFEFF" + in(), []string{created}},
		{"a carriage return is no part of a line", session(`"id":"s"`) + "\r\n\r\n", []string{created, "2 skipped: blank line"}},
		{
			"a torn last line is unreadable", in() + `{"type":"event_m`,
			[]string{created, "2 unreadable: torn line"},
		},
		{
			"a record that was written behind a torn one is read",
			in() + `{"timestamp":"2026-01-02T03:04:05Z","type":"event_msg","payl{"timestamp":"2026-01-02T03:04:05Z","type":"event_msg","payload":{"type":"warning","message":"m"}}`,
			[]string{created, `2message.recorded {"role":"system","text":"m","synthetic":true}`, "2 unreadable: bad JSON"},
		},
		{
			"a record behind a torn one may begin with its type",
			in() + `{"timestamp":"2026-01-02T03:04:05Z","type":"response_item","payload":{"content":[{"type":"input_text","te{"type":"event_msg","timestamp":"2026-01-02T03:04:05Z","payload":{"type":"warning","message":"m"}}`,
			[]string{created, `2message.recorded {"role":"system","text":"m","synthetic":true}`, "2 unreadable: bad JSON"},
		},
		{
			"a record behind a torn one may begin with its payload",
			in() + `{"timestamp":"2026-01-02T03:04:05Z","type":"event_msg","payl{"payload":{"type":"warning","message":"m"},"timestamp":"2026-01-02T03:04:05Z","type":"event_msg"}`,
			[]string{created, `2message.recorded {"role":"system","text":"m","synthetic":true}`, "2 unreadable: bad JSON"},
		},
		{
			"two records on one line are both read, the line is one",
			in(event(`"type":"warning","message":"a"`) + event(`"type":"warning","message":"b"`)),
			[]string{created, `2message.recorded {"role":"system","text":"a","synthetic":true}`, `2message.recorded {"role":"system","text":"b","synthetic":true}`},
		},
		{
			"ordinals may repeat, and a record that stands there twice is told twice",
			in(`{"ordinal":1,"type":"event_msg","payload":{"type":"warning","message":"a"}}`, `{"ordinal":1,"type":"event_msg","payload":{"type":"warning","message":"b"}}`,
				`{"ordinal":1,"type":"event_msg","payload":{"type":"warning","message":"b"}}`),
			[]string{
				created, `2message.recorded {"role":"system","text":"a","synthetic":true}`, `3message.recorded {"role":"system","text":"b","synthetic":true}`,
				`4message.recorded {"role":"system","text":"b","synthetic":true}`,
			},
		},
		{
			"garbage, other values and half records are unreadable, each for its reason",
			in("\x00\xff\xfe", "[1]", `{"type":"event_msg"}`, `{"type":"event_msg","payload":"text"}`, `{}`, `}`),
			[]string{
				created, "2 unreadable: not JSON", "3 unreadable: not an object", "4 unreadable: payload is not an object",
				"5 unreadable: payload is not an object", "6 unreadable: no type", "7 unreadable: not JSON",
			},
		},
		{
			"unknown types are skipped by a bounded name",
			in(`{"type":"next_thing","payload":{}}`, event(`"type":"a b\u0000c"`), item(`"type":"`+strings.Repeat("y", 100)+`"`), event(`"type":5`)),
			[]string{
				created, "2 skipped: unknown type next_thing", "3 skipped: unknown type other",
				"4 skipped: unknown type other", "5 skipped: without a type",
			},
		},
		{
			"a record before any session is skipped, unless it names its thread",
			event(`"type":"warning","message":"a"`) + "\n" + event(`"type":"warning","message":"b","thread_id":"s"`),
			[]string{"1 skipped: no session yet", `2message.recorded {"role":"system","text":"b","synthetic":true}`},
		},
		{
			"a call under the id of one that ended is another call",
			in(call("call_0"), output("call_0", "one"), call("call_0"), output("call_0", "two"), output("call_0", "three")),
			[]string{
				created, `2tool.requested call_0 {"name":"exec_command","input":{}}`, `3tool.completed call_0 {"name":"exec_command","output":"one"}`,
				`4tool.requested call_0 {"name":"exec_command","input":{}}`, `5tool.completed call_0 {"name":"exec_command","output":"two"}`,
				`6tool.output call_0 {"name":"exec_command","text":"three"}`,
			},
		},
		{
			"a call whose unique id is asked for again is one",
			in(call(unique), output(unique, "one"), call(unique), output(unique, "two")),
			[]string{
				created, `2tool.requested ` + unique + ` {"name":"exec_command","input":{}}`, `3tool.completed ` + unique + ` {"name":"exec_command","output":"one"}`,
				`4tool.requested ` + unique + ` {"name":"exec_command","input":{}}`, `5tool.output ` + unique + ` {"name":"exec_command","text":"two"}`,
			},
		},
		{
			"a text of 10 MB is cut", in(event(`"type":"warning","message":"` + huge + `"`)),
			[]string{created, `2message.recorded {"role":"system","text":{"cut":{"bytes":10485760,"head":"` + huge[:64<<10] + `","tail":"` + huge[:16<<10] + `"}},"synthetic":true}`},
		},
		{
			"unpaired surrogates and bytes that are no UTF-8 become replacement characters",
			in(event(`"type":"warning","message":"a\ud800b"`), event(`"type":"warning","message":"a`+"\xff"+`b"`)),
			[]string{created, `2message.recorded {"role":"system","text":"a�b","synthetic":true}`, `3message.recorded {"role":"system","text":"a�b","synthetic":true}`},
		},
		{
			"the prompt of a turn without an id opens it; both copies of a text share an item",
			in(item(`"type":"message","role":"user","content":[{"type":"input_text","text":"go"}]`), event(`"type":"user_message","message":"go"`),
				event(`"type":"agent_message","message":"done"`), item(`"type":"message","role":"assistant","content":[{"type":"output_text","text":"done"}]`)),
			[]string{
				created, `2message.recorded s/message/A#1 {"role":"user","text":"go"}`,
				`3turn.started s/B#1 {"trigger":"prompt"}`, `3message.recorded s/B#1 s/message/A#1 {"role":"user","text":"go"}`,
				`4message.recorded s/B#1 s/message/C#1 {"role":"assistant","text":"done"}`,
				`5message.recorded s/B#1 s/message/C#1 {"role":"assistant","text":"done"}`,
			},
		},
		{
			"a message that is recorded behind the usage of its response is an answer, and a call behind it is seen",
			in(event(`"type":"user_message","message":"go"`), event(`"type":"agent_message","message":"done"`), spent, message("done"), call("call_0")),
			[]string{
				created, `2turn.started s/A#1 {"trigger":"prompt"}`, `2message.recorded s/A#1 s/message/B#1 {"role":"user","text":"go"}`,
				`3message.recorded s/A#1 s/message/C#1 {"role":"assistant","text":"done"}`,
				`4usage.recorded s/A#1 s/usage/5.0.2.0.7 {"input_tokens":5,"cache_read_tokens":0,"cache_creation_tokens":0,"output_tokens":2,"reasoning_tokens":0,"cumulative_input_tokens":5,"cumulative_output_tokens":2}`,
				`5message.recorded s/A#1 s/message/C#1 {"role":"assistant","text":"done"}`, `5turn.answered s/A#1 {"sign":"token_count"}`,
				`6tool.requested s/A#1 call_0 {"name":"exec_command","input":{}}`,
			},
		},
		{
			"a message behind the usage of another response is none",
			in(event(`"type":"user_message","message":"go"`), event(`"type":"agent_message","message":"first"`), spent, event(`"type":"agent_message","message":"second"`), message("second")),
			[]string{
				created, `2turn.started s/A#1 {"trigger":"prompt"}`, `2message.recorded s/A#1 s/message/B#1 {"role":"user","text":"go"}`,
				`3message.recorded s/A#1 s/message/C#1 {"role":"assistant","text":"first"}`,
				`4usage.recorded s/A#1 s/usage/5.0.2.0.7 {"input_tokens":5,"cache_read_tokens":0,"cache_creation_tokens":0,"output_tokens":2,"reasoning_tokens":0,"cumulative_input_tokens":5,"cumulative_output_tokens":2}`,
				`5message.recorded s/A#1 s/message/D#1 {"role":"assistant","text":"second"}`,
				`6message.recorded s/A#1 s/message/D#1 {"role":"assistant","text":"second"}`,
			},
		},
		{
			"what the program says in the user's name is synthetic, and its settings are read",
			in(item(`"type":"message","role":"user","content":[{"type":"input_text","text":"<environment_context>\n<cwd>/w</cwd>\n<approval_policy>never</approval_policy>\n<sandbox_mode>read-only</sandbox_mode>"}]`)),
			[]string{
				created,
				`2message.recorded s/message/A#1 {"role":"user","text":"<environment_context>\n<cwd>/w</cwd>\n<approval_policy>never</approval_policy>\n<sandbox_mode>read-only</sandbox_mode>","synthetic":true}`,
				`2session.identity_enriched {"workspace":"/w","approval_policy":"never","sandbox":"read-only"}`,
			},
		},
	} {
		t.Run(row.name, func(t *testing.T) {
			if diff := cmp.Diff(row.want, told(readertest.Read(t, codex.New(), []byte(row.rollout)))); diff != "" {
				t.Errorf("(-want +got)\n%.4000s", diff)
			}
			checkRecords(t, row.name, []byte(row.rollout))
		})
	}
}
