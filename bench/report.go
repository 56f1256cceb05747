package main

import (
	"bytes"
	_ "embed"
	"fmt"
	"math"
	"os"
	"runtime"
	"strconv"
	"strings"

	"zombiezen.com/go/sqlite"
)

//go:embed explained.md
var explained string

// figure is one row of the report.
type figure struct {
	what     string
	measured string
	target   string // "" when the design asks for none
	met      bool
	beside   string // what the machine or another way gives, or how it was measured
}

// report collects figures by heading.
type report struct {
	machine []string
	before  string // see load
	quick   bool
	events  int
	figures []figure
	heads   map[int]string // heading before the figure of this index
}

func newReport(b *bench) (*report, error) {
	syncs, err := syncTimes(b.dir, b.pick(500, 20))
	if err != nil {
		return nil, err
	}
	return &report{quick: b.quick, events: b.events, heads: map[int]string{}, machine: []string{
		fmt.Sprintf("%s, %d cores, %s", processor(), runtime.NumCPU(), system()),
		fmt.Sprintf("disk: write 512 B over a preallocated file and fdatasync: p50 %.2f ms, p99 %.2f ms", milliseconds(syncs.at(.5)), milliseconds(syncs.at(.99))),
		fmt.Sprintf("%s, SQLite %s", runtime.Version(), sqlite.Version),
	}, before: load()}, nil
}

// head begins a group of figures.
func (r *report) head(title string) { r.heads[len(r.figures)] = title }

// add adds a figure and prints it.
func (r *report) add(f figure) {
	r.figures = append(r.figures, f)
	fmt.Fprintf(os.Stderr, "  %s: %s %s %s (%s)\n", f.what, f.measured, f.target, f.verdict(), f.beside)
}

// least adds a figure that should reach a target.
func (r *report) least(what string, measured, target float64, format func(float64) string, beside string) {
	r.add(figure{what, format(measured), "≥ " + format(target), measured >= target, beside})
}

// most adds a figure that should not exceed a target.
func (r *report) most(what string, measured, target float64, format func(float64) string, beside string) {
	r.add(figure{what, format(measured), "≤ " + format(target), measured <= target, beside})
}

// tell adds a figure that has no target.
func (r *report) tell(what, measured, beside string) {
	r.add(figure{what: what, measured: measured, beside: beside})
}

func (f figure) verdict() string {
	switch {
	case f.target == "":
		return ""
	case f.met:
		return "yes"
	}
	return "**no**"
}

// write writes the report as Markdown.
func (r *report) write(path string) error {
	var b bytes.Buffer
	fmt.Fprintf(&b, "# Measured\n\nWritten by `go run ./bench`. The log holds %s events.\n", count(float64(r.events)))
	if r.quick {
		b.WriteString("\n**A quick run: it shows that everything runs. Its figures mean little.**\n")
	}
	met, asked := r.score()
	fmt.Fprintf(&b, "%d of %d targets are met.\n\n", met, asked)
	for _, line := range r.machine {
		fmt.Fprintf(&b, "- %s\n", line)
	}
	if r.before != "" {
		fmt.Fprintf(&b, "- load: %s before the run, %s after it; more than what the run itself needs (0 before) spoils rates and latencies\n", r.before, load())
	}
	for i, f := range r.figures {
		if title, ok := r.heads[i]; ok {
			fmt.Fprintf(&b, "\n## %s\n\n| figure | measured | target | met | beside it |\n|---|---|---|---|---|\n", title)
		}
		fmt.Fprintf(&b, "| %s | %s | %s | %s | %s |\n", f.what, f.measured, f.target, f.verdict(), f.beside)
	}
	b.WriteString("\n" + explained)
	return os.WriteFile(path, b.Bytes(), 0o644)
}

func (r *report) score() (met, asked int) {
	for _, f := range r.figures {
		if f.target != "" {
			asked++
		}
		if f.met {
			met++
		}
	}
	return met, asked
}

// The ways in which figures are written.
func ratio(v float64) string   { return strconv.FormatFloat(v, 'f', 2, 64) }
func ms(v float64) string      { return strconv.FormatFloat(v, 'f', 1, 64) + " ms" }
func seconds(v float64) string { return strconv.FormatFloat(v, 'f', 2, 64) + " s" }
func mib(v float64) string     { return strconv.FormatFloat(v/(1<<20), 'f', 0, 64) + " MiB" }
func perS(v float64) string    { return count(v) + "/s" }

// perCPU describes how much of a rate is due to other programs.
func perCPU(r rate) string {
	if math.IsInf(r.cpu, 0) {
		return "CPU time not known"
	}
	return perS(r.cpu) + " of CPU time"
}

// count writes a number with its thousands apart.
func count(v float64) string {
	digits := strconv.FormatFloat(v, 'f', 0, 64)
	var b strings.Builder
	for i, d := range digits {
		if i > 0 && (len(digits)-i)%3 == 0 {
			b.WriteByte(',')
		}
		b.WriteRune(d)
	}
	return b.String()
}
