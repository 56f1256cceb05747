package importing_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"pgregory.net/rapid"

	"github.com/clawable/claw/commands/commandtest"
	importing "github.com/clawable/claw/commands/import"
	"github.com/clawable/claw/commands/record"
	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/nextstep"
	"github.com/clawable/claw/eventlog"
	"github.com/clawable/claw/eventlog/memlog"
	"github.com/clawable/claw/producers"
)

// lineReader reads a toy format: "key text" is a message, "skip", "bad"; "again key text" has
// said otherwise before, and "besides key text" is a message and that.
type lineReader struct{}

func (lineReader) Source() string    { return "agent" }
func (lineReader) Sniff([]byte) bool { return true }
func (lineReader) Read(ctx context.Context, in io.Reader) iter.Seq2[producers.Record, error] {
	return producers.Records(ctx, in, func(line producers.Line) producers.Record {
		r := producers.Record{Line: line.Number}
		key, text, ok := strings.Cut(string(line.Text), " ")
		switch {
		case key == "skip":
			r.Skipped = "no content" + text
		case !ok:
			r.Unreadable = "no space"
		case key == "again":
			r.Changed, r.Skipped = []domain.EventID{commandtest.Said("a", "").ID}, producers.Changed
		case key == "besides":
			r.Drafts, r.Changed = []domain.Draft{commandtest.Said(key, text)}, []domain.EventID{commandtest.Said("a", "").ID}
		default:
			r.Drafts = []domain.Draft{commandtest.Said(key, text)}
		}
		return r
	})
}

func file(name, text string) importing.ImportFile {
	return importing.Recording(name, lineReader{}, func() (io.ReadCloser, error) { return io.NopCloser(strings.NewReader(text)), nil })
}

func importInto(t testing.TB, log eventlog.Log, dryRun bool, files ...importing.ImportFile) *importing.ImportReport {
	t.Helper()
	report, err := importing.Import(record.NewRecorder(log, commandtest.Scrubber, domain.TrustMedium), context.Background(), files, dryRun, nil)
	if err != nil {
		t.Fatal(err)
	}
	if sum := total(report); sum != report.Lines {
		t.Errorf("the totals add up to %d of %d lines: %+v", sum, report.Lines, report)
	}
	return report
}

func total(r *importing.ImportReport) int {
	return r.Imported + r.AlreadyKnown + r.SkippedLines() + r.Count(importing.LineCorrected) + r.Count(importing.LineChanged) + r.Count(importing.LineUnreadable)
}

func TestImportAccountsForEveryLine(t *testing.T) {
	log := commandtest.NewLog(t)
	text := "a one\nskip\nbad\nb two\na one\na other\nskip\n"
	want := &importing.ImportReport{Files: 1, Events: 2, LineReport: importing.LineReport{Lines: 7, Imported: 2, AlreadyKnown: 1, Problems: importing.Problems{
		Corrected:  []importing.CorrectedLine{},
		Changed:    []importing.ChangedLine{{File: "f", Line: 6, IDs: []domain.EventID{commandtest.Said("a", "").ID}}},
		Skipped:    []importing.SkippedLines{{File: "f", Reason: "no content", Lines: 2}},
		Unreadable: []importing.UnreadableLine{{File: "f", Line: 3, Reason: "no space"}},
		LeftOut:    []importing.LeftOutLines{}}},
		BySource: map[string]int{"agent": 1}}
	if diff := cmp.Diff(want, importInto(t, log, true, file("f", text))); diff != "" {
		t.Errorf("dry run (-want +got):\n%s", diff)
	}
	if n := len(commandtest.Events(t, log, eventlog.Query{Stream: commandtest.Session.Stream()})); n != 0 {
		t.Fatalf("the dry run appended %d events", n)
	}
	if diff := cmp.Diff(want, importInto(t, log, false, file("f", text))); diff != "" {
		t.Errorf("import (-want +got):\n%s", diff)
	}
	again := importInto(t, log, false, file("f", text))
	if again.Imported != 0 || again.Events != 0 || again.AlreadyKnown != 3 {
		t.Errorf("the second import added something: %+v", again)
	}
}

func TestImportReportsAFileThatCannotBeReadAndGoesOn(t *testing.T) {
	log := commandtest.NewLog(t)
	lost := importing.Recording("lost", lineReader{}, func() (io.ReadCloser, error) { return nil, errors.New("gone") })
	torn := importing.Recording("torn", lineReader{}, func() (io.ReadCloser, error) {
		return io.NopCloser(io.MultiReader(strings.NewReader("a one\n"), failing{})), nil
	})
	strange := importing.Recording("strange", lineReader{}, func() (io.ReadCloser, error) {
		return nil, &domain.Error{Kind: domain.ErrUnavailable, Operation: "open", Message: "nobody is there", Hint: "knock"}
	})
	next := domain.Step{Code: nextstep.NameRef}
	stepped := importing.Recording("stepped", lineReader{}, func() (io.ReadCloser, error) {
		return nil, &domain.Error{Kind: domain.ErrUnavailable, Operation: "open", Message: "it has no name", Next: next}
	})
	got := importInto(t, log, false, lost, strange, stepped, torn, file("f", "b two\n"))
	want := []importing.UnreadableLine{{File: "lost", Reason: "gone"}, {File: "strange", Reason: "open: nobody is there; knock"},
		{File: "stepped", Reason: "open: it has no name", Next: next}, {File: "torn", Line: 2, Reason: "read line: the disk is tired"}}
	if diff := cmp.Diff(want, got.Unreadable); diff != "" {
		t.Errorf("unreadable (-want +got):\n%s", diff)
	}
	if got.Imported != 2 {
		t.Errorf("%d lines imported, want both that could be read", got.Imported)
	}
}

// TestALineThatAnEarlierOneContradictsIsChanged imports lines of which a reader says that an
// earlier line of the input says something else under the same id.
func TestALineThatAnEarlierOneContradictsIsChanged(t *testing.T) {
	for _, dryRun := range []bool{true, false} {
		got := importInto(t, commandtest.NewLog(t), dryRun, file("f", "a one\nagain two\nbesides three\n"))
		id := []domain.EventID{commandtest.Said("a", "").ID}
		want := []importing.ChangedLine{{File: "f", Line: 2, IDs: id}, {File: "f", Line: 3, IDs: id}}
		if diff := cmp.Diff(want, got.Changed); diff != "" || got.Imported != 1 || got.Events != 2 || !got.Any() {
			t.Errorf("dry run %t: %d lines imported, %d events (-want +got):\n%s", dryRun, got.Imported, got.Events, diff)
		}
	}
}

// TestARecordingThatSaysNothingIsUnreadable imports recordings that yield no event.
func TestARecordingThatSaysNothingIsUnreadable(t *testing.T) {
	for _, row := range []struct {
		name, text string
		silent     []string
		asks       bool
		want       string // "" when it is not unreadable
	}{
		{"no lines", "", nil, false, ""},
		{"skipped lines", "skip\nskip\nskip er\n", nil, false, "a recording of agent that says nothing: no content"},
		{"skipped lines, as some are", "skip\nskip\n", []string{"no content"}, false, ""},
		{"skipped lines, as some are, and others", "skip\nskip\nskip er\n", []string{"no content"}, false, "a recording of agent that says nothing: no contenter"},
		{"a line that is told", "skip\na one\n", nil, false, ""},
		{"a line that is known", "skip\nold words\n", nil, false, ""},
		{"a line that says something else than before", "skip\nold lies\n", nil, false, ""},
		{"a source that looks at the log", "skip\n", nil, true, ""},
	} {
		t.Run(row.name, func(t *testing.T) {
			log := commandtest.NewLog(t)
			importInto(t, log, false, file("before", "old words\n"))
			f := file("f", row.text)
			f.Silent, f.Asks = row.silent, row.asks
			for _, dryRun := range []bool{true, false} {
				var want []importing.UnreadableLine
				if row.want != "" {
					want = []importing.UnreadableLine{{File: "f", Reason: row.want}}
				}
				got := importInto(t, log, dryRun, f, file("g", "b two\n"))
				if diff := cmp.Diff(want, got.Unreadable, cmpopts.EquateEmpty()); diff != "" {
					t.Errorf("dry run %t (-want +got):\n%s", dryRun, diff)
				}
			}
		})
	}
}

// TestImportEndsWhenAskedWhileItReads asks it to end while it reads a line without
// an end, lines that say nothing without an end, and an input that never answers.
func TestImportEndsWhenAskedWhileItReads(t *testing.T) {
	for says, part := range map[string]string{"a line without an end": "x", "lines without an end": "skip\n", "an input that hangs": ""} {
		t.Run(says, func(t *testing.T) {
			ctx, cancel := context.WithCancel(context.Background())
			endless := importing.Recording("f", lineReader{}, func() (io.ReadCloser, error) {
				return io.NopCloser(&endless{part: part, cancel: cancel, parts: 20}), nil
			})
			_, err := importing.Import(record.NewRecorder(commandtest.NewLog(t), commandtest.Scrubber, domain.TrustMedium), ctx, []importing.ImportFile{endless}, false, nil)
			if !errors.Is(err, context.Canceled) {
				t.Errorf("%v, want that it was canceled", err)
			}
		})
	}
}

// endless gives its part again and again, or nothing ever; it is canceled after so many parts.
type endless struct {
	part   string
	cancel func()
	parts  int
}

func (e *endless) Read(p []byte) (int, error) {
	if e.parts--; e.parts <= 0 || e.part == "" {
		e.cancel()
	}
	if e.part == "" {
		select {}
	}
	return copy(p, strings.Repeat(e.part, len(p)/len(e.part))), nil
}

type failing struct{}

func (failing) Read([]byte) (int, error) { return 0, errors.New("the disk is tired") }

// TestAnyCutGivesTheSameLog imports a growing file in pieces and whole.
func TestAnyCutGivesTheSameLog(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var text strings.Builder
		for i := range rapid.IntRange(1, 1500).Draw(t, "lines") {
			fmt.Fprintf(&text, "k%d text %d\n", i%1400, i%1400)
		}
		cut := rapid.IntRange(0, text.Len()).Draw(t, "cut")
		if i := strings.LastIndexByte(text.String()[:cut], '\n'); i >= 0 {
			cut = i + 1
		} else {
			cut = 0
		}
		whole, pieces := open(t), open(t)
		run(t, whole, text.String())
		run(t, pieces, text.String()[:cut])
		run(t, pieces, text.String())
		if diff := cmp.Diff(content(t, whole), content(t, pieces)); diff != "" {
			t.Fatalf("a cut at byte %d changes the log (-whole +pieces):\n%s", cut, diff)
		}
	})
}

func open(t *rapid.T) eventlog.Log {
	log, err := memlog.Open(memlog.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return log
}

func run(t *rapid.T, log eventlog.Log, text string) {
	_, err := importing.Import(record.NewRecorder(log, commandtest.Scrubber, domain.TrustMedium), context.Background(), []importing.ImportFile{file("f", text)}, false, nil)
	if err != nil {
		t.Fatal(err)
	}
}

// content is what a log says of the session, without salts.
func content(t *rapid.T, log eventlog.Log) map[domain.EventID]string {
	out := map[domain.EventID]string{}
	for e, err := range log.Read(context.Background(), eventlog.Query{Stream: commandtest.Session.Stream()}) {
		if err != nil {
			t.Fatal(err)
		}
		out[e.ID] = string(e.Kind) + string(e.Data)
	}
	return out
}
