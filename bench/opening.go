package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"time"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/eventlog"
	"github.com/clawable/claw/eventlog/engine"
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
	return measureTop(b, path)
}

// slowestNews is how many milliseconds a screen that is kept open may be behind the log, for the slowest in a hundred
// changes too.
const slowestNews = 100

// measureTop measures from the begin of an append to the first bytes of the changed screen of claw top, which
// another process draws on a terminal. Each append begins a lane, which the screen counts.
func measureTop(b *bench, path string) (err error) {
	t, err := startTop(b, path)
	if errors.Is(err, errors.ErrUnsupported) {
		return nil // no terminal can be made here
	}
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, t.stop()) }()
	log, err := engine.Open(b.ctx, logURL(path), engine.Options{})
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, log.Close()) }()
	var times latencies
	for i := range b.pick(200, 3) {
		t.quiet()
		start := time.Now()
		begun := beginning(i)
		if _, err := log.Append(b.ctx, begun.Stream, eventlog.Any, []domain.Draft{begun}); err != nil {
			return err
		}
		at, err := t.changes()
		if err != nil {
			return err
		}
		times = append(times, at.Sub(start))
	}
	b.report.tell("from an append to the screen of claw top, p50", ms(milliseconds(times.at(.5))), fmt.Sprintf("of %d appends", len(times)))
	b.report.most("from an append to the screen of claw top, p99", milliseconds(times.at(.99)), slowestNews, ms, "longest "+ms(milliseconds(times.at(1))))
	return nil
}

// beginning is the draft with which a new session begins.
func beginning(i int) domain.Draft {
	now := time.Now().UTC()
	session := domain.MakeSessionID("bench", fmt.Sprintf("top-%d-%d", now.UnixNano(), i))
	return domain.Draft{ID: domain.EventID(domain.Derive(now, "top", string(session))), Kind: domain.KindSessionCreated, Version: 1, Stream: session.Stream(),
		Emitter: "hook", Epoch: session.Epoch(), Correlation: session.Correlation(), ObservedAt: domain.At(now), Seq: 1, SeqKind: domain.SeqCount,
		Subject: domain.Subject{Session: domain.Known(session)}, Source: domain.Source{Kind: domain.SourceLive, Channel: "hook"},
		Data: []byte(`{"agent":"claude-code","purpose":{"unknown":"not_recorded"},"title":"Begun while a person looks","workspace":"/home/dev/project"}`)}
}

// topScreen is claw top on a terminal, and when the terminal was written to.
type topScreen struct {
	cmd      *exec.Cmd
	terminal *os.File
	written  chan time.Time
}

// startTop starts claw top over the log in a file.
//
// Errors: [errors.ErrUnsupported] where no terminal can be made.
func startTop(b *bench, path string) (*topScreen, error) {
	program, err := b.projector()
	if err != nil {
		return nil, err
	}
	terminal, screen, err := openTerminal(120, 40)
	if err != nil {
		return nil, err
	}
	defer func() { _ = screen.Close() }() // the program has it
	t := &topScreen{cmd: exec.CommandContext(b.ctx, program, "top", "--log", logURL(path)), terminal: terminal, written: make(chan time.Time, 1024)}
	t.cmd.Stdin, t.cmd.Stdout, t.cmd.Stderr, t.cmd.Env = screen, screen, screen, append(os.Environ(), "TERM=xterm-256color", "LANG=C.UTF-8")
	if err := t.cmd.Start(); err != nil {
		return nil, errors.Join(err, terminal.Close())
	}
	go t.read()
	if _, err := t.changes(); err != nil {
		return nil, errors.Join(err, t.stop())
	}
	return t, nil
}

// read takes note of what is written until the program ends.
func (t *topScreen) read() {
	defer close(t.written)
	for buf := make([]byte, 64<<10); ; {
		if _, err := t.terminal.Read(buf); err != nil {
			return
		}
		t.written <- time.Now()
	}
}

// changes waits for what is written next.
func (t *topScreen) changes() (at time.Time, err error) {
	select {
	case at, open := <-t.written:
		if !open {
			return at, errors.New("claw top ended")
		}
		return at, nil
	case <-time.After(10 * time.Second):
		return at, errors.New("claw top does not change its screen")
	}
}

// quiet waits until nothing more is written.
func (t *topScreen) quiet() {
	for {
		select {
		case _, open := <-t.written:
			if !open {
				return
			}
		case <-time.After(300 * time.Millisecond):
			return
		}
	}
}

// stop ends the program by its key.
func (t *topScreen) stop() error {
	_, err := t.terminal.WriteString("q")
	return errors.Join(err, t.cmd.Wait(), t.terminal.Close())
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
