package testrun

import (
	"cmp"
	"context"
	"io"
	"slices"
	"strings"
)

// runGo runs go test with its events.
func (p *plan) runGo(ctx context.Context, argv []string) (*run, error) {
	tests := newGoTests(p.Now, p.TestLimit, p.Out)
	tests.raw = !p.ownJSON
	tests.verbose = slices.ContainsFunc(argv, func(w string) bool { return w == "-v" || w == "-v=true" || w == "-test.v" })
	errs := &kept{to: p.Err, tests: tests}
	if p.ownJSON {
		argv = slices.Insert(slices.Clone(argv), 2, "-json")
	}
	e, err := p.execute(ctx, argv, tests, errs, tests)
	if err != nil {
		return nil, err
	}
	tests.Flush()
	return p.judgeGo(tests, e), nil
}

// kept passes on what go test writes to its standard error, and keeps the end of it.
type kept struct {
	to    io.Writer
	tests *goTests
}

func (k *kept) Write(b []byte) (int, error) {
	k.tests.mu.Lock()
	defer k.tests.mu.Unlock()
	k.tests.keep(b)
	_, _ = k.to.Write(b)
	return len(b), nil
}

// judgeGo determines the result of a run of go test.
func (p *plan) judgeGo(g *goTests, e end) *run {
	r := &run{broken: g.broken, Report: Report{Format: FormatGo, Passed: g.passed, Failed: g.failed, Skipped: g.skipped, Output: tail(string(g.output), mostOutput)}}
	r.FailedTests, r.packages = g.failures()
	r.ExitCode = exitCode(e)
	r.Failed = cmp.Or(len(r.FailedTests), g.failed)
	switch {
	case e.overdue || e.late || g.hung != nil:
		r.Result, r.Hanging = Hung, &Hang{After: p.TestLimit, Stack: head(stackOf(string(g.stack), g.hung.shortName()), mostStack)}
		switch {
		case e.late:
			r.Hanging.After = p.Limit
		case !e.overdue:
			r.Hanging.After = g.after
		}
		if g.hung != nil {
			r.Hanging.Test = strings.TrimSuffix(g.hung.of+"."+g.hung.name, ".")
		}
	case len(g.order) == 0 && !g.broken:
		r.Result = None // go did not come to a package
	case e.code != 0 || g.failed > 0 || g.broken:
		r.Result = Failed
	case g.passed > 0:
		r.Result = Passed
	default:
		r.Result = None
	}
	return r
}

// goAgain is the command line that runs the tests that failed, in their packages.
func (p *plan) goAgain(failed *run) []string {
	if slices.ContainsFunc(p.Argv, func(w string) bool { return w == "-args" || w == "--args" }) {
		return p.Argv
	}
	var names []string
	for _, full := range failed.FailedTests {
		name := full
		for _, of := range failed.packages {
			if rest, ok := strings.CutPrefix(full, of+"."); ok {
				name = rest
			}
		}
		name, _, _ = strings.Cut(name, "/")
		if !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	argv := append(p.command.Plain(p.Argv), "-count=1", "-run", "^("+strings.Join(names, "|")+")$")
	return append(argv, failed.packages...)
}
