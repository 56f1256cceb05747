package main

import (
	"errors"
	"os"
	"path/filepath"

	"github.com/clawable/claw/domain/seal"
	"github.com/clawable/claw/eventlog"
	"github.com/clawable/claw/eventlog/engine"
)

// diskUsage is what a log takes on disk.
type diskUsage struct {
	events   float64
	log      float64 // bytes of its own files
	views    float64 // bytes of what was derived from it and is stored beside it
	exported float64 // bytes of the lines that its export has
}

// measureDisk measures the files of the large log, and of a larger one, against the lines that
// they export.
func measureDisk(b *bench) error {
	b.report.head("Room and export")
	usages := map[int]diskUsage{}
	for _, n := range b.sizes() {
		path, err := b.makeLog(n)
		if err != nil {
			return err
		}
		if usages[n], err = reportUsage(b, path, ", "+count(float64(n))+" events"); err != nil {
			return err
		}
	}
	if b.larger == 0 {
		return nil
	}
	before, after := usages[b.events], usages[b.larger]
	b.report.tell("bytes of the log for each event, "+b.grown(), ratio(after.log/after.events*before.events/before.log), "")
	if before.views > 0 && after.views > 0 {
		b.report.tell("bytes of the read models for each event, "+b.grown(), ratio(after.views/after.events*before.events/before.views), "")
	}
	return nil
}

// reportUsage reports the disk usage of one log; the figures' names end in of.
func reportUsage(b *bench, path, of string) (r diskUsage, err error) {
	if r, err = export(b, path, of); err != nil {
		return r, err
	}
	own, err := sizeOf(path, path+"-*")
	if err != nil {
		return r, err
	}
	derived, err := sizeOf(path + ".views*")
	if err != nil {
		return r, err
	}
	r.log, r.views = float64(own), float64(derived)
	b.report.most("bytes on disk ÷ exported lines"+of, r.log/r.exported, 1, ratio,
		mib(r.log)+" for "+mib(r.exported)+" of lines; "+count(r.log/r.events)+" bytes for each event")
	b.report.tell("read models beside the log"+of, mib(r.views),
		count(r.views/r.events)+" bytes for each event; of the verbs that were measured before; 0 in a run of this step alone")
	return r, nil
}

// export reads a log and discards its lines.
func export(b *bench, path, of string) (r diskUsage, err error) {
	log, err := engine.Open(b.ctx, logURL(path), engine.Options{ReadOnly: true})
	if err != nil {
		return r, err
	}
	defer func() { err = errors.Join(err, log.Close()) }()
	var line []byte
	took, err := timed(func() error {
		for e, err := range log.Read(b.ctx, eventlog.Query{}) {
			if err != nil {
				return err
			}
			line = seal.Line(&e, line[:0])
			r.exported += float64(len(line) + 1)
			r.events++
		}
		return nil
	})
	if err != nil {
		return r, err
	}
	b.report.tell("reading and writing the lines of the export"+of, perS(perSecond(int(r.events), took)), mib(r.exported/took.Seconds())+"/s")
	return r, nil
}

// sizeOf is how many bytes the files of the patterns have.
func sizeOf(patterns ...string) (bytes int64, err error) {
	for _, pattern := range patterns {
		files, err := filepath.Glob(pattern)
		if err != nil {
			return 0, err
		}
		for _, f := range files {
			info, err := os.Stat(f)
			if err != nil {
				return 0, err
			}
			bytes += info.Size()
		}
	}
	return bytes, nil
}
