package importing

import (
	"context"
	"io"
	"iter"

	"github.com/clawable/claw/commands/record"
	"github.com/clawable/claw/producers"
)

// ImportFile is one source to import: a recording, or what else has lines to tell.
type ImportFile struct {
	Name   string // as the person knows it
	Source string // of whose facts they are, such as "claude-code"
	// Records yields what the lines tell. An error ends it: the source could not be read further.
	Records func(context.Context) iter.Seq2[producers.Record, error]
	// Asks says that what it tells depends on what the log holds: all before it is
	// recorded when it is read.
	Asks bool
	// Silent lists reasons for which lines are skipped that say nothing by themselves. A
	// recording of which no line says anything is unreadable, unless all have such reasons.
	Silent []string
}

// Recording is the file of an agent that reader reads.
func Recording(name string, reader producers.Reader, open func() (io.ReadCloser, error)) ImportFile {
	return ImportFile{Name: name, Source: reader.Source(), Records: func(ctx context.Context) iter.Seq2[producers.Record, error] {
		return func(yield func(producers.Record, error) bool) {
			in, err := open()
			if err != nil {
				yield(producers.Record{}, err)
				return
			}
			defer in.Close()
			reader.Read(ctx, in)(yield)
		}
	}}
}

// Progress says how far an import is.
type Progress struct {
	File  string
	Index int // of the file, from 1
	Files int
	Lines int // of all files so far
}

// ImportReport counts what became of every line; what could not be read of a file that
// broke off counts as one line.
type ImportReport struct {
	Files int `json:"files"`
	LineReport
	Events   int            `json:"events"` // appended, or that a dry run would append
	BySource map[string]int `json:"files_by_source"`
}

// Import reads files in order and records what their lines say; small files share the
// cost of a commit. onProgress, if not nil, is called now and then. With dryRun the log
// is only looked at.
//
// The report is there beside an error too: it counts what was recorded before. What was
// being recorded when it broke off is not counted, and a part of it may be in the log.
//
// Errors: those of the log; a file that cannot be read is reported and passed over.
func Import(r *record.Recorder, ctx context.Context, files []ImportFile, dryRun bool, onProgress func(Progress)) (*ImportReport, error) {
	record := record.Func(r.RecordEach)
	if dryRun {
		record = r.Foresight()
	}
	if onProgress == nil {
		onProgress = func(Progress) {}
	}
	run := &importRun{record: record, scrub: r.Scrub, files: files, onProgress: onProgress,
		report: &ImportReport{LineReport: LineReport{Problems: noProblems()}, BySource: map[string]int{}}}
	for from := 0; from < len(files); {
		to := from + 1
		for to < len(files) && !files[to].Asks {
			to++
		}
		if err := run.together(ctx, from, to); err != nil {
			run.endFile()
			return run.report, err
		}
		from = to
	}
	return run.report, nil
}
