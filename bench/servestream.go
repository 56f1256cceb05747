package main

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"strconv"
	"sync"
	"sync/atomic"
	"time"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/eventlog"
)

const (
	streamReaders = 200
	streamRate    = 1000 // events a second
	// appenders is how many append at once. Each waits for its own fsync, so that few could not append at this
	// rate while an fsync takes longer than usual, and would measure how far behind they are.
	appenders = 50
)

// measureStreams measures the streams of a server of the large log.
func measureStreams(b *bench) error {
	return serving(b, func(s *server) error { return measureStream(b, s) })
}

// measureStream appends at a steady rate, and measures from when an event was to be appended to its frame
// at each of many readers of the stream of events.
func measureStream(b *bench, s *server) (err error) {
	log, err := b.openLarge()
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, log.Close()) }()
	n := streamRate * b.pick(60, 1) / b.pick(1, 5)
	head, err := log.Head(b.ctx)
	if err != nil {
		return err
	}
	ctx, cancel := context.WithCancel(b.ctx)
	defer cancel()
	readers, err := s.readStream(ctx, b, head.Position.Number(), n)
	if err != nil {
		return err
	}
	before, err := s.standing(b)
	if err != nil {
		return err
	}
	own, _ := usage()
	appended, err := appendSteadily(b, log, head.Position.Number(), n)
	if err != nil {
		return err
	}
	if err := readers.wait(); err != nil {
		return err
	}
	after, _ := usage()
	now, err := s.standing(b)
	if err != nil {
		return err
	}
	seen, durable := readers.latencies(appended.due), readers.latencies(appended.done)
	b.report.head(fmt.Sprintf("From an append to its frame at %d readers of a stream, %s events/s of 512 bytes for %d s", streamReaders, count(streamRate), n/streamRate))
	b.report.most("append → frame, p99", seen.quantile(.99), 25, ms, fmt.Sprintf("p50 %s, longest %s; of %s frames; an append was late by %s at p99", ms(seen.quantile(.5)), ms(seen.quantile(1)), count(float64(n*streamReaders)), ms(milliseconds(appended.late.at(.99)))))
	b.report.tell("an append that returned → frame, p99", ms(durable.quantile(.99)), fmt.Sprintf("p50 %s, longest %s; without the append and its fsync", ms(durable.quantile(.5)), ms(durable.quantile(1))))
	frames := n * streamReaders
	b.report.tell("CPU of a frame", micros(now.cpu-before.cpu, frames), fmt.Sprintf("in the generator, with its appends, %s; %d readers were cut off as too slow, and went on", micros(after-own, frames), readers.cutOff.Load()))
	b.report.most("resident memory of the server, after ÷ at a quarter of it", now.rss/readers.quarter.rss, 1.25, ratio, mib(now.rss)+" after, "+mib(readers.quarter.rss)+" at a quarter, "+mib(before.rss)+" before")
	return nil
}

// steadily is the result of appends at set times, by position after the first.
type steadily struct {
	due, done []time.Time
	late      latencies // from when an append was due to when it began
}

// appendSteadily appends n events at their times.
func appendSteadily(b *bench, log eventlog.Log, after uint64, n int) (s steadily, err error) {
	drafts := messages(appenders, n/appenders, fmt.Sprint("stream ", time.Now().UnixNano()))
	s.due, s.done = make([]time.Time, n), make([]time.Time, n)
	waited := make([]latencies, appenders)
	begun := time.Now()
	err = concurrently(appenders, n/appenders, func(w, i int) error {
		at := begun.Add(time.Duration(i*appenders+w) * time.Second / streamRate)
		time.Sleep(time.Until(at))
		waited[w] = append(waited[w], time.Since(at))
		receipts, err := log.Append(b.ctx, drafts[w][i].Stream, eventlog.Any, []domain.Draft{drafts[w][i]})
		if err != nil {
			return err
		}
		of := receipts[0].Position.Number() - after - 1
		s.due[of], s.done[of] = at, time.Now()
		return nil
	})
	for _, l := range waited {
		s.late = append(s.late, l...)
	}
	return s, err
}

// streamed are the readers of a stream, with when each frame reached each.
type streamed struct {
	server  *server
	after   uint64
	ended   sync.WaitGroup
	arrived [][]time.Time // by reader, and by position after the first
	failed  []error
	cutOff  atomic.Int64 // readers that were too slow, and connected again
	quarter standing     // when a quarter was read
}

// readStream opens the readers, which read n events after a position, until ctx ends.
func (s *server) readStream(ctx context.Context, b *bench, after uint64, n int) (*streamed, error) {
	r := &streamed{server: s, after: after, arrived: make([][]time.Time, streamReaders), failed: make([]error, streamReaders)}
	for i := range streamReaders {
		body, err := r.open(ctx, 0)
		if err != nil {
			return nil, err
		}
		r.arrived[i] = make([]time.Time, n)
		r.ended.Go(func() { r.failed[i] = r.all(ctx, b, body, i) })
	}
	return r, nil
}

// open opens the stream after some of the events.
func (r *streamed) open(ctx context.Context, seen int) (io.ReadCloser, error) {
	answer, err := r.server.open(ctx, "/v1/stream/events?last_event_id="+strconv.FormatUint(r.after+uint64(seen), 10))
	if err != nil {
		return nil, err
	}
	return answer.Body, nil
}

// all reads each event, over as many connections as it takes.
func (r *streamed) all(ctx context.Context, b *bench, body io.ReadCloser, i int) error {
	for seen := 0; ; r.cutOff.Add(1) {
		var err error
		seen, err = r.read(b, body, i, seen)
		err = errors.Join(err, body.Close())
		if err == nil || ctx.Err() != nil || !errors.Is(err, io.EOF) && !errors.Is(err, io.ErrUnexpectedEOF) {
			return err
		}
		if body, err = r.open(ctx, seen); err != nil {
			return err
		}
	}
}

// read reads frames until each event was there, or the stream ends; it returns how many were. The clock
// is read once for what arrives at once.
func (r *streamed) read(b *bench, body io.Reader, i, seen int) (int, error) {
	lines := bufio.NewReaderSize(body, 64<<10)
	var now time.Time
	for seen < len(r.arrived[i]) {
		waits := lines.Buffered() == 0
		line, err := lines.ReadSlice('\n')
		if err != nil {
			return seen, err
		}
		if waits {
			now = time.Now()
		}
		id, is := bytes.CutPrefix(line, []byte("id: "))
		if !is {
			continue
		}
		number, err := strconv.ParseUint(string(bytes.TrimSpace(id)), 10, 64)
		if err != nil {
			return seen, err
		}
		if number != r.after+uint64(seen)+1 { // the opening, or a heartbeat
			continue
		}
		r.arrived[i][seen] = now
		if seen++; i == 0 && seen == len(r.arrived[i])/4 {
			if r.quarter, err = r.server.standing(b); err != nil {
				return seen, err
			}
		}
	}
	return seen, nil
}

func (r *streamed) wait() error {
	r.ended.Wait()
	return errors.Join(r.failed...)
}

// latencies are the times from a time of each event to when it arrived, of all readers: 0 where it was there
// before.
func (r *streamed) latencies(from []time.Time) histogram {
	h := histogram{}
	for _, of := range r.arrived {
		for i, at := range of {
			h.add(max(0, milliseconds(at.Sub(from[i]))))
		}
	}
	return h
}

// histogram counts milliseconds, in tenths of one.
type histogram map[int]int

func (h histogram) add(v float64) { h[int(math.Ceil(v*10))]++ }

// quantile is the least value, in milliseconds, that a share of what was counted does not exceed.
func (h histogram) quantile(share float64) float64 {
	total, most := 0, 0
	for tenths, n := range h {
		total, most = total+n, max(most, tenths)
	}
	for tenths, below := 0, 0; tenths <= most; tenths++ {
		if below += h[tenths]; float64(below) >= share*float64(total) {
			return float64(tenths) / 10
		}
	}
	return float64(most) / 10
}
