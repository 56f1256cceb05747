package main

import (
	"errors"
	"os"
	"path/filepath"

	"github.com/clawable/claw/domain"
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
	b.report.tell("the first search, which makes the index", perS(perSecond(b.events, took)), "the index has "+mib(float64(info.Size())))
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
	return nil
}
