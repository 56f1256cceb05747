// Package store keeps the projections of one log as read models in an SQLite file beside
// the log, and answers queries of verbs from there.
//
// The file is disposable. Whatever is wrong with it (another version, another log, a
// rolled back log, damage) is repaired by a rebuild. An erasure of data from the log
// rebuilds it too, so that no file keeps what the log does not. The file holds no fact of
// its own, and only this package reads it.
//
// Files, for the path "run.views":
//
//	run.views-00000007        the read model; a rebuild creates the next number and never
//	                          overwrites a file that others may have open
//	run.views.search          the full text index
//	run.views.lock            held by the one process that writes
//	run.views.projector       what the projector reports about itself, see [Note]
//	run.views.projector.lock  held by the projector for as long as it runs
//
// The store does not append to a log. It reads the clock only for the two seconds that a
// verb waits for another process. Goroutines read ahead, write rows and derive lanes; they
// end before the call that started them returns.
package store
