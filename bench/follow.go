package main

import (
	"bufio"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"sync/atomic"
	"time"

	"github.com/clawable/claw/eventlog"
)

// measureFollows measures from the begin of an append to its event's arrival in another
// process that follows the large log.
func measureFollows(b *bench) (err error) {
	log, err := b.openLarge()
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, log.Close()) }()
	f, err := b.startFollower(logURL(b.large))
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, f.stop()) }()
	seen, err := appendAndSee(b, log, f, b.pick(500, 5))
	if err != nil {
		return err
	}
	idle := time.Duration(b.pick(5, 0))*time.Second + 100*time.Millisecond
	before, err := f.spent()
	if err != nil {
		return err
	}
	time.Sleep(idle)
	after, err := f.spent()
	if err != nil {
		return err
	}
	b.report.head("From the begin of an append to its event in another process that follows")
	b.report.tell("p50", ms(milliseconds(seen.at(.5))), "of "+fmt.Sprint(len(seen))+" events, some milliseconds apart")
	b.report.most("p99", milliseconds(seen.at(.99)), 25, ms, "longest "+ms(milliseconds(seen.at(1))))
	b.report.tell("CPU of a follower to which nothing happens",
		strconv.FormatFloat(100*float64(after-before)/float64(idle), 'f', 2, 64)+" %", "of one core")
	return nil
}

func appendAndSee(b *bench, log eventlog.Log, f *follower, n int) (l latencies, err error) {
	drafts := messages(1, n+1, fmt.Sprint("follow ", time.Now().UnixNano()))[0]
	for i := range drafts {
		d := drafts[i : i+1]
		time.Sleep(time.Duration(i*7%20) * time.Millisecond)
		start := time.Now()
		if _, err := log.Append(b.ctx, d[0].Stream, eventlog.Any, d); err != nil {
			return nil, err
		}
		at, err := f.sees(d[0].ID.String())
		if err != nil {
			return nil, err
		}
		if i > 0 { // the first one warms up
			l = append(l, at.Sub(start))
		}
	}
	return l, nil
}

// follower is a child process that follows the log.
type follower struct {
	cmd *exec.Cmd
	in  io.WriteCloser
	out *bufio.Scanner
}

func (b *bench) startFollower(url string) (*follower, error) {
	cmd, err := b.child("-role-follower", url)
	if err != nil {
		return nil, err
	}
	in, err := cmd.StdinPipe()
	if err != nil {
		return nil, err
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	f := &follower{cmd, in, bufio.NewScanner(out)}
	if err := cmd.Start(); err != nil {
		return nil, err
	}
	_, err = f.answer("ready")
	return f, err
}

// answer reads the follower's next line, "WORD NUMBER", and returns the number.
func (f *follower) answer(word string) (int64, error) {
	if !f.out.Scan() {
		return 0, fmt.Errorf("the follower ended before %q: %w", word, cmp.Or(f.out.Err(), io.EOF))
	}
	got, number, _ := strings.Cut(f.out.Text(), " ")
	if got != word {
		return 0, fmt.Errorf("the follower said %q, want %q", f.out.Text(), word)
	}
	return strconv.ParseInt(number, 10, 64)
}

// sees waits until the follower saw the event and returns when that was.
func (f *follower) sees(id string) (time.Time, error) {
	at, err := f.answer(id)
	return time.Unix(0, at), err
}

// spent is the CPU time of the follower so far.
func (f *follower) spent() (time.Duration, error) {
	if _, err := io.WriteString(f.in, "\n"); err != nil {
		return 0, err
	}
	cpu, err := f.answer("cpu")
	return time.Duration(cpu), err
}

func (f *follower) stop() error {
	return errors.Join(f.in.Close(), f.cmd.Wait())
}

// followerRole follows the log of this URL from its head. It prints each event's
// id and when it came, and its CPU time for each line it is given; it ends with
// its input.
func followerRole(ctx context.Context, args []string) (err error) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	log, err := openAny(ctx, args[0], true)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, log.Close()) }()
	head, err := log.Head(ctx)
	if err != nil {
		return err
	}
	var done atomic.Bool
	go func() {
		for in := bufio.NewScanner(os.Stdin); in.Scan(); {
			cpu, _ := usage()
			fmt.Printf("cpu %d\n", int64(cpu))
		}
		done.Store(true)
		cancel()
	}()
	fmt.Println("ready 0")
	for e, err := range log.Follow(ctx, eventlog.Query{After: head.Position}) {
		if err != nil && done.Load() {
			return nil
		}
		if err != nil {
			return err
		}
		fmt.Printf("%s %d\n", e.ID, time.Now().UnixNano())
	}
	return nil
}
