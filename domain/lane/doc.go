// Package lane derives the one outcome of a lane from the set of its events: the rule that
// docs/outcome.md states.
//
// It is pure. The outcome is a function of the set of facts and of [Options]: neither the order
// in which facts come, nor their repetition, nor a position, a revision or the log's clock can
// change a byte of it. It never appends, never reads a clock, and trusts no text of a
// conversation.
//
// A reader starts at table.go, which holds what decides: the first row whose conditions are all
// true. [Derive] finds the conditions in steps: [membership.Lanes] (which facts are the lane's),
// admission.go (which of them count), [causal.Order] (what precedes what), attempts.go, endings.go,
// finish.go with [evidence.Lane], turns.go, transport.go, state.go. A store files facts with
// domain/lane/index and derives the set that [index.Collect] returns; domain/lane/world holds
// them in memory.
package lane
