package importing_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/clawable/claw/commands/commandtest"
	importing "github.com/clawable/claw/commands/import"
	"github.com/clawable/claw/commands/record"
	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/eventlog"
	"github.com/clawable/claw/producers"
)

// slowLog is a log whose first appends wait.
type slowLog struct {
	eventlog.Log
	until <-chan struct{}
	calls int
}

// AppendBatches implements [eventlog.BatchAppender].
func (l *slowLog) AppendBatches(ctx context.Context, batches []eventlog.Batch) ([][]eventlog.Receipt, error) {
	if l.calls++; l.calls == 1 {
		<-l.until
	}
	return eventlog.AppendBatches(ctx, l.Log, batches)
}

// fillingLog is a log whose disk is full after so many appends.
type fillingLog struct {
	eventlog.Log
	room int
}

// AppendBatches implements [eventlog.BatchAppender].
func (l *fillingLog) AppendBatches(ctx context.Context, batches []eventlog.Batch) ([][]eventlog.Receipt, error) {
	if l.room--; l.room < 0 {
		return nil, eventlog.Fail(eventlog.ErrFull, &domain.Error{Kind: domain.ErrFilesystem, Operation: "append", Message: "the disk is full"})
	}
	return eventlog.AppendBatches(ctx, l.Log, batches)
}

// TestAnImportThatBreaksOffCountsWhatItRecorded fills the disk in the middle of a file of
// several loads, and imports the file again when there is room.
func TestAnImportThatBreaksOffCountsWhatItRecorded(t *testing.T) {
	var text strings.Builder
	const lines = 2000
	for i := range lines {
		fmt.Fprintf(&text, "k%d text\n", i)
	}
	log := commandtest.NewLog(t)
	report, err := importing.Import(record.NewRecorder(&fillingLog{log, 2}, commandtest.Scrubber, domain.TrustMedium), t.Context(), []importing.ImportFile{file("f", text.String())}, false, nil)
	if !errors.Is(err, eventlog.ErrFull) {
		t.Fatalf("%v, want a full disk", err)
	}
	held := len(commandtest.Events(t, log, eventlog.Query{Stream: commandtest.Session.Stream()}))
	if held == 0 || held == lines {
		t.Fatalf("the log holds %d of %d events", held, lines)
	}
	if report.Files != 1 || report.Imported != held || report.Lines != held || report.Events != held {
		t.Errorf("it holds %d events, and the report says %+v", held, report)
	}
	if again := importInto(t, log, false, file("f", text.String())); again.AlreadyKnown != held || again.Imported != lines-held {
		t.Errorf("again: %+v", again)
	}
}

// TestSmallFilesShareACommit has the log be slow until the last file is read: what was
// read meanwhile is appended together, and each file is accounted for.
func TestSmallFilesShareACommit(t *testing.T) {
	const n = 100
	read := make(chan struct{})
	var files []importing.ImportFile
	for i := range n {
		files = append(files, importing.Recording(fmt.Sprint(i), lineReader{}, func() (io.ReadCloser, error) {
			if i == n-1 {
				close(read)
			}
			return io.NopCloser(strings.NewReader(fmt.Sprintf("k%d text\nbad\n", i))), nil
		}))
	}
	log := &slowLog{Log: commandtest.NewLog(t), until: read}
	var told []int
	report, err := importing.Import(record.NewRecorder(log, commandtest.Scrubber, domain.TrustMedium), t.Context(), files, false,
		func(p importing.Progress) { told = append(told, p.Index) })
	if err != nil {
		t.Fatal(err)
	}
	if log.calls > 3 { // the first files, the rest, and the last one if it came a moment later
		t.Errorf("%d files were appended in %d calls", n, log.calls)
	}
	if report.Files != n || report.Imported != n || report.Count(importing.LineUnreadable) != n || report.Unreadable[n-1].File != fmt.Sprint(n-1) {
		t.Errorf("report %+v", report)
	}
	if !slices.IsSorted(told) || slices.Max(told) != n {
		t.Errorf("progress told of the files %v", told)
	}
}

// TestASourceThatAsksFindsWhatWasReadBeforeIt imports a file, and a source that looks at
// the log.
func TestASourceThatAsksFindsWhatWasReadBeforeIt(t *testing.T) {
	log := commandtest.NewLog(t)
	found := 0
	asks := importing.ImportFile{Name: "asks", Source: "agent", Asks: true, Records: func(context.Context) iter.Seq2[producers.Record, error] {
		found = len(commandtest.Events(t, log, eventlog.Query{Stream: commandtest.Session.Stream()}))
		return func(func(producers.Record, error) bool) {}
	}}
	importInto(t, log, false, file("a", "k1 one\nk2 two\n"), file("b", "k3 three\n"), asks)
	if found != 3 {
		t.Errorf("it found %d events, want 3", found)
	}
}

// sessionReader reads lines "session key text".
type sessionReader struct{ lineReader }

func (sessionReader) Read(ctx context.Context, in io.Reader) iter.Seq2[producers.Record, error] {
	return producers.Records(ctx, in, func(line producers.Line) producers.Record {
		words := strings.Fields(string(line.Text))
		d := commandtest.SaidIn(domain.MakeSessionID("agent", words[0]), words[1], words[2])
		if words[2] == "bad" {
			d.Emitter = ""
		}
		return producers.Record{Line: line.Number, Drafts: []domain.Draft{d}}
	})
}

// TestFilesTogetherGiveTheLogOfFilesOneByOne imports files whose lines are of several
// sessions, repeat and contradict each other, in one import and in one each.
func TestFilesTogetherGiveTheLogOfFilesOneByOne(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		line := rapid.Custom(func(t *rapid.T) string {
			return fmt.Sprintf("s%d k%d %s\n", rapid.IntRange(1, 3).Draw(t, "session"), rapid.IntRange(1, 6).Draw(t, "key"),
				rapid.SampledFrom([]string{"one", "one", "two", "bad"}).Draw(t, "text"))
		})
		var files []importing.ImportFile
		for i, lines := range rapid.SliceOfN(rapid.SliceOfN(line, 0, 8), 1, 6).Draw(t, "files") {
			files = append(files, importing.Recording(fmt.Sprint(i), sessionReader{}, func() (io.ReadCloser, error) {
				return io.NopCloser(strings.NewReader(strings.Join(lines, ""))), nil
			}))
		}
		together, apart := open(t), open(t)
		report := importAll(t, together, files)
		var imported, unreadable int
		for i := range files {
			one := importAll(t, apart, files[i:i+1])
			imported, unreadable = imported+one.Imported, unreadable+one.Count(importing.LineUnreadable)
		}
		if diff := cmp.Diff(inOrder(t, apart), inOrder(t, together)); diff != "" {
			t.Fatalf("-one by one +together\n%s", diff)
		}
		if report.Imported != imported || report.Count(importing.LineUnreadable) != unreadable || report.Files != len(files) {
			t.Fatalf("one by one %d lines imported and %d unreadable; together %+v", imported, unreadable, report)
		}
	})
}

func importAll(t *rapid.T, log eventlog.Log, files []importing.ImportFile) *importing.ImportReport {
	report, err := importing.Import(record.NewRecorder(log, commandtest.Scrubber, domain.TrustMedium), context.Background(), files, false, nil)
	if err != nil {
		t.Fatal(err)
	}
	return report
}

// inOrder are the events of a log but for the first, in order, without what is drawn anew.
func inOrder(t *rapid.T, log eventlog.Log) (all []string) {
	for e, err := range log.Read(context.Background(), eventlog.Query{}) {
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, fmt.Sprint(e.Position, e.Stream, e.Revision, e.ID, e.ConflictsWith, string(e.Data)))
	}
	return all[1:]
}
