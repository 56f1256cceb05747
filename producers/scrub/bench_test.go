package scrub_test

import (
	"bytes"
	"os"
	"strings"
	"testing"

	"github.com/clawable/claw/producers/scrub"
)

// transcript is recorded lines, one document each, until there are as many bytes as asked.
func transcript(b *testing.B, size int) [][]byte {
	b.Helper()
	file, err := os.ReadFile("testdata/recorded/codex-rollout.jsonl")
	if err != nil {
		b.Fatal(err)
	}
	lines := bytes.Split(bytes.TrimSpace(file), []byte("\n"))
	var docs [][]byte
	for n := 0; n < size; {
		for _, line := range lines {
			docs = append(docs, line)
			n += len(line)
		}
	}
	return docs
}

func BenchmarkData(b *testing.B) {
	prose := strings.Repeat("The board reads each lane and prints what it found there.\n", 40)
	plain := [][]byte{[]byte(`{"a":` + quoted(prose) + `,"id":"0190c5f2-7c1e-7a5e-9d3b-2f6a1c9e4b77"}`)}
	text, _ := plant("before ghp_<an:36> after", seeded(1))
	rows := []struct {
		name string
		docs [][]byte
	}{
		{"no keyword", plain},
		{"recorded transcript", transcript(b, 1<<20)},
		{"a secret in each", [][]byte{[]byte(`{"a":` + quoted(prose+text+prose) + `}`)}},
	}
	s := scrub.New()
	for _, row := range rows {
		b.Run(row.name, func(b *testing.B) {
			var size int64
			for _, doc := range row.docs {
				size += int64(len(doc))
			}
			b.SetBytes(size)
			b.ReportAllocs()
			for b.Loop() {
				for _, doc := range row.docs {
					if _, _, err := s.Data(doc); err != nil {
						b.Fatal(err)
					}
				}
			}
		})
	}
}
