package main

import (
	"errors"
	"fmt"
	"runtime"

	"github.com/go-json-experiment/json"
	"zombiezen.com/go/sqlite"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/eventlog"
)

// measureReplays measures reading the large log on one core.
func measureReplays(b *bench) (err error) {
	log, err := b.openLarge()
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, log.Close()) }()
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
	b.report.head("Replay on one core, " + count(float64(b.events)) + " events")
	rows, err := rateOf(b, func() error { return readRows(b.large) })
	if err != nil {
		return err
	}
	b.report.tell("rows as SQLite gives them, nothing decoded or verified", perS(rows.wall), "the limit of this engine; "+perCPU(rows))
	for _, way := range []struct {
		what   string
		query  eventlog.Query
		each   func(*domain.Event) error
		target float64
	}{
		{"envelopes", eventlog.Query{EnvelopeOnly: true}, nil, 600_000},
		{"envelopes and data, verified", eventlog.Query{}, nil, 0},
		{"with data decoded into its payload", eventlog.Query{}, decodePayload, 250_000},
	} {
		r, err := rateOf(b, func() error { return replayMade(b, log, way.query, way.each) })
		if err != nil {
			return err
		}
		beside := ratio(r.wall/rows.wall) + " of the rows; " + perCPU(r)
		if way.target == 0 {
			b.report.tell(way.what, perS(r.wall), beside)
			continue
		}
		b.report.least(way.what, r.wall, way.target, perS, beside)
	}
	return nil
}

// rateOf is the rate at which f handles the events of the large log.
func rateOf(b *bench, f func() error) (rate, error) {
	return medianRate(b.pick(3, 1), b.events, f)
}

// replayMade reads the events that the large log was made with; each may be nil.
func replayMade(b *bench, log eventlog.Log, q eventlog.Query, each func(*domain.Event) error) error {
	n := 0
	var e domain.Event // one for all: each makes it escape
	q.Until = domain.PositionAt(uint64(b.events))
	for next, err := range log.Read(b.ctx, q) {
		if err != nil {
			return err
		}
		if n++; each == nil {
			continue
		}
		e = next
		if err := each(&e); err != nil {
			return err
		}
	}
	if n != b.events {
		return fmt.Errorf("read %d events, want %d", n, b.events)
	}
	return nil
}

func decodePayload(e *domain.Event) error {
	info, ok := domain.LookupKind(e.Kind)
	if !ok {
		return fmt.Errorf("kind %s is not known", e.Kind)
	}
	return json.Unmarshal(e.Data, info.New())
}

// readRows steps through the table of events and looks at each column.
func readRows(path string) (err error) {
	conn, err := sqlite.OpenConn(path, sqlite.OpenReadOnly)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, conn.Close()) }()
	s, err := conn.Prepare("SELECT position, stream, revision, id, header, sums, data FROM events")
	if err != nil {
		return err
	}
	buf := make([]byte, 1<<20)
	for {
		more, err := s.Step()
		if err != nil || !more {
			return err
		}
		for _, column := range []int{0, 1, 2, 5} {
			_ = s.ColumnInt64(column)
		}
		for _, column := range []int{3, 4, 6} {
			s.ColumnBytes(column, buf)
		}
	}
}
