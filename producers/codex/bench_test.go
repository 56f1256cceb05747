package codex_test

import (
	"bytes"
	"context"
	"testing"

	"github.com/clawable/claw/producers/codex"
)

// BenchmarkRead reads recorded rollouts into drafts: the fixtures, and all of the
// shared data where they are there.
func BenchmarkRead(b *testing.B) {
	for _, set := range []struct {
		name     string
		rollouts func(testing.TB) map[string][]byte
	}{{"fixtures", fixtureRollouts}, {"shared data", sharedRollouts}} {
		b.Run(set.name, func(b *testing.B) {
			size := 0
			rollouts := set.rollouts(b)
			for _, r := range rollouts {
				size += len(r)
			}
			b.SetBytes(int64(size))
			b.ReportAllocs()
			for b.Loop() {
				for _, r := range rollouts {
					for _, err := range codex.New().Read(context.Background(), bytes.NewReader(r)) {
						if err != nil {
							b.Fatal(err)
						}
					}
				}
			}
		})
	}
}
