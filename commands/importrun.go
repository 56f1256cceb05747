package commands

import (
	"context"
	"fmt"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/producers"
	"github.com/clawable/claw/producers/scrub"
)

// One append takes at most so many drafts and so much data, so that an import
// shares the cost of a commit without holding up other writers.
const (
	batchDrafts = 512
	batchBytes  = 1 << 20
	batchLines  = 4096 // that say little or nothing
)

// importRun folds records into the report while their drafts are recorded.
type importRun struct {
	record recordFunc
	scrub  *scrub.Scrubber
	report *ImportReport
}

// batch is some records of one file, whole lines only.
type batch struct {
	records []producers.Record
	drafts  int
	bytes   int
	err     error // the file could not be read further
	line    int   // where, 0 when it could not be read at all
}

// file imports one file: one goroutine reads while the other records.
func (run *importRun) file(ctx context.Context, f ImportFile, tell func(lines int)) error {
	run.report.Files++
	run.report.BySource[f.Source]++
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	batches := make(chan batch, 2)
	go readBatches(ctx, f, batches)
	tally := newTally(run.scrub, run.report.of(f.Name))
	for {
		select {
		case <-ctx.Done():
			return ctx.Err() // a read that hangs is left to itself
		case b, more := <-batches:
			if !more {
				tally.addTo(run.report)
				return ctx.Err()
			}
			if err := run.batch(ctx, b, tally); err != nil {
				return fmt.Errorf("import %s: %w", f.Name, err)
			}
			tell(tally.lines)
		}
	}
}

// readBatches reads a file into batches and closes out.
func readBatches(ctx context.Context, f ImportFile, out chan<- batch) {
	defer close(out)
	send := func(b batch) bool {
		select {
		case out <- b:
			return true
		case <-ctx.Done():
			return false
		}
	}
	var b batch
	for record, err := range f.Records(ctx) {
		if err != nil {
			b.err, b.line = err, record.Line
			break
		}
		b.add(record)
		if b.full() {
			if !send(b) {
				return
			}
			b = batch{}
		}
	}
	send(b)
}

func (b *batch) full() bool {
	return b.drafts >= batchDrafts || b.bytes >= batchBytes || len(b.records) >= batchLines
}

func (b *batch) add(record producers.Record) {
	b.records = append(b.records, record)
	b.drafts += len(record.Drafts)
	for i := range record.Drafts {
		b.bytes += len(record.Drafts[i].Data)
	}
}

// batch records the drafts of whole lines together and gives each line its fate.
func (run *importRun) batch(ctx context.Context, b batch, tally *tally) error {
	drafts := make([]domain.Draft, 0, b.drafts)
	for _, record := range b.records {
		drafts = append(drafts, record.Drafts...)
	}
	results, err := run.record(ctx, drafts)
	if err != nil {
		return err
	}
	for _, record := range b.records {
		n := len(record.Drafts)
		tally.line(record, results[:n])
		results = results[n:]
	}
	if b.err != nil {
		tally.broken(b.line, b.err)
	}
	return nil
}
