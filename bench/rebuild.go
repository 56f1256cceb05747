package main

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"maps"
	"os"
	"path/filepath"
	"time"

	"github.com/go-json-experiment/json"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/eventlog"
	"github.com/clawable/claw/eventlog/engine"
	"github.com/clawable/claw/projections"
	"github.com/clawable/claw/projections/archive"
	"github.com/clawable/claw/projections/store"
	"github.com/clawable/claw/projections/store/origin"
)

// rebuilt is what a process that rebuilt from a log reports.
type rebuilt struct {
	Nanoseconds int64
	CPU         int64 // nanoseconds; 0 where that is not known
	Resident    int64 // bytes, at most
	Bytes       int64 // of the read model
}

// way is one way to rebuild, with the events a second that it should reach.
type way struct {
	what, role string
	target     float64
}

var ways = []way{{"folds alone", "-role-folds", 250_000}, {"with read models", "-role-views", 100_000}}

const (
	mostResident = 1 << 30 // of a rebuild, in bytes
	leastLarger  = 0.70    // the rate of a larger log by that of the large one
)

// measureRebuilds measures folding a whole log, in a separate process, without and with
// read models.
func measureRebuilds(b *bench) error {
	b.report.head("Rebuild from the log, in a new process")
	sizes := []int{b.events}
	if b.events > 100_000 {
		sizes = []int{100_000, b.events}
	}
	rates := map[string]rate{}
	for _, n := range sizes {
		if err := rebuildFrom(b, n, b.pick(3, 1), rates); err != nil {
			return err
		}
	}
	if b.larger == 0 {
		return nil
	}
	before := maps.Clone(rates)
	if err := rebuildFrom(b, b.larger, 1, rates); err != nil {
		return err
	}
	for _, w := range ways {
		now, then := rates[w.what], before[w.what]
		b.report.least(w.what+", "+b.grown(), now.wall/then.wall, leastLarger, ratio, "of the rates; "+ratio(now.cpu/then.cpu)+" of those of CPU time")
	}
	return nil
}

// rebuildFrom rebuilds some times in each way from a log of n events, and sets the rates.
func rebuildFrom(b *bench, n, times int, rates map[string]rate) error {
	path, err := b.makeLog(n)
	if err != nil {
		return err
	}
	for _, w := range ways {
		if rates[w.what], err = rebuild(b, w, path, n, times); err != nil {
			return err
		}
	}
	return nil
}

func rebuild(b *bench, w way, path string, n, times int) (rate, error) {
	var wall, cpu, resident []float64
	var last rebuilt
	for range times {
		if err := b.ask(&last, w.role, path); err != nil {
			return rate{}, err
		}
		wall = append(wall, perSecond(n, time.Duration(last.Nanoseconds)))
		cpu = append(cpu, perSecond(n, time.Duration(last.CPU)))
		resident = append(resident, float64(last.Resident))
	}
	what := w.what + ", " + count(float64(n)) + " events"
	r := rate{median(wall), median(cpu)}
	beside := perCPU(r)
	if last.Bytes > 0 {
		beside += "; the read model has " + mib(float64(last.Bytes))
	}
	if n == b.larger { // its target is a share of the large one
		b.report.tell(what, perS(r.wall), beside)
	} else {
		b.report.least(what, r.wall, w.target, perS, beside)
	}
	b.report.most(what+", resident", median(resident), mostResident, mib, "")
	return r, nil
}

// What the folds hold in memory; all else is in a scratch file.
var hot = archive.Bounds{Entities: 4_000, Facts: 16 << 20}

// foldsRole folds the log of this path.
func foldsRole(ctx context.Context, args []string) (err error) {
	scratch, err := os.CreateTemp(filepath.Dir(args[0]), "folds-")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, scratch.Close(), os.Remove(scratch.Name())) }()
	return rebuildOnce(ctx, args[0], func(log eventlog.Log) (int64, error) {
		return 0, archive.New(projections.Options{}, scratch, hot).Run(ctx, source{log}, domain.Position{})
	})
}

// viewsRole builds the read model of the log of this path.
func viewsRole(ctx context.Context, args []string) (err error) {
	dir, err := os.MkdirTemp(filepath.Dir(args[0]), "views-")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
	return rebuildOnce(ctx, args[0], func(log eventlog.Log) (int64, error) {
		s := store.New(filepath.Join(dir, "log.views"), source{log}, store.Options{})
		status, err := s.CatchUp(ctx)
		if err != nil {
			return 0, errors.Join(err, s.Close())
		}
		info, err := os.Stat(status.Path)
		if err != nil {
			return 0, errors.Join(err, s.Close())
		}
		return info.Size(), s.Close()
	})
}

// rebuildOnce opens the log, has it rebuilt and prints what that took.
func rebuildOnce(ctx context.Context, path string, f func(eventlog.Log) (size int64, err error)) (err error) {
	log, err := engine.Open(ctx, engine.SQLite+":"+path, engine.Options{ReadOnly: true})
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, log.Close()) }()
	stop, err := startProfile(os.Getenv("BENCH_CPUPROFILE"))
	if err != nil {
		return err
	}
	var r rebuilt
	before, _ := usage()
	took, err := timed(func() error {
		r.Bytes, err = f(log)
		return err
	})
	if err := errors.Join(err, stop()); err != nil {
		return err
	}
	r.Nanoseconds = int64(took)
	after, resident := usage()
	r.CPU, r.Resident = int64(after-before), resident
	answer, err := json.Marshal(r)
	if err == nil {
		_, err = fmt.Println(string(answer))
	}
	return err
}

// source is a log as projections and their store read it.
type source struct{ eventlog.Log }

// Events implements [feed.Source].
func (s source) Events(ctx context.Context, after domain.Position) iter.Seq2[domain.Event, error] {
	return s.Read(ctx, eventlog.Query{After: after})
}

// Head implements [origin.Log].
func (s source) Head(ctx context.Context) (origin.Head, error) {
	h, err := s.Log.Head(ctx)
	return origin.Head{ID: h.ID, Replay: h.Replay, Position: h.Position}, err
}
