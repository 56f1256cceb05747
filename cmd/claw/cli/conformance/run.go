package conformancecmd

import (
	"bytes"
	"context"
	"errors"
	"os/exec"
	"strconv"
	"strings"
	"syscall"
	"time"

	"github.com/spf13/cobra"

	"github.com/clawable/claw/cmd/claw/cli/app"
	"github.com/clawable/claw/cmd/claw/cli/term"
	"github.com/clawable/claw/domain"
	consumerkit "github.com/clawable/claw/fixtures/consumer-kit"
	"github.com/clawable/claw/internal/processgroup"
	"github.com/clawable/claw/reports/declare"
)

// RunDocument is the answer of conformance run.
type RunDocument struct {
	app.Head
	Kit        string               `json:"kit"`
	KitVersion domain.Digest        `json:"kit_version"` // of its cases
	Consumer   consumerkit.Consumer `json:"consumer"`    // as it named itself; without a name where no answer parsed
	Cases      []consumerkit.Score  `json:"cases"`
	Parsed     int                  `json:"parsed"`         // cases whose answer has the form of one
	Understood int                  `json:"understood"`     // cases whose answer means what the case means
	Event      domain.EventID       `json:"event,omitzero"` // that records it
	Position   uint64               `json:"position,omitzero"`
}

// runOptions are the flags of conformance run.
type runOptions struct {
	dryRun  bool
	timeout time.Duration // of one case
}

func conformanceRun(a *app.App) *cobra.Command {
	var o runOptions
	cmd := a.Verb("run -- COMMAND [ARG...]", "", "Ask a program that reads reports what it understands of each case of the consumer kit, and record the result", app.AfterDash,
		func(args []string) (app.Document, error) { return runKit(a, o, args) })
	cmd.Long = `Run a program once for each case of the consumer kit: it reads the case on standard input and prints
what it understood as JSON (claw schema show conformance_case and conformance_answer). Whether an
answer parses and whether it means what the case means are scored apart. The result is an event;
claw conformance list shows it. A case that is not understood is exit code 1. A program that is late in
two cases is not asked the rest.`
	cmd.Flags().BoolVar(&o.dryRun, "dry-run", false, "record nothing")
	cmd.Flags().DurationVar(&o.timeout, "timeout", 30*time.Second, "end a program that has not answered a case by then")
	return cmd
}

func runKit(a *app.App, o runOptions, command []string) (app.Document, error) {
	if len(command) == 0 {
		return nil, app.UsageError("parse arguments", "COMMAND", "is missing", "usage: claw conformance run -- COMMAND")
	}
	if o.timeout <= 0 {
		return nil, app.UsageError("parse arguments", "--timeout "+o.timeout.String(), "is no time to answer in", "such as 30s")
	}
	path, err := exec.LookPath(command[0])
	if err != nil {
		return nil, (&domain.Error{Kind: domain.ErrUnavailable, Operation: "run consumer", Target: command[0], Message: "there is no such program", Hint: "name a program that is in PATH, or its file"}).Because(err)
	}
	if !o.dryRun { // a log that cannot be appended to is reported before the program runs
		if _, err := reportsOf(a, app.ToAppend); err != nil {
			return nil, err
		}
	}
	version, err := consumerkit.Version()
	if err != nil {
		return nil, err
	}
	d := &RunDocument{Head: app.HeadOf("conformance_run"), Kit: consumerkit.Name, KitVersion: version}
	d.Cases, d.Consumer, err = consumerkit.Run(a.Ctx, declare.IsConsumerName, func(ctx context.Context, question []byte) ([]byte, error) {
		return asked(ctx, o.timeout, question, path, command[1:])
	})
	if err != nil {
		return nil, err
	}
	for _, s := range d.Cases {
		if s.Parsed {
			d.Parsed++
		}
		if s.Understood {
			d.Understood++
		}
	}
	if d.Understood < len(d.Cases) {
		a.Code = 1
	}
	return d, d.record(a, o)
}

// mostAnswer bounds what is read of an answer.
const mostAnswer = 1 << 20

// asked runs a program for one case, and ends it with all that it started where it is late or prints
// too much.
//
// Errors: it could not be run, ended with an error or late, or printed too much.
func asked(ctx context.Context, timeout time.Duration, question []byte, path string, args []string) ([]byte, error) {
	ctx, cancel := context.WithTimeoutCause(ctx, timeout, consumerkit.Late{After: timeout})
	defer cancel()
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	out := &bounded{most: mostAnswer, full: func() { stop(errors.New("the answer has more than " + strconv.Itoa(mostAnswer) + " bytes")) }}
	errs := &bounded{most: 4 << 10, full: func() {}}
	cmd := exec.CommandContext(ctx, path, args...)
	cmd.Stdin, cmd.Stdout, cmd.Stderr, cmd.WaitDelay = bytes.NewReader(question), out, errs, time.Second
	processgroup.Own(cmd)
	cmd.Cancel = func() error { processgroup.Signal(cmd, syscall.SIGKILL); return nil }
	err := cmd.Run()
	switch {
	case ctx.Err() != nil:
		return nil, context.Cause(ctx)
	case errors.Is(err, exec.ErrWaitDelay): // it ended, but a child of it still holds its output
		processgroup.Signal(cmd, syscall.SIGKILL)
		return nil, ended(err, errs.kept.Bytes())
	case err != nil:
		return nil, ended(err, errs.kept.Bytes())
	}
	return out.kept.Bytes(), nil
}

// ended is the error of a program that failed: how it ended, and the first line that it wrote to
// standard error, where it wrote one.
func ended(err error, errs []byte) error {
	said, _, _ := bytes.Cut(bytes.TrimSpace(errs), []byte("\n"))
	if len(said) == 0 {
		return err
	}
	return errors.New(err.Error() + ": " + string(bytes.TrimSpace(said)))
}

// bounded keeps the first bytes of what is written to it, and calls full when there are more. The
// buffer is not embedded: its ReadFrom would take in what Write does not.
type bounded struct {
	kept bytes.Buffer
	most int
	full func()
}

// Write implements io.Writer.
func (b *bounded) Write(p []byte) (int, error) {
	n := min(len(p), b.most-b.kept.Len())
	if b.kept.Write(p[:n]); n < len(p) {
		b.full()
	}
	return len(p), nil
}

// record records the result, where the consumer named itself.
//
// Errors: those of [reporting.Reports.RecordCheck].
func (d *RunDocument) record(a *app.App, o runOptions) error {
	if o.dryRun {
		return nil
	}
	if d.Consumer.Name == "" {
		a.Warn("not_recorded", "no answer names the consumer: the result was not recorded")
		return nil
	}
	in, err := reportsOf(a, app.ToAppend)
	if err != nil {
		return err
	}
	p := domain.ReportConformanceChecked{Consumer: d.Consumer.Name, Version: d.Consumer.Version, Suite: d.Kit, SuiteVersion: d.KitVersion,
		Cases: len(d.Cases), Parsed: d.Parsed, Understood: d.Understood}
	for _, s := range d.Cases {
		if !s.Understood {
			p.Faults = append(p.Faults, domain.ConformanceFault{Case: s.Case, Parsed: s.Parsed, Fault: s.Fault})
		}
	}
	decided, err := in.RecordCheck(a.Ctx, p)
	d.Event, d.Position = decided.Event, decided.Receipt.Position.Number()
	return err
}

func (d *RunDocument) Text(p *term.Page) {
	var notRun []string
	for _, s := range d.Cases {
		switch {
		case s.Understood:
			continue
		case s.Fault == consumerkit.NotRun:
			notRun = append(notRun, s.Case)
			continue
		}
		p.Styled(term.StyleRed, s.Case+": "+s.Fault)
		p.Para(2, s.Says)
		for _, why := range s.Why {
			p.Line("  %s", why)
		}
	}
	if len(notRun) > 0 {
		p.Styled(term.StyleRed, "not run, after cases without an answer in time:")
		p.Para(2, strings.Join(notRun, ", "))
	}
	p.Line("%s: parsed %d, understood %d of %d cases", app.FirstOf(strings.TrimSpace(d.Consumer.Name+" "+d.Consumer.Version), "the consumer"), d.Parsed, d.Understood, len(d.Cases))
	if d.Position > 0 {
		p.Field("recorded", term.StyleDim, "at %d", d.Position)
	}
}
