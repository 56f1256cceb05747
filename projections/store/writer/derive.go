package writer

import (
	"fmt"
	"runtime"
	"sync"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/lane"
	"github.com/clawable/claw/domain/lane/index"
	"github.com/clawable/claw/projections"
	"github.com/clawable/claw/projections/store/tables"
	"github.com/clawable/claw/projections/values"
)

// derivedLane is a lane's outcome as a row has it.
type derivedLane struct {
	outcome lane.Outcome
	state   []byte      // RFC 8785 of the outcome
	named   values.Time // the least time of what names the lane, 0 when not known
	decided values.Time // see decidedAt
}

// derivation derives lanes on all cores and hands out what they come to in the
// order of the lanes.
type derivation struct {
	lanes   []domain.LaneID
	options lane.Options
	loader  func() *tables.Loader
	room    chan struct{}  // taken by each part until its rows are written
	parts   []chan part    // one answer each
	workers sync.WaitGroup // ended when all parts are answered or stop is closed
	stop    chan struct{}
	next    int // part to hand out
}

// part is what some lanes come to.
type part struct {
	lanes []derivedLane
	err   error
}

const (
	partLanes = 64  // in a part
	partsHeld = 512 // that wait to be written: some 32,000 outcomes
)

// derive begins; its caller ends it with close.
func derive(lanes []domain.LaneID, options lane.Options, loader func() *tables.Loader) *derivation {
	d := &derivation{lanes: lanes, options: options, loader: loader, room: make(chan struct{}, partsHeld), stop: make(chan struct{})}
	for range (len(lanes) + partLanes - 1) / partLanes {
		d.parts = append(d.parts, make(chan part, 1))
	}
	todo := make(chan int)
	for range min(runtime.GOMAXPROCS(0), len(d.parts)) {
		d.workers.Go(func() { d.work(todo) })
	}
	d.workers.Go(func() {
		defer close(todo)
		for i := range d.parts {
			select {
			case d.room <- struct{}{}:
			case <-d.stop:
				return
			}
			select {
			case todo <- i:
			case <-d.stop:
				return
			}
		}
	})
	return d
}

func (d *derivation) work(todo <-chan int) {
	from := d.loader()
	for i := range todo {
		some := d.lanes[i*partLanes : min((i+1)*partLanes, len(d.lanes))]
		lanes, err := d.outcomes(from, some)
		d.parts[i] <- part{lanes, err}
	}
}

func (d *derivation) outcomes(from *tables.Loader, lanes []domain.LaneID) ([]derivedLane, error) {
	out := make([]derivedLane, len(lanes))
	for i, id := range lanes {
		t := &out[i]
		set := index.Collect(from.Load, id)
		t.outcome = lane.Derive(set, d.options)
		t.decided = decidedAt(set, &t.outcome)
		for _, f := range from.Load(index.LaneKey(id)) {
			if f.Lane == id {
				tables.Earlier(&t.named, values.Time(tables.Known(f.Observed)))
			}
		}
		if from.Err != nil {
			return nil, from.Err
		}
		if !t.outcome.Exists() {
			continue
		}
		var err error
		if t.state, err = projections.OutcomeState(&t.outcome); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// decidedAt is the least time at which an end that decided an outcome was observed, or,
// where nothing ended, whatever else decided it; 0 when not known.
func decidedAt(set index.Set, o *lane.Outcome) (at values.Time) {
	var cited values.Time
	for _, id := range o.Because["outcome"].Events {
		for f := range set.Named(id) {
			tables.Earlier(&cited, values.Time(tables.Known(f.Observed)))
			if f.Ends() {
				tables.Earlier(&at, values.Time(tables.Known(f.Observed)))
			}
		}
	}
	if at == 0 {
		return cited
	}
	return at
}

// ready hands the outcomes that are there to write, in order; all of them when
// wait is set.
func (d *derivation) ready(wait bool, write func(*derivedLane) error) error {
	for ; d.next < len(d.parts); d.next++ {
		var p part
		if wait {
			p = <-d.parts[d.next]
		} else {
			select {
			case p = <-d.parts[d.next]:
			default:
				return nil
			}
		}
		if p.err != nil {
			return p.err
		}
		for i := range p.lanes {
			if err := write(&p.lanes[i]); err != nil {
				return fmt.Errorf("write lane %s: %w", p.lanes[i].outcome.Lane, err)
			}
		}
		<-d.room
	}
	return nil
}

// close waits for the goroutines to end.
func (d *derivation) close() {
	close(d.stop)
	d.workers.Wait()
}
