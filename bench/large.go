package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"github.com/clawable/claw/bench/gen"
	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/eventlog"
	"github.com/clawable/claw/eventlog/engine"
)

// seed makes the events of every large log the same.
const seed = 1

// openLarge opens the large log, which the first call makes; a kept folder has it already.
func (b *bench) openLarge() (eventlog.Log, error) {
	path, err := b.makeLog(b.events)
	if err != nil {
		return nil, err
	}
	b.large = path
	return engine.Open(b.ctx, engine.SQLite+":"+path, engine.Options{})
}

// makeLog makes a log of n events unless it exists, and returns its file.
func (b *bench) makeLog(n int) (path string, err error) {
	path = filepath.Join(b.dir, fmt.Sprintf("events-%d.claw", n))
	if _, err := os.Stat(path); err == nil {
		return path, nil
	}
	unfinished := path + ".new"
	took, err := timed(func() error { return b.fill(unfinished, n) })
	if err != nil {
		return "", errors.Join(err, removeLog(unfinished))
	}
	fmt.Fprintf(os.Stderr, "  a log of %d events: %s in batches\n", n, perS(perSecond(n, took)))
	for _, end := range []string{"", "-tick", "-lock"} {
		if err := os.Rename(unfinished+end, path+end); err != nil {
			return "", err
		}
	}
	return path, nil
}

// fill appends in batches, one stream each, several at once.
func (b *bench) fill(path string, n int) (err error) {
	log, err := engine.Open(b.ctx, engine.SQLite+":"+path, engine.Options{Create: true, Name: "bench"})
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, log.Close()) }()
	const batch = 1000
	pending := make([]domain.Draft, 0, batch)
	flush := func() error {
		streams := byStream(pending)
		pending = pending[:0]
		return concurrently(len(streams), 1, func(w, _ int) error {
			_, err := log.Append(b.ctx, streams[w][0].Stream, eventlog.Any, streams[w])
			return err
		})
	}
	for d := range gen.Events(n-1, seed) { // log.opened is the first
		if pending = append(pending, d); len(pending) == batch {
			if err := flush(); err != nil {
				return err
			}
		}
	}
	return flush()
}

func byStream(drafts []domain.Draft) [][]domain.Draft {
	var groups [][]domain.Draft
	at := map[domain.StreamID]int{}
	for _, d := range drafts {
		g, ok := at[d.Stream]
		if !ok {
			g = len(groups)
			at[d.Stream] = g
			groups = append(groups, nil)
		}
		groups[g] = append(groups[g], d)
	}
	return groups
}

// removeLog removes a log's files.
func removeLog(path string) error {
	files, err := filepath.Glob(path + "*")
	for _, f := range files {
		err = errors.Join(err, os.Remove(f))
	}
	return err
}
