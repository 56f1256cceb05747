// Package salvage finds out what of a damaged log can be read: what its write-ahead log is good
// for, what of its file is gone, and how far its events go. It copies a log whose files must not
// be touched so that SQLite reads all of it that was durable.
//
// It never writes to the log itself.
package salvage
