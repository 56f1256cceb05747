// Package watch remembers for one consumer of lane outcomes what it was told, so that
// it is told of each outcome once.
//
// The memory is a [Cursor], an SQLite file of its own. A [Line] is noted there, with
// its number, before it is told, and ticked off when it was. Who is killed between
// the two finds it again as [Cursor.Pending] and tells it with the same number and
// the same bytes: a consumer that has handled number n passes over what comes with n
// or less. Without such an end no number comes twice, and no fingerprint ever gets a
// second number.
//
// It reads no log and no read model, knows no clock, and starts no goroutine.
package watch
