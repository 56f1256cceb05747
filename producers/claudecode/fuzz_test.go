package claudecode_test

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"

	"github.com/clawable/claw/producers/claudecode"
)

// FuzzRead holds for any bytes: no panic, a record for each line, exactly one
// fate a record, and every draft accepted by a log.
func FuzzRead(f *testing.F) {
	for _, row := range oddities {
		f.Add([]byte(row.input))
	}
	files, err := filepath.Glob("../../fixtures/claude-code/*.jsonl")
	if err != nil || len(files) == 0 {
		f.Fatalf("no fixtures: %v", err)
	}
	for _, name := range files {
		content, err := os.ReadFile(name)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(content)
	}
	f.Fuzz(func(t *testing.T, content []byte) {
		claudecode.New().Sniff(content[:min(len(content), 64<<10)])
		records := read(t, content)
		want := bytes.Count(content, []byte("\n"))
		if len(content) > 0 && content[len(content)-1] != '\n' {
			want++
		}
		if len(records) != want {
			t.Fatalf("%d records of %d lines", len(records), want)
		}
		for i, r := range records {
			if r.Line != i+1 {
				t.Fatalf("record %d is of line %d", i+1, r.Line)
			}
			if (len(r.Drafts) > 0 || r.Unreadable != "") == (r.Skipped != "") {
				t.Fatalf("line %d: %d drafts, skipped %q, unreadable %q", r.Line, len(r.Drafts), r.Skipped, r.Unreadable)
			}
			for _, d := range r.Drafts {
				core(t, "fuzz", d)
			}
		}
	})
}
