package main

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"path/filepath"
	"time"

	importing "github.com/clawable/claw/commands/import"
	"github.com/clawable/claw/commands/record"
	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/eventlog"
	"github.com/clawable/claw/producers"
	"github.com/clawable/claw/producers/claudecode"
	"github.com/clawable/claw/producers/codex"
	"github.com/clawable/claw/producers/scrub"
)

// measureImports measures the import of each agent's recordings, those of the fixtures
// and, where it is, those of the shared data, copied under new ids until they are long.
func measureImports(b *bench) error {
	b.report.head("Import of recorded sessions")
	for _, reader := range []producers.Reader{claudecode.New(), codex.New()} {
		for _, place := range []struct{ name, dir string }{{"fixtures", "fixtures"}, {"the shared data", filepath.Join("..", "shared", "data", "public")}} {
			found, err := findRecordings(filepath.Join(b.repo, place.dir), reader)
			if err != nil {
				return err
			}
			if len(found) == 0 {
				continue
			}
			if err := importAll(b, reader, place.name, inflate(found, b.pick(24<<20, 1<<18))); err != nil {
				return fmt.Errorf("%s of %s: %w", reader.Source(), place.name, err)
			}
		}
	}
	return measureOthers(b)
}

func importAll(b *bench, reader producers.Reader, place string, files [][]byte) error {
	size := 0
	for _, text := range files {
		size += len(text)
	}
	inputs := inputsOf(reader, files)
	events := 0
	read, err := timed(func() (err error) { events, err = readOnly(b.ctx, reader, files); return err })
	if err != nil {
		return err
	}
	scrubbed, err := b.importInto(discard{}, inputs)
	if err != nil {
		return err
	}
	var whole time.Duration
	err = b.inNewLog(func(log eventlog.Log) (err error) { whole, err = b.importInto(log, inputs); return err })
	if err != nil {
		return err
	}
	b.tellImport(reader.Source()+", "+place, len(files), size, events, read, scrubbed, whole)
	return nil
}

// inputsOf are recordings as an import takes them.
func inputsOf(reader producers.Reader, files [][]byte) []importing.ImportFile {
	inputs := make([]importing.ImportFile, len(files))
	for i, text := range files {
		inputs[i] = importing.Recording(fmt.Sprint(i), reader, func() (io.ReadCloser, error) { return io.NopCloser(bytes.NewReader(text)), nil })
	}
	return inputs
}

// tellImport reports an import of files of so many bytes.
func (b *bench) tellImport(figure string, files, size, events int, read, scrubbed, whole time.Duration) {
	mb := func(d time.Duration) string { return ratio(float64(size)/1e6/d.Seconds()) + " MB/s" }
	b.report.tell(figure, mb(whole), fmt.Sprintf("%s files, %s MB, %s events (%s); read alone %s, read and scrubbed %s",
		count(float64(files)), ratio(float64(size)/1e6), count(float64(events)), perS(perSecond(events, whole)), mb(read), mb(scrubbed)))
}

// readOnly makes drafts of all files and counts them.
func readOnly(ctx context.Context, reader producers.Reader, files [][]byte) (drafts int, err error) {
	for _, text := range files {
		for record, err := range reader.Read(ctx, bytes.NewReader(text)) {
			if err != nil {
				return drafts, err
			}
			drafts += len(record.Drafts)
		}
	}
	return drafts, nil
}

func (b *bench) importInto(log eventlog.Log, files []importing.ImportFile) (time.Duration, error) {
	took, r, err := b.importOnce(log, files)
	if err == nil && len(r.Changed) > 0 {
		err = fmt.Errorf("%d lines count as changed: the copies are not sessions of their own", len(r.Changed))
	}
	return took, err
}

func (b *bench) importOnce(log eventlog.Log, files []importing.ImportFile) (took time.Duration, r *importing.ImportReport, err error) {
	took, err = timed(func() (err error) {
		r, err = importing.Import(record.NewRecorder(log, scrub.New(), domain.TrustMedium), b.ctx, files, false, nil)
		return err
	})
	return took, r, err
}

// discard is a log that keeps nothing.
type discard struct{ eventlog.Log }

// Append implements [eventlog.Log] as far as an import asks.
func (discard) Append(_ context.Context, _ domain.StreamID, _ eventlog.Expect, drafts []domain.Draft) ([]eventlog.Receipt, error) {
	return make([]eventlog.Receipt, len(drafts)), nil
}

// Get implements [eventlog.Log]: there is no event that a draft could correct.
func (discard) Get(context.Context, domain.EventID) (domain.Event, error) {
	return domain.Event{}, eventlog.ErrNotFound
}
