// Package sqlite is the event log on one SQLite file, shared by many processes
// of one machine.
//
// It never interprets a payload, never folds events and never serves a log
// whose write-ahead log shows damage as if nothing had happened.
package sqlite
