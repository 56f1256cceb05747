package importing_test

import (
	"context"
	"io"
	"iter"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/clawable/claw/commands/commandtest"
	importing "github.com/clawable/claw/commands/import"
	"github.com/clawable/claw/commands/record"
	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/eventlog"
	"github.com/clawable/claw/producers"
)

// betterReader is lineReader of a later version: it reads texts that begin with "x" otherwise.
type betterReader struct{ lineReader }

func (betterReader) Read(ctx context.Context, in io.Reader) iter.Seq2[producers.Record, error] {
	return func(yield func(producers.Record, error) bool) {
		for r, err := range (lineReader{}).Read(ctx, in) {
			for i := range r.Drafts {
				r.Drafts[i] = better(r.Drafts[i])
			}
			if !yield(r, err) {
				return
			}
		}
	}
}

func better(d domain.Draft) domain.Draft {
	first := d.ID
	switch {
	case strings.Contains(string(d.Data), `"text":"x`):
		d.Data = []byte(strings.Replace(string(d.Data), `"text":"x`, `"text":"better `, 1))
	case !strings.Contains(string(d.Data), `"text":"same`):
		return d
	}
	d.ID = domain.EventID(domain.Derive(time.Time{}, first.String(), domain.RevisedPart("message", 2)))
	d.Replaces, d.Edition = first, 2
	return d
}

func betterFile(text string) importing.ImportFile {
	return importing.Recording("f", betterReader{}, func() (io.ReadCloser, error) { return io.NopCloser(strings.NewReader(text)), nil })
}

// TestABetterReaderCorrectsWhatALogWasTold imports with one reader, and again with the next.
func TestABetterReaderCorrectsWhatALogWasTold(t *testing.T) {
	const text = "a x one\nb two\nc same\n"
	log := commandtest.NewLog(t)
	importInto(t, log, false, file("f", text))
	want := &importing.ImportReport{Files: 1, Events: 1, LineReport: importing.LineReport{Lines: 3, AlreadyKnown: 2, Problems: importing.Problems{
		Corrected: []importing.CorrectedLine{{File: "f", Line: 1, IDs: []domain.EventID{better(commandtest.Said("a", "x one")).ID}}},
		Changed:   []importing.ChangedLine{}, Skipped: []importing.SkippedLines{}, Unreadable: []importing.UnreadableLine{}, LeftOut: []importing.LeftOutLines{}}},
		BySource: map[string]int{"agent": 1}}
	for _, dry := range []bool{true, false} {
		if diff := cmp.Diff(want, importInto(t, log, dry, betterFile(text))); diff != "" {
			t.Errorf("dry run %t (-want +got):\n%s", dry, diff)
		}
	}
	if want.Any() {
		t.Error("a corrected line counts as a problem")
	}
	if again := importInto(t, log, false, betterFile(text)); again.AlreadyKnown != 3 || again.Events != 0 {
		t.Errorf("imported again: %+v", again)
	}
	if older := importInto(t, log, false, file("f", text)); older.AlreadyKnown != 3 || older.Events != 0 {
		t.Errorf("imported again by the older reader: %+v", older)
	}
	fresh := commandtest.NewLog(t)
	if first := importInto(t, fresh, false, betterFile(text)); first.Imported != 3 || len(first.Corrected) != 0 {
		t.Errorf("imported into a new log: %+v", first)
	}
	if older := importInto(t, fresh, false, file("f", text)); older.Imported != 2 || older.AlreadyKnown != 1 {
		t.Errorf("imported by the older reader after the better one: %+v", older)
	}
}

// TestADraftThatDiffersByScrubMarksAloneIsKnown has the rules of the scrubber change between
// two imports, to find more and to find less.
func TestADraftThatDiffersByScrubMarksAloneIsKnown(t *testing.T) {
	const mark = `{"scrubbed":{"rule":"generic-token","bytes":6}}`
	for name, c := range map[string]struct {
		before, now string
		want        record.Fate
	}{
		"a rule finds more":        {"key hunter2", `key ` + strings.Replace(mark, "6", "7", 1), record.AlreadyKnown},
		"a rule finds less":        {"key " + mark + " end", "key 123456 end", record.AlreadyKnown},
		"another rule finds it":    {"key " + mark, "key " + strings.Replace(mark, "generic", "special", 1), record.AlreadyKnown},
		"more of a text was taken": {"key ab" + mark, "key " + strings.Replace(mark, "6", "8", 1), record.AlreadyKnown},
		"of another length":        {"key " + mark, "key 12345", record.Changed},
		"and of other words":       {"key " + mark, "kay 123456", record.Changed},
		"without a mark":           {"key 123456", "key 654321", record.Changed},
	} {
		t.Run(name, func(t *testing.T) {
			log := commandtest.NewLog(t)
			if _, err := log.Append(t.Context(), commandtest.Session.Stream(), eventlog.Any, []domain.Draft{trusted(commandtest.Said("a", c.before))}); err != nil {
				t.Fatal(err)
			}
			for _, again := range []domain.Draft{commandtest.Said("a", c.now), revised(commandtest.Said("a", c.now))} {
				results, err := record.NewRecorder(log, commandtest.Scrubber, domain.TrustMedium).Record(t.Context(), []domain.Draft{again})
				if err != nil {
					t.Fatal(err)
				}
				want := c.want
				if want == record.Changed && again.Edition > 0 {
					want = record.Corrected
				}
				if results[0].Fate != want {
					t.Errorf("edition %d: fate %d, want %d", again.Edition, results[0].Fate, want)
				}
			}
		})
	}
}

func trusted(d domain.Draft) domain.Draft {
	d.Source.Trust = domain.TrustMedium
	return d
}

func revised(d domain.Draft) domain.Draft {
	d.Replaces, d.Edition = d.ID, 2
	d.ID[15]++
	return d
}

// TestALineThatIsRefusedAdmitsNothing imports a file of which the log takes no line, and then
// what its lines are about from its producer.
func TestALineThatIsRefusedAdmitsNothing(t *testing.T) {
	from, into := commandtest.NewLog(t), commandtest.NewLog(t)
	importInto(t, from, false, file("f", "a one\n"))
	line := strings.Replace(string(commandtest.Lines(t, from)[1]), `"source":{`, `"seq":5,"source":{`, 1)
	if got := copyLines(t, into, [][]byte{[]byte(line)}); got.Imported != 0 || len(got.Unreadable) != 1 {
		t.Fatalf("the line is taken: %+v", got)
	}
	importInto(t, into, false, file("f", "a one\n"))
	if n, err := record.CountImported(t.Context(), into); n != 0 || err != nil {
		t.Errorf("%d events came by an import, %v; want none", n, err)
	}
}
