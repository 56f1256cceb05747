package timeline

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/clawable/claw/domain"
)

// work reports what the end of a call shows about the work: commits, refs, pull requests and
// checks. The files that it wrote are those of the call.
func (n *narrator) work(e *domain.Event) error {
	var p domain.WorkObserved
	if err := read(e, &p); err != nil {
		return err
	}
	n.writes(e, &p.Observed)
	of := string(e.Session()) + "\x00" + string(e.Subject.Item.Value)
	tell := func(what What, says string, failed bool) {
		if says != "" && !n.isTold(of, string(what), says) {
			x := n.entry(e, what, says)
			x.Failed = failed
			n.add(x)
		}
	}
	for i := range p.Commits {
		tell(Commit, commitText(&p.Commits[i]), false)
	}
	for i := range p.Refs {
		tell(Push, refText(&p.Refs[i]), p.Refs[i].Result == domain.ObservedRejected)
	}
	for i := range p.PullRequests {
		tell(Pull, pullText(&p.PullRequests[i]), false)
	}
	for _, c := range p.Checks {
		tell(Check, checkText(&c), c.Failed)
	}
	return nil
}

// writes adds the files that the command of a call names as written.
func (n *narrator) writes(e *domain.Event, o *domain.Observed) {
	at, known := n.items[item{e.Session(), e.Subject.Item.Value}]
	if !known {
		return
	}
	c := n.entries[at].Call
	for _, path := range o.Writes {
		if !c.isWritten(string(path)) {
			c.Files = append(c.Files, File{Path: string(path)})
		}
	}
}

func (c *CallEntry) isWritten(path string) bool {
	for _, f := range c.Files {
		if f.Path == path || strings.HasSuffix(path, "/"+f.Path) {
			return true
		}
	}
	return false
}

func commitText(c *domain.ObservedCommit) string {
	if !c.IsMade() {
		return ""
	}
	says := "committed " + c.Commit.Short()
	if c.Commit == "" {
		says = "committed"
	}
	if c.Branch != "" {
		says += " on " + string(c.Branch)
	}
	if c.Amends {
		says += ", amended"
	}
	return says
}

func refText(r *domain.ObservedRef) string {
	did := strings.ReplaceAll(string(r.Result), "_", " ")
	if r.IsPush() {
		return strings.TrimSpace("push "+strings.TrimSpace(r.Remote+" "+r.Ref)) + ": " + did
	}
	if r.Ref == "" {
		return "branch: " + did
	}
	return r.Ref + ": " + did
}

func pullText(p *domain.ObservedPullRequest) string {
	if p.Viewed {
		return ""
	}
	name := "pull request"
	if p.Number > 0 {
		name += " #" + strconv.Itoa(p.Number)
	}
	return strings.TrimSpace(name + " " + string(p.State) + " " + p.Repo)
}

func checkText(c *domain.ObservedCheck) string {
	if c.Failed {
		return c.Program + " (" + string(c.Check) + ") failed"
	}
	return c.Program + " (" + string(c.Check) + ") passed"
}

// test reports a test run. Several recordings of one call make one entry.
func (n *narrator) test(e *domain.Event) error {
	says, failed, words := "", false, ""
	switch e.Kind {
	case domain.KindTestPassed:
		var p domain.TestPassed
		if err := read(e, &p); err != nil {
			return err
		}
		says = testName(p.Runner, p.Suite, p.Level) + " passed" + testCounts(p.Passed, 0, p.Skipped)
	case domain.KindTestFailed:
		var p domain.TestFailed
		if err := read(e, &p); err != nil {
			return err
		}
		says, failed = testName(p.Runner, p.Suite, p.Level)+" failed"+testCounts(p.Passed, p.Failed, p.Skipped), true
		words = strings.Join(p.FailedTests, "\n")
	case domain.KindTestHung:
		var p domain.TestHung
		if err := read(e, &p); err != nil {
			return err
		}
		says, failed, words = testName(p.Runner, p.Suite, p.Level)+" hung", true, p.TestName
	default:
		return nil // its start; the entry of its end covers it
	}
	if item := e.Subject.Item.Value; item != "" && n.isTold("test", string(e.Session()), string(item), string(e.Kind)) {
		return nil
	}
	x := n.entry(e, Test, says)
	x.Failed = failed
	if words != "" {
		x.Words = wordsOf(domain.TextOf(words), false)
	}
	n.add(x)
	return nil
}

func testName(runner, suite string, level domain.GreenLevel) string {
	name := runner
	if name == "" {
		name = "tests"
	}
	if suite != "" {
		name += " " + suite
	}
	if level != "" {
		name += " (" + string(level) + ")"
	}
	return name
}

func testCounts(passed, failed, skipped int) string {
	var parts []string
	for _, of := range []struct {
		n    int
		what string
	}{{failed, "failed"}, {passed, "passed"}, {skipped, "skipped"}} {
		if of.n > 0 {
			parts = append(parts, fmt.Sprintf("%d %s", of.n, of.what))
		}
	}
	if len(parts) == 0 {
		return ""
	}
	return ": " + strings.Join(parts, ", ")
}
