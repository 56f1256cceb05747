package testrun

import (
	"slices"
	"strings"
	"time"
)

// overdue implements [slow].
func (g *goTests) overdue(now time.Time) bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	t := g.longest()
	return t != nil && now.Sub(t.last) >= g.limit
}

// asked implements [slow].
func (g *goTests) asked() {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.hung = g.longest(); g.hung != nil {
		g.show(g.hung.printed)
	}
	g.quit = true
}

// shortName is the name of the function of a test; "" for none.
func (t *goTest) shortName() string {
	if t == nil {
		return ""
	}
	name, _, _ := strings.Cut(t.name, "/")
	return name
}

// addStack takes in what the program of the test that hung prints of its stacks.
func (g *goTests) addStack(p *goPackage, text string) {
	if g.hung != nil && g.hung.of == p.name && len(g.stack) < mostDump {
		g.stack = append(g.stack, text...)
	}
}

// mostDump bounds what is read of the stacks of a program.
const mostDump = 1 << 20

// stackOf is the part of a program's stacks that shows where a test is: the goroutines that run
// code of the program, that of the test first, and those that wait for tests in them last; all of a
// text that holds none.
func stackOf(dump, test string) string {
	var of, others, waiting []string
	for block := range strings.SplitSeq(strings.ReplaceAll(dump, "\r\n", "\n"), "\n\n") {
		if !strings.HasPrefix(block, "goroutine ") || innerCall(block) == "" {
			continue
		}
		switch block = strings.TrimSpace(block); {
		case strings.HasPrefix(innerCall(block), "testing.(*T).Run("):
			waiting = append(waiting, block)
		case test != "" && strings.Contains(block, "."+test):
			of = append(of, block)
		default:
			others = append(others, block)
		}
	}
	if len(of)+len(others)+len(waiting) == 0 {
		return strings.TrimSpace(dump)
	}
	return strings.Join(slices.Concat(of, others, waiting), "\n\n")
}

// innerCall returns the innermost call of a goroutine that is not in the runtime, "" for none.
func innerCall(block string) string {
	for line := range strings.SplitSeq(block, "\n") {
		if strings.HasSuffix(line, ")") && !strings.HasPrefix(line, "runtime.") && !strings.HasPrefix(line, "created by ") && !strings.HasPrefix(line, "\t") {
			return line
		}
	}
	return ""
}

// longest is what runs and was silent for the longest time: a test without tests in it that run, or
// a package in which no test runs; nil where nothing is started.
func (g *goTests) longest() *goTest {
	var silent []*goTest
	for _, name := range g.order {
		p := g.packages[name]
		if p.result != "" {
			continue
		}
		if len(p.running) == 0 {
			silent = append(silent, &goTest{of: p.name, last: p.last})
		}
		silent = append(silent, p.inner()...)
	}
	if len(silent) == 0 {
		return nil
	}
	return slices.MinFunc(silent, func(a, b *goTest) int { return a.last.Compare(b.last) })
}
