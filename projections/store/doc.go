// Package store keeps the projections of one log as read models in an SQLite file
// beside it, and answers the questions of verbs from there.
//
// The file is disposable: whatever is wrong with it (another version, another
// log, a rolled back log, damage) is mended by building it anew, and so it is when the
// log erased data: no file keeps what the log does not. It holds no
// fact of its own and nobody but this package reads it.
//
// Files, for the path "run.views":
//
//	run.views-00000007        the read model; a rebuild makes the next number, never
//	                          writes over one that others may have open
//	run.views.search          the full text index, for who searches
//	run.views.lock            held by the one process that writes
//	run.views.projector       what the projector says of itself, see [Note]
//	run.views.projector.lock  held by the projector for as long as it runs
//
// The store never appends to a log, and reads no clock but for the two seconds that
// a verb waits for another process. Goroutines read ahead, write rows and derive
// lanes; they end before the call that started them.
package store
