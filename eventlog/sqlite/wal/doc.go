// Package wal reads the write-ahead log of an SQLite file: which frames SQLite takes, where
// what is left of a damaged one begins, and what of it can be proven.
//
// It never writes, and it opens no file: its callers hand it a reader.
package wal
