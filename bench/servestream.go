package main

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"math"
	"strconv"
	"sync"
	"time"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/eventlog"
)

const (
	streamReaders = 200
	streamRate    = 1000 // events a second
	appenders     = 8
)

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
	readers, err := s.readStream(b, head.Position.Number(), n)
	if err != nil {
		return err
	}
	defer readers.close()
	before, err := s.standing(b)
	if err != nil {
		return err
	}
	own, _ := usage()
	due, late, err := appendSteadily(b, log, head.Position.Number(), n)
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
	seen := readers.latencies(due)
	b.report.head(fmt.Sprintf("From an append to its frame at %d readers of a stream, %s events/s of 512 bytes for %d s", streamReaders, count(streamRate), n/streamRate))
	b.report.most("append → frame, p99", seen.quantile(.99), 25, ms, fmt.Sprintf("p50 %s, longest %s; of %s frames; an append was late by %s at p99", ms(seen.quantile(.5)), ms(seen.quantile(1)), count(float64(n*streamReaders)), ms(milliseconds(late.at(.99)))))
	frames := n * streamReaders
	b.report.tell("CPU of a frame", micros(1000*(now.cpu-before.cpu), frames)+" ÷ 1,000", fmt.Sprintf("in the generator, with its appends, %s ÷ 1,000", micros(1000*(after-own), frames)))
	b.report.most("resident memory of the server, after ÷ at a quarter of it", now.rss/readers.quarter.rss, 1.25, ratio, mib(now.rss)+" after, "+mib(readers.quarter.rss)+" at a quarter, "+mib(before.rss)+" before")
	return nil
}

// appendSteadily appends n events at their times, and returns the time at which the event of each position
// was to be appended, and how late it was.
func appendSteadily(b *bench, log eventlog.Log, after uint64, n int) (due []time.Time, late latencies, err error) {
	drafts := messages(appenders, n/appenders, fmt.Sprint("stream ", time.Now().UnixNano()))
	due, waited := make([]time.Time, n), make([]latencies, appenders)
	begun := time.Now()
	err = concurrently(appenders, n/appenders, func(w, i int) error {
		at := begun.Add(time.Duration(i*appenders+w) * time.Second / streamRate)
		time.Sleep(time.Until(at))
		waited[w] = append(waited[w], time.Since(at))
		receipts, err := log.Append(b.ctx, drafts[w][i].Stream, eventlog.Any, []domain.Draft{drafts[w][i]})
		if err != nil {
			return err
		}
		due[receipts[0].Position.Number()-after-1] = at
		return nil
	})
	for _, l := range waited {
		late = append(late, l...)
	}
	return due, late, err
}

// streamed are the readers of a stream, with when each frame reached each.
type streamed struct {
	ended   sync.WaitGroup
	bodies  []io.Closer
	arrived [][]time.Time // by reader, and by position after the first
	failed  []error
	quarter standing // when a quarter was read
}

// readStream opens the readers, which read n events after a position.
func (s *server) readStream(b *bench, after uint64, n int) (*streamed, error) {
	r := &streamed{arrived: make([][]time.Time, streamReaders), failed: make([]error, streamReaders)}
	for i := range streamReaders {
		answer, err := s.open(b, "/v1/stream/events?last_event_id="+strconv.FormatUint(after, 10))
		if err != nil {
			r.close()
			return nil, err
		}
		r.bodies = append(r.bodies, answer.Body)
		r.arrived[i] = make([]time.Time, n)
		r.ended.Go(func() {
			r.failed[i] = r.read(answer.Body, i, after, func() error {
				if i > 0 {
					return nil
				}
				var err error
				r.quarter, err = s.standing(b)
				return err
			})
		})
	}
	return r, nil
}

// read reads frames until each event was there; quarter is called when a quarter of them was.
func (r *streamed) read(body io.Reader, i int, after uint64, quarter func() error) error {
	lines := bufio.NewReaderSize(body, 64<<10)
	for seen := 0; seen < len(r.arrived[i]); {
		line, err := lines.ReadSlice('\n')
		if err != nil {
			return err
		}
		id, is := bytes.CutPrefix(line, []byte("id: "))
		if !is {
			continue
		}
		number, err := strconv.ParseUint(string(bytes.TrimSpace(id)), 10, 64)
		if err != nil {
			return err
		}
		if number <= after || !r.arrived[i][number-after-1].IsZero() { // the opening, or a heartbeat
			continue
		}
		r.arrived[i][number-after-1] = time.Now()
		if seen++; seen == len(r.arrived[i])/4 {
			if err := quarter(); err != nil {
				return err
			}
		}
	}
	return nil
}

func (r *streamed) wait() error {
	r.ended.Wait()
	return errors.Join(r.failed...)
}

func (r *streamed) close() {
	for _, body := range r.bodies {
		_ = body.Close() // it only read
	}
	r.ended.Wait()
}

// latencies are the times from when events were due to when they arrived, of all readers.
func (r *streamed) latencies(due []time.Time) histogram {
	h := histogram{}
	for _, of := range r.arrived {
		for i, at := range of {
			h.add(milliseconds(at.Sub(due[i])))
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
