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
	files, err := filepath.Glob(b.large + "*")
	if err != nil {
		return err
	}
	bytes := int64(0)
	for _, f := range files {
		info, err := os.Stat(f)
		if err != nil {
			return err
		}
		bytes += info.Size()
	}
	b.report.head("Room and export")
	b.report.most("bytes on disk ÷ exported lines", float64(bytes)/float64(lines), 1, ratio,
		mib(float64(bytes))+" for "+mib(float64(lines))+" of lines")
	b.report.tell("reading and writing the lines of the export", perS(perSecond(n, took)), mib(float64(lines)/took.Seconds())+"/s")
	return nil
}
