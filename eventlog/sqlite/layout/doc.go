// Package layout is what the file of a log holds: the header that tells whose it is, the tables,
// and the rows of events with their checksums. It reads rows, and verifies each.
//
// It writes nothing but the empty tables of a new log.
package layout
