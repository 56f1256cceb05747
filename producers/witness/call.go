package witness

import (
	"strings"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/policy/shell"
)

// Call is a shell command of an agent, and its end as the harness recorded it.
type Call struct {
	Command string
	CWD     domain.Path // "" if it is not recorded
	Status  Status
	Code    int    // the exit code; 0 if it is 0 or not recorded
	Output  string // standard output and standard error, as far as recorded
	Cut     bool   // Output lacks a part
}

// Status is what a harness recorded of an exit status.
type Status uint8

// The statuses. Zero is none.
const (
	StatusUnknown  Status = iota
	StatusZero            // exit code 0, or no error flag of a harness that records one
	StatusFailed          // another exit code, or an error flag
	StatusTimedOut        // the harness ended the command
)

// Facts are what a part of a call shows: the run of one test runner, or what other commands did, in
// their order.
type Facts struct {
	Test  *Test
	Other domain.Observed
}

// Read returns what a call shows, in the order in which its command did it: a test has separate
// facts, so that it is known what was written or committed before it.
func Read(c Call) []Facts {
	if !mayShow(c.Command) {
		return nil
	}
	steps, ok := shell.Steps(c.Command, shell.Standing{Place: shell.Place{CWD: string(c.CWD)}, Open: c.CWD == ""})
	if !ok {
		return nil
	}
	r := reading{call: c, steps: steps, lines: linesOf(c.Output)}
	for i := range steps {
		if s := &r.steps[i]; !s.Shadowed && len(s.Words) > 0 && s.Words[0].Known {
			r.step(i)
		}
	}
	return r.facts
}

// reading is a call that is being read.
type reading struct {
	call  Call
	steps []shell.Step
	lines []string // of the output
	facts []Facts
	part  part // of the last facts that are no test
	named int  // the number, from 1, of the last step of git that names all files which it changes
}

// tested adds the run of a test runner.
func (r *reading) tested(t Test) { r.facts = append(r.facts, Facts{Test: &t}) }

// part is what an event is about, see [domain.Observed].
type part uint8

const (
	changes   part = iota + 1 // writes, removes, checks
	commits                   // what is staged and committed
	published                 // refs and pull requests
)

// other is where what is no test is added: to the last facts, if they are about the same part.
func (r *reading) other(of part) *domain.Observed {
	if n := len(r.facts); n == 0 || r.facts[n-1].Test != nil || r.part != of {
		r.facts, r.part = append(r.facts, Facts{}), of
	}
	return &r.facts[len(r.facts)-1].Other
}

// index returns where to add a change of the index or of the branch that the command does not show
// in full: facts that follow those of the files that were staged and committed before it.
func (r *reading) index() *domain.Observed {
	if o := r.other(commits); len(o.Staged)+len(o.Commits) == 0 {
		return o
	}
	r.part = 0
	return r.other(commits)
}

// step adds what a step shows.
func (r *reading) step(i int) {
	if r.isElsewhere(i) {
		return
	}
	args := arguments(&r.steps[i])
	if t, ok := testOf(args); ok {
		if test, ok := r.test(i, t); ok {
			r.tested(test)
		}
		return
	}
	if check, ok := checkOf(args); ok {
		succeeded, failed := r.decides(i)
		if !succeeded && !failed {
			return
		}
		check.Failed = failed
		o := r.other(changes)
		o.Checks = append(o.Checks, check)
		return
	}
	r.git(i, args)
	r.pull(i, args)
	r.writes(i, args)
}

// arguments returns the words of a step; the text of one that is not known is "\x00".
func arguments(s *shell.Step) []string {
	args := make([]string, len(s.Words))
	for i, w := range s.Words {
		args[i] = unknownWord
		if w.Known {
			args[i] = w.Text
		}
	}
	args[0] = s.Words[0].Program()
	return args
}

const unknownWord = "\x00"

// decides returns what the exit status shows about a step: that it succeeded, that it failed, or
// neither. The status of a shell that did not find or start the program shows nothing.
func (r *reading) decides(i int) (succeeded, failed bool) {
	s := &r.steps[i]
	switch r.call.Status {
	case StatusZero:
		return s.Succeeded, false
	case StatusFailed:
		if !s.Failed || s.Unseen || r.call.Code >= 126 && r.call.Code != 255 || r.call.Code < 0 || r.call.Code == 124 && s.Limited {
			return false, false
		}
		for n := range r.steps {
			if n != i && r.steps[n].Failed && !isQuiet(&r.steps[n]) {
				return false, false
			}
		}
		return false, true
	case StatusUnknown, StatusTimedOut:
	}
	return false, false
}

// linesOf splits an output into lines, without the escape sequences of terminals.
func linesOf(output string) []string {
	text := strings.ReplaceAll(stripped(output), "\r\n", "\n")
	lines := strings.Split(text, "\n")
	for i, line := range lines {
		if at := strings.LastIndexByte(line, '\r'); at >= 0 {
			line = line[at+1:] // a terminal shows what was written last
		}
		lines[i] = strings.TrimRight(line, " \t")
	}
	return lines
}

// stripped returns text without escape sequences (ECMA-48: CSI and OSC).
func stripped(text string) string {
	if !strings.Contains(text, "\x1b") {
		return text
	}
	var out strings.Builder
	for i := 0; i < len(text); i++ {
		if text[i] != 0x1b || i+1 == len(text) {
			out.WriteByte(text[i])
			continue
		}
		i++
		switch text[i] {
		case '[':
			for i++; i < len(text) && (text[i] < 0x40 || text[i] > 0x7e); i++ {
			}
		case ']':
			for i++; i < len(text) && text[i] != 0x07 && text[i] != 0x1b; i++ {
			}
		}
	}
	return out.String()
}
