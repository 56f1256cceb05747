// Package lane derives the one outcome of a lane from the set of its events: the
// rule that docs/outcome.md states as a table.
//
// It is pure. The outcome is a function of the set of facts and of [Options]:
// neither the order in which facts come, nor their repetition, nor a position,
// a revision or the log's clock can change a byte of it. It never appends, never
// reads a clock, and trusts no text of a conversation.
//
// A reader starts at [Derive], then follows its steps: members.go (which facts
// are the lane's), aside.go (which are heard), [causal.Order] (what precedes what),
// attempts.go, endings.go, evidence.go, turns.go, transport.go, state.go. [World]
// holds facts in memory; a store files them with domain/lane/index and derives the set
// that [index.Collect] returns.
package lane
