// Package projections derives what is true: pure folds over the set of events of a log.
// Sessions, messages, tool calls, usage and failures are each a map of small entities.
// Lanes come from the outcome rule, and the board and the errors are derived from these.
//
// A fold is a function of the set of events: the order, repetition and interruption of the
// feeding have no effect, and neither have position, revision and recorded_at. Every
// member of an entity is therefore a minimum, a maximum, a union, or the statement of the
// event that comes first in a fixed order.
//
// It does not read a clock, a file or a log: events come through [feed.Source], and a result
// that depends on the time of reading takes that time as a parameter. Read models
// on disk are package store; a log that memory does not hold is folded by package archive.
//
// Each package beneath has one part of this: payload and feed read, values, entitykey and
// statejson are what entities are made of, sessions and tools are the large entities, and cache,
// factpack and jobs keep a fold within its memory.
//
// A reader starts at [FoldSet], then one of the entities ([sessions.Session], [tools.Tool], [Response],
// [Message], [Failure]), then [Memory].
package projections
