// Package importing records the files of agents, and copies exported events from other logs.
// It counts each line of each file exactly once: imported, known, corrected, skipped with a
// reason, or unreadable.
package importing
