// Command bench measures claw against the figures that its design asks for, as ratios
// in one run with the machine's own limits beside them, and writes bench/RESULTS.md.
//
//	go run ./bench                     all figures, a log of 10^6 events
//	go run ./bench -quick -events 2000 the same in seconds; its figures mean little
//	go run ./bench -larger 10000000    a log of 10^7 events as well: 11 GB, many minutes
//	go run ./bench -only replay        one of them, printed and not written
//
// It never asserts: a figure that misses its target is reported as missed.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"
	"runtime/pprof"
	"slices"
	"strings"
	"time"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	code := run(ctx, os.Args[1:])
	stop()
	os.Exit(code)
}

// run is main, or what one of its child processes does.
func run(ctx context.Context, args []string) int {
	if code, ok := playRole(ctx, args); ok {
		return code
	}
	if err := measure(ctx, args); err != nil {
		fmt.Fprintf(os.Stderr, "bench: %v\n", err)
		return 1
	}
	return 0
}

// bench is one run of the program.
// A measurement is a function of it; methods are what several measurements share.
type bench struct {
	ctx    context.Context
	dir    string // of all files it makes
	events int    // in the large log
	larger int    // in a log that is rebuilt, opened and weighed beside it, 0 for none
	quick  bool
	report *report
	// large is the file of the log of that many events; "" before it was made.
	large string
	repo  string // the root of the module
	claw  string // the program
}

// step measures the figures of one heading.
type step struct {
	name string
	run  func(*bench) error
}

var steps = []step{
	{"append", measureAppends},
	{"replay", measureReplays},
	{"decoders", measureDecoders},
	{"rebuild", measureRebuilds},
	{"lanes", measureLanes},
	{"process", measureProcesses},
	{"hooks", measureHooks},
	{"audit", measureAudits},
	{"ships", measureShips},
	{"pushes", measurePushes},
	{"follow", measureFollows},
	{"import", measureImports},
	{"history", measureHistories},
	{"search", measureSearches},
	{"reports", measureReports},
	{"pinpoints", measurePinpoints},
	{"serve", measureServing},
	{"streams", measureStreams},
	{"sinks", measureSinks},
	{"team", measureTeams},
	{"screens", measureScreens},
	{"open", measureOpenings},
	{"disk", measureDisk},
}

func measure(ctx context.Context, args []string) (err error) {
	flags := flag.NewFlagSet("bench", flag.ContinueOnError)
	events := flags.Int("events", 1_000_000, "events in the large log")
	larger := flags.Int("larger", 0, "rebuild from, open and weigh a log of so many events as well, such as 10000000")
	quick := flags.Bool("quick", false, "few repetitions: does everything run")
	out := flags.String("out", filepath.Join("bench", "RESULTS.md"), "the report")
	dir := flags.String("dir", "", "folder for logs, kept; default: a temporary one, removed")
	repo := flags.String("repo", ".", "root of the module")
	only := flags.String("only", "", "comma-separated steps to measure and print, nothing is written")
	profile := flags.String("cpuprofile", "", "write a CPU profile of this process")
	if err := flags.Parse(args); err != nil {
		return err
	}
	b := &bench{ctx: ctx, dir: *dir, events: *events, larger: *larger, quick: *quick, repo: *repo}
	if b.dir == "" {
		if b.dir, err = os.MkdirTemp("", "claw-bench-"); err != nil {
			return err
		}
		defer func() { err = errors.Join(err, os.RemoveAll(b.dir)) }()
	}
	state, err := filepath.Abs(filepath.Join(b.dir, "state"))
	if err == nil {
		err = os.Setenv("XDG_STATE_HOME", state) // of every claw that is run: it spools there, not in the person's folder
	}
	if err != nil {
		return err
	}
	if b.claw, err = b.build("claw.exe", "./cmd/claw"); err != nil {
		return err
	}
	if b.report, err = newReport(b); err != nil {
		return err
	}
	stopProfile, err := startProfile(*profile)
	if err != nil {
		return err
	}
	if err := b.all(*only); err != nil {
		return err
	}
	if err := stopProfile(); err != nil || *only != "" {
		return err
	}
	return b.report.write(*out)
}

// all runs the requested steps, "" for all.
func (b *bench) all(only string) error {
	for _, s := range steps {
		if only != "" && !slices.Contains(strings.Split(only, ","), s.name) {
			continue
		}
		start := time.Now()
		if err := s.run(b); err != nil {
			return fmt.Errorf("%s: %w", s.name, err)
		}
		fmt.Fprintf(os.Stderr, "%s took %.1f s\n", s.name, time.Since(start).Seconds())
	}
	return nil
}

// pick returns many, or few in a quick run.
func (b *bench) pick(many, few int) int {
	if b.quick {
		return few
	}
	return many
}

func startProfile(path string) (stop func() error, err error) {
	if path == "" {
		return func() error { return nil }, nil
	}
	f, err := os.Create(path)
	if err != nil {
		return nil, err
	}
	if err := pprof.StartCPUProfile(f); err != nil {
		return nil, errors.Join(err, f.Close())
	}
	return func() error {
		pprof.StopCPUProfile()
		return f.Close()
	}, nil
}
