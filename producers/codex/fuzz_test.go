package codex_test

import (
	"bytes"
	"slices"
	"testing"

	"github.com/clawable/claw/producers/codex"
	"github.com/clawable/claw/producers/readertest"
)

// FuzzRead reads any bytes: nothing stops it, every line is accounted for, every
// draft is one that a log takes, and a file cut after its first half of the lines
// says the same of them.
func FuzzRead(f *testing.F) {
	for _, rollout := range fixtureRollouts(f) {
		for some := range slices.Chunk(slices.Collect(bytes.Lines(rollout)), 7) {
			f.Add(bytes.Join(some, nil))
		}
	}
	f.Add([]byte(in(call("a"), output("a", `Exit code: 1\nOutput:\nx`), used(10, 10), event(`"type":"user_message","message":"go"`))))
	f.Add([]byte(in(event(`"type":"thread_rolled_back","num_turns":1e300`), `{"timestamp":"2026-01-02T03:04:05Z","type":"event_{"timestamp":"1`)))
	f.Add([]byte(`{"id":"s","timestamp":"2025-06-01T00:00:00","instructions":null}` + "\n" + `{"type":"message","role":"user","content":[{"text":"x"}]}` + "\n"))
	f.Fuzz(func(t *testing.T, rollout []byte) {
		codex.New().Sniff(rollout)
		for _, rollout := range [][]byte{rollout, append([]byte(in()), rollout...)} {
			checkRecords(t, "fuzzed", rollout)
			whole := readertest.Read(t, codex.New(), rollout)
			if half := len(whole) / 2; len(whole) > 1 {
				if diff := firstDifference(whole[:half], readertest.Read(t, codex.New(), upTo(rollout, half))); diff != "" {
					t.Errorf("cut after line %d (-whole +cut)\n%s", half, diff)
				}
			}
		}
	})
}
