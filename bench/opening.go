package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
)

// opened are what the processes of one verb took, in milliseconds, by the size of the log.
type opened struct{ wall, cpu map[int][]float64 }

// measureOpenings measures what a new process takes to open a log and to answer from its end,
// from its read model and by an append: of a larger log, where there is one, in turns
// with the large one, so that what else the machine does meets both.
func measureOpenings(b *bench) error {
	b.report.head("Opening a log, in a new process")
	for _, n := range b.sizes() {
		if err := bringCurrent(b, n); err != nil {
			return err
		}
	}
	for _, v := range openingVerbs {
		o, err := openInTurns(b, v)
		if err != nil {
			return err
		}
		for _, n := range b.sizes() {
			b.report.tell(v.what+", "+count(float64(n))+" events, p50", ms(median(o.wall[n])), ms(median(o.cpu[n]))+" of CPU time")
		}
		if b.larger != 0 {
			b.report.tell(v.what+", "+b.grown(), ratio(median(o.wall[b.larger])/median(o.wall[b.events])),
				fmt.Sprintf("of the times; %s of the CPU times", ratio(median(o.cpu[b.larger])/median(o.cpu[b.events]))))
		}
	}
	return nil
}

// openingVerb is a verb that opens a log, with what it reads on standard input.
type openingVerb struct {
	what  string
	args  []string
	input []byte
}

// The append is the last: the read model is behind the log after it.
var openingVerbs = []openingVerb{
	{what: "claw log tail -n 1", args: []string{"log", "tail", "-n", "1"}},
	{what: "claw status", args: []string{"status"}},
	{what: "claw lanes", args: []string{"lanes"}},
	{what: "claw log append", args: []string{"log", "append"}, input: hookDraft(0)},
}

// slowestScreen is how many milliseconds a person waits for a screen of a log of 10^5 events.
const slowestScreen = 150

// measureScreens measures whole processes that print what a person looks at, of a current read model.
func measureScreens(b *bench) error {
	n := min(b.events, 100_000)
	b.report.head("What a person looks at, with " + count(float64(n)) + " events in the log")
	path, err := b.makeLog(n)
	if err != nil {
		return err
	}
	first, err := b.once("lanes", "--json", "--log", logURL(path))
	if err != nil {
		return err
	}
	var found struct{ Lanes []struct{ Lane string } }
	if err := json.Unmarshal(first.Said, &found); err != nil {
		return err
	}
	if len(found.Lanes) == 0 {
		return errors.New("the log has no lanes")
	}
	for _, args := range [][]string{{"board"}, {"timeline", found.Lanes[0].Lane}, {"usage"}} {
		var wall, cpu []float64
		for range b.pick(40, 3) {
			s, err := b.once(append(args, "--log", logURL(path))...)
			if err != nil {
				return err
			}
			wall, cpu = append(wall, milliseconds(s.Wall)), append(cpu, milliseconds(s.CPU))
		}
		b.report.most("claw "+args[0]+", p50", median(wall), slowestScreen, ms, ms(median(cpu))+" of CPU time")
	}
	return nil
}

// sizes are how many events the logs have that are compared.
func (b *bench) sizes() []int {
	if b.larger == 0 {
		return []int{b.events}
	}
	return []int{b.events, b.larger}
}

// grown names a comparison of the larger log with the large one.
func (b *bench) grown() string {
	return count(float64(b.larger)) + " ÷ " + count(float64(b.events)) + " events"
}

// bringCurrent makes the read model of the log of n events, and reports the time taken.
func bringCurrent(b *bench, n int) error {
	path, err := b.makeLog(n)
	if err != nil {
		return err
	}
	first, err := b.once("lanes", "--log", logURL(path))
	if err != nil {
		return err
	}
	b.report.tell("the read model brought to the head, "+count(float64(n))+" events", seconds(first.Wall.Seconds()),
		seconds(first.CPU.Seconds())+" of CPU time; what the steps before had not made")
	return nil
}

// openInTurns runs a verb on the log of each size, in turns.
func openInTurns(b *bench, v openingVerb) (o opened, err error) {
	o = opened{wall: map[int][]float64{}, cpu: map[int][]float64{}}
	for range b.pick(40, 3) {
		for _, n := range b.sizes() {
			path, err := b.makeLog(n)
			if err != nil {
				return o, err
			}
			s, err := b.fed(bytes.NewReader(v.input), append(v.args, "--log", logURL(path))...)
			if err != nil {
				return o, err
			}
			o.wall[n] = append(o.wall[n], milliseconds(s.Wall))
			o.cpu[n] = append(o.cpu[n], milliseconds(s.CPU))
		}
	}
	return o, nil
}
