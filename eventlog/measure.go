package eventlog

import "context"

// Measured is an engine whose log takes room on a disk.
type Measured interface {
	// Measure returns the room that the log takes now.
	//
	// Errors: ctx's error; those of reading the files.
	Measure(ctx context.Context) (Storage, error)
}

// Storage is the room that a log takes, in the pages of its file.
type Storage struct {
	Bytes      int64 `json:"bytes"`             // of all files that hold events
	WriteAhead int64 `json:"write_ahead_bytes"` // of these in the write-ahead log
	PageBytes  int64 `json:"page_bytes"`        // of one page
	Pages      int64 `json:"pages"`
	FreePages  int64 `json:"free_pages"` // of Pages; later events are put there
}
