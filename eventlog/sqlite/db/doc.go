// Package db holds connections to one SQLite database: how they are opened and tuned, the
// statements that they keep, and a pool of those that only read.
//
// It does not know the tables of a log.
package db
