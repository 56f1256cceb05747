package codex_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

// TestRandomRolloutsCountTheSame makes rollouts of any records in any order and
// compares what the importer says with the independent count.
func TestRandomRolloutsCountTheSame(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		rollout := randomRollout(r)
		if diff := cmp.Diff(recount(rollout), imported(t, rollout)); diff != "" {
			r.Fatalf("counted by itself and imported differ (-want +got)\n%s\n%s", diff, rollout)
		}
		checkRecords(t, "a random rollout", rollout)
		if t.Failed() {
			r.Fatalf("%s", rollout)
		}
	})
}

// TestWhatAForkCopiedCountsOnce reads a parent and the file of its subagent, which
// begins with a copy of the parent's lines, stamped anew.
func TestWhatAForkCopiedCountsOnce(t *testing.T) {
	shared := []string{
		event(`"type":"task_started","turn_id":"t1"`), event(`"type":"user_message","message":"go"`), call("a"), output("a", `Plan updated`), used(10, 10),
		event(`"type":"task_complete","turn_id":"t1"`), event(`"type":"user_message","message":"go"`), event(`"type":"context_compacted"`),
	}
	stamped := make([]string, len(shared))
	for i, record := range shared {
		stamped[i] = strings.Replace(record, `{`, `{"timestamp":"2026-01-02T03:04:05Z",`, 1)
	}
	parent := lines(append(append([]string{session(`"id":"s"`)}, shared...), used(15, 5))...)
	child := lines(append(append([]string{session(`"id":"k","forked_from_id":"s","source":{"subagent":{"thread_spawn":{"parent_thread_id":"s"}}}`), session(`"id":"s"`)},
		stamped...), call("b"), used(17, 7))...)
	want := recount(parent, child)
	want.Compactions = 1 // the counter takes the other record of it
	if diff := cmp.Diff(want, imported(t, parent, child)); diff != "" {
		t.Errorf("counted by itself and imported differ (-want +got)\n%s", diff)
	}
}

// randomRollout ends only calls and turns that it began: the importer reports an ending
// without its beginning, the counter does not.
func randomRollout(r *rapid.T) []byte {
	records := []string{session(`"id":"s"`)}
	add := func(record string) { records = append(records, record) }
	pick := func(ids []string) string { return rapid.SampledFrom(ids).Draw(r, "id") }
	var calls, turns []string
	total := 0
	for range rapid.IntRange(0, 40).Draw(r, "records") {
		switch choice := rapid.IntRange(0, 14).Draw(r, "choice"); {
		case choice == 0 || choice == 1:
			calls = append(calls, pick([]string{"a", "b", "c", "d"}))
			add(call(calls[len(calls)-1]))
		case choice <= 3 && len(calls) > 0:
			add(output(pick(calls), rapid.SampledFrom(outputs).Draw(r, "output")))
		case choice == 4:
			turns = append(turns, fmt.Sprint("t", len(turns)+1))
			add(event(`"type":"task_started","turn_id":"` + turns[len(turns)-1] + `"`))
		case choice == 5 && len(turns) > 0:
			add(event(`"type":"task_complete","turn_id":"` + pick(turns) + `"`))
		case choice == 6 && len(turns) > 0:
			add(event(`"type":"turn_aborted","reason":"interrupted","turn_id":"` + pick(turns) + `"`))
		case choice == 7:
			add(event(`"type":"user_message","message":"` + pick([]string{"yes", "no"}) + `"`))
		case choice == 8:
			add(event(`"type":"agent_message","message":"` + pick([]string{"yes", "no"}) + `"`))
		case choice == 9:
			calls = append(calls, pick([]string{"p", "q"}))
			add(event(fmt.Sprintf(`"type":"patch_apply_end","call_id":%q,"success":%v`, calls[len(calls)-1], rapid.Bool().Draw(r, "success"))))
		case choice == 10:
			n := rapid.IntRange(1, 9).Draw(r, "tokens")
			if total += n; rapid.IntRange(0, 9).Draw(r, "anew") == 0 {
				total = n
			}
			add(used(total, n))
		case choice == 11:
			add(`{"type":"turn_context","payload":{"model":"` + pick([]string{"m", "n"}) + `"}}`)
		case choice == 12:
			add(event(fmt.Sprintf(`"type":"thread_rolled_back","num_turns":%d`, rapid.IntRange(1, 3).Draw(r, "turns"))))
		case choice == 13:
			add(pick([]string{session(`"id":"s"`), event(`"type":"error","message":"m"`), event(`"type":"token_count","info":null`),
				`{"type":"compacted","payload":{"message":""}}`, event(`"type":"turn_aborted","reason":"interrupted"`), ``}))
		case len(records) > 1: // repeated as it was; a turn's id begins one turn only
			if again := records[rapid.IntRange(1, len(records)-1).Draw(r, "again")]; !strings.Contains(again, "task_started") {
				add(again)
			}
		}
	}
	return lines(records...)
}

// outputs are the forms of an output, escaped for JSON.
var outputs = []string{
	`{\"output\":\"\",\"metadata\":{\"exit_code\":2}}`, `{\"output\":\"\",\"metadata\":{\"exit_code\":0}}`,
	`Exit code: 0\nWall time: 1 seconds\nOutput:\nExit code: 9`, `Exit code: 124\nWall time: 1 seconds\nOutput:\ncommand timed out after 1 s`,
	`Chunk ID: 1\nWall time: 1 seconds\nProcess running with session ID 5\nOutput:\n`, `Wall time: 0.0 seconds\nOutput:\nExit code: 1\nOutput:\n`,
	`aborted`, `Wall time: 3.0 seconds\naborted by user`, `exec command rejected by user`,
	`Command blocked by PreToolUse hook: no. Command: ls`,
	`failed in sandbox None with execution error: command timed out`, `unsupported call: nothing`, `Plan updated`,
}
