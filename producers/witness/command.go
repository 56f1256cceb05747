package witness

import (
	"slices"
	"strings"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/calls"
	"github.com/clawable/claw/policy/shell"
	"github.com/clawable/claw/producers/witness/summary"
)

// Command is the test runner that a command line runs.
type Command struct {
	Test // without a result
	// Direct says that the words of the command line are those of the runner itself, and of nothing
	// around it.
	Direct bool
	runner *runner
}

// CommandOf recognises the first test runner of a command line, which is started in a folder. It
// reports false where the words name none.
func CommandOf(argv []string, cwd domain.Path) (Command, bool) {
	c := Call{Command: calls.CommandText(argv), CWD: cwd}
	steps, ok := shell.Steps(c.Command, shell.Standing{Place: shell.Place{CWD: string(cwd)}, Open: cwd == ""})
	if !ok {
		return Command{}, false
	}
	r := reading{call: c, steps: steps}
	for i := range steps {
		s := &steps[i]
		if s.Shadowed || len(s.Words) == 0 || !s.Words[0].Known {
			continue
		}
		if t, ok := testOf(arguments(s)); ok {
			return Command{r.namedRun(i, t), len(steps) == 1 && len(s.Through) == 0 && len(s.Words) == len(argv) && s.Words[0].Text == argv[0], t.runner}, true
		}
	}
	return Command{}, false
}

// Only is the command line that runs nothing but tests of some names, as the runner's summary gives
// them; false where the runner is not known to select tests by those names.
func (c *Command) Only(argv, tests []string) ([]string, bool) {
	if !c.Direct || len(tests) == 0 {
		return nil, false
	}
	switch c.Runner {
	case "pytest":
		return append(c.Plain(argv), tests...), !slices.ContainsFunc(tests, func(name string) bool { return !strings.Contains(name, ".py") })
	case "rspec":
		return append(c.Plain(argv), tests...), true
	}
	return nil, false
}

// Plain is the command line without what selects tests: operands behind the runner's verb, and the
// options that choose tests by name.
func (c *Command) Plain(argv []string) []string {
	out := slices.Clone(argv[:1])
	verbs := 0
	for _, verb := range c.runner.verbs {
		verbs = max(verbs, len(strings.Fields(verb)))
	}
	if isPython := len(module(argv)) < len(argv); isPython {
		out = slices.Clone(argv[:len(argv)-len(module(argv))+1])
	}
	for i := len(out); i < len(argv) && argv[i] != "--"; i++ {
		name, _, attached := strings.Cut(argv[i], "=")
		takes := !attached && slices.Contains(c.runner.valued, name) && i+1 < len(argv)
		switch {
		case !strings.HasPrefix(argv[i], "-"):
			if verbs > 0 {
				out, verbs = append(out, argv[i]), verbs-1
			}
			continue
		case isOneOf(c.runner.filters)(name):
		case takes:
			out = append(out, argv[i], argv[i+1])
		default:
			out = append(out, argv[i])
		}
		if takes {
			i++
		}
	}
	return out
}

// ReadTAP reads the Test Anything Protocol; false where the output is none, or lacks a part.
func ReadTAP(output string) (Test, bool) {
	s := summary.ReadTAP(linesOf(output))
	return Test{Result: s.Result, Passed: s.Passed, Failed: s.Failed, Skipped: s.Skipped, Names: s.Names}, s.Result != ""
}
