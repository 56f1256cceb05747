// Package layout defines what the file of a log holds: the header that identifies the program
// that owns the file, the tables, and the rows of events with their checksums. It reads rows,
// and verifies each.
//
// It writes nothing but the empty tables of a new log.
package layout
