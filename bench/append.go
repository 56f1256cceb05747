package main

import (
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/eventlog"
	"github.com/clawable/claw/eventlog/engine"
)

// rounds is how many paired rounds a ratio is the median of.
const rounds = 5

// measureAppends measures durable single appends by some writers against the bare file.
func measureAppends(b *bench) error {
	b.report.head("Durable append, 512 bytes of data, × a bare file with group commit and fdatasync")
	for _, c := range []struct {
		what          string
		writers, each int
		target        float64
	}{{"1 writer", 1, 400, 0.6}, {"8 writers", 8, 375, 0.45}, {"64 writers", 64, 190, 0.22}} {
		r, err := pairedAppends(b, c.writers, b.pick(c.each, 4))
		if err != nil {
			return err
		}
		b.report.least(c.what, median(r.ratios), c.target, ratio, fmt.Sprintf(
			"%s; the bare file %s; p50 %.2f ms, p99 %.2f ms", perS(median(r.rates)), perS(median(r.bare)),
			milliseconds(r.took.at(.5)), milliseconds(r.took.at(.99))))
	}
	return nil
}

type appendRun struct {
	ratios, rates, bare []float64
	took                latencies
}

// pairedAppends runs each round of the log between two of the bare file.
func pairedAppends(b *bench, writers, each int) (r appendRun, err error) {
	path := filepath.Join(b.dir, fmt.Sprintf("append-%d-%d.claw", writers, time.Now().UnixNano()))
	log, err := engine.Open(b.ctx, engine.SQLite+":"+path, engine.Options{Create: true, Name: "append"})
	if err != nil {
		return r, err
	}
	defer func() { err = errors.Join(err, errors.Join(log.Close(), removeLog(path))) }()
	bare, err := newBareFile(b.dir)
	if err != nil {
		return r, err
	}
	defer func() { err = errors.Join(err, bare.close()) }()
	n := writers * each
	for round := range rounds {
		drafts := messages(writers, each, fmt.Sprint("round ", round))
		onBare := func() error { return concurrently(writers, each, func(_, _ int) error { return bare.append() }) }
		before, err := timed(onBare)
		if err != nil {
			return r, err
		}
		during, took, err := appendAll(b, log, drafts)
		if err != nil {
			return r, err
		}
		after, err := timed(onBare)
		if err != nil {
			return r, err
		}
		r.took = append(r.took, took...)
		r.rates = append(r.rates, perSecond(n, during))
		r.bare = append(r.bare, perSecond(2*n, before+after))
		r.ratios = append(r.ratios, float64(before+after)/2/float64(during))
	}
	return r, nil
}

// appendAll appends the drafts of each writer, one after the other, and returns how long all took and each.
func appendAll(b *bench, log eventlog.Log, drafts [][]domain.Draft) (all time.Duration, each latencies, err error) {
	took := make([]latencies, len(drafts))
	all, err = timed(func() error {
		return concurrently(len(drafts), len(drafts[0]), func(w, i int) error {
			d := drafts[w][i : i+1]
			t, err := timed(func() error {
				_, err := log.Append(b.ctx, d[0].Stream, eventlog.Any, d)
				return err
			})
			took[w] = append(took[w], t)
			return err
		})
	})
	return all, slices.Concat(took...), err
}

// concurrently runs f for each writer, one call after the other, and returns the first error.
func concurrently(writers, each int, f func(w, i int) error) error {
	var all sync.WaitGroup
	failed := make([]error, writers)
	for w := range writers {
		all.Go(func() {
			for i := 0; i < each && failed[w] == nil; i++ {
				failed[w] = f(w, i)
			}
		})
	}
	all.Wait()
	for _, err := range failed {
		if err != nil {
			return err
		}
	}
	return nil
}

// messages makes drafts with 512 bytes of data, for each writer in a stream of its
// own; another tag gives other ids. As with live events, ids are of the moment: with
// ids of one time the index of ids would be written at random.
func messages(writers, each int, tag string) [][]domain.Draft {
	all := make([][]domain.Draft, writers)
	start := time.Now().UTC().Truncate(time.Millisecond)
	for w := range all {
		session := domain.MakeSessionID("bench", fmt.Sprintf("writer-%d", w))
		for i := range each {
			at := start.Add(time.Duration(i) * time.Millisecond)
			id := domain.EventID(domain.Derive(at, "append", fmt.Sprint(tag, " ", w, " ", i)))
			all[w] = append(all[w], domain.Draft{ID: id, Kind: domain.KindMessageRecorded, Version: 1, Stream: session.Stream(),
				Emitter: "hook", Epoch: session.Epoch(), Correlation: session.Correlation(), ObservedAt: domain.At(at),
				Seq: uint64(i + 1), SeqKind: domain.SeqCount, Subject: domain.Subject{Session: domain.Known(session)},
				Source: domain.Source{Kind: domain.SourceLive, Channel: "hook"}, Data: []byte(message512)})
		}
	}
	return all
}

// message512 is the payload of a message, 512 bytes.
var message512 = func() string {
	const begin, end, size = `{"role":"assistant","text":"`, `"}`, 512
	words := strings.Repeat("the lane waits for its worker and nobody saw why; ", 12)
	return begin + words[:size-len(begin)-len(end)] + end
}()
