package main

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"time"

	importing "github.com/clawable/claw/commands/import"
	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/eventlog"
	"github.com/clawable/claw/producers/claudecode"
	"github.com/clawable/claw/projections/store"
	"github.com/clawable/claw/projections/store/search"
	"github.com/clawable/claw/projections/store/selection"
)

// searched are words as rare and as common as a log of generated events has them.
var searched = [][2]string{{"a rare word", "777"}, {"two rare words", "777 test"}, {"a phrase", `"lane waits"`}, {"a word of nearly all messages", "worker"}}

// measureSearches measures the full text index: made from the large log, then asked.
func measureSearches(b *bench) (err error) {
	log, err := b.openLarge()
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, log.Close()) }()
	dir, err := os.MkdirTemp(b.dir, "search-")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
	path := filepath.Join(dir, "log.views")
	s := store.New(path, source{log}, store.Options{})
	defer func() { err = errors.Join(err, s.Close()) }()
	if _, err := s.CatchUp(b.ctx); err != nil {
		return err
	}
	ask := func(text string) error {
		_, err := search.Search(b.ctx, s, text, selection.Filter{}, selection.Page{Limit: 20}, func(domain.Position) {})
		return err
	}
	b.report.head("Search, with " + count(float64(b.events)) + " events in the log")
	took, err := timed(func() error { return ask(searched[0][1]) })
	if err != nil {
		return err
	}
	info, err := os.Stat(path + ".search")
	if err != nil {
		return err
	}
	b.report.tell("a first search that makes the index", perS(perSecond(b.events, took)), "the index has "+mib(float64(info.Size())))
	if err := tellIndexSize(b, info.Size()); err != nil {
		return err
	}
	for _, q := range searched {
		var times latencies
		for range b.pick(20, 2) {
			t, err := timed(func() error { return ask(q[1]) })
			if err != nil {
				return err
			}
			times = append(times, t)
		}
		b.report.tell(q[0]+", p50", ms(milliseconds(times.at(.5))), "the newest 20 and how many there are; p99 "+ms(milliseconds(times.at(.99))))
	}
	return measureIndexAlong(b)
}

// tellIndexSize weighs the index against the large log.
func tellIndexSize(b *bench, index int64) error {
	info, err := os.Stat(b.large)
	if err != nil {
		return err
	}
	b.report.most("index ÷ log", float64(index)/float64(info.Size()), .5, ratio, mib(float64(info.Size()))+" of log")
	return nil
}

// measureIndexAlong imports recordings with and without the index beside, in turns, and searches once after each.
func measureIndexAlong(b *bench) error {
	found, err := findRecordings(filepath.Join(b.repo, "fixtures"), claudecode.New())
	if err != nil {
		return err
	}
	files := inputsOf(claudecode.New(), inflate(found, b.pick(24<<20, 1<<18)))
	var ratios []float64
	var first latencies
	events := 0
	for range b.pick(rounds, 1) {
		var alone time.Duration
		var with indexedImport
		err := b.inNewLog(func(log eventlog.Log) (err error) { alone, err = b.importInto(log, files); return err })
		if err == nil {
			err = b.inNewLog(func(log eventlog.Log) (err error) { with, err = b.importIndexed(log, files); return err })
		}
		if err != nil {
			return err
		}
		events, first = with.events, append(first, with.search)
		ratios = append(ratios, alone.Seconds()/with.took.Seconds())
	}
	b.report.least("speed of an import that indexes ÷ of one that does not", median(ratios), .8, ratio, count(float64(events))+" events")
	b.report.most("the first search after it, p50", milliseconds(first.at(.5)), 300, ms, "of a read model that was brought to the head")
	return nil
}

// indexedImport is an import with the index of words beside, and the first search after it.
type indexedImport struct {
	took, search time.Duration
	events       int
}

func (b *bench) importIndexed(log eventlog.Log, files []importing.ImportFile) (r indexedImport, err error) {
	dir, err := os.MkdirTemp(b.dir, "search-")
	if err != nil {
		return r, err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
	s := store.New(filepath.Join(dir, "log.views"), source{log}, store.Options{})
	defer func() { err = errors.Join(err, s.Close()) }()
	r.took, err = timed(func() error {
		appended, indexed := make(chan struct{}), make(chan error, 1)
		go func() { indexed <- s.IndexAlong(b.ctx, awaited{source{log}}, appended) }()
		_, err := b.importInto(log, files)
		close(appended)
		return errors.Join(err, <-indexed)
	})
	if err != nil {
		return r, err
	}
	status, err := s.CatchUp(b.ctx)
	if err != nil {
		return r, err
	}
	r.events = int(status.Position)
	r.search, err = timed(func() error {
		_, err := search.Search(b.ctx, s, "test", selection.Filter{}, selection.Page{Limit: 20}, func(domain.Position) {})
		return err
	})
	return r, err
}

// awaited is a log for whose next events a reader waits. It implements [search.Growing].
type awaited struct{ source }

// Await implements [search.Growing].
func (l awaited) Await(ctx context.Context, after domain.Position) error {
	for _, err := range l.Follow(ctx, eventlog.Query{After: after, Limit: 1, EnvelopeOnly: true}) {
		return err
	}
	return nil
}
