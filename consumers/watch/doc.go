// Package watch is a durable exactly-once cursor over the outcomes of lanes, one for each
// consumer.
//
// A [Cursor] is a separate SQLite file. It records a [Line] with its number before the
// line is delivered, and marks it afterwards. After a crash between the two,
// [Cursor.Pending] returns the line with the same number and the same bytes, so a consumer
// that has processed number n ignores every line with a number of n or less. Without such
// a crash no number occurs twice, and no fingerprint ever gets a second number.
//
// A [Feed] finds in a read model what is new for a cursor, by one rule for all consumers: where it begins,
// what a change of the selection or of the rules of outcomes means.
//
// It opens no log and no read model, reads no clock, and starts no goroutine.
package watch
