// Package logtest is the conformance suite of event logs: each rule that an
// engine of [eventlog.Log] must keep is one named row. An engine's test calls
// [Run] and [Model], an engine that keeps its log on a disk [Durable] and [Shared] too.
//
// It never looks inside an engine: it appends, reads and compares.
package logtest

import (
	"io"
	"testing"
	"time"

	"github.com/clawable/claw/eventlog"
)

// Options are what the suite passes to an engine to open a log.
type Options struct {
	Now    func() time.Time // safe for many goroutines
	Random io.Reader        // safe for many goroutines
	Name   string
	Replay bool
	// Dir is a folder of the test's: a log opened twice in it is the same log.
	// "" asks for a new log in a place of the engine's choice.
	Dir string
}

// Open opens a log for one test, new unless o.Dir holds one, and fails t when it
// cannot. It closes the log when t ends; the suite may have closed it before.
type Open func(t *testing.T, o Options) eventlog.Log

// row is one rule; check gets a new log.
type row struct {
	name  string
	check func(t *testing.T, r *rig)
}

// Run checks every rule that one open log must keep.
func Run(t *testing.T, open func(t *testing.T, o Options) eventlog.Log) {
	for _, group := range []struct {
		name string
		rows []row
	}{
		{"opening", openingRows()},
		{"receipts", receiptRows()},
		{"expected revision", expectRows()},
		{"repeated ids", repeatRows()},
		{"data", dataRows()},
		{"refused", refusedRows()},
		{"atomic", atomicRows()},
		{"batches", batchesRows()},
		{"clock", clockRows()},
		{"envelope", envelopeRows()},
		{"read", readRows()},
		{"follow", followRows()},
		{"at once", concurrentRows()},
		{"erase", eraseRows()},
		{"ending", endingRows()},
	} {
		t.Run(group.name, func(t *testing.T) {
			for _, row := range group.rows {
				t.Run(row.name, func(t *testing.T) {
					if r := start(t, open); group.name != "erase" || r.log.Capabilities().Erasure {
						row.check(t, r)
					}
				})
			}
		})
	}
}
