package witness_test

import (
	"path/filepath"
	"testing"

	"github.com/clawable/claw/producers/witness"
)

// BenchmarkRead reads calls of a session as they come: most of them look, some write, one in eight
// runs tests.
func BenchmarkRead(b *testing.B) {
	names, err := filepath.Glob("testdata/runners/*/*.txt")
	if err != nil || len(names) == 0 {
		b.Fatal(err)
	}
	var mix []witness.Call
	for _, name := range names {
		g := readGolden(b, name)
		for _, command := range []string{"ls -la", "cat x.go | head -50", "grep -rn Foo --include=*.go .", "git status", "sed -n 1,80p x.go", "cd a && git diff --stat", "go build ./..."} {
			mix = append(mix, witness.Call{Command: command, CWD: "/w", Status: witness.StatusZero, Output: g.output})
		}
		mix = append(mix, witness.Call{Command: g.command, CWD: "/w", Status: witness.StatusZero, Output: g.output})
	}
	b.ResetTimer()
	for i := range b.N {
		witness.Read(mix[i%len(mix)])
	}
}
