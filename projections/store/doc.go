// Package store keeps the projections of one log as read models in an SQLite file beside
// the log, and brings them to the head of the log. Verbs ask the packages query, explain and search.
//
// The file is disposable. Whatever is wrong with it (another version, another log, a
// rolled back log, damage) is repaired by a rebuild. An erasure of data from the log
// rebuilds it too, so that no file keeps what the log does not. The file holds no fact of
// its own, and only this package and those beneath it read it.
//
// Files, for the path "run.views":
//
//	run.views-00000007        the read model; a rebuild creates the next number and never
//	                          overwrites a file that others may have open
//	run.views.search          the full text index, see package search
//	run.views.lock            held by the one process that writes
//	run.views.projector       what the projector reports about itself, see package claim
//	run.views.projector.lock  held by the projector for as long as it runs
//
// Packages beneath it, each of which imports those above it at most:
//
//	generation  names of the files, and their locks
//	origin      the log that a read model is made from
//	tables      schema, checkpoint and columns
//	writer      folds the log into the tables
//	selection   filters, pages and counts
//	query       what verbs ask
//	explain     why a row is as it is
//	search      words in events
//	verify      a read model beside a replay
//	claim       the one projector
//
// The store does not append to a log. It reads the clock only for the two seconds that a
// verb waits for another process. Goroutines read ahead, write rows and derive lanes; they
// end before the call that started them returns.
package store
