// Package streams keeps the index that leads from a stream to its events: a table that is
// brought up after the events, many at once, and how far it goes.
//
// It does not read events for callers. In layout 1 SQLite keeps such an index itself, and there
// is nothing to keep here.
package streams
