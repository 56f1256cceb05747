// Package sqlite implements the event log in one SQLite file that many processes of one
// machine share.
//
// It does not interpret payloads and does not fold events. It does not serve a log whose
// write-ahead log is damaged as if the log were intact.
//
// SQLite's own files PATH-wal and PATH-shm are beside the file PATH while it is in use.
// Two small files of this package stay there: PATH-lock, which writers lock in turn, and
// PATH-tick, which is touched after each commit to wake followers in other processes.
// Every process holds a shared lock on PATH-tick while it has the log open.
//
// This package opens, makes and copies logs, and joins what is beneath it:
//
//	place lock scratch note   the files: which may be a log, who has it open and who writes,
//	                          where a new one is built, what damage was found
//	layout streams            the tables and rows, and the index of streams
//	page watch                reading: pages of events, and the commits of other processes
//	insert commit             writing: what an append does to the tables, and its transaction
//	wal salvage integrity     damage: what can be read in spite of it, and looking for it
//	db fault                  connections and errors
package sqlite
