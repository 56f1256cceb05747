package importing

import (
	"context"
	"fmt"
	"slices"

	"github.com/clawable/claw/commands/record"
	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/producers/scrub"
)

// importRun adds records to the report while their drafts are recorded.
type importRun struct {
	record     record.Func
	revise     *revision
	scrub      *scrub.Scrubber
	files      []ImportFile
	onProgress func(Progress)
	report     *ImportReport
	tally      *tally // of the file that is not at its end; nil between files
}

// together imports the files between two places: one goroutine reads while the other records.
func (run *importRun) together(ctx context.Context, from, to int) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	loads := make(chan load)
	go readFiles(ctx, run.files, from, to, loads)
	for {
		select {
		case <-ctx.Done():
			return ctx.Err() // a read that hangs is abandoned
		case l, more := <-loads:
			if !more {
				return ctx.Err()
			}
			if err := run.load(ctx, l); err != nil {
				return fmt.Errorf("import %s: %w", run.files[l.parts[0].file].Name, err)
			}
		}
	}
}

// load records the drafts of whole lines together and sets the fate of each line.
func (run *importRun) load(ctx context.Context, l load) error {
	drafts := make([][]domain.Draft, len(l.parts))
	for i, p := range l.parts {
		drafts[i] = make([]domain.Draft, 0, p.weight.drafts)
		for _, record := range p.records {
			drafts[i] = append(drafts[i], record.Drafts...)
		}
	}
	results, err := run.record(ctx, drafts)
	if err != nil {
		return err
	}
	for i := range l.parts {
		p := &l.parts[i]
		revised, err := run.revise.part(ctx, p, drafts[i], results[i])
		if err != nil {
			return err
		}
		run.count(p, results[i], revised)
	}
	return nil
}

// endFile adds what was recorded of a file to the report.
func (run *importRun) endFile() {
	if run.tally != nil {
		run.tally.addTo(run.report)
		run.tally = nil
	}
}

// count adds a part to the report. revised are the results of what was recorded beside the drafts of a record.
func (run *importRun) count(p *part, results []record.Result, revised [][]record.Result) {
	f := &run.files[p.file]
	if run.tally == nil {
		run.report.Files++
		run.report.BySource[f.Source]++
		run.tally = newTally(run.scrub, run.report.of(f.Name))
	}
	for i, record := range p.records {
		n := len(record.Drafts)
		run.tally.line(record, slices.Concat(results[:n], revised[i]))
		results = results[n:]
	}
	if p.err != nil {
		run.tally.broken(p.line, p.err)
	}
	run.onProgress(Progress{File: f.Name, Index: p.file + 1, Files: len(run.files), Lines: run.report.Lines + run.tally.lines})
	if p.ends {
		run.tally.silent(f)
		run.endFile()
	}
}
