package testrun

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"path"
	"slices"
	"strings"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/producers/witness"
)

// plan is how the tests of a request are watched.
type plan struct {
	*Request
	command witness.Command
	known   bool // the command line names a runner
	// ownJSON reports that claw adds -json to go test, which the user did not pass.
	isGo, ownJSON bool
}

func planOf(r *Request) *plan {
	p := &plan{Request: r}
	p.command, p.known = witness.CommandOf(r.Argv, domain.Path(r.Dir))
	if p.known && p.command.Runner == "go test" && p.command.Direct && len(r.Argv) > 1 && path.Base(r.Argv[0]) == "go" && r.Argv[1] == "test" {
		p.isGo, p.ownJSON = true, !slices.ContainsFunc(r.Argv, isJSONFlag)
	}
	if r.Level != "" {
		p.command.Level = r.Level
	}
	if !p.known {
		sum := sha256.Sum256([]byte(strings.Join(r.Argv, "\n")))
		p.command.Runner, p.command.Folder, p.command.Scope = ownRunner, domain.Path(r.Dir), hex.EncodeToString(sum[:8])
	}
	return p
}

// ownRunner names what runs tests where no runner is recognised: a program of the project.
const ownRunner = "command"

func isJSONFlag(word string) bool {
	return word == "-json" || word == "--json" || word == "-json=true"
}

// run is what one run of a command line showed.
type run struct {
	Report
	packages []string // of go test, those with tests that failed
	broken   bool     // something failed that is no test, such as a build
}

// run runs a command line, and reads its results.
func (p *plan) run(ctx context.Context, argv []string) (*run, error) {
	if p.isGo {
		return p.runGo(ctx, argv)
	}
	return p.runAny(ctx, argv)
}

// again is the command line that runs what failed once more; false where that would show nothing.
func (p *plan) again(failed *run) ([]string, bool) {
	if failed.broken || failed.Result != Failed {
		return nil, false
	}
	if p.isGo {
		return p.goAgain(failed), true
	}
	if argv, ok := p.command.Only(p.Argv, failed.FailedTests); ok && len(failed.FailedTests) == failed.Failed {
		return argv, true
	}
	return p.Argv, true
}

// report is what a run shows of the tests.
func (p *plan) report(first *run) *Report {
	report := first.Report
	report.How = p.command.Test
	return &report
}

// rerun takes in what a further run of the tests that failed showed: those that passed are flaky.
// One that hung or did not run shows nothing.
func (r *Report) rerun(again *run) {
	r.Reruns++
	r.Output = tail(r.Output+again.Output, mostOutput)
	if again.Result != Passed && again.Result != Failed {
		return
	}
	if again.Result == Passed {
		r.FlakyTests = append(r.FlakyTests, r.FailedTests...)
		r.Flaky += max(r.Failed, 1)
		r.Passed += r.Failed
		r.Result, r.Failed, r.FailedTests = Passed, 0, nil
		return
	}
	if len(again.FailedTests) == 0 || len(r.FailedTests) != r.Failed {
		return // which of them passed is not known
	}
	var still []string
	for _, name := range r.FailedTests {
		if slices.ContainsFunc(again.FailedTests, func(other string) bool {
			return other == name || strings.HasPrefix(other, name+"/") || strings.HasPrefix(name, other+"/")
		}) {
			still = append(still, name)
			continue
		}
		r.Flaky, r.Passed, r.FlakyTests = r.Flaky+1, r.Passed+1, append(r.FlakyTests, name)
	}
	r.FailedTests, r.Failed = still, len(still)
}

// mostOutput bounds what is kept of an output, and mostStack of a stack.
const (
	mostOutput = 64 << 10
	mostStack  = 32 << 10
)

// tail is the end of a text, from the beginning of a line on.
func tail(text string, most int) string {
	if len(text) <= most {
		return text
	}
	text = text[len(text)-most:]
	if at := strings.IndexByte(text, '\n'); at >= 0 {
		return text[at+1:]
	}
	return text
}
