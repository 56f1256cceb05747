package testcmd

import (
	"context"
	"os"
	"os/signal"
	"syscall"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/clawable/claw/cmd/claw/cli/app"
	approvaltext "github.com/clawable/claw/cmd/claw/cli/approval"
	"github.com/clawable/claw/commands/testrun"
	"github.com/clawable/claw/domain"
)

// testOptions are the flags of claw test.
type testOptions struct {
	lane    string        // an id or the beginning of one; "" is that of this folder
	timeout time.Duration // of the run; 0 is none
	perTest time.Duration // without an output; 0 is none
	reruns  int
	level   string
	junit   string // a pattern of files
	content string
	by      approvaltext.OperatorOptions
}

func (o *testOptions) flags(f *pflag.FlagSet) {
	f.StringVar(&o.lane, "lane", "", "the lane that is tested (default: the one that works in this folder)")
	f.DurationVar(&o.timeout, "timeout", 0, "end the run after this long, such as 30m (0: never)")
	f.DurationVar(&o.perTest, "test-timeout", 10*time.Minute, "end the run when one test prints nothing for this long (0: never)")
	f.IntVar(&o.reruns, "rerun", 1, "run tests that failed this many times more: one that then passes is flaky")
	f.Var(app.NewChoice(&o.level, domain.GreenLevel("").Enum()), "level", "how much the tests cover (default: as the command says): "+app.JoinWords(domain.GreenLevel("").Enum()))
	f.StringVar(&o.junit, "junit", "", "read the result from the files of JUnit XML that the tests write, such as 'target/surefire-reports/*.xml'")
	app.ContentFlag(f, &o.content)
	o.by.Flags(f, "result")
}

// check refuses values that mean nothing.
func (o *testOptions) check() error {
	switch {
	case o.timeout < 0 || o.perTest < 0:
		return app.UsageError("parse arguments", "--timeout", "is negative", "0 is no limit")
	case o.reruns < 0:
		return app.UsageError("parse arguments", "--rerun", "is negative", "0 runs nothing again")
	}
	return nil
}

// TestVerb is claw test.
func TestVerb(a *app.App) *cobra.Command {
	var o testOptions
	cmd := a.Verb("test -- COMMAND [ARGUMENT...]", "log", "Run tests, and record for a lane how they came out", approvaltext.ThenCommand(0, ""),
		func(args []string) (app.Document, error) { return test(a, o, args) })
	cmd.Long = `Run tests under claw's own eyes and record the result for a lane: which tests failed, which were
flaky, which hung and where, in which state of the worktree. The result of go test is read from its
events, that of others from JUnit XML, the Test Anything Protocol, the runner's own summary, or else
the exit status. Tests that failed run once more, alone where the runner can select them: those that
then pass are flaky. A test that prints nothing for --test-timeout has hung: the program is asked
for its stacks, and killed.

The result has the trust of who runs this: high when a trusted signer signs it (--key), medium at a
terminal, low without one, and low inside an agent's session.

The exit code is 0 when all tests passed, and 1 when one failed or hung, or none ran. Under --json the
output of the tests goes to standard error.`
	o.flags(cmd.Flags())
	return cmd
}

func test(a *app.App, o testOptions, argv []string) (app.Document, error) {
	if len(argv) == 0 {
		return nil, app.UsageError("run tests", "claw test", "needs a command", "usage: claw test -- go test ./...")
	}
	if err := o.check(); err != nil {
		return nil, err
	}
	content, err := app.Content(a, o.content)
	if err != nil {
		return nil, err
	}
	w, err := workOf(a, o.lane)
	if err != nil {
		return nil, err
	}
	log, _, err := a.OpenLog(app.ToAppend)
	if err == nil {
		err = app.LimitOf(log)
	}
	if err != nil {
		return nil, err
	}
	now, err := w.lane(a, log)
	if err == nil {
		err = o.by.CanSign(a, log, now.ID)
	}
	if err != nil {
		return nil, err
	}
	request := testrun.Request{Argv: argv, Dir: a.Dir, Environ: a.Environ(), Out: a.Out, Err: a.Err, Limit: o.timeout, TestLimit: o.perTest, Grace: 5 * time.Second,
		Reruns: o.reruns, Level: domain.GreenLevel(o.level), JUnit: o.junit, Now: a.Now}
	if a.Format == app.FormatJSON {
		request.Out = a.Err
	}
	before := w.snapshot(a)
	report, err := running(a, request)
	if err != nil {
		return nil, err
	}
	seen, err := w.seen(a, report, now, before)
	if err != nil {
		return nil, err
	}
	d := documentOf(report, now.ID, seen)
	if report.Result != testrun.Passed {
		a.Code = 1
	}
	if report.Result == testrun.None {
		a.Warn("no_test_ran", "nothing shows that a test ran; nothing was recorded")
		return d, nil
	}
	r := testrun.Recording{Report: report, Lane: now, Seen: seen.TestSeen, Commit: seen.commit, Root: seen.root, Argv: argv, Dir: domain.Path(a.Dir),
		User: app.FirstOf(a.User, "unknown"), At: domain.At(a.Now()), Run: a.OwnRun(), NewID: a.NewID}
	op, standing := o.by.Operator(a, log)
	// The tests ran: their result is recorded also after an interruption.
	recorded, err := r.Record(context.WithoutCancel(a.Ctx), op, app.Recorder(log, standing.Trust).Storing(content))
	if err != nil {
		return nil, approvaltext.NotRecorded(err, now.ID)
	}
	if standing.Signer, err = approvaltext.SignerOf(a, log, recorded.Event); err != nil {
		return nil, err
	}
	approvaltext.WarnOfTrust(a, standing)
	d.Event, d.Operator = &recorded.Event, &standing
	return d, d.standing(a)
}

// running runs the tests, and passes the signals of this process on to them.
func running(a *app.App, request testrun.Request) (*testrun.Report, error) {
	if a.Ends {
		signals := make(chan os.Signal, 2)
		signal.Notify(signals, os.Interrupt, syscall.SIGTERM, syscall.SIGHUP)
		defer signal.Stop(signals)
		request.Signals = signals
	}
	return request.Run(a.Ctx)
}
