// Package projections says what is true: pure folds over the set of events of a
// log. Sessions, messages, tool calls, usage and failures are each a map of small
// entities; lanes come from the outcome rule; board and errors are read off them.
//
// A fold is a function of the set of events: order, repetition and interruption
// of the feeding leave no trace, and neither do position, revision and
// recorded_at. Every member of an entity is therefore a least, a greatest, a
// union, or the word of the event that a fixed order puts first.
//
// It never reads a clock, a file or a log by itself: events come through
// [Source], and what depends on the time of reading takes that time as a
// parameter. An [Archive] writes what memory should not hold to a [Room] of its
// caller. Read models on disk are package store. Only [Ahead] and [Aside] start a
// goroutine, which ends before they do.
//
// A reader starts at [Books], then one of the entities ([Session], [Tool],
// [Response], [Message], [Failure]), then [Memory] and [Archive].
package projections
