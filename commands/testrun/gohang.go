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
	g.hung, g.quit = g.longest(), true
	if g.hung != nil {
		g.show(g.hung.printed)
	}
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
		for _, t := range p.running {
			if !t.paused && !slices.ContainsFunc(p.running, func(o *goTest) bool { return strings.HasPrefix(o.name, t.name+"/") }) {
				silent = append(silent, t)
			}
		}
	}
	if len(silent) == 0 {
		return nil
	}
	return slices.MinFunc(silent, func(a, b *goTest) int { return a.last.Compare(b.last) })
}
