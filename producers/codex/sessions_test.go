package codex_test

import (
	"bytes"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/producers/codex"
	"github.com/clawable/claw/producers/readertest"
)

// creation is what the first record of a session says, without any more.
func creation(line, more string) string {
	return line + `session.created {"title":{"unknown":"not_recorded"},"workspace":{"unknown":"not_recorded"},"purpose":{"unknown":"not_recorded"},"agent":"codex"` + more + `}`
}

func TestSessions(t *testing.T) {
	warn := event(`"type":"warning","message":"m"`)
	const warned = `message.recorded {"role":"system","text":"m","synthetic":true}`
	for _, row := range []struct {
		name    string
		records []string
		want    []string // the session's own id is before each
	}{
		{
			"the first record names version, place and repository, without the user of its URL",
			[]string{session(`"id":"s","cwd":"/w","cli_version":"0.1","originator":"tui","model_provider":"p","git":{"branch":"main","commit_hash":"c0ffee","repository_url":"https://me:secret@host/a/b.git"}`)},
			[]string{`s 1session.created {"title":{"unknown":"not_recorded"},"workspace":"/w","purpose":{"unknown":"not_recorded"},"agent":"codex","agent_version":"0.1","model_provider":"p","originator":"tui","branch":"main","commit":"c0ffee","repository_url":"https://host/a/b.git"}`},
		},
		{
			"the same record again is a resume, also in another version and folder",
			[]string{session(`"id":"s"`), session(`"id":"s","cli_version":"0.2","cwd":"/v"`)},
			[]string{"s " + creation("1", ""), `s 2session.resumed {"agent_version":"0.2"}`, `s 2session.identity_enriched {"workspace":"/v","agent_version":"0.2"}`},
		},
		{
			"a fork is no child; the records of its ancestors are theirs",
			[]string{session(`"id":"k","forked_from_id":"s"`), session(`"id":"s","forked_from_id":"r"`), session(`"id":"r"`), warn},
			[]string{"k " + creation("1", ""), `k 1session.forked {"from":"codex/s"}`, "2 skipped: inherited session_meta", "3 skipped: inherited session_meta", "k 4" + warned},
		},
		{
			"another session in a file that is no fork begins there",
			[]string{session(`"id":"s"`), session(`"id":"k"`), warn, session(`"id":"s"`), warn},
			[]string{"s " + creation("1", ""), "k " + creation("2", ""), "k 3" + warned, "s 4session.resumed {}", "s 5" + warned},
		},
		{
			"a subagent names its parent, its role and its nickname",
			[]string{
				session(`"id":"a","session_id":"root","source":{"subagent":{"thread_spawn":{"parent_thread_id":"p","agent_nickname":"x","agent_role":"explorer"}}},"agent_nickname":"Ada"`),
			},
			[]string{"a " + creation("1", `,"parent_session":"codex/p","agent_type":"explorer"`), `a 1session.identity_enriched {"agent_name":"Ada"}`},
		},
		{
			"a subagent of 0.14x names its parent beside its source",
			[]string{session(`"id":"a","thread_source":"subagent","parent_thread_id":"p","agent_type":"worker"`)},
			[]string{"a " + creation("1", `,"parent_session":"codex/p","agent_type":"worker"`)},
		},
		{
			"a review is a subagent of the session that it was forked from",
			[]string{session(`"id":"a","forked_from_id":"p","source":{"subagent":"review"}`)},
			[]string{"a " + creation("1", `,"parent_session":"codex/p","agent_type":"review"`), `a 1session.forked {"from":"codex/p"}`},
		},
		{
			"a subagent whose parent no record names has an unknown one",
			[]string{session(`"id":"a","source":{"subagent":{"other":"guardian"}}`)},
			[]string{"a " + creation("1", `,"parent_session":{"unknown":"not_recorded"},"agent_type":"guardian"`)},
		},
		{
			"mid-2025 had no wrappers",
			[]string{`{"id":"s","timestamp":"2025-06-01T00:00:00Z","instructions":null,"git":{"branch":"b"}}`, `{"record_type":"state"}`, `{"type":"message","role":"user","content":[{"type":"input_text","text":"go"}]}`},
			[]string{"s " + creation("1", `,"branch":"b"`), "2 skipped: no lifecycle fact", `s 3message.recorded s/message/A#1 {"role":"user","text":"go"}`},
		},
		{
			"a session without an id is none", []string{session(`"cwd":"/w"`), session(`"id":"REDACTED"`)},
			[]string{"1 unreadable: session without id", "2 unreadable: session without id"},
		},
		{
			"settings are told whenever they stand there",
			[]string{session(`"id":"s"`), `{"type":"turn_context","payload":{"cwd":"/w","model":"m","effort":"high","approval_policy":"never","sandbox_policy":{"mode":"read-only"}}}`,
				`{"type":"turn_context","payload":{"sandbox_policy":{"type":"workspace-write"}}}`, `{"type":"turn_context","payload":{}}`,
				event(`"type":"thread_settings_applied","thread_settings":{"model":"n","collaboration_mode":{"settings":{"reasoning_effort":"low"}}}`),
				event(`"type":"thread_name_updated","thread_name":"A title"`)},
			[]string{
				"s " + creation("1", ""), `s 2session.identity_enriched {"workspace":"/w","model":"m","approval_policy":"never","sandbox":"read-only","effort":"high"}`,
				`s 3session.identity_enriched {"sandbox":"workspace-write"}`, "4 skipped: no settings",
				`s 5session.identity_enriched {"model":"n","effort":"low"}`, `s 6session.identity_enriched {"title":"A title"}`,
			},
		},
	} {
		t.Run(row.name, func(t *testing.T) {
			rollout := lines(row.records...)
			records := readertest.Read(t, codex.New(), rollout)
			var got []string
			texts := told(records)
			for _, r := range records {
				for _, d := range r.Drafts {
					_, own := d.Session().Split()
					got, texts = append(got, own+" "+texts[0]), texts[1:]
				}
				if len(r.Drafts) == 0 {
					got, texts = append(got, texts[0]), texts[1:]
				}
			}
			if diff := cmp.Diff(row.want, got); diff != "" {
				t.Errorf("(-want +got)\n%s", diff)
			}
			checkRecords(t, row.name, rollout)
		})
	}
}

func TestTurnsAndUsage(t *testing.T) {
	started := event(`"type":"task_started","turn_id":"t1","model_context_window":9`)
	for _, row := range []struct {
		name    string
		records []string
		want    []string
	}{
		{
			"a turn with an id ends as its record says, and a late record is still its own",
			[]string{started, event(`"type":"task_complete","turn_id":"t1","duration_ms":5`), event(`"type":"item_completed","turn_id":"t1","item":{"type":"AgentMessage","content":[{"type":"Text","text":"x"}]}`)},
			[]string{`2turn.started t1 {"context_window":9}`, `3turn.completed t1 {"duration_ms":5}`, `4message.recorded t1 t1/message/A#1 {"role":"assistant","text":"x"}`},
		},
		{
			"an error at the end is a failure, by its class",
			[]string{started, event(`"type":"task_complete","turn_id":"t1","error":{"message":"m","codex_error_info":"context_window_exceeded"}`),
				event(`"type":"stream_error","message":"w","codex_error_info":{"response_stream_disconnected":{"http_status_code":502}}`)},
			[]string{
				`2turn.started t1 {"context_window":9}`, `3turn.failed t1 {"class":"context_window","message":"m"}`,
				`4provider.failed {"class":"provider_transport","status":502,"code":"response_stream_disconnected","will_retry":true}`,
				`4message.recorded {"role":"system","text":"w","synthetic":true}`,
			},
		},
		{
			"an end without an id is the open turn's, without an open turn it says nothing",
			[]string{event(`"type":"user_message","message":"go"`), event(`"type":"turn_aborted","reason":"interrupted"`), event(`"type":"turn_aborted","reason":"interrupted"`)},
			[]string{
				`2turn.started s/A#1 {"trigger":"prompt"}`, `2message.recorded s/A#1 s/message/B#1 {"role":"user","text":"go"}`,
				`3turn.interrupted s/A#1 {"reason":"interrupted"}`, "4 skipped: no open turn",
			},
		},
		{
			"a start told again after the end does not open the turn again",
			[]string{started, event(`"type":"task_complete","turn_id":"t1"`), started, event(`"type":"turn_aborted","reason":"interrupted"`)},
			[]string{`2turn.started t1 {"context_window":9}`, `3turn.completed t1 {}`, `4turn.started t1 {"context_window":9}`, "5 skipped: no open turn"},
		},
		{
			"a message within a turn with an id steers it",
			[]string{started, event(`"type":"user_message","message":"more","images":["a"],"local_images":["b"]`)},
			[]string{`2turn.started t1 {"context_window":9}`, `3message.recorded t1 t1/message/A#1 {"role":"user","text":"more","images":2}`},
		},
		{
			"a rollback withdraws what is still there and names it",
			[]string{event(`"type":"user_message","message":"go"`), event(`"type":"user_message","message":"go"`), event(`"type":"thread_rolled_back","num_turns":1`), event(`"type":"thread_rolled_back","num_turns":5`), event(`"type":"thread_rolled_back","num_turns":0`)},
			[]string{
				`2turn.started s/A#1 {"trigger":"prompt"}`, `2message.recorded s/A#1 s/message/B#1 {"role":"user","text":"go"}`,
				`3turn.started s/A#2 {"trigger":"prompt"}`, `3message.recorded s/A#2 s/message/B#2 {"role":"user","text":"go"}`,
				`4turn.withdrawn {"turns":["s/A#2"],"last":1}`, `5turn.withdrawn {"turns":["s/A#1"],"last":5}`, "6 skipped: no turns withdrawn",
			},
		},
		{
			"a context opens a turn that nothing else opened, with its model",
			[]string{`{"type":"turn_context","payload":{"turn_id":"t1","model":"m"}}`, `{"type":"turn_context","payload":{"turn_id":"t1","model":"m"}}`},
			[]string{`2turn.started t1 {"model":"m"}`, `2session.identity_enriched t1 {"model":"m"}`, `3session.identity_enriched t1 {"model":"m"}`},
		},
		{
			"a count told again is the same response; one that went uncounted is in the next total",
			[]string{used(10, 10), used(10, 10), used(35, 5), event(`"type":"token_count","info":null`)},
			[]string{
				`2usage.recorded s/usage/10.0.0.0.10 {"input_tokens":10,"cache_read_tokens":0,"cache_creation_tokens":0,"output_tokens":0,"reasoning_tokens":0,"cumulative_input_tokens":10}`,
				`3usage.recorded s/usage/10.0.0.0.10 {"input_tokens":10,"cache_read_tokens":0,"cache_creation_tokens":0,"output_tokens":0,"reasoning_tokens":0,"cumulative_input_tokens":10}`,
				`4usage.recorded s/usage/35.0.0.0.35 {"input_tokens":25,"cache_read_tokens":0,"cache_creation_tokens":0,"output_tokens":0,"reasoning_tokens":0,"cumulative_input_tokens":35}`,
				"5 skipped: no usage",
			},
		},
		{
			"cached and reasoning tokens are parts of the others",
			[]string{`{"type":"token_usage_record","payload":{"usage":{"input_tokens":10,"cached_input_tokens":4,"cache_write_input_tokens":1,"output_tokens":6,"reasoning_output_tokens":2,"total_tokens":16},"thread_token_usage":{"input_tokens":10,"cached_input_tokens":4,"cache_write_input_tokens":1,"output_tokens":6,"reasoning_output_tokens":2,"total_tokens":16}}}`},
			[]string{`2usage.recorded s/usage/10.4.6.2.16 {"input_tokens":5,"cache_read_tokens":4,"cache_creation_tokens":1,"output_tokens":6,"reasoning_tokens":2,"cumulative_input_tokens":10,"cumulative_output_tokens":6}`},
		},
		{
			"both records of a compaction are one; the old messages in it are not told again",
			[]string{`{"type":"compacted","payload":{"message":"so far","replacement_history":[{"type":"message"},{"type":"message"}]}}`, event(`"type":"context_compacted"`)},
			[]string{
				`2session.compacted s/compaction#1 {"trigger":"unknown","messages":2}`, `2message.recorded s/message/A#1 {"role":"summary","text":"so far","synthetic":true}`,
				`3session.compacted s/compaction#1 {"trigger":"unknown"}`,
			},
		},
		{
			"each summary of a reasoning is a message, and encrypted content is measured only",
			[]string{event(`"type":"agent_reasoning","text":"one"`), item(`"type":"reasoning","summary":[{"type":"summary_text","text":"one"},{"type":"summary_text","text":"two"}],"encrypted_content":"abcd"`),
				item(`"type":"reasoning","summary":[],"encrypted_content":"REDACTED"`)},
			[]string{
				`2message.recorded s/message/A#1 {"role":"reasoning","text":"one"}`, `3message.recorded s/message/A#1 {"role":"reasoning","text":"one","opaque_bytes":4}`,
				`3message.recorded s/message/B#1 {"role":"reasoning","text":"two"}`, `4message.recorded s/message/C#1 {"role":"reasoning"}`,
			},
		},
	} {
		t.Run(row.name, func(t *testing.T) {
			rollout := []byte(in(row.records...))
			if diff := cmp.Diff(append([]string{created}, row.want...), told(readertest.Read(t, codex.New(), rollout))); diff != "" {
				t.Errorf("(-want +got)\n%s", diff)
			}
			checkRecords(t, row.name, rollout)
		})
	}
}

// TestAWithdrawalNamesItsCauses holds that the order of a rollback and its turns
// does not rest on their numbers alone.
func TestAWithdrawalNamesItsCauses(t *testing.T) {
	all := drafts(readertest.Read(t, codex.New(), []byte(in(event(`"type":"user_message","message":"go"`), event(`"type":"thread_rolled_back","num_turns":1`)))))
	var started, causes []domain.EventID
	for _, d := range all {
		if d.Kind == "turn.started" {
			started = append(started, d.ID)
		}
		causes = append(causes, d.Causes...)
	}
	if diff := cmp.Diff(started, causes); diff != "" || len(started) != 1 {
		t.Errorf("(-started +causes)\n%s", diff)
	}
}

// TestATextThatStandsTwiceCountsOnce counts the texts of real rollouts by their
// items: as many as the conversation has, although the front end's copies are there too.
func TestATextThatStandsTwiceCountsOnce(t *testing.T) {
	for name, rollouts := range map[string]func(testing.TB) map[string][]byte{"fixtures": fixtureRollouts, "shared data": sharedRollouts} {
		t.Run(name, func(t *testing.T) {
			for path, rollout := range rollouts(t) {
				got := map[domain.Role]map[domain.ItemID]bool{domain.RoleUser: {}, domain.RoleAssistant: {}}
				for _, d := range drafts(readertest.Read(t, codex.New(), rollout)) {
					if d.Kind == "message.recorded" {
						if items := got[readertest.Payload[domain.MessageRecorded](t, &d).Role]; items != nil {
							items[d.Subject.Item.Value] = true
						}
					}
				}
				for role, items := range got {
					want := 0
					for line := range bytes.Lines(rollout) {
						if s := string(line); strings.Contains(s, `"type":"response_item"`) && strings.Contains(s, `"type":"message"`) && strings.Contains(s, `"role":"`+string(role)+`"`) {
							want++
						}
					}
					if len(items) != want {
						t.Errorf("%s: %d messages of the %s, the conversation has %d", path, len(items), role, want)
					}
				}
			}
		})
	}
}
