package main

import (
	"fmt"
	"os/exec"
	"strconv"
	"strings"
	"time"
)

// measureSinks measures how many deliveries a sink of each kind sends in a second, one after the other, to a
// receiver on the same cores: the benchmark of package consumers/sink, which has the receivers.
func measureSinks(b *bench) error {
	lasts := time.Duration(b.pick(3000, 10)) * time.Millisecond
	cmd := exec.CommandContext(b.ctx, "go", "test", "./consumers/sink", "-run", "^$", "-bench", "^BenchmarkSenders$", "-benchtime", lasts.String())
	cmd.Dir = b.repo
	out, err := cmd.CombinedOutput()
	if err != nil {
		return fmt.Errorf("go test: %s: %w", out, err)
	}
	b.report.head("Deliveries of 4 KiB that a sink sends, one after the other, each when the one before was taken")
	for line := range strings.Lines(string(out)) {
		of, rest, isRate := strings.Cut(strings.TrimPrefix(line, "BenchmarkSenders/"), "\t")
		took, _, _ := strings.Cut(strings.TrimSpace(rest[strings.LastIndexByte(rest, '\t')+1:]), " ns/op")
		nanoseconds, err := strconv.ParseFloat(strings.TrimSpace(took), 64)
		if of == line || !isRate || err != nil {
			continue // the machine, and the result
		}
		kind, _, _ := strings.Cut(of, "-") // the number of cores follows
		b.report.tell("a sink of kind "+strings.TrimSpace(kind), perS(1e9/nanoseconds), ms(nanoseconds/1e6)+" each")
	}
	return nil
}
