package claudecode_test

import (
	"bytes"
	"context"
	"testing"

	"github.com/clawable/claw/producers/claudecode"
)

// BenchmarkRead reads all recorded transcripts; MB/s is of their bytes.
func BenchmarkRead(b *testing.B) {
	files := transcripts(b)
	var size int64
	for _, f := range files {
		size += int64(len(f.content))
	}
	b.SetBytes(size)
	b.ReportAllocs()
	drafts := 0
	for b.Loop() {
		for _, f := range files {
			for r, err := range claudecode.New().Read(context.Background(), bytes.NewReader(f.content)) {
				if err != nil {
					b.Fatal(err)
				}
				drafts += len(r.Drafts)
			}
		}
	}
	b.ReportMetric(float64(drafts)/b.Elapsed().Seconds(), "drafts/s")
}
