// Package sqlite is the event log on one SQLite file, shared by many processes
// of one machine.
//
// It never interprets a payload, never folds events and never serves a log
// whose write-ahead log shows damage as if nothing had happened.
//
// Beside the file PATH stand SQLite's own PATH-wal and PATH-shm while it is in
// use, and two small files of ours that stay: PATH-lock, which writers take turns
// on, and PATH-tick, which is touched after each commit to wake the followers of
// other processes and which every process holds a shared lock of while it has the
// log open.
package sqlite
