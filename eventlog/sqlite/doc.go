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
package sqlite
