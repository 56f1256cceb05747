package main

import (
	"errors"
	"fmt"
	"math"
	"sync/atomic"
	"time"

	"github.com/go-json-experiment/json"
)

// measureServing measures what the HTTP API answers over the large log: server and generator on the same
// cores.
func measureServing(b *bench) error {
	return serving(b, func(s *server) error {
		lanes, err := s.lanes(b)
		if err != nil {
			return err
		}
		b.report.head("The HTTP API, with " + count(float64(b.events)) + " events in the log, over " + fmt.Sprint(connections) + " connections")
		return measureAnswers(b, s, lanes)
	})
}

// serving calls f with a server of the large log, which it ends.
func serving(b *bench, f func(*server) error) (err error) {
	log, err := b.openLarge()
	if err != nil {
		return err
	}
	if err := log.Close(); err != nil {
		return err
	}
	s, err := b.startServer(b.large)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, s.stop()) }()
	return f(s)
}

func measureAnswers(b *bench, s *server, lanes []string) error {
	outcome := func(of string) string { return "/v1/lanes/" + of + "/outcome" }
	one, size, err := oneOutcome(b, s, lanes, outcome)
	if err != nil {
		return err
	}
	l, err := s.send(b, 0, func(int) string { return one })
	if err != nil {
		return err
	}
	b.report.least("the outcome of one lane", l.rate(), 5000, perS, fmt.Sprintf("%d bytes; %s", size, l.beside()))
	const half = 2500
	if l, err = s.send(b, half, func(int) string { return one }); err != nil {
		return err
	}
	b.report.most("the same, at "+perS(half)+", p99", milliseconds(l.took.at(.99)), 10, ms, "p50 "+ms(milliseconds(l.took.at(.5)))+"; "+l.beside())
	if l, err = s.send(b, 0, func(i int) string { return outcome(lanes[i%len(lanes)]) }); err != nil {
		return err
	}
	b.report.tell("the outcomes of many lanes in turn", perS(l.rate()), fmt.Sprintf("of %d; ", len(lanes))+l.beside())
	if l, err = s.send(b, 0, func(int) string { return "/v1/board?limit=100" }); err != nil {
		return err
	}
	b.report.least("a page of 100 rows of the board", l.rate(), 300, perS, l.beside())
	return nil
}

// lanes are the newest lanes of the log.
func (s *server) lanes(b *bench) (ids []string, err error) {
	answer, err := s.open(b.ctx, "/v1/lanes?limit=100")
	if err != nil {
		return nil, err
	}
	var d struct {
		Lanes []struct {
			Lane string `json:"lane"`
		} `json:"lanes"`
	}
	err = errors.Join(json.UnmarshalRead(answer.Body, &d), answer.Body.Close())
	for _, l := range d.Lanes {
		ids = append(ids, l.Lane)
	}
	if err == nil && len(ids) == 0 {
		err = errors.New("the log has no lane")
	}
	return ids, err
}

// oneOutcome is the path of a lane whose outcome has at most 4 KiB.
func oneOutcome(b *bench, s *server, lanes []string, path func(string) string) (string, int64, error) {
	for _, of := range lanes {
		if n, err := s.read(b, path(of)); err != nil || n <= 4<<10 {
			return path(of), n, err
		}
	}
	return "", 0, errors.New("no lane has an outcome of at most 4 KiB")
}

// traffic is the result of many requests.
type traffic struct {
	took           latencies // from when a request was to be sent
	lasted         time.Duration
	server, client time.Duration // CPU time of the server, and of this process
}

func (l *traffic) rate() float64 { return float64(len(l.took)) / l.lasted.Seconds() }

// beside says what the rate cost: on a machine that has other work, CPU time is more informative than the
// clock.
func (l *traffic) beside() string {
	return fmt.Sprintf("p99 %s; CPU of an answer %s, of its request in the generator %s (%.0f %% of both)", ms(milliseconds(l.took.at(.99))),
		micros(l.server, len(l.took)), micros(l.client, len(l.took)), 100*float64(l.client)/math.Max(1, float64(l.client+l.server)))
}

func micros(d time.Duration, n int) string {
	return fmt.Sprintf("%.1f µs", float64(d.Microseconds())/float64(n))
}

// send sends requests over all connections for some seconds: rate a second at set times, each of which is
// late when the server is; 0 sends the next one after an answer.
func (s *server) send(b *bench, rate int, path func(i int) string) (l traffic, err error) {
	lasts := time.Duration(b.pick(5000, 100)) * time.Millisecond
	before, err := s.standing(b)
	if err != nil {
		return l, err
	}
	own, _ := usage()
	var sent atomic.Int64
	took := make([]latencies, connections)
	begun := time.Now()
	err = concurrently(connections, 1, func(w, _ int) error {
		for {
			i := int(sent.Add(1)) - 1
			due := time.Now()
			if rate > 0 {
				due = begun.Add(time.Duration(i) * time.Second / time.Duration(rate))
				time.Sleep(time.Until(due))
			}
			if due.Sub(begun) >= lasts {
				return nil
			}
			if _, err := s.read(b, path(i)); err != nil {
				return err
			}
			took[w] = append(took[w], time.Since(due))
		}
	})
	l.lasted = time.Since(begun)
	after, _ := usage()
	if err != nil {
		return l, err
	}
	now, err := s.standing(b)
	for _, t := range took {
		l.took = append(l.took, t...)
	}
	l.server, l.client = now.cpu-before.cpu, after-own
	return l, err
}
