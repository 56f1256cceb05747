package lanetest

import (
	"encoding/binary"
	"flag"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/lane"
	"github.com/clawable/claw/domain/lane/fact"
)

var sets = flag.Int("claw.sets", 250, "how many sets of events the laws of the rule are tried with, or a part or a multiple of that")

// Sets returns how many sets the property tests draw. The check of a commit draws 1,000, which with shuffles is more
// than 10,000 orders.
func Sets() int { return *sets }

// shuffles is how many orders of a set are tried.
const shuffles = 12

// Drawn returns a set of events and the options of its log.
func Drawn(seed uint64) ([]domain.Event, lane.Options) {
	g := newGenerator(seed)
	events := g.events(3 + g.r.IntN(24))
	if seed%4 == 1 {
		events = append(events, g.work(1+g.r.IntN(8))...)
	}
	if seed%4 == 2 {
		events = append(events, g.leave(1+g.r.IntN(6))...)
	}
	opts := lane.Options{Replay: seed%7 == 0}
	if seed%4 == 3 {
		events = append(events, g.words(1+g.r.IntN(4), World(opts, events).Outcomes())...)
	}
	return events, opts
}

// Facts returns what is read of events.
func Facts(events []domain.Event) []fact.Fact {
	var out []fact.Fact
	for i := range events {
		if f, ok := fact.Of(&events[i]); ok {
			out = append(out, f)
		}
	}
	return out
}

// Names returns the names of everything that a test runs under its name: of the situations
// and of the fingerprints.
func Names() (out []string) {
	for _, s := range Scenarios() {
		out = append(out, s.name)
	}
	for _, f := range fingerprints("") {
		out = append(out, f.name)
	}
	return out
}

// DrawEvents draws n events.
func DrawEvents(seed uint64, n int) []domain.Event { return newGenerator(seed).events(n) }

// DrawFacts draws n events and returns the facts that are read of them.
func DrawFacts(seed uint64, n int) []fact.Fact { return Facts(DrawEvents(seed, n)) }

// EventID returns the n-th id.
func EventID(n int) (id domain.EventID) {
	binary.BigEndian.PutUint64(id[8:], uint64(n+1))
	return id
}

// Payloads returns the payloads that are drawn, by kind.
func Payloads() map[domain.Kind][]string {
	out := map[domain.Kind][]string{}
	for _, p := range phrases {
		out[p.kind] = append(out[p.kind], p.data...)
	}
	return out
}
