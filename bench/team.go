package main

import (
	"errors"
	"fmt"
	"path/filepath"
	"time"

	"github.com/clawable/claw/eventlog"
	"github.com/clawable/claw/eventlog/engine"
)

// measureTeams measures a log over the protocol of EventStoreDB beside the same log in a file, and what goes
// from the log of one machine to that of a team.
func measureTeams(b *bench) error {
	for _, measure := range []func(*bench) error{measureStoreAppends, measureStoreReads, measureForwards} {
		if err := measure(b); err != nil {
			return err
		}
	}
	return nil
}

// measureStoreAppends measures single appends over loopback, and when another process hears of them.
func measureStoreAppends(b *bench) (err error) {
	path := filepath.Join(b.dir, "team-store.claw")
	s, err := startStore(b, path)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, s.stop(), removeLog(path)) }()
	over, err := openAny(b.ctx, s.url, false)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, over.Close()) }()
	file, err := engine.Open(b.ctx, logURL(path), engine.Options{})
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, file.Close()) }()
	b.report.head("A log over the protocol of EventStoreDB, on loopback, × the same log in a file")
	for _, c := range []struct {
		what          string
		writers, each int
	}{{"1 writer over loopback", 1, 200}, {"8 writers over loopback", 8, 100}, {"64 writers over loopback", 64, 50}} {
		if err := appendBeside(b, c.what, over, file, c.writers, b.pick(c.each, 4)); err != nil {
			return err
		}
	}
	f, err := b.startFollower(s.url)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, f.stop()) }()
	seen, err := appendAndSee(b, file, f, b.pick(500, 5))
	if err != nil {
		return err
	}
	b.report.most("append → a subscription in another process, p99", milliseconds(seen.at(.99)), 25, ms,
		fmt.Sprintf("p50 %s, longest %s; the append and its fsync are in it", ms(milliseconds(seen.at(.5))), ms(milliseconds(seen.at(1)))))
	return nil
}

// appendBeside reports rounds of appends to a log over loopback, each between two in its file.
func appendBeside(b *bench, what string, over, file eventlog.Log, writers, each int) error {
	var ratios, rates, alone []float64
	var took latencies
	n := writers * each
	for range rounds {
		var all [3]time.Duration
		for i, log := range []eventlog.Log{file, over, file} {
			var of latencies
			var err error
			if all[i], of, err = appendAll(b, log, messages(writers, each, fmt.Sprint(what, time.Now().UnixNano()))); err != nil {
				return err
			}
			if log == over {
				took = append(took, of...)
			}
		}
		inFile := (all[0] + all[2]) / 2
		ratios, rates, alone = append(ratios, float64(inFile)/float64(all[1])), append(rates, perSecond(n, all[1])), append(alone, perSecond(n, inFile))
	}
	b.report.tell(what, ratio(median(ratios)), fmt.Sprintf("%s; in the file %s; p50 %.2f ms, p99 %.2f ms", perS(median(rates)), perS(median(alone)),
		milliseconds(took.at(.5)), milliseconds(took.at(.99))))
	return nil
}

// measureStoreReads measures how fast the large log is read from its begin over loopback.
func measureStoreReads(b *bench) (err error) {
	path, err := b.makeLog(b.events)
	if err != nil {
		return err
	}
	s, err := startStore(b, path)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, s.stop()) }()
	var rates [2]float64
	n := min(b.events, 200_000)
	for i, url := range []string{s.url, logURL(path)} {
		if rates[i], err = readRate(b, url, n); err != nil {
			return err
		}
	}
	b.report.tell("catch-up over loopback", ratio(rates[0]/rates[1]), fmt.Sprintf("%s of %s; from the file %s, decoded and verified in both", perS(rates[0]), count(float64(n)), perS(rates[1])))
	return nil
}

// readRate is how many events a second are read from the begin of a log.
func readRate(b *bench, url string, n int) (perS float64, err error) {
	log, err := openAny(b.ctx, url, true)
	if err != nil {
		return 0, err
	}
	defer func() { err = errors.Join(err, log.Close()) }()
	took, err := timed(func() error {
		for _, err := range log.Read(b.ctx, eventlog.Query{Limit: n}) {
			if err != nil {
				return err
			}
		}
		return nil
	})
	return perSecond(n, took), err
}
