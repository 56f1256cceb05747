package main

import (
	"errors"
	"os"
	"path/filepath"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/eventlog"
)

// disk measures the large log's file against the lines that it exports.
func (b *bench) disk() (err error) {
	log, err := b.openLarge()
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, log.Close()) }()
	lines, n := 0, 0
	var line []byte
	measureLine := func(e *domain.Event) error {
		line = e.Line(line[:0])
		lines += len(line) + 1
		n++
		return nil
	}
	took, err := timed(func() error { return b.replay(log, eventlog.Query{}, measureLine) })
	if err != nil {
		return err
	}
	own, err := sizeOf(b.large, b.large+"-*")
	if err != nil {
		return err
	}
	derived, err := sizeOf(b.large + ".views*")
	if err != nil {
		return err
	}
	b.report.head("Room and export")
	b.report.most("bytes on disk ÷ exported lines", float64(own)/float64(lines), 1, ratio,
		mib(float64(own))+" for "+mib(float64(lines))+" of lines")
	b.report.tell("read models beside the log", mib(float64(derived)), "of the verbs that were measured before; 0 in a run of this step alone")
	b.report.tell("reading and writing the lines of the export", perS(perSecond(n, took)), mib(float64(lines)/took.Seconds())+"/s")
	return nil
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
