package evidence

import (
	"github.com/clawable/claw/domain/causal"
	"github.com/clawable/claw/domain/lane/fact"
)

// Facts is what evidence is judged by: the facts of a lane that count, their order and their
// attempts. A fact is addressed by its index in Facts.
type Facts struct {
	Facts   []*fact.Fact // without calls
	Tools   []*fact.Fact // calls
	Order   *causal.Order
	Attempt []int  // the attempt of each fact, from 1
	Void    []bool // openers of attempts that are not heard

	Reopened func(i int) int  // the least attempt from 2 that something after fact i opens
	IsEnding func(i int) bool // whether fact i claims an end of the lane
	Where    func(keep func(i int, f *fact.Fact) bool) []int
	In       func(attempt int, keep func(i int, f *fact.Fact) bool) []int
}

// Lane judges the claims of one lane. It is not safe for concurrent use.
type Lane struct {
	facts, tools []*fact.Fact
	order        *causal.Order
	attempt      []int
	void         []bool
	reopened     func(i int) int
	isEnding     func(i int) bool
	where        func(keep func(i int, f *fact.Fact) bool) []int
	in           func(attempt int, keep func(i int, f *fact.Fact) bool) []int
	cached       cached
}

// cached holds what several claims ask for, each made when it is first needed.
type cached struct {
	trees     *trees
	witnesses *witnesses
	written   *written
	live      map[string]bool // what live witnesses say
}

// New returns a judge of the claims of a lane.
func New(f Facts) *Lane {
	return &Lane{facts: f.Facts, tools: f.Tools, order: f.Order, attempt: f.Attempt, void: f.Void,
		reopened: f.Reopened, isEnding: f.IsEnding, where: f.Where, in: f.In}
}
