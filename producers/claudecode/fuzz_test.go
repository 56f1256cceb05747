package claudecode_test

import (
	"testing"

	"github.com/clawable/claw/producers/claudecode"
	"github.com/clawable/claw/producers/readertest"
)

// FuzzRead holds for any bytes: no panic, a record for each line, exactly one
// fate a record, and every draft accepted by a log.
func FuzzRead(f *testing.F) {
	for _, row := range oddities {
		f.Add([]byte(row.input))
	}
	for _, content := range readertest.Files(f, fixtures+"/*.jsonl") {
		f.Add(content)
	}
	f.Fuzz(func(t *testing.T, content []byte) { readertest.Any(t, claudecode.New(), content) })
}
