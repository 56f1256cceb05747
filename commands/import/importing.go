package importing

import (
	"context"
	"io"
	"iter"

	"github.com/clawable/claw/commands/record"
	"github.com/clawable/claw/producers"
)

// ImportFile is one source to import: a recording, or another source of records.
type ImportFile struct {
	Name   string // the name for the person
	Source string // the source of the facts, such as "claude-code"
	// Records yields the records of the lines. An error ends it: the source could not be read
	// further.
	Records func(context.Context) iter.Seq2[producers.Record, error]
	// Asks means that the records depend on what the log holds: all sources before this one are
	// recorded before it is read.
	Asks bool
	// Silent lists reasons for skipping lines that have no content by design. A recording without
	// any record is unreadable, unless all its lines have such reasons.
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

// Progress is the progress of an import.
type Progress struct {
	File  string
	Index int // of the file, from 1
	Files int
	Lines int // of all files so far
}

// ImportReport counts every line by its fate; the rest of a file that could not be read counts as
// one line.
type ImportReport struct {
	Files int `json:"files"`
	LineReport
	Events   int            `json:"events"` // appended, or that a dry run would append
	BySource map[string]int `json:"files_by_source"`
}

// Import reads files in order and records them; small files share a commit. onProgress, if not nil,
// is called at intervals. With dryRun the log is only read.
//
// The report is returned with an error too: it counts what was recorded before. What was being
// recorded when it ended is not counted, and a part of it may be in the log.
//
// Errors: those of the log; a file that cannot be read is reported and skipped.
func Import(r *record.Recorder, ctx context.Context, files []ImportFile, dryRun bool, onProgress func(Progress)) (*ImportReport, error) {
	how := record.Func(r.RecordEach)
	if dryRun {
		how = r.Foresight()
	}
	if onProgress == nil {
		onProgress = func(Progress) {}
	}
	run := &importRun{record: how, revise: newRevision(r.Log, how), scrub: r.Scrub, files: files, onProgress: onProgress,
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
