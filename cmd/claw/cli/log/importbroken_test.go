package logcmd_test

import (
	"context"
	"io"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/clawable/claw/cmd/claw/cli/app"
	"github.com/clawable/claw/cmd/claw/cli/clitest"
)

// beats is an export of a log with so many heartbeats, and log.opened before them.
func beats(w *clitest.World, n int) string {
	var drafts strings.Builder
	for range n {
		drafts.WriteString(`{"kind":"lane.heartbeat","stream":"lane-01KJSESXM0FXE8CX6BVXYZ3Z6R","data":{}}` + "\n")
	}
	w.File("beats.jsonl", drafts.String())
	w.Must("log", "append", "beats.jsonl", "--log", "beats.db")
	return w.Must("log", "export", "--log", "beats.db").Out
}

// TestAnInterruptedLogImportSaysWhatGotIn interrupts between two lines, when the first of
// them were appended, and does the same call again.
func TestAnInterruptedLogImportSaysWhatGotIn(t *testing.T) {
	w := clitest.Empty(t)
	export := beats(w, 600)
	interrupted := func(args ...string) clitest.Answer {
		ctx, cancel := context.WithCancel(t.Context())
		defer cancel()
		w.Ctx, w.Tune = ctx, func(p *app.Program) {
			p.In = &canceling{lines: strings.SplitAfter(strings.TrimSuffix(export, "\n"), "\n"), cancel: cancel}
		}
		return w.Run(append([]string{"log", "import"}, args...)...)
	}
	want := "error: run: interrupted\n" +
		"  before: imported 512 lines of 513 (512 events); 0 already known, 0 changed, 1 skipped, 0 unreadable\n" +
		"  kind: runtime, retryable\n" +
		"  hint: what was recorded stays; run it again for the rest\n"
	if a := interrupted(); a.Code != 1 || a.Err != want {
		t.Errorf("exit %d (-want +got)\n%s", a.Code, cmp.Diff(want, a.Err))
	}
	e := clitest.Documents(t, interrupted("--json").Out)[0]["error"].(map[string]any)
	if diff := cmp.Diff(map[string]any{"lines": 513.0, "imported": 0.0, "already_known": 512.0, "corrected": 0.0, "changed": 0.0, "skipped": 1.0, "unreadable": 0.0,
		"events": 0.0}, e["detail"].(map[string]any)["so_far"]); diff != "" {
		t.Errorf("so far (-want +got)\n%s", diff)
	}
	w.Ctx, w.Tune, w.In = t.Context(), nil, export
	if a := w.Must("log", "import"); !strings.HasPrefix(a.Out, "601 lines: 88 imported, 512 already known,") {
		t.Errorf("the same call says %s", a.Out)
	}
}

// TestALogImportIntoALogThatCannotBeWrittenSaysOfNothingThatItStays has lines counted
// before the first append, which is refused.
func TestALogImportIntoALogThatCannotBeWrittenSaysOfNothingThatItStays(t *testing.T) {
	w := clitest.New(t)
	w.MarkNewer()
	a := w.Run("log", "import", "whole.jsonl")
	if a.Code != 6 || strings.Contains(a.Err, "stays") || strings.Contains(a.Err, "before:") {
		t.Errorf("exit %d: %s", a.Code, a.Err)
	}
}

// TestAnInterruptedCopyOfALogLeavesNothingAndSaysSo interrupts what makes the whole log
// or nothing in the midst of its events.
func TestAnInterruptedCopyOfALogLeavesNothingAndSaysSo(t *testing.T) {
	for _, row := range []struct{ word, args, made, says string }{
		{"restoring", "log restore export.jsonl --log made.db", "made.db", "nothing was restored; run it again"},
		{"copying", "log backup made.db --log beats.db", "made.db", "no backup was made; run it again"},
	} {
		t.Run(row.word, func(t *testing.T) {
			w := clitest.Empty(t)
			w.File("export.jsonl", beats(w, 1100))
			ctx, cancel := context.WithCancel(t.Context())
			defer cancel()
			w.Ctx, w.Tune = ctx, func(p *app.Program) {
				p.Err, p.ErrTerminal = io.MultiWriter(p.Err, &meanwhile{row.word, cancel}), true
			}
			a := w.Run(strings.Fields(row.args)...)
			if want := "error: run: interrupted\n  kind: runtime, retryable\n  hint: " + row.says + "\n"; a.Code != 1 || !strings.HasSuffix(a.Err, want) {
				t.Errorf("exit %d, error stream %q, want %q", a.Code, a.Err, want)
			}
			if _, err := os.Stat(w.Path(row.made)); !os.IsNotExist(err) {
				t.Errorf("%s: %v, want none", row.made, err)
			}
		})
	}
}
